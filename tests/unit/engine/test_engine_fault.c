/* SPDX-License-Identifier: MIT */
/* Faults: each stops the kernel and says what, where and who. */
#include "kernel.h"

#define START "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nMVI R14, 0x1\n"
#define END   "NOP # exit\n"

static void test_global_address(void **state)
{
    struct kernel k;
    const struct hw_fault *fault = &k.result.fault;

    (void)state;
    kernel_make(&k, "g80",
                START
                "MVI R4, 0x21\nISET.S32.C0 o[0x7f], R0, R4, EQ\nMVI R5, 0x100000\n"
                "SHL R6, R0, 0x2\nIADD R1, R1, R6\nIADD R1 (C0.NE), R1, R5\nGST.U32 global14[R1], R0\n" END);
    k.launch.grid[0] = 3;
    k.launch.block[0] = 33;
    kernel_expect_ok(&k); /* nobody is number 0x21 */
    k.launch.block[0] = 40;
    assert_int_equal(kernel_run(&k), HW_ERR_FAULT);
    assert_int_equal(fault->kind, HW_FAULT_ADDRESS);
    assert_int_equal(fault->space, HW_OPERAND_GLOBAL);
    assert_int_equal(fault->space_index, 14);
    assert_int_equal(fault->size, 4);
    assert_int_equal(fault->address, k.out_address + 0x100000 + 0x21 * 4);
    assert_int_equal(fault->block[0], 0);
    assert_int_equal(fault->thread[0], 33);
    assert_int_equal(fault->warp, 1);
    assert_int_equal(fault->lane, 1);
    assert_int_equal(fault->pc, 0x40);
    assert_non_null(strstr(fault->instruction, "GST"));
    kernel_free(&k);
}

/* Address 0 is never there, not even for a byte. */
static void test_null(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80", "MVI R1, 0x0\nGLD.U8 R2, global14[R1]\n" END);
    kernel_expect_fault(&k, HW_FAULT_ADDRESS);
    assert_int_equal(k.result.fault.address, 0);
    kernel_free(&k);
}

/* The last byte counts: a word that hangs over the end, a neighbour that is free. */
static void test_exact_end(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80", START "MVI R4, 0x4001\nIADD R1, R1, R4\nGLD.U8 R5, global14[R1]\n" END);
    kernel_expect_fault(&k, HW_FAULT_ADDRESS);
    kernel_free(&k);
    kernel_make(&k, "g80", START "MVI R4, 0x3fff\nIADD R1, R1, R4\nGLD.U8 R5, global14[R1]\n" END);
    kernel_expect_ok(&k);
    kernel_free(&k);
    /* A whole warp whose last word is out: the fast path must see it too. */
    kernel_make(
        &k, "g80",
        START
        "MVI R4, 0x3f84\nSHL R5, R0, 0x2\nIADD R1, R1, R4\nIADD R1, R1, R5\nGLD.U32 R5, global14[R1]\n" END);
    k.launch.block[0] = 32;
    kernel_expect_fault(&k, HW_FAULT_ADDRESS);
    assert_int_equal(k.result.fault.lane, 31);
    kernel_free(&k);
}

static void test_misaligned(void **state)
{
    static const char *const source[] = {
        START "IADD R1, R1, R14\nGLD.U32 R4, global14[R1]\n" END,
        START "IADD R1, R1, R14\nGST.U16 global14[R1], R4\n" END,
        START "MVI R4, 0x4\nIADD R1, R1, R4\nGLD.U64 R4, global14[R1]\n" END,
        START "MVI R4, 0x8\nIADD R1, R1, R4\nGLD.U128 R4, global14[R1]\n" END,
        START "LLD.U32 R4, local [0x2]\n" END,
        START "ADA A1, A0, 0x1\nMOV R4, g [A1+0x0]\n" END,
    };

    (void)state;
    for (unsigned i = 0; i < sizeof source / sizeof source[0]; i++) {
        struct kernel k;
        kernel_make(&k, "g80", source[i]);
        k.launch.local_bytes = 16;
        kernel_expect_fault(&k, HW_FAULT_MISALIGNED);
        kernel_free(&k);
    }
}

/* A launch may ask for less alignment; accesses that profit from it are counted. */
static void test_less_alignment(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80", START "MVI R4, 0x4\nIADD R1, R1, R4\nGST.U128 global14[R1], R4\n" END);
    kernel_expect_fault(&k, HW_FAULT_MISALIGNED);
    k.launch.limits.max_alignment = 4;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[1], 4);
    assert_int_equal(k.result.stats.misaligned, 1);
    kernel_free(&k);
}

static void test_shared_and_local_range(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80", START "ADA A1, A0, 0x3fc\nR2G.U32.U32 g [A1+0x4], R0\n" END);
    kernel_expect_fault(&k, HW_FAULT_ADDRESS); /* 1024 bytes exist; the store's offset is 0x10 */
    assert_int_equal(k.result.fault.space, HW_OPERAND_SHARED);
    k.launch.shared_bytes = 1025; /* rounded up to 64 */
    kernel_expect_ok(&k);
    kernel_free(&k);
    kernel_make(&k, "g80", START "LLD.U32 R4, local [0x0]\n" END);
    kernel_expect_fault(&k, HW_FAULT_ADDRESS);
    assert_int_equal(k.result.fault.space, HW_OPERAND_LOCAL);
    kernel_free(&k);
}

