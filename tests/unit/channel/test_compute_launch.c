/* SPDX-License-Identifier: MIT */
/* Launches by methods: what a kernel sees of its launch, the errors of LAUNCH, and where the threads run. */
#include "channel.h"

/* Every thread stores $r0 at out[its number in physid order: warp * 32 + lane], and physid 0x1000 words
 * behind. */
static const char number_source[] = "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\n"
                                    "S2R R3, SR0\n"
                                    "MVI R6, 0x1f\n"
                                    "LOP.AND R4, R3, R6\n"
                                    "SHR R5, R3, 0x8\n"
                                    "LOP.AND R5, R5, R6\n"
                                    "SHL R5, R5, 0x5\n"
                                    "IADD R4, R4, R5\n"
                                    "SHL R4, R4, 0x2\n"
                                    "IADD R1, R1, R4\n"
                                    "GST.U32 global14[R1], R0 # exit\n";

static void test_a_launch(void **state)
{
    struct channel c;

    (void)state;
    channel_make(&c, "g80", number_source);
    channel_prepare(&c, 64, 1);
    channel_launch(&c);
    channel_expect_none(&c);
    assert_int_equal(c.result.launches, 1);
    for (uint32_t n = 0; n < 64; n++)
        assert_int_equal(channel_word(&c, AT_OUT + 4 * n), n);
    channel_free(&c);
}

/* SF-128: the worked example of the document. */
static void test_worked_example(void **state)
{
    static const uint16_t xyz[21] = {0x000, 0x100, 0x010, 0x110, 0x020, 0x120, 0x001,
                                     0x101, 0x011, 0x111, 0x021, 0x121, 0x002, 0x102,
                                     0x012, 0x112, 0x022, 0x122, 0x003, 0x103, 0x013};
    struct channel c;

    (void)state;
    channel_make(&c, "g80", number_source);
    channel_prepare(&c, 64, 1);
    channel_set(&c, HW_COMPUTE_LANES32_ENABLE, 0);
    channel_set(&c, HW_COMPUTE_BLOCKDIM_XY, 3u << 16 | 2);
    channel_set(&c, HW_COMPUTE_BLOCKDIM_Z, 4);
    channel_set(&c, HW_COMPUTE_BLOCK_ALLOC, 21);
    channel_set(&c, HW_COMPUTE_BLOCKDIM_LATCH, 1);
    for (unsigned n = 0; n < 64; n++)
        channel_put(&c, AT_OUT + 4 * n, 0xffffffff);
    channel_launch(&c);
    channel_expect_none(&c);
    for (uint32_t n = 0; n < 64; n++) {
        const uint32_t warp = n / 32, lane = n % 32, thread = warp * 16 + lane;
        if (lane < 16 && thread < 21)
            assert_int_equal(channel_word(&c, AT_OUT + 4 * n), (xyz[thread] >> 8 & 0xf) |
                                                                   (uint32_t)(xyz[thread] >> 4 & 0xf) << 16 |
                                                                   (uint32_t)(xyz[thread] & 0xf) << 26);
        else
            assert_int_equal(channel_word(&c, AT_OUT + 4 * n), 0xffffffff);
    }
    channel_free(&c);
    hw_fact("SF-126");
    hw_fact("SF-128");
}

/* A block may be larger than CUDA's, if no more threads are started; and REG_MODE 0 means 16 lanes. */
static void test_part_of_a_large_block(void **state)
{
    struct channel c;

    (void)state;
    channel_make(&c, "g80", number_source);
    channel_prepare(&c, 64, 1);
    channel_set(&c, HW_COMPUTE_REG_MODE, 0);
    channel_set(&c, HW_COMPUTE_BLOCKDIM_XY, 65535u << 16 | 30);
    channel_set(&c, HW_COMPUTE_BLOCKDIM_Z, 64);
    channel_set(&c, HW_COMPUTE_BLOCK_ALLOC, 64);
    channel_set(&c, HW_COMPUTE_BLOCKDIM_LATCH, 1);
    channel_launch(&c);
    channel_expect_none(&c);
    for (uint32_t thread = 0; thread < 64; thread++)
        assert_int_equal(channel_word(&c, AT_OUT + 4 * (thread / 16 * 32 + thread % 16)),
                         thread / 30 << 16 | thread % 30);
    channel_set(&c, HW_COMPUTE_BLOCKDIM_XY, 1u << 16 | 1024);
    channel_set(&c, HW_COMPUTE_BLOCKDIM_Z, 1);
    channel_set(&c, HW_COMPUTE_BLOCK_ALLOC, 1024); /* more warps than a multiprocessor has */
    channel_set(&c, HW_COMPUTE_BLOCKDIM_LATCH, 1);
    channel_launch(&c);
    channel_expect(&c, HW_REPORT_DATA_ERROR, HW_DATA_CP_NOT_ENOUGH_WARPS);
    channel_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_launch), cmocka_unit_test(test_worked_example),
                                       cmocka_unit_test(test_part_of_a_large_block)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
