/* SPDX-License-Identifier: MIT */
/* Memory as kernels of Fermi and Kepler see it: every space in every width, generic addresses of 32 and 64
 * bits, the stack, constant banks, and the accesses that stop a kernel. */
#include "fermi.h"

/* The widths of an access: what a word of bytes 0x80, 0x91, 0xa2 ... gives. */
static const struct {
    const char *width;
    unsigned bytes;
    uint32_t word;
} widths[] = {
    {".U8", 1, 0x80},    {".S8", 1, 0xffffff80}, {".U16", 2, 0x9180},      {".S16", 2, 0xffff9180},
    {"", 4, 0xb3a29180}, {".64", 8, 0xb3a29180}, {".128", 16, 0xb3a29180},
};
#define WIDTHS (sizeof widths / sizeof widths[0])

/* Sixteen bytes in R8 .. R11. */
#define BYTES "MOV32I R8, 0xb3a29180\nMOV32I R9, 0xf7e6d5c4\nMOV32I R10, 0x3b2a1908\nMOV32I R11, 0x7f6e5d4c\n"

static const uint32_t words[4] = {0xb3a29180, 0xf7e6d5c4, 0x3b2a1908, 0x7f6e5d4c};

/* Store sixteen bytes with `store`, load them with `load` (both have %s for the width), in one width. */
static void check_width(unsigned chip, unsigned width, const char *before, const char *store,
                        const char *load)
{
    struct kernel k;
    char source[2048], stored[64], loaded[64];

    snprintf(stored, sizeof stored, store, widths[width].width);
    snprintf(loaded, sizeof loaded, load, widths[width].width);
    snprintf(source, sizeof source,
             START BYTES "MOV R1, STACK\n%s%s\nMOV R4, RZ\nMOV R5, RZ\nMOV R6, RZ\nMOV R7, RZ\n%s\n"
                         "ST.E.128 [R2], R4\n" END,
             before, stored, loaded);
    fermi_make(&k, chip, 1, source);
    k.launch.local_bytes = 64;
    kernel_expect_ok(&k);
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t expected = i == 0 ? widths[width].word : 4 * i < widths[width].bytes ? words[i] : 0;
        if (k.out[i] != expected)
            fail_msg("%s, %s, word %u: 0x%x, expected 0x%x", fermi_chips[chip].chip, loaded, i, k.out[i],
                     expected);
    }
    kernel_free(&k);
}

static void check_widths(unsigned chip, const char *before, const char *store, const char *load)
{
    for (unsigned width = 0; width < WIDTHS; width++)
        check_width(chip, width, before, store, load);
}

static void test_widths(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        check_widths(chip, "MOV R12, R2\nMOV R13, R3\n", "ST.E%s [R12+0x20], R8", "LD.E%s R4, [R12+0x20]");
        check_widths(chip, "MOV32I R12, 0x30\n", "STS%s [R12+-0x10], R8", "LDS%s R4, [0x20]");
        check_widths(chip, "", "STL%s [R1+-0x10], R8", "LDL%s R4, [0xfffff0]");
        check_widths(chip, "MOV R12, SWIN\n", "ST%s [R12+0x40], R8", "LDS%s R4, [0x40]");
        check_widths(chip, "MOV R12, LWIN\nIADD R12, R12, R1\n", "STL%s [R1+-0x20], R8",
                     "LD%s R4, [R12+-0x20]");
    }
    check_widths(GF100, "MOV R12, R2\n", "ST%s [R12+0x20], R8", "LDU%s R4, [R12+0x20]");
    check_widths(GF100, "MOV R12, R2\n", "ST%s [R12+0x20], R8", "LDU.E%s R4, [R2+0x20]");
    check_widths(GK110, "MOV R12, R2\nMOV R13, R3\n", "ST.E%s [R12], R8", "LDG.E%s R4, [R2]");
    hw_fact("SF-191");
    hw_fact("SF-192");
    hw_fact("SF-194");
}

/* GF100's two loads in one: both addresses are those from before, though the first load's register is in the
 * second's. */