static void test_stops(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80", START "TRAP\n" END);
    kernel_expect_fault(&k, HW_FAULT_TRAP);
    assert_int_equal(k.result.fault.pc, 0x10);
    kernel_free(&k);
    kernel_make(&k, "g84", "BPT\n" END);
    kernel_expect_fault(&k, HW_FAULT_BREAKPOINT);
    kernel_free(&k);
    kernel_make(&k, "g80", "MVI R1, 0x0\n");
    kernel_expect_fault(&k, HW_FAULT_JUMP); /* runs past the end */
    assert_int_equal(k.result.fault.address, 8);
    kernel_free(&k);
    kernel_make(&k, "g80", "BRA 0x4\n" END); /* the middle of an instruction */
    kernel_expect_fault(&k, HW_FAULT_JUMP);
    kernel_free(&k);
    kernel_make(&k, "g80", "loop: IADD32I R1, R1, 0x1\nBRA @loop\n");
    assert_int_equal(kernel_run(&k), HW_ERR_LIMIT);
    assert_int_equal(k.result.fault.kind, HW_FAULT_LIMIT);
    kernel_free(&k);
    kernel_make(&k, "g80", "loop: BRA @loop\n");
    kernel_expect_fault(&k, HW_FAULT_NO_PROGRESS);
    assert_string_equal(k.result.fault.instruction, "BRA 0x0");
    kernel_free(&k);
}

/* What was executed up to the limit is counted, wherever the jump that met it leads. */
static void test_count_at_the_limit(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80",
                "loop: IADD32I R1, R1, 0x1\nBRA @far\nback: BRA @loop\nIADD32I R2, R2, 0x1\n"
                "IADD32I R2, R2, 0x1\nfar: BRA @back\n");
    for (uint64_t limit = 100; limit < 104; limit++) {
        k.launch.limits.max_instructions = limit;
        assert_int_equal(kernel_run(&k), HW_ERR_LIMIT);
        assert_in_range(k.result.stats.warp_instructions, limit + 1, limit + 2);
    }
    kernel_free(&k);
}

/* An unknown word, and an instruction of a later chip: faults only where they are executed. */
static void test_illegal(void **state)
{
    struct kernel k;
    const uint32_t unknown[2] = {0xe0000001, 0xe0000780}; /* a double comparison: not on a G80 */

    (void)state;
    kernel_make(&k, "g80", "NOP\n" END);
    memcpy(k.code, unknown, 8);
    kernel_expect_fault(&k, HW_FAULT_ILLEGAL);
    assert_int_equal(k.result.fault.pc, 0);
    kernel_free(&k);
    kernel_make(&k, "g80", "BRA @end\nNOP\nend: " END);
    memcpy(k.code + 8, unknown, 8);
    kernel_expect_ok(&k);
    kernel_free(&k);
    kernel_make(&k, "g80", "MOV32 R0, R1\nMOV32 R0, R1\nNOP\n" END);
    k.launch.code.entry = 4;
    memmove(k.code + 4, k.code + 8, 16); /* a long instruction at 4 */
    k.launch.code.bytes -= 4;
    kernel_expect_fault(&k, HW_FAULT_ILLEGAL);
    assert_non_null(strstr(k.result.fault.sentence, "multiple of 8"));
    kernel_free(&k);
    kernel_make(&k, "g80", START "MOV R4, g [A0+=0x1]\n" END);
    kernel_expect_fault(&k, HW_FAULT_ILLEGAL);
    kernel_free(&k);
    kernel_make(&k, "g80", START "TEX R4, 0x5, 0x5, 0x1, RGBA\n" END);
    kernel_expect_fault(&k, HW_FAULT_UNBOUND);
    kernel_free(&k);
}

/* Of several faults the one of the first block is reported, however many workers there are. */
static void test_first_fault(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80",
                START "I2I.U32.U16 R4, g [0x6].U16\nMVI R5, 0x9\nISET.S32.C0 o[0x7f], R4, R5, LT\n"
                      "BRA C0.NE, @fine\nTRAP\nfine: " END);
    k.launch.grid[0] = 300;
    for (uint32_t workers = 1; workers <= 8; workers++) {
        k.launch.host.workers = workers;
        kernel_expect_fault(&k, HW_FAULT_TRAP);
        assert_int_equal(k.result.fault.block[0], 9);
    }
    kernel_free(&k);
}

/* Workers take runs of blocks; all blocks before the first that faults still run to their end. */
static void test_blocks_before_a_fault(void **state)
{
    enum { FAULTS = 700, BLOCKS = 1000 };
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80",
                START "I2I.U32.U16 R4, g [0x6].U16\nMVI R5, 0x2bc\nISET.S32.C0 o[0x7f], R4, R5, LT\n"
                      "BRA C0.NE, @fine\nTRAP\nfine: SHL R4, R4, 0x2\nIADD R1, R1, R4\n"
                      "GST.U32 global14[R1], R14\n" END);
    k.launch.grid[0] = BLOCKS;
    for (uint32_t workers = 1; workers <= 4; workers++) {
        memset(k.out, 0, BLOCKS * sizeof k.out[0]);
        k.launch.host.workers = workers;
        kernel_expect_fault(&k, HW_FAULT_TRAP);
        assert_int_equal(k.result.fault.block[0], FAULTS);
        for (uint32_t block = 0; block < BLOCKS; block++)
            assert_int_equal(k.out[block], block < FAULTS);
    }
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_global_address),
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_exact_end),
        cmocka_unit_test(test_misaligned),
        cmocka_unit_test(test_less_alignment),
        cmocka_unit_test(test_shared_and_local_range),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_illegal),
        cmocka_unit_test(test_first_fault),
        cmocka_unit_test(test_blocks_before_a_fault),
        cmocka_unit_test(test_count_at_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
