/* SPDX-License-Identifier: MIT */
/* Atomics, locks, textures and traces; results that do not depend on the number of workers. */
#include "kernel.h"

#include <halfwarp/texture.h>

#define START "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nMVI R14, 0x1\n"
#define END   "NOP # exit\n"

/* A histogram: reductions of one kind commute, so any number of workers gives the same. */
static void test_reductions_on_workers(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g84",
                START "MVI R4, 0xf\nLOP.AND R5, R0, R4\nSHL R5, R5, 0x2\nIADD R6, R1, R5\nGRED.ADD.U32 "
                      "global14[R6], R14\n" END);
    k.launch.grid[0] = 100;
    k.launch.block[0] = 96;
    for (uint32_t workers = 1; workers <= 4; workers++) {
        memset(k.out, 0, 64);
        k.launch.host.workers = workers;
        kernel_expect_ok(&k);
        assert_int_equal(k.result.stats.workers, workers);
        for (unsigned i = 0; i < 16; i++)
            assert_int_equal(k.out[i], 600);
    }
    kernel_free(&k);
}

/* A worker among others collects its additions (ops/reduction_buffer.h); its own loads and stores come after
 * them all the same, and addresses that share a place in its table (1024 words apart) are kept apart. */
static void test_reductions_before_accesses(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g84",
                START "I2I.U32.U16 R4, g [0x6].U16\nSHL R4, R4, 0x5\nIADD R4, R4, R0\nSHL R4, R4, 0x2\n"
                      "IADD R5, R1, R4\nMVI R3, 0x1000\nIADD R6, R5, R3\nIADD R7, R6, R3\n"
                      "GRED.ADD.U32 global14[R5], R14\nGRED.ADD.U32 global14[R6], R14\n"
                      "GLD.U32 R8, global14[R5]\nGST.U32 global14[R7], R8\n"
                      "GRED.ADD.U32 global14[R5], R14\nGRED.ADD.U32 global14[R6], R14\n"
                      "GST.U32 global14[R6], R3\n" END);
    k.launch.grid[0] = 16;
    k.launch.block[0] = 32;
    k.launch.host.workers = 3;
    kernel_expect_ok(&k);
    for (unsigned i = 0; i < 512; i++) {
        assert_int_equal(k.out[i], 2);
        assert_int_equal(k.out[1024 + i], 0x1000);
        assert_int_equal(k.out[2048 + i], 1);
    }
    kernel_free(&k);
}

/* Reductions of two kinds do not commute: they are done in the order of blocks. */
static void test_mixed_reductions(void **state)
{
    struct kernel k;
    uint32_t expected = 0;

    (void)state;
    kernel_make(&k, "g84", START "GRED.ADD.U32 global14[R1], R14\nGRED.XOR.U32 global14[R1], R0\n" END);
    k.launch.grid[0] = 8;
    k.launch.block[0] = 4;
    k.launch.host.workers = 4;
    kernel_expect_ok(&k);
    assert_int_equal(k.result.stats.workers, 4);
    for (unsigned block = 0; block < 8; block++) {
        expected += 4;
        for (unsigned thread = 0; thread < 4; thread++)
            expected ^= thread;
    }
    assert_int_equal(k.out[0], expected);
    kernel_free(&k);
}

/* Lanes take turns from the lowest up; 64-bit operations use register pairs. */
static void test_returned_values(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(
        &k, "g200",
        START
        "SHL R5, R0, 0x3\nMVI R3, 0x100\nIADD R4, R1, R3\nIADD R4, R4, R5\nMVI R6, 0xffffffff\nMVI R7, 0x0\n"
        "GATOM.ADD.U64 R8, global14[R1], R6\nGST.U64 global14[R4], R8\n" END);
    k.launch.block[0] = 3;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 0xfffffffdu);
    assert_int_equal(k.out[1], 2);
    for (uint32_t i = 0; i < 3; i++) {
        uint64_t old = (uint64_t)i * 0xffffffffu;
        assert_int_equal(k.out[64 + 2 * i], (uint32_t)old);
        assert_int_equal(k.out[65 + 2 * i], (uint32_t)(old >> 32));
    }
    kernel_free(&k);
    kernel_make(&k, "g84",
                START "MVI R4, 0x0\nMVI R5, 0x9\nGATOM.CAS.U32 R6, global14[R1], R4, R5\nSHL R7, R0, 0x2\n"
                      "IADD R7, R7, R1\nMVI R8, 0x40\nIADD R7, R7, R8\nGST.U32 global14[R7], R6\n" END);
    k.launch.block[0] = 4;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 9);
    assert_int_equal(k.out[16], 0);
    assert_int_equal(k.out[17] & k.out[18] & k.out[19], 9);
    kernel_free(&k);
}

