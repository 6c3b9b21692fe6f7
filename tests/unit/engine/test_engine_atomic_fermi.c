/* SPDX-License-Identifier: MIT */
/* Atomics of Fermi and Kepler on global memory: what each leaves behind and gives back, and how many threads
 * meet. */
#include "fermi.h"

enum { ON_FERMI = 1 << GF100 | 1 << GK104, ON_KEPLER = 1 << GK110, ON_ALL = ON_FERMI | ON_KEPLER };

#define MINUS(x) (~UINT64_C(0) - (x) + 1)

/* `op` on `memory` with R8:R9, and for a compare-and-swap R10:R11. */
static const struct {
    const char *op, *operands;
    unsigned bytes, chips;
    uint64_t memory, operand, operand2, after;
    bool reduces; /* there is a RED of it */
} atomics[] = {
    {"ADD", "R8", 4, ON_ALL, 0xffffffff, 5, 0, 4, true},
    {"MIN", "R8", 4, ON_ALL, 0x80000000, 5, 0, 5, true},
    {"MAX", "R8", 4, ON_ALL, 0x80000000, 5, 0, 0x80000000, true},
    {"INC", "R8", 4, ON_ALL, 4, 5, 0, 5, true},
    {"INC", "R8", 4, ON_ALL, 5, 5, 0, 0, true},
    {"DEC", "R8", 4, ON_ALL, 0, 5, 0, 5, true},
    {"DEC", "R8", 4, ON_ALL, 9, 5, 0, 5, true},
    {"DEC", "R8", 4, ON_ALL, 5, 5, 0, 4, true},
    {"AND", "R8", 4, ON_ALL, 0xf0f0, 0xff00, 0, 0xf000, true},
    {"OR", "R8", 4, ON_ALL, 0xf0f0, 0xff00, 0, 0xfff0, true},
    {"XOR", "R8", 4, ON_ALL, 0xf0f0, 0xff00, 0, 0x0ff0, true},
    {"EXCH", "R8", 4, ON_ALL, 7, 9, 0, 9, false},
    {"MIN.S32", "R8", 4, ON_ALL, 0x80000000, 5, 0, 0x80000000, true},
    {"MAX.S32", "R8", 4, ON_ALL, 0x80000000, 5, 0, 5, true},
    {"ADD.S32", "R8", 4, ON_ALL, 0x80000000, 5, 0, 0x80000005, true},
    {"ADD.F32.FTZ.RN", "R8", 4, ON_ALL, 0x3f800000, 0x40000000, 0, 0x40400000, true},
    {"ADD.F32.FTZ.RN", "R8", 4, ON_ALL, 0x4b800000, 0x3f800000, 0, 0x4b800000, true}, /* 2^24 + 1: to even */
    {"ADD.F32.FTZ.RN", "R8", 4, ON_ALL, 1, 1, 0, 0, true},
    {"CAS", "R8, R9", 4, ON_ALL, 7, UINT64_C(9) << 32 | 7, 0, 9, false},
    {"CAS", "R8, R9", 4, ON_ALL, 6, UINT64_C(9) << 32 | 7, 0, 6, false},
    {"CAS", "R8, R10", 4, ON_FERMI, 7, 7, 0x55, 0x55, false},
    {"CAS", "R8, RZ", 4, ON_ALL, 7, 7, 0x55, 0, false},
    {"ADD.U64", "R8", 8, ON_ALL, 0xffffffff, 5, 0, 0x100000004, true},
    {"EXCH.U64", "R8", 8, ON_ALL, 7, MINUS(9), 0, MINUS(9), false},
    {"CAS.U64", "R8, R10", 8, ON_FERMI, MINUS(2), MINUS(2), 0x123456789a, 0x123456789a, false},
    {"CAS.U64", "R8, R10", 8, ON_FERMI, MINUS(3), MINUS(2), 0x123456789a, MINUS(3), false},
    {"CAS.64", "R8, R10", 8, ON_KEPLER, MINUS(2), MINUS(2), 0x123456789a, 0x123456789a, false},
    {"CAS.64", "R8, R10", 8, ON_KEPLER, MINUS(3), MINUS(2), 0x123456789a, MINUS(3), false},
    {"MIN.U64", "R8", 8, ON_KEPLER, MINUS(5), 5, 0, 5, true},
    {"MAX.U64", "R8", 8, ON_KEPLER, MINUS(5), 5, 0, MINUS(5), true},
    {"MIN.S64", "R8", 8, ON_KEPLER, MINUS(5), 5, 0, MINUS(5), true},
    {"MAX.S64", "R8", 8, ON_KEPLER, MINUS(5), 5, 0, 5, true},
    {"AND.U64", "R8", 8, ON_KEPLER, 0x300000005, 0x100000006, 0, 0x100000004, true},
    {"OR.U64", "R8", 8, ON_KEPLER, 0x300000005, 0x100000006, 0, 0x300000007, true},
    {"XOR.U64", "R8", 8, ON_KEPLER, 0x300000005, 0x100000006, 0, 0x200000003, true},
};
#define ATOMICS (sizeof atomics / sizeof atomics[0])

