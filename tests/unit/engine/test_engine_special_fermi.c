/* SPDX-License-Identifier: MIT */
/* The values of the special registers of Fermi and Kepler: coordinates and sizes, ids, windows, masks,
 * clocks. */
#include "fermi.h"

enum { X = 8, Y = 4, Z = 3, GRID_X = 2, GRID_Y = 3, GRID_Z = 2, THREADS = X * Y * Z };

/* R0 = number of the thread in a grid of 2 * 3 * 2 blocks of 8 * 4 * 3 threads, from its coordinates; R2:R3
 * its word. */
#define OFFSET                                                                                  \
    "S2R R5, SR33\nS2R R6, SR34\nS2R R7, SR35\nS2R R8, SR37\nS2R R9, SR38\nS2R R10, SR39\n"     \
    "IMAD R0, R10, 0x3, R9\nIMAD R0, R0, 0x2, R8\nIMAD R0, R0, 0x3, R7\nIMAD R0, R0, 0x4, R6\n" \
    "IMAD R0, R0, 0x8, R5\n"                                                                    \
    "MOV R2, OUT_LOW\nMOV R3, OUT_HIGH\nISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\n"

static void read_register(struct kernel *k, unsigned generation, const char *before, unsigned number)
{
    static const uint32_t block[3] = {X, Y, Z}, grid[3] = {GRID_X, GRID_Y, GRID_Z};
    char source[1024];

    snprintf(source, sizeof source, OFFSET "%sS2R R4, SR%u\n" STORE("R4") END, before, number);
    make_on(k, generation, THREADS, source);
    memcpy(k->launch.block, block, sizeof block);
    memcpy(k->launch.grid, grid, sizeof grid);
    k->launch.grid_id = 77;
    k->launch.local_bytes = 240;
    for (unsigned i = 0; i < 8; i++)
        k->launch.pm[i] = 0x5550 + i;
    kernel_expect_ok(k);
}

/* What a thread of a block reads, where that is a matter of numbers. */
static uint32_t expected(unsigned number, uint32_t thread, uint32_t block)
{
    const uint32_t x = thread % X, y = thread / X % Y, z = thread / X / Y, lane = thread % 32;

    switch (number) {
    case 0: return lane;
    case 32: return x | y << 16 | z << 26;
    case 33: return x;
    case 34: return y;
    case 35: return z;
    case 37: return block % GRID_X;
    case 38: return block / GRID_X % GRID_Y;
    case 39: return block / GRID_X / GRID_Y;
    case 40: return X | Y << 16 | Z << 26;
    case 41: return X;
    case 42: return Y;
    case 43: return Z;
    case 44: return 77;
    case 45: return GRID_X;
    case 46: return GRID_Y;
    case 47: return GRID_Z;
    case 48: return 0xfe000000; /* base and size of the window of shared memory */
    case 49: return 0x1000000;
    case 50: return 1024; /* of a block */
    case 51: return 32;
    case 52: return 0xff000000;
    case 53: return 0x1000000;
    case 54: return 0;
    case 55: return 0x1000000 - 240; /* where local memory begins, which ends with its window */
    case 56: return 1u << lane;
    case 57: return (1u << lane) - 1;
    case 58: return (2u << lane) - 1;
    case 59: return ~((2u << lane) - 1);
    case 60: return ~((1u << lane) - 1);
    default: return number >= 4 && number <= 11 ? 0x5550 + number - 4 : 0; /* counters; graphics, errors */
    }
}

static void check(unsigned generation, unsigned number)
{
    struct kernel k;

    read_register(&k, generation, "", number);
    for (uint32_t i = 0; i < THREADS * GRID_X * GRID_Y * GRID_Z; i++)
        if (k.out[i] != expected(number, i % THREADS, i / THREADS))
            fail_msg("%s SR%u, block %u thread %u: 0x%x, expected 0x%x", generations[generation].chip, number,
                     i / THREADS, i % THREADS, k.out[i], expected(number, i % THREADS, i / THREADS));
    kernel_free(&k);
}

static void test_values(void **state)
{
    static const uint8_t numbers[] = {0,  4,  5,  6,  7,  8,  9,  10, 11, 16, 17, 18, 24,
                                      25, 26, 27, 32, 33, 34, 35, 36, 37, 38, 39, 48, 49,
                                      50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 64, 66};
    (void)state;
    for (unsigned g = GF100; g <= GK110; g++)
        for (unsigned i = 0; i < sizeof numbers; i++)
            check(g, numbers[i]);
}