/* The loop that compilers write for an atomic on shared memory: lock, work, unlock, or try again. */
static void test_locks(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(
        &k, "g200",
        START
        "ADA A1, A0, 0x100\nMVI R9, 0x3\nLOP.AND R8, R0, R9\nSHL R8, R8, 0x2\nR2A A2, R8\nADA A2, A2, 0x100\n"
        "SSY @join\n"
        "retry: LDS.LOCK.C1 R5, g [A2+0x0]\nIADD R5 (C1.NE), R5, R14\nR2G.UNLOCK.U32.U32 g [A2+0x0] (C1.NE), "
        "R5\n"
        "BRA C1.EQ, @retry\n"
        "join: NOP.S\nBAR.ARV.WAIT b0, 0xfff\nMOV R6, g [A2+0x0]\nSHL R7, R0, 0x2\nIADD R1, R1, R7\n"
        "GST.U32 global14[R1], R6\n" END);
    k.launch.block[0] = 128;
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 128; i++)
        assert_int_equal(k.out[i], 32);
    kernel_free(&k);
}

/* Results packed into the window: components red and blue of a 2-D texture of four channels. */
static void test_texture(void **state)
{
    static const uint8_t texels[4][4][4] = {{{0}}, {{0}}, {{1, 2, 3, 4}, {5, 6, 7, 8}}};
    const struct hw_texture texture = {
        .data = texels,
        .bytes = sizeof texels,
        .width = 4,
        .height = 4,
        .depth = 1,
        .row_pitch = 16,
        .slice_pitch = 64,
        .dimensions = 2,
        .type = HW_TEXEL_U8,
        .channels = 4,
        .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP},
    };
    struct kernel k;

    (void)state;
    assert_int_equal(hw_texture_check(&texture, NULL), HW_OK);
    kernel_make(&k, "g80",
                START "MVI R4, 0x3fc00000\nMVI R5, 0x40200000\nMVI R6, 0x99\nMVI R7, 0x99\n" /* 1.5, 2.5 */
                      "TEX R4, 0x3, 0x3, 0x2, R_B_\nGST.U128 global14[R1], R4\n" END);
    k.launch.textures.unit[3] = &texture;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 5);
    assert_int_equal(k.out[1], 7);
    assert_int_equal(k.out[2], 0x99);
    assert_int_equal(k.out[3], 0x99);
    kernel_free(&k);
}

struct seen {
    unsigned count;
    uint32_t executed[16], value[16];
};

static void note(void *context, const struct hw_written_event *event)
{
    struct seen *seen = context;
    assert_true(seen->count < 16);
    seen->executed[seen->count] = event->executed;
    seen->value[seen->count++] = event->written_count ? event->written[0].lanes[1] : 0xffffffffu;
}

static void test_trace(void **state)
{
    struct seen seen = {.count = 0};
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80",
                "MVI R4, 0x1\nISET.S32.C0 R5, R0, R4, EQ\nIADD R6 (C0.NE), R4, R0\nBRA @end\nend: " END);
    k.launch.block[0] = 3;
    kernel_listen(&k, note, &seen);
    kernel_expect_ok(&k);
    assert_int_equal(seen.count, 5);
    assert_int_equal(seen.executed[0], 7);
    assert_int_equal(seen.value[0], 1);
    assert_int_equal(seen.value[1], 0xffffffffu);
    assert_int_equal(seen.executed[2], 2);
    assert_int_equal(seen.value[2], 2);
    assert_int_equal(seen.executed[3], 7);
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reductions_on_workers),
        cmocka_unit_test(test_reductions_before_accesses),
        cmocka_unit_test(test_mixed_reductions),
        cmocka_unit_test(test_returned_values),
        cmocka_unit_test(test_locks),
        cmocka_unit_test(test_texture),
        cmocka_unit_test(test_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