static void test_two_loads(void **state)
{
    struct kernel k;

    (void)state;
    fermi_make(
        &k, GF100, 1,
        START BYTES
        "ST.E.128 [R2+0x40], R8\nSTS.128 [0x20], R8\nMOV R12, R2\nMOV R13, R3\n"
        "LD_LDU.E.EU.32.64 R12, R4, [R2+0x40], [R12+0x48]\nST.E.64 [R2], R4\nST.E [R2+0x8], R12\n"
        "LDS_LDU.E.128.64 R4, R8, [0x20], [R2+0x40]\nST.E.128 [R2+0x10], R4\n"
        "ST.E.64 [R2+0x20], R8\nLD_LDU.S16.S8 R4, R5, [R2+0x42], [R2+0x42]\nST.E.64 [R2+0x28], R4\n" END);
    kernel_expect_ok(&k);
    const uint32_t expected[12] = {words[2], words[3], words[0], 0,        words[0],   words[1],
                                   words[2], words[3], words[0], words[1], 0xffffb3a2, 0xffffffa2};
    for (unsigned i = 0; i < 12; i++)
        if (k.out[i] != expected[i])
            fail_msg("word %u: 0x%x, expected 0x%x", i, k.out[i], expected[i]);
    kernel_free(&k);
}

/* Pairs and quads of registers begin at multiples of two and four, the lowest word first. */
static void test_register_groups(void **state)
{
    static const struct {
        const char *insn;
        unsigned kind;
    } invalid[] = {
        {"LD.E.64 R5, [R2]\n", HW_FAULT_OPERAND},
        {"ST.E.128 [R2], R6\n", HW_FAULT_OPERAND},
        {"LDS.128 R10, [RZ]\n", HW_FAULT_OPERAND},
        {"LD.E R4, [R3]\n", HW_FAULT_OPERAND},
    };
    struct kernel k;

    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++)
        for (unsigned i = 0; i < sizeof invalid / sizeof invalid[0]; i++) {
            char source[256];
            snprintf(source, sizeof source, START "%s" END, invalid[i].insn);
            fermi_make(&k, chip, 1, source);
            kernel_expect_fault(&k, invalid[i].kind);
            kernel_free(&k);
        }
    hw_fact("SF-168");
}

/* A launch that enables sixteen registers: the others read as 0 and keep nothing. */
static void test_enabled_registers(void **state)
{
    struct kernel k;

    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        fermi_make(
            &k, chip, 1,
            START "MOV32I R15, 0x15\nMOV32I R16, 0x16\nMOV32I R62, 0x62\nST.E [R2], R15\nST.E [R2+0x4], R16\n"
                  "ST.E [R2+0x8], R62\nIADD R15, R15, R62\nST.E [R2+0xc], R15\n" END);
        memset(k.out, 0xff, 16);
        kernel_expect_ok(&k);
        assert_int_equal(k.out[0], 0x15);
        assert_int_equal(k.out[1], 0);
        assert_int_equal(k.out[2], 0);
        assert_int_equal(k.out[3], 0x15);
        kernel_free(&k);
    }
    hw_fact("SF-166");
}

/* One generic access: a third of the lanes each in global, shared and local memory. */
static void test_generic(void **state)
{
    struct kernel k;

    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        fermi_make(&k, chip, 30,
                   START
                   "SHL R6, R0, 0x2\nIADD R6, R6, SWIN\nMOV R1, STACK\nIADD R8, R1, -0x8\nIADD R8, R8, LWIN\n"
                   "ISETP.GE.AND P0, PT, R0, 0xa, PT\nISETP.GE.AND P1, PT, R0, 0x14, PT\n"
                   "MOV R10, R2\nMOV R11, R3\n@P0 MOV R10, R6\n@P1 MOV R10, R8\n@P0 MOV R11, RZ\n"
                   "IADD R12, R0, 0x70\nST.E [R10], R12\nLD.E R13, [R10]\nIADD R13, R13, R13\n"
                   "ST.E [R2+0x80], R13\n" END);
        k.launch.local_bytes = 16;
        kernel_expect_ok(&k);
        for (uint32_t i = 0; i < 30; i++) {
            assert_int_equal(k.out[32 + i], 2 * (i + 0x70));
            assert_int_equal(k.out[i], i < 10 ? i + 0x70 : 0);
        }
        kernel_free(&k);
    }
}

