/* SPDX-License-Identifier: MIT */
/* What the blocks of a launch find of it: the header in shared memory, parameters, their order. */
#include "channel.h"

/* Thread 0 of each block copies the words 0 to 67 of shared memory to out[block * 128...]; the block's number
 * is y * blocks in x + x. */
static const char header_source[] = "MOV R1, g [0x4]\n"
                                    "I2I.U32.U16 R2, g [0x6].U16\n"
                                    "I2I.U32.U16 R3, g [0x7].U16\n"
                                    "I2I.U32.U16 R4, g [0x4].U16\n"
                                    "IMAD.U24 R2, R3, R4, R2\n"
                                    "SHL R2, R2, 0x9\n"
                                    "IADD R1, R1, R2\n"
                                    "MVI R5, 0x0\n"
                                    "SSY @join\n"
                                    "loop:\n"
                                    "R2A A1, R5\n"
                                    "MOV R6, g [A1+0x0]\n"
                                    "GST.U32 global14[R1], R6\n"
                                    "MVI R7, 0x4\n"
                                    "IADD R1, R1, R7\n"
                                    "IADD R5, R5, R7\n"
                                    "MVI R7, 0x110\n"
                                    "ISET.C0 R6, R5, R7, LT\n"
                                    "BRA C0.NE, @loop\n"
                                    "join: NOP.S # exit\n";

static uint32_t word_of_block(const struct channel *c, unsigned block, unsigned word)
{
    return channel_word(c, AT_OUT + 512 * block + 4 * word);
}

static uint32_t half(uint32_t word, unsigned which)
{
    return word >> 16 * which & 0xffff;
}

static void prepare(struct channel *c, unsigned threads, unsigned blocks)
{
    channel_make(c, "g80", header_source);
    channel_prepare(c, threads, blocks);
    channel_set(c, HW_COMPUTE_SHARED_SIZE, 0x140);
}

/* Offsets of the header: SF-103 to SF-110 (the document's shared memory layout). */
static void test_header(void **state)
{
    struct channel c;

    (void)state;
    prepare(&c, 1, 1);
    channel_set(&c, HW_COMPUTE_GRIDID, 0xabcd);
    channel_set(&c, HW_COMPUTE_GRIDDIM, 2u << 16 | 3);
    channel_launch(&c);
    channel_expect_none(&c);
    for (unsigned block = 0; block < 6; block++) {
        assert_int_equal(half(word_of_block(&c, block, 0), 0), 0xabcd);
        assert_int_equal(half(word_of_block(&c, block, 0), 1), 1); /* threads in x */
        assert_int_equal(half(word_of_block(&c, block, 1), 0), 1); /* in y */
        assert_int_equal(half(word_of_block(&c, block, 1), 1), 1); /* in z */
        assert_int_equal(half(word_of_block(&c, block, 2), 0), 3); /* blocks in x */
        assert_int_equal(half(word_of_block(&c, block, 2), 1), 2);
        assert_int_equal(half(word_of_block(&c, block, 3), 0), block % 3); /* the block's own */
        assert_int_equal(half(word_of_block(&c, block, 3), 1), block / 3);
    }
    channel_free(&c);
    hw_fact("SF-114");
}

/* All 16 bits of each direction, one at a time. */
static void test_grid_sizes(void **state)
{
    static const char count_source[] =
        "MOV R1, g [0x4]\nMVI R2, 0x1\nGRED.ADD.U32 global14 [R1], R2 # exit\n";
    static const uint32_t grid[][2] = {{65535, 1}, {1, 65535}, {256, 3}};
    struct channel c;

    (void)state;
    channel_make(&c, "g84", count_source);
    channel_prepare(&c, 1, 1);
    for (unsigned i = 0; i < 3; i++) {
        channel_put(&c, AT_OUT, 0);
        channel_set(&c, HW_COMPUTE_GRIDDIM, grid[i][1] << 16 | grid[i][0]);
        channel_launch(&c);
        channel_expect_none(&c);
        assert_int_equal(channel_word(&c, AT_OUT), grid[i][0] * grid[i][1]);
    }
    channel_free(&c);
    hw_fact("SF-115");
}

/* Bytes in units of 0x40; the block has them, and no more. */
static void test_shared_size(void **state)
{
    static const char touch_source[] =
        "MOV R1, g [0x5]\nR2A A1, R1\nMVI R2, 0x7\nR2G.U32.U32 g [A1+0x0], R2 # exit\n";
    struct channel c;

    (void)state;
    channel_make(&c, "g80", touch_source);
    channel_prepare(&c, 1, 1);
    channel_set(&c, HW_COMPUTE_USER_PARAM_COUNT, 2u << 8);
    channel_set(&c, HW_COMPUTE_SHARED_SIZE, 0x80);
    channel_set(&c, HW_COMPUTE_USER_PARAM + 4, 0x7c);
    channel_launch(&c);
    channel_expect_none(&c);
    channel_set(&c, HW_COMPUTE_SHARED_SIZE, 0x81);
    channel_expect(&c, HW_REPORT_DATA_ERROR, HW_DATA_INVALID_VALUE);
    channel_set(&c, HW_COMPUTE_USER_PARAM + 4, 0x80); /* the size is still 0x80 */
    channel_launch(&c);
    assert_int_equal(c.reports, 2);
    assert_int_equal(c.report[1].kind, HW_REPORT_TRAP);
    channel_free(&c);
    hw_fact("SF-116");
}

