/* SPDX-License-Identifier: MIT */
/* Memory as kernels of Maxwell and Pascal see it: what a launch puts into bank 0, 64-bit and generic
 * addresses, the stack, constant banks by register, and what a chip cannot hold. */
#include "maxwell.h"

/* R4 = the thread's word of what `insns` leave in R4. */
static uint32_t word_of(const char *insns, void (*change)(struct kernel *k))
{
    struct kernel k;
    char source[1024];

    snprintf(source, sizeof source, START "%s" STORE("R4") END, insns);
    make(&k, 1, source);
    if (change)
        change(&k);
    kernel_expect_ok(&k);
    const uint32_t word = k.out[0];
    kernel_free(&k);
    return word;
}

static void shape(struct kernel *k)
{
    k->launch.block[0] = 4;
    k->launch.block[1] = 3;
    k->launch.block[2] = 2;
    k->launch.grid[0] = 5;
    k->launch.grid[1] = 6;
    k->launch.grid[2] = 7;
    k->launch.grid_id = 9;
    k->launch.dynamic_shared_bytes = 96;
    memset(k->params + 2, 0x5a, 8);
}

/* Sizes, windows, stack pointer and parameters, where compiled code reads them. */
static void test_bank0(void **state)
{
    static const struct {
        unsigned offset;
        uint32_t value;
        /* clang-format off */
    } expected[] = {
        {0x0, HW_SHARED_WINDOW}, {0x4, HW_LOCAL_WINDOW}, {0x8, 4},     {0xc, 3},  {0x10, 2},
        {0x14, 5},               {0x18, 6},              {0x1c, 7},    {0x20, HW_GENERIC_WINDOW_BYTES},
        {0x28, 9},               {0xfc, 96},             {0x100, 0},   {0x104, 0}, {0x148, 0x5a5a5a5a},
    };
    /* clang-format on */
    char insn[64];

    (void)state;
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        snprintf(insn, sizeof insn, "MOV R4, c[0x0][0x%x]\n", expected[i].offset);
        assert_int_equal(word_of(insn, shape), expected[i].value);
    }
}

/* Lanes whose addresses lie more than 4 GiB apart, in both directions. */
static void test_far_apart(void **state)
{
    const uint64_t far = UINT64_C(0x3000001000);
    struct kernel k;

    (void)state;
    make(&k, 32,
         START "LOP.AND R6, R0, 0x1\nISETP.EQ.AND P0, PT, R6, 0x1, PT\nSHL R6, R0, 0x2\n"
               "@P0 IADD32I R2, R6, 0x1000\n@P0 MOV32I R3, 0x30\n"
               "STG.E [R2], R0\nLDG.E R4, [R2]\nIADD R4, R4, 0x100\nRED.E.ADD [R2], R4\n" END);
    assert_int_equal(hw_memory_map(k.memory, far, 0x100, &k.error), HW_OK);
    kernel_expect_ok(&k);
    const uint32_t *there = hw_memory_host(k.memory, far, 0x80);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(i & 1 ? there[i] : k.out[i], 2 * i + 0x100);
    kernel_free(&k);
}

/* One generic access: a third of the lanes each in global, shared and local memory. */
static void test_generic(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, 30,
         START "SHL R6, R0, 0x2\nIADD R6, R6, c[0x0][0x0]\n"
               "ISETP.GE.AND P0, PT, R0, 0xa, PT\nISETP.GE.AND P1, PT, R0, 0x14, PT\n"
               "MOV R1, c[0x0][0x20]\nIADD32I R8, R1, 0xfffffff8\nIADD R8, R8, c[0x0][0x4]\n"
               "MOV R10, R2\nMOV R11, R3\n"
               "@P0 MOV R10, R6\n@P1 MOV R10, R8\n@P0 MOV R11, RZ\n"
               "IADD32I R12, R0, 0x70\nST.E [R10], R12\nLD.E R13, [R10]\nIADD R13, R13, R13\n"
               "STG.E [R2+0x100], R13\nMOV32I R9, 0xfffff8\n@P1 LDL R4, [R9]\nLOP32I.AND R6, R6, "
               "0xffffff\n@!P1 LDS R4, [R6]\n"
               "STG.E [R2+0x200], R4\n" END);
    k.launch.local_bytes = 16;
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 30; i++) {
        assert_int_equal(k.out[0x40 + i], 2 * (i + 0x70));
        assert_int_equal(k.out[0x80 + i], i < 10 ? 0 : i + 0x70);
        assert_int_equal(k.out[i], i < 10 ? i + 0x70 : 0);
    }
    kernel_free(&k);
}

static void expect_fault(const char *insns, unsigned kind, uint64_t address, const char *says)
{
    struct kernel k;
    char source[1024];

    snprintf(source, sizeof source, START "MOV R1, c[0x0][0x20]\n%s" END, insns);
    make(&k, 1, source);
    k.launch.local_bytes = 64;
    kernel_expect_fault(&k, kind);
    assert_int_equal(k.result.fault.address, address);
    if (!strstr(k.result.fault.sentence, says))
        fail_msg("'%s' does not say '%s'", k.result.fault.sentence, says);
    kernel_free(&k);
}