/* Sizes of block and grid, and the grid's number: later chips have other things there. */
static void test_sizes(void **state)
{
    (void)state;
    for (unsigned g = GF100; g <= GK104; g++)
        for (unsigned number = 40; number <= 47; number++)
            check(g, number);
}

/* How many warps and multiprocessors there are, and which of them the thread has. */
static void test_physical_ids(void **state)
{
    (void)state;
    for (unsigned g = GF100; g <= GK110; g++) {
        struct kernel k;
        read_register(&k, g, "", 2);
        const uint32_t mps = k.chip->tps * k.chip->mps_per_tp;
        assert_int_equal(k.out[0] >> 8 & 0x7f, g == GF100 ? 48 : 64);
        assert_int_equal(k.out[0] >> 20 & 0x1ff, mps);
        kernel_free(&k);
        read_register(&k, g, "", 3);
        for (uint32_t i = 0; i < THREADS * GRID_X * GRID_Y * GRID_Z; i++) {
            assert_int_equal((k.out[i] >> 8 & 0x7f) % (THREADS / 32), i % THREADS / 32);
            assert_int_equal(k.out[i] >> 20 & 0x1ff, i / THREADS % mps);
            assert_int_equal(k.out[i] & 0x1f, i % 32);
        }
        kernel_free(&k);
    }
}

/* Clocks only grow; on Fermi the low one has two numbers. */
static void test_clocks(void **state)
{
    static const unsigned numbers[] = {1, 80};
    (void)state;
    for (unsigned g = GF100; g <= GK110; g++)
        for (unsigned i = g == GK110; i < 2; i++) {
            struct kernel k;
            char before[64];
            snprintf(before, sizeof before, "S2R R11, SR%u\nNOP CC.T\n", numbers[i]);
            read_register(&k, g, before, numbers[i]);
            const uint32_t late = k.out[0];
            assert_true(late > 0);
            kernel_free(&k);
            read_register(&k, g, "", numbers[i]);
            assert_int_equal(late, k.out[0] + 2 * 11);
            kernel_free(&k);
            check(g, 81);
        }
}

/* LEPC gives its own address: here of the second instruction behind START, which has control words before it
 * or not. */
static void test_own_address(void **state)
{
    (void)state;
    for (unsigned g = GF100; g <= GK110; g++) {
        struct kernel k;
        make_on(&k, g, 32, START "NOP CC.T\nLEPC R4\n" STORE("R4") END);
        kernel_expect_ok(&k);
        assert_int_equal(k.out[5], g == GF100 ? 0x30 : 0x38);
        kernel_free(&k);
    }
}

/* What only the time or the outside see: performance events, order of memory, textures under way. */
static uint32_t thread(uint32_t i)
{
    return i;
}

static void test_without_effect(void **state)
{
    (void)state;
    for (unsigned g = GF100; g <= GK110; g++) {
        expect_on(g, 32, START "MEMBAR.CTA\nMEMBAR.GL\nMEMBAR.SYS\nNOP CC.T\n" STORE("R0") END, thread);
        if (g != GK110)
            expect_on(g, 32, START "NOP.TRIG CC.T, 0x5\n" STORE("R0") END, thread);
        if (g != GF100)
            expect_on(g, 32, START "TEXDEPBAR 0x0\n" STORE("R0") END, thread);
    }
}

/* SHFL, from GK104 on: from which lane, and whether there is one; the clamp 0x1f keeps to the warp. */
static uint32_t shuffled(unsigned mode, uint32_t lane, uint32_t by, uint32_t *valid)
{
    const uint32_t from = mode == 0 ? by : mode == 1 ? lane - by : mode == 2 ? lane + by : lane ^ by;

    *valid = from < 32;
    return from < 32 ? from : lane;
}