/* Threads of a block in x, y and z, each of them counted once by what it finds in $r0. */
static void test_block_sizes(void **state)
{
    /* out[z * 64 + y * 8 + x] counts */
    static const char count_source[] = "MOV R1, g [0x4]\n"
                                       "MVI R4, 0x3ff\n"
                                       "LOP.AND R2, R0, R4\n" // x
                                       "SHR R3, R0, 0x10\n"
                                       "LOP.AND R3, R3, R4\n" // y
                                       "SHR R5, R0, 0x1a\n"   // z
                                       "SHL R3, R3, 0x3\n"
                                       "SHL R5, R5, 0x6\n"
                                       "IADD R2, R2, R3\n"
                                       "IADD R2, R2, R5\n"
                                       "SHL R2, R2, 0x2\n"
                                       "IADD R1, R1, R2\n"
                                       "MVI R2, 0x1\n"
                                       "GRED.ADD.U32 global14 [R1], R2 # exit\n";
    struct channel c;

    (void)state;
    channel_make(&c, "g84", count_source);
    channel_prepare(&c, 105, 1);
    channel_set(&c, HW_COMPUTE_BLOCKDIM_XY, 5u << 16 | 7);
    channel_set(&c, HW_COMPUTE_BLOCKDIM_Z, 3);
    channel_set(&c, HW_COMPUTE_BLOCKDIM_LATCH, 1);
    channel_launch(&c);
    channel_expect_none(&c);
    for (unsigned i = 0; i < 256; i++)
        assert_int_equal(channel_word(&c, AT_OUT + 4 * i), i % 8 < 7 && i / 8 % 8 < 5 && i / 64 < 3);
    channel_free(&c);
    hw_fact("SF-117");
    hw_fact("SF-118");
}

/* Fewer threads than the dimensions have: the first ones. */
static void test_threads_per_block(void **state)
{
    static const char store_source[] =
        "MOV R1, g [0x4]\nI2I.U32.U16 R2, R0L\nSHL R3, R2, 0x2\nIADD R1, R1, R3\n"
        "MVI R2, 0x1\nGST.U32 global14[R1], R2 # exit\n";
    struct channel c;

    (void)state;
    channel_make(&c, "g80", store_source);
    channel_prepare(&c, 64, 1);
    channel_set(&c, HW_COMPUTE_BLOCK_ALLOC, 45);
    channel_set(&c, HW_COMPUTE_BLOCKDIM_LATCH, 1);
    channel_launch(&c);
    channel_expect_none(&c);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(channel_word(&c, AT_OUT + 4 * i), i < 45);
    channel_free(&c);
    hw_fact("SF-119");
}

/* 64 parameters from byte 0x10 on; those beyond the count are not there; 65 are refused. */
static void test_parameters(void **state)
{
    struct channel c;

    (void)state;
    prepare(&c, 1, 1);
    for (unsigned i = 1; i < 64; i++)
        channel_set(&c, HW_COMPUTE_USER_PARAM + 4 * i, 0x1000 + i);
    channel_set(&c, HW_COMPUTE_USER_PARAM_COUNT, 64u << 8);
    channel_launch(&c);
    channel_expect_none(&c);
    assert_int_equal(word_of_block(&c, 0, 4), AT_OUT);
    for (unsigned i = 1; i < 64; i++)
        assert_int_equal(word_of_block(&c, 0, 4 + i), 0x1000 + i);
    channel_set(&c, HW_COMPUTE_USER_PARAM_COUNT, 2u << 8);
    channel_launch(&c);
    assert_int_equal(word_of_block(&c, 0, 5), 0x1001);
    assert_int_not_equal(word_of_block(&c, 0, 6), 0x1002);
    channel_set(&c, HW_COMPUTE_USER_PARAM_COUNT, 65u << 8);
    channel_expect(&c, HW_REPORT_DATA_ERROR, HW_DATA_INVALID_VALUE);
    channel_free(&c);
    hw_fact("SF-121");
    hw_fact("SF-122");
}

/* Nothing runs before LAUNCH; each LAUNCH runs the grid. */
static void test_launch(void **state)
{
    static const char count_source[] =
        "MOV R1, g [0x4]\nMVI R2, 0x1\nGRED.ADD.U32 global14 [R1], R2 # exit\n";
    struct channel c;

    (void)state;
    channel_make(&c, "g84", count_source);
    channel_prepare(&c, 3, 5);
    assert_int_equal(channel_word(&c, AT_OUT), 0);
    for (unsigned i = 1; i < 4; i++) {
        channel_set(&c, HW_COMPUTE_LAUNCH, 0);
        channel_expect_none(&c);
        assert_int_equal(c.result.launches, 1);
        assert_int_equal(channel_word(&c, AT_OUT), 15 * i);
    }
    channel_free(&c);
    hw_fact("SF-124");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_header),
        cmocka_unit_test(test_grid_sizes),
        cmocka_unit_test(test_shared_size),
        cmocka_unit_test(test_block_sizes),
        cmocka_unit_test(test_threads_per_block),
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_launch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
