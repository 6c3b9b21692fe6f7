/* SPDX-License-Identifier: MIT */
/* Launches: what a chip refuses, and what a kernel finds when it starts. */
#include "kernel.h"

static const char *const nothing = "NOP # exit\n";

/* Launch with one thing changed; expect a refusal that names `word`. */
#define EXPECT_REFUSED(change, word)                             \
    do {                                                         \
        struct kernel k;                                         \
        kernel_make(&k, "g80", nothing);                         \
        change;                                                  \
        assert_int_equal(kernel_run(&k), HW_ERR_LAUNCH);         \
        if (!strstr(k.error.text, word))                         \
            fail_msg("\"%s\" lacks \"%s\"", k.error.text, word); \
        kernel_free(&k);                                         \
    } while (0)

static void test_refusals(void **state)
{
    (void)state;
    EXPECT_REFUSED(k.launch.grid[0] = 65536, "65535");
    EXPECT_REFUSED(k.launch.grid[1] = 0, "grid's y is 0");
    EXPECT_REFUSED(k.launch.block[0] = 513, "512");
    EXPECT_REFUSED(k.launch.block[2] = 65, "64");
    EXPECT_REFUSED((k.launch.block[0] = 512, k.launch.block[1] = 2), "1024 threads");
    EXPECT_REFUSED(k.launch.code.registers = 0, "registers");
    EXPECT_REFUSED(k.launch.code.registers = 129, "128");
    EXPECT_REFUSED((k.launch.code.registers = 32, k.launch.block[0] = 512), "16384 registers");
    EXPECT_REFUSED(k.launch.shared_bytes = 16385, "16384");
    EXPECT_REFUSED(k.launch.shared_bytes = 20, "header");
    EXPECT_REFUSED(k.launch.param_bytes = 260, "256");
    EXPECT_REFUSED(k.launch.local_bytes = 65537, "65536");
    EXPECT_REFUSED(k.launch.lanes = 8, "16 or 32");
    EXPECT_REFUSED(k.launch.code.entry = 2, "entry");
    EXPECT_REFUSED(k.launch.code.entry = 4, "entry");
    EXPECT_REFUSED(k.launch.code.bytes = 6, "multiple of 4");
}

/* Pieces of code lie in order, with a gap between them, within the bytes that there are. */
static void test_pieces(void **state)
{
    static const struct hw_code_piece valid[] = {{0, 0, 64}, {128, 64, 8}},
                                      crossed[] = {{0, 0, 72}, {64, 64, 8}},
                                      close[] = {{0, 0, 64}, {64, 64, 8}}, odd[] = {{0, 0, 8}, {72, 64, 8}},
                                      beyond[] = {{0, 0, 64}, {128, 64, 16}},
                                      high[] = {{0, 0, 64}, {0xfff00000, 64, 8}};
    static uint32_t code[18];
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80", nothing);
    memcpy(code, k.launch.code.data, k.launch.code.bytes);
    memcpy(code + 16, k.launch.code.data, k.launch.code.bytes);
    k.launch.code.data = code;
    k.launch.code.bytes = sizeof code;
    k.launch.code.piece = valid;
    k.launch.code.piece_count = 2;
    kernel_expect_ok(&k);
    k.launch.code.entry = 128;
    kernel_expect_ok(&k);
    k.launch.code.entry = 64; /* between the two */
    assert_int_equal(kernel_run(&k), HW_ERR_LAUNCH);
    k.launch.code.entry = 0;
    const struct hw_code_piece *const invalid[] = {crossed, close, odd, beyond, high};
    for (unsigned i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        k.launch.code.piece = invalid[i];
        assert_int_equal(kernel_run(&k), HW_ERR_LAUNCH);
        if (!strstr(k.error.text, "piece 1 of the code"))
            fail_msg("\"%s\", of %u", k.error.text, i);
    }
    kernel_free(&k);
}

/* Asking for more threads than the block has is an error. */
static void test_too_many_threads(void **state)
{
    (void)state;
    EXPECT_REFUSED((k.launch.block[0] = 2, k.launch.block[1] = 3, k.launch.threads = 7), "2 x 3 x 1 = 6");
    hw_fact("SF-127");
}

/* A block must fit into one multiprocessor: its registers, its warps, its shared memory. */
static void test_block_fits_one_mp(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g200", nothing);
    k.launch.code.registers = 32;
    k.launch.block[0] = 512;
    kernel_expect_ok(&k);
    assert_int_equal(k.result.stats.warps, 16);
    kernel_free(&k);
    kernel_make(&k, "g80", nothing);
    k.launch.code.registers = 17;
    k.launch.block[0] = 512;
    assert_int_equal(kernel_run(&k), HW_ERR_LAUNCH);
    assert_non_null(strstr(k.error.text, "8192"));
    k.launch.code.registers = 16;
    assert_int_equal(kernel_run(&k), HW_OK);
    k.launch.lanes = 16;
    assert_int_equal(kernel_run(&k), HW_ERR_LAUNCH);
    assert_non_null(strstr(k.error.text, "32 warps"));
    kernel_free(&k);
    hw_fact("SF-028");
}