static void test_shuffle(void **state)
{
    static const char *const modes[] = {"IDX", "UP", "DOWN", "BFLY"};
    static const char *const forms[] = {"0x3, 0x%x", "R5, 0x%x", "0x3, R6",
                                        "R5, R6"}; /* R5 = 3, R6 = the clamp */
    (void)state;
    for (unsigned g = GK104; g <= GK110; g++)
        for (unsigned i = 0; i < 16; i++) {
            struct kernel k;
            char source[512], operands[32];
            const unsigned mode = i / 4, clamp = mode == 1 ? 0 : 0x1f;
            snprintf(operands, sizeof operands, forms[i % 4], clamp);
            snprintf(source, sizeof source,
                     START "MOV32I R5, 0x3\nMOV32I R6, 0x%x\nSHFL.%s P0, R4, R0, %s\n"
                           "@P0 IADD R4, R4, 0x100\n" STORE("R4") END,
                     clamp, modes[mode], operands);
            make_on(&k, g, 32, source);
            kernel_expect_ok(&k);
            for (uint32_t lane = 0; lane < 32; lane++) {
                uint32_t valid, from = shuffled(mode, lane, 3, &valid);
                assert_int_equal(k.out[lane], from + (valid ? 0x100 : 0));
            }
            kernel_free(&k);
        }
}

/* Traps and breakpoints stop the kernel and say where. */
static void test_traps(void **state)
{
    (void)state;
    for (unsigned g = GF100; g <= GK110; g++) {
        struct kernel k;
        make_on(&k, g, 64,
                START "ISETP.GE.AND P0, PT, R0, 0x20, PT\n@P0 BRA @trap\n" END "trap: BPT.TRAP 0x1\n" END);
        kernel_expect_fault(&k, HW_FAULT_TRAP);
        assert_string_equal(k.result.fault.instruction, "BPT.TRAP 0x1");
        assert_int_equal(k.result.fault.thread[0], 32);
        kernel_free(&k);
        make_on(&k, g, 32, START "BPT.PAUSE 0x0\n" END);
        kernel_expect_fault(&k, HW_FAULT_BREAKPOINT);
        kernel_free(&k);
        make_on(&k, g, 32, START "RTT\n" END);
        kernel_expect_fault(&k, HW_FAULT_ILLEGAL);
        kernel_free(&k);
    }
}

/* Fields with values that stand for nothing do not run as something else. */
static void test_invalid_values(void **state)
{
    static const struct {
        unsigned first; /* chip that has it */
        const char *code;
    } cases[] = {
        {GF100, "ST.E.INVALIDSIZE7 [R2], R4"},
        {GF100, "STS.INVALIDSIZE7 [RZ], R4"},
        {GF100, "STL.INVALIDSIZE7 [0xfffff0], R4"},
        {GF100, "FMUL.INVALIDSCALE37 R4, R4, R4"},
        {GK110, "ATOM.E.INVALIDATOMOP9 R4, [R2], R4"},
        {GK110, "ATOM.E.INVALIDATOMOP15 R4, [R2], R4"},
        {GF100, "FSET.LT.INVALIDBOP3 R4, R0, R0, PT"},
        {GF100, "FSETP.LT.INVALIDBOP3 P0, PT, R0, R0, PT"},
        {GF100, "DSET.LT.INVALIDBOP3 R4, R2, R2, PT"},
        {GF100, "DSETP.LT.INVALIDBOP3 P0, PT, R2, R2, PT"},
        {GF100, "ISET.LT.INVALIDBOP3 R4, R0, R0, PT"},
        {GF100, "PSETP.AND.INVALIDBOP3 P0, PT, P0, P0, P0"},
        {GF100, "VMAD.INVALIDVMADSCALE3 R4, R0, R0, R0"},
    };
    static const char *const loads[] = {/* GK110's have no such size */
                                        "LDS.INVALIDSIZE7 R4, [RZ]", "LDL.INVALIDSIZE7 R4, [0xfffff0]",
                                        "LDC.INVALIDSIZE7 R4, c[0x0][0x0]",
                                        "LDSLK.INVALIDSIZE7 P0, R4, [RZ]"};

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (unsigned g = cases[i].first; g <= GK110; g++)
            fermi_expect_fault(g, cases[i].code, HW_FAULT_ILLEGAL, "");
    for (unsigned i = 0; i < sizeof loads / sizeof loads[0]; i++)
        for (unsigned g = GF100; g <= GK104; g++)
            fermi_expect_fault(g, loads[i], HW_FAULT_ILLEGAL, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),         cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_physical_ids),   cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_own_address),    cmocka_unit_test(test_without_effect),
        cmocka_unit_test(test_shuffle),        cmocka_unit_test(test_traps),
        cmocka_unit_test(test_invalid_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