static void test_faults(void **state)
{
    (void)state;
    expect_fault("STL [R1+-0x40], R0\nSTL [R1+-0x44], R0\n", HW_FAULT_STACK_OVERFLOW, 0xffffbc,
                 "stack of 64 bytes");
    expect_fault("STL [R1], R0\n", HW_FAULT_ADDRESS, 0x1000000, "outside");
    expect_fault("STL [RZ], R0\n", HW_FAULT_ADDRESS, 0, "outside");
    expect_fault("MOV32I R5, 0x7\nMOV32I R4, 0x10\nLDG.E.64 R6, [R4+-0x20]\n", HW_FAULT_ADDRESS, 0x6fffffff0,
                 "0x6fffffff0");
    expect_fault("LDG.E.64 R6, [R2+0x4]\n", HW_FAULT_MISALIGNED, UINT64_C(0x200000004), "no multiple of 8");
    expect_fault("ATOM.E.ADD R6, [R2+0x2], R0\n", HW_FAULT_MISALIGNED, UINT64_C(0x200000002),
                 "no multiple of 4");
    expect_fault("LDS R6, [0x400]\n", HW_FAULT_ADDRESS, 0x400, "1024 bytes exist");
    expect_fault("ATOMS.ADD R6, [R2+0x400], R0\n", HW_FAULT_ADDRESS, 0x400, "outside");
    expect_fault("MOV32I R4, 0xfe000400\nMOV R5, RZ\nLD.E R6, [R4]\n", HW_FAULT_ADDRESS, 0x400, "s[0x400]");
    expect_fault("LDC R4, c[0x7][R0]\n", HW_FAULT_UNBOUND, 0, "binds nothing");
    expect_fault("ATOM.E.SAFEADD R6, [R2], R0\n", HW_FAULT_ILLEGAL, 0, "");
}

static const uint32_t bank_words[] = {11, 12, 13, 14};

static void bind_bank(struct kernel *k)
{
    k->launch.bank[3] = (struct hw_bank){.data = bank_words, .bytes = sizeof bank_words};
}

/* A constant by register, and the bank by a register's high half. */
static void test_constants(void **state)
{
    (void)state;
    assert_int_equal(word_of("MOV32I R5, 0x8\nLDC R4, c[0x3][R5+0x4]\n", bind_bank), 14);
    assert_int_equal(word_of("MOV32I R5, 0x20008\nLDC.IS R4, c[0x1][R5+-0x4]\n", bind_bank), 12);
    assert_int_equal(word_of("LDC.64 R4, c[0x3][0x8]\nMOV R4, R5\n", bind_bank), 14);
    expect_fault("MOV32I R5, 0x200000\nLDC.IS R4, c[0x1][R5]\n", HW_FAULT_ADDRESS, 0, "c33");
    expect_fault("LDC.IL R4, c[0x1][R5]\n", HW_FAULT_ILLEGAL, 0, "");
}

#define EXPECT_REFUSED(change, says)                                           \
    do {                                                                       \
        make(&k, 32, START STORE("R0") END);                                   \
        change;                                                                \
        assert_int_equal(hw_launch_check(&k.launch, &k.error), HW_ERR_LAUNCH); \
        if (!strstr(k.error.text, says))                                       \
            fail_msg("'%s' does not say '%s'", k.error.text, says);            \
        kernel_free(&k);                                                       \
    } while (0)

static void test_refused(void **state)
{
    struct kernel k;

    (void)state;
    EXPECT_REFUSED(k.launch.grid[2] = 65536, "65535");
    EXPECT_REFUSED(k.launch.code.registers = 256, "255");
    EXPECT_REFUSED((k.launch.code.registers = 128, k.launch.block[0] = 1024), "65536");
    EXPECT_REFUSED(k.launch.shared_bytes = 49153, "49152");
    EXPECT_REFUSED(k.launch.local_bytes = 524289, "524288");
    EXPECT_REFUSED(k.launch.param_bytes = 4353, "4352");
    EXPECT_REFUSED(k.launch.code.entry = 4, "multiple of 8");
    EXPECT_REFUSED(k.launch.code.bytes -= 4, "multiple of 8");
}

/* Blocks of three dimensions, each counted once. */
static void test_grid(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, 1,
         START "S2R R4, SR_CTAID.Z\nS2R R5, SR_CTAID.Y\nS2R R6, SR_CTAID.X\nISCADD R4, R4, R5, 0x2\n"
               "ISCADD R4, R4, R6, 0x2\nSHL R4, R4, 0x2\nIADD R2.CC, R2, R4\nIADD.X R3, R3, RZ\n"
               "MOV32I R7, 0x1\nRED.E.ADD [R2], R7\n" END);
    k.launch.grid[0] = 2;
    k.launch.grid[1] = 3;
    k.launch.grid[2] = 4;
    kernel_expect_ok(&k);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < OUT_WORDS; i++)
        sum += k.out[i];
    assert_int_equal(sum, 2 * 3 * 4);
    for (uint32_t z = 0; z < 4; z++)
        for (uint32_t y = 0; y < 3; y++)
            for (uint32_t x = 0; x < 2; x++)
                assert_int_equal(k.out[(z * 4 + y) * 4 + x], 1);
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bank0),  cmocka_unit_test(test_far_apart), cmocka_unit_test(test_generic),
        cmocka_unit_test(test_faults), cmocka_unit_test(test_constants), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