/* Stores the launch header and two words of parameters, thread 0 of each block at block * 32 words. */
static const char *const store_header = "MOV32 R1, g [0x4]\n"
                                        "MOV32 R2, g [0x5]\n"
                                        "I2I.U32.U16 R3, g [0x6].U16\n" /* ctaid.x */
                                        "I2I.U32.U16 R4, g [0x7].U16\n" /* ctaid.y */
                                        "I2I.U32.U16 R5, g [0x4].U16\n" /* nctaid.x */
                                        "IMAD.U16 R3, R4L, R5L, R3\n"
                                        "SHL R3, R3, 0x7\n"
                                        "IADD R1, R1, R3\n"
                                        "MVI R8, 0x4\n"
                                        "MOV R6, g [0x0]\n"
                                        "GST.U32 global14[R1], R6\n"
                                        "IADD R1, R1, R8\n"
                                        "MOV R6, g [0x1]\n"
                                        "GST.U32 global14[R1], R6\n"
                                        "IADD R1, R1, R8\n"
                                        "MOV R6, g [0x2]\n"
                                        "GST.U32 global14[R1], R6\n"
                                        "IADD R1, R1, R8\n"
                                        "MOV R6, g [0x3]\n"
                                        "GST.U32 global14[R1], R6\n"
                                        "IADD R1, R1, R8\n"
                                        "MOV R6, g [0x4]\n"
                                        "GST.U32 global14[R1], R6\n"
                                        "IADD R1, R1, R8\n"
                                        "MOV R6, g [0x5]\n"
                                        "GST.U32 global14[R1], R6\n"
                                        "IADD R1, R1, R8\n"
                                        "MOV R6, g [0x8]\n"
                                        "GST.U32 global14[R1], R6\n"
                                        "IADD R1, R1, R8\n"
                                        "NOP # exit\n";

static void test_shared_header(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80", store_header);
    k.launch.grid[0] = 3;
    k.launch.grid[1] = 2;
    k.launch.block[0] = 5;
    k.launch.block[1] = 4;
    k.launch.block[2] = 3;
    k.launch.grid_id = 0xabcd1234;
    k.params[1] = 0xcafe;
    kernel_expect_ok(&k);
    for (unsigned block = 0; block < 6; block++) {
        const uint32_t *out = k.out + 32 * block;
        assert_int_equal(out[0], 0x1234 | 5u << 16);
        assert_int_equal(out[1], 4 | 3u << 16);
        assert_int_equal(out[2], 3 | 2u << 16);
        assert_int_equal(out[3], block % 3 | (block / 3) << 16);
        assert_int_equal(out[4], k.out_address);
        assert_int_equal(out[5], 0xcafe);
        assert_int_equal(out[6], 0); /* nothing else is set */
    }
    kernel_free(&k);
    hw_fact("SF-067");
    hw_fact("SF-129");
    hw_fact("SF-130");
    hw_fact("SF-131");
    hw_fact("SF-132");
    hw_fact("SF-133");
    hw_fact("SF-245");
}

/* The header is ordinary memory: a kernel may write to it. */
static void test_header_is_writable(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80",
                "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nMVI R3, 0x77665544\nR2G.U32.U32 g [0x0], R3\n"
                "MOV R4, g [0x0]\nGST.U32 global14[R1], R4 # exit\n");
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 0x77665544);
    kernel_free(&k);
    hw_fact("SF-246");
}

/* Every thread stores $r0 at out[its number in physid order: warp * 32 + lane]. */
static const char *const store_r0 = "MOV32 R1, g [0x4]\n"
                                    "MOV32 R2, g [0x4]\n"
                                    "S2R R3, SR0\n"
                                    "MVI R4, 0x1f\n"
                                    "LOP.AND R5, R3, R4\n"
                                    "SHR R6, R3, 0x8\n"
                                    "LOP.AND R6, R6, R4\n"
                                    "SHL R6, R6, 0x5\n"
                                    "IADD R5, R5, R6\n"
                                    "SHL R5, R5, 0x2\n"
                                    "IADD R1, R1, R5\n"
                                    "GST.U32 global14[R1], R0 # exit\n";

static uint32_t packed(uint32_t x, uint32_t y, uint32_t z)
{
    return x | y << 16 | z << 26;
}

static void test_r0_and_lane_order(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80", store_r0);
    k.launch.block[0] = 5;
    k.launch.block[1] = 4;
    k.launch.block[2] = 3;
    kernel_expect_ok(&k);
    for (uint32_t z = 0, n = 0; z < 3; z++)
        for (uint32_t y = 0; y < 4; y++)
            for (uint32_t x = 0; x < 5; x++, n++)
                assert_int_equal(k.out[n], packed(x, y, z));
    assert_int_equal(k.out[60], 0);
    kernel_free(&k);
    hw_fact("SF-126");
    hw_fact("SF-134");
}