/* Without .E the address has 32 bits, whatever the next register holds, and wraps there. */
static uint32_t doubled(uint32_t thread)
{
    return 2 * thread + 5;
}

static void test_narrow_addresses(void **state)
{
    (void)state;
    fermi_expect(GF100, 32,
                 START "MOV32I R3, 0x12345678\nIADD R4, R0, R0\nIADD R4, R4, 0x5\nST [R2], R4\n"
                       "IADD32I R6, R2, -0x7fffffff\nIADD R6, R6, -0x1\nLD R5, [R6+-0x80000000]\n"
                       "ST [R2], R5\n" END,
                 doubled);
    for (unsigned chip = 0; chip < FERMI_CHIPS;
         chip++) /* the window of shared memory, from below 0 and from above it */
        fermi_expect(
            chip, 32,
            START "SHL R6, R0, 0x2\nIADD R6, R6, SWIN\nIADD R8, R0, R0\nIADD R8, R8, 0x5\nST [R6+0x10], R8\n"
                  "SHL R7, R0, 0x2\nLD R9, [R7+-0x1fffff0]\nST.E [R2], R9\n" END,
            doubled);
    hw_fact("SF-195");
}

/* Constants by register, in every width and every bank, at a distance of either sign. */
static void test_constants(void **state)
{
    static uint8_t bytes[256];
    struct kernel k;

    (void)state;
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(0x80 + 0x11 * i);
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++)
        for (unsigned bank = 2; bank < 18; bank++)
            for (unsigned width = 0; width < WIDTHS; width++) {
                char source[1024];
                snprintf(source, sizeof source,
                         START "MOV32I R12, 0x50\nLDC%s R4, c[0x%x][R12+-0x10]\nLDC%s R8, c[0x%x][0x40]\n"
                               "ST.E.128 [R2], R4\nST.E.128 [R2+0x10], R8\n" END,
                         widths[width].width, bank, widths[width].width, bank);
                fermi_make(&k, chip, 1, source);
                k.launch.bank[bank] = (struct hw_bank){bytes, sizeof bytes};
                kernel_expect_ok(&k);
                for (unsigned i = 0; i < 4; i++) {
                    uint32_t expected = 0;
                    if (4 * i < widths[width].bytes)
                        memcpy(&expected, bytes + 0x40 + 4 * i, 4);
                    if (i == 0 && widths[width].bytes < 4)
                        expected = widths[width].bytes == 1 ? 0xc0 : 0xd1c0;
                    if (i == 0 && widths[width].word >> 16 == 0xffff)
                        expected |= widths[width].bytes == 1 ? 0xffffff00 : 0xffff0000;
                    assert_int_equal(k.out[i], expected);
                    assert_int_equal(k.out[4 + i], expected);
                }
                kernel_free(&k);
            }
    hw_fact("SF-190");
}

/* A double in a constant bank lies at a multiple of eight, though compilers for GF100 wrote the place of its
 * upper word. */
static void test_double_constant(void **state)
{
    static const double constants[4] = {1.0, 2.5};
    struct kernel k;

    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        fermi_make(&k, chip, 1,
                   START "LDC.64 R4, c[0x5][0x8]\nDFMA R6, R4, R4, c[0x5][0xc]\nST.E.64 [R2], R6\n"
                         "DADD R6, R4, c[0x5][0x4]\nST.E.64 [R2+0x8], R6\n" END);
        k.launch.bank[5] = (struct hw_bank){constants, sizeof constants};
        kernel_expect_ok(&k);
        assert_true(((const double *)(const void *)k.out)[0] == 8.75);
        assert_true(((const double *)(const void *)k.out)[1] == 3.5);
        kernel_free(&k);
    }
}