static void load(char *text, size_t size, unsigned i)
{
    snprintf(text, size, "MOV32I R8, 0x%x\nMOV32I R9, 0x%x\nMOV32I R10, 0x%x\nMOV32I R11, 0x%x\n",
             (unsigned)atomics[i].operand, (unsigned)(atomics[i].operand >> 32),
             (unsigned)atomics[i].operand2, (unsigned)(atomics[i].operand2 >> 32));
}

/* One of them, as ATOM or as RED, at a 64-bit address or (GF100, whose buffers are there) a 32-bit one. */
static void check(unsigned chip, unsigned i, bool reduces, bool wide)
{
    struct kernel k;
    uint64_t after = 0, returned = 0;
    char source[1024], operands[256];

    load(operands, sizeof operands, i);
    snprintf(source, sizeof source, START "%s%s%s.%s %s[R2+0x40], %s\n%s" END, operands,
             reduces ? "RED" : "ATOM", wide ? ".E" : "", atomics[i].op, reduces ? "" : "R4, ",
             atomics[i].operands, reduces ? "" : "ST.E.64 [R2], R4\n");
    fermi_make(&k, chip, 1, source);
    memcpy(k.out + 16, &atomics[i].memory, 8);
    kernel_expect_ok(&k);
    memcpy(&after, k.out + 16, atomics[i].bytes);
    memcpy(&returned, k.out, atomics[i].bytes);
    if (after != atomics[i].after || (!reduces && returned != atomics[i].memory))
        fail_msg("%s, %s: 0x%llx, gives back 0x%llx", fermi_chips[chip].chip, atomics[i].op,
                 (unsigned long long)after, (unsigned long long)returned);
    kernel_free(&k);
}

static void test_operations(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++)
        for (unsigned i = 0; i < ATOMICS; i++) {
            if (!(atomics[i].chips >> chip & 1))
                continue;
            check(chip, i, false, true);
            if (atomics[i].reduces)
                check(chip, i, true, true);
            if (chip == GF100)
                check(chip, i, false, false);
        }
}

/* 7680 threads of 30 blocks add to one word, and to one of eight; each sum is exact and each old value is
 * given once. */
static void test_many(void **state)
{
    struct kernel k;

    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        fermi_make(&k, chip, 256,
                   "S2R R0, TID_X\nMOV R2, OUT_LOW\nMOV R3, OUT_HIGH\nLOP.AND R4, R0, 0x7\nISCADD R6.CC, R4, "
                   "R2, 0x2\n"
                   "IADD.X R7, R3, RZ\nMOV32I R8, 0x1\nRED.E.ADD [R6+0x20], R8\nATOM.E.ADD R9, [R2], R8\n"
                   "ISCADD R6.CC, R9, R2, 0x2\nIADD.X R7, R3, RZ\nISETP.LT.U32.AND P0, PT, R9, 0x400, PT\n"
                   "@P0 RED.E.ADD [R6+0x100], R8\nEXIT\n");
        k.launch.grid[0] = 30;
        k.launch.host.workers = 4;
        kernel_expect_ok(&k);
        assert_int_equal(k.out[0], 7680);
        for (uint32_t i = 0; i < 8; i++)
            assert_int_equal(k.out[8 + i], 960);
        for (uint32_t i = 0; i < 0x400; i++)
            assert_int_equal(k.out[64 + i], 1);
        kernel_free(&k);
    }
}

/* What only adds up runs on all workers. */
static void test_reductions_in_parallel(void **state)
{
    struct kernel k;

    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        fermi_make(&k, chip, 256,
                   "MOV R2, OUT_LOW\nMOV R3, OUT_HIGH\nMOV32I R8, 0x3\nRED.E.ADD [R2], R8\nEXIT\n");
        k.launch.grid[0] = 64;
        k.launch.host.workers = 2;
        kernel_expect_ok(&k);
        assert_int_equal(k.out[0], 64 * 256 * 3);
        assert_int_equal(k.result.stats.workers, 2);
        kernel_free(&k);
    }
}

static void test_faults(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        fermi_expect_fault(chip, "RED.E.ADD [R2+0x2], R4", HW_FAULT_MISALIGNED, "no multiple of 4");
        fermi_expect_fault(chip, "ATOM.E.ADD.U64 R6, [R2+0x4], R4", HW_FAULT_MISALIGNED, "no multiple of 8");
        fermi_expect_fault(chip, "ATOM.E.ADD.U64 R5, [R2], R6", HW_FAULT_OPERAND, "R5 cannot begin");
        fermi_expect_fault(chip, "ATOM.ADD R6, [R0], R4", HW_FAULT_ADDRESS, "[0x000000000]");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_reductions_in_parallel),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