/* The example of the wiki page: (2,3,4), 21 threads, 16 lanes. */
static void test_worked_example(void **state)
{
    static const char expected[21][4] = {"000", "100", "010", "110", "020", "120", "001",
                                         "101", "011", "111", "021", "121", "002", "102",
                                         "012", "112", "022", "122", "003", "103", "013"};
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80", store_r0);
    k.launch.block[0] = 2;
    k.launch.block[1] = 3;
    k.launch.block[2] = 4;
    k.launch.threads = 21;
    k.launch.lanes = 16;
    memset(k.out, 0xff, OUT_WORDS * 4);
    kernel_expect_ok(&k);
    assert_int_equal(k.result.stats.warps, 2);
    for (unsigned n = 0; n < 21; n++) {
        unsigned at = n / 16 * 32 + n % 16;
        assert_int_equal(k.out[at], packed((uint32_t)expected[n][0] - '0', (uint32_t)expected[n][1] - '0',
                                           (uint32_t)expected[n][2] - '0'));
    }
    for (unsigned at = 16; at < 32; at++)
        assert_int_equal(k.out[at], 0xffffffff); /* lanes 16 to 31 of the first warp have no thread */
    for (unsigned at = 37; at < 64; at++)
        assert_int_equal(k.out[at], 0xffffffff);
    kernel_free(&k);
    hw_fact("SF-128");
    hw_fact("SF-256");
}

/* Blocks start x first, then y: each takes the next number from a counter in global memory. */
static void test_block_order(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g84",
                "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\n"
                "MVI R3, 0x1\n"
                "GATOM.ADD.U32 R4, global14[R1], R3\n"
                "IADD R4, R4, R3\n"
                "SHL R4, R4, 0x2\n"
                "IADD R1, R1, R4\n"
                "MOV R5, g [0x3]\n"
                "GST.U32 global14[R1], R5 # exit\n");
    k.launch.grid[0] = 7;
    k.launch.grid[1] = 5;
    k.launch.host.workers = 4;
    kernel_expect_ok(&k);
    assert_int_equal(k.result.stats.workers, 1); /* the atomic returns a value, so order counts */
    for (uint32_t n = 0; n < 35; n++)
        assert_int_equal(k.out[1 + n], n % 7 | (n / 7) << 16);
    kernel_free(&k);
    hw_fact("SF-112");
}

/* physid of blocks: one after another over the multiprocessors of the chip, then to the next warp of each. */
static void test_physid_of_blocks(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80",
                "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\n"
                "I2I.U32.U16 R3, g [0x6].U16\n"
                "SHL R3, R3, 0x2\n"
                "IADD R1, R1, R3\n"
                "S2R R4, SR0\n"
                "GST.U32 global14[R1], R4 # exit\n");
    k.launch.grid[0] = 32;
    k.launch.host.workers = 3;
    kernel_expect_ok(&k);
    for (uint32_t n = 0; n < 32; n++)
        assert_int_equal(k.out[n], (n % 8) << 20 | (n / 8 % 2) << 16 | (n / 16) << 8);
    kernel_free(&k);
    hw_fact("SF-053");
    hw_fact("SF-253");
}

struct seen {
    uint64_t blocks, instructions;
};

static void count_up(void *context, const struct hw_progress_report *report)
{
    struct seen *seen = context;

    assert_int_equal(report->blocks, 12);
    assert_true(report->begun < report->blocks && report->begun >= seen->blocks);
    assert_true(report->thread_instructions >= seen->instructions);
    *seen = (struct seen){report->begun + 1, report->thread_instructions};
}

/* Progress is reported by the thread that called, with growing numbers; alone it begins every block. */
static void test_progress(void **state)
{
    struct kernel k;
    struct seen seen = {0, 0};

    (void)state;
    kernel_make(&k, "g80", nothing);
    k.launch.grid[0] = 12;
    k.launch.host.progress = count_up;
    k.launch.host.progress_context = &seen;
    k.launch.host.workers = 1;
    kernel_expect_ok(&k);
    assert_int_equal(seen.blocks, 12);
    assert_int_equal(seen.instructions, 11); /* an instruction a block, before the last one begins */
    seen = (struct seen){0, 0};
    k.launch.host.workers = 4;
    kernel_expect_ok(&k);
    assert_true(seen.blocks <= 12);
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals),          cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_too_many_threads),  cmocka_unit_test(test_block_fits_one_mp),
        cmocka_unit_test(test_shared_header),     cmocka_unit_test(test_header_is_writable),
        cmocka_unit_test(test_r0_and_lane_order), cmocka_unit_test(test_worked_example),
        cmocka_unit_test(test_block_order),       cmocka_unit_test(test_physid_of_blocks),
        cmocka_unit_test(test_progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