/* Nothing reads code: an instruction's address is none of data. */
static void test_code_is_no_data(void **state)
{
    struct kernel k;

    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        fermi_make(&k, chip, 1, START "LEPC R4\nLD R5, [R4]\n" END);
        kernel_expect_fault(&k, HW_FAULT_ADDRESS);
        assert_true(k.result.fault.address < k.launch.code.bytes);
        kernel_free(&k);
    }
    hw_fact("SF-189");
}

static void test_faults(void **state)
{
    static const struct {
        const char *insns, *says, *insn;
        unsigned kind;
        uint64_t address;
    } invalid[] = {
        {"STL [R1+-0x40], R0\nSTL [R1+-0x44], R0\n", "stack of 64 bytes", "STL [R1+-0x44], R0",
         HW_FAULT_STACK_OVERFLOW, 0xffffbc},
        {"STL [R1], R0\n", "outside", "STL [R1], R0", HW_FAULT_ADDRESS, 0x1000000},
        {"LDS R4, [0x400]\n", "s[0x400] (1024 bytes exist)", "LDS R4, [0x400]", HW_FAULT_ADDRESS, 0x400},
        {"LDS.64 R4, [0x14]\n", "no multiple of 8", "LDS.64 R4, [0x14]", HW_FAULT_MISALIGNED, 0x14},
        {"MOV32I R5, 0x7\nMOV32I R4, 0x10\nLD.E.64 R6, [R4+-0x20]\n", "0x6fffffff0", "LD.E.64 R6, [R4+-0x20]",
         HW_FAULT_ADDRESS, UINT64_C(0x6fffffff0)},
        {"MOV R4, LWIN\nLD R6, [R4+0x10]\n", "l[0x10]", "LD R6, [R4+0x10]", HW_FAULT_ADDRESS, 0x10},
        {"MOV32I R4, 0x123\nLDC R6, c[0x5][R4]\n", "binds nothing", "LDC R6", HW_FAULT_UNBOUND, 0x123},
        {"MOV32I R4, 0x10000\nLDC R6, c[0x0][R4]\n", "are bound", "LDC R6", HW_FAULT_ADDRESS, 0x10000},
        {"MOV R4, c[0x7][0x10]\n", "constant space c7", "MOV R4", HW_FAULT_UNBOUND, 0x10},
        {"LDC.IL R4, c[0x0][R4]\n", "has not been described", "LDC.IL R4", HW_FAULT_ILLEGAL, 0},
        {"LD.E.64 R5, [R2]\n", "register R5 cannot begin", "LD.E.64 R5", HW_FAULT_OPERAND, 0},
    };
    struct kernel k;

    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++)
        for (unsigned i = 0; i < sizeof invalid / sizeof invalid[0]; i++) {
            char source[1024];
            snprintf(source, sizeof source,
                     START "MOV R1, STACK\nISETP.EQ.AND P0, PT, R0, 0x25, PT\n@!P0 EXIT\n%s" END,
                     invalid[i].insns);
            fermi_make(&k, chip, 64, source);
            k.launch.local_bytes = 64;
            kernel_expect_fault(&k, invalid[i].kind);
            const struct hw_fault *fault = &k.result.fault;
            if (!strstr(fault->sentence, invalid[i].says) ||
                strncmp(fault->instruction, invalid[i].insn, strlen(invalid[i].insn)))
                fail_msg("%s: '%s' [%s]", invalid[i].insn, fault->sentence, fault->instruction);
            if (invalid[i].address)
                assert_int_equal(fault->address, invalid[i].address);
            assert_int_equal(fault->thread[0], 0x25);
            kernel_free(&k);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widths),
        cmocka_unit_test(test_register_groups),
        cmocka_unit_test(test_enabled_registers),
        cmocka_unit_test(test_generic),
        cmocka_unit_test(test_narrow_addresses),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_code_is_no_data),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_two_loads),
        cmocka_unit_test(test_double_constant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
