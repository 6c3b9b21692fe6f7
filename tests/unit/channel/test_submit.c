/* SPDX-License-Identifier: MIT */
/* Launches by a stage: the same memory, counts and faults as without methods. */
#include "kernel.h"

#include <halfwarp/submit.h>
#include <halfwarp/texture.h>

/* Thread n stores a number of its own at out[n], n counted over a grid of two dimensions: what the launch
 * tells it, and a sum over a loop that threads leave at different times. */
static const char shape_source[] = "MOV R1, g [0x4]\n"
                                   "I2I.U32.U16 R2, g [0x6].U16\n" // block x
                                   "I2I.U32.U16 R3, g [0x7].U16\n" // block y
                                   "I2I.U32.U16 R4, g [0x3].U16\n" // blocks in x
                                   "IMAD.U24 R2, R3, R4, R2\n"
                                   "I2I.U32.U16 R3, g [0x1].U16\n" // threads in x
                                   "I2I.U32.U16 R4, R0L\n"
                                   "IMAD.U24 R2, R2, R3, R4\n"
                                   "SHL R3, R2, 0x2\n"
                                   "IADD R1, R1, R3\n"
                                   "MVI R5, 0x1\n"
                                   "SSY @join\n"
                                   "loop:\n"
                                   "IADD R5, R5, R4\n"
                                   "MVI R6, 0xffffffff\n"
                                   "MVI R7, 0x0\n"
                                   "IADD R4, R4, R6\n"
                                   "ISET.S32.C0 R6, R4, R7, GT\n"
                                   "BRA C0.NE, @loop\n"
                                   "join: NOP.S\n"
                                   "GST.U32 global14[R1], R5 # exit\n";

/* Local memory: thread n puts n + 7 there, and takes it back. */
static const char local_source[] = "MOV R1, g [0x4]\nI2I.U32.U16 R2, R0L\nSHL R3, R2, 0x2\nIADD R1, R1, R3\n"
                                   "IADD32I R2, R2, 0x7\nLST.U32 local [0x14], R2\nMVI R2, 0x0\n"
                                   "LLD.U32 R2, local [0x14]\nGST.U32 global14[R1], R2 # exit\n";

/* Words 0 and 9 of two constant spaces. */
static const char constant_source[] = "MOV R1, g [0x4]\nMVC R4, c[0x1][0x0]\nMVC R5, c[0x3][0x9]\n"
                                      "GST.U32 global14[R1], R4\nIADD32I R1, R1, 0x4\n"
                                      "GST.U32 global14[R1], R5 # exit\n";

static const char wild_source[] = "MVI R1, 0x4\nGST.U32 global14[R1], R1 # exit\n";

static const char texture_source[] =
    "MOV R1, g [0x4]\nI2I.U32.U16 R2, R0L\nSHL R3, R2, 0x2\nIADD R1, R1, R3\n"
    "I2F.F32.U32 R4, R2\nMVI R5, 0x3f800000\nTEX.LIVE R4, 0x1, 0x1, 0x2, R___\n"
    "GST.U32 global14[R1], R4 # exit\n";

struct stage_test {
    struct kernel k;
    struct hw_submitter *stage;
};

static void make(struct stage_test *t, const char *chip, const char *source)
{
    kernel_make(&t->k, chip, source);
    t->k.launch.host.workers = 1;
    assert_int_equal(hw_submitter_create(&t->stage, &t->k.error), HW_OK);
}

static void destroy(struct stage_test *t)
{
    hw_submitter_destroy(t->stage);
    kernel_free(&t->k);
}

/* Run both ways from the same memory: status, counts and memory are the same. */
static hw_status run_both(struct stage_test *t)
{
    static uint32_t before[OUT_WORDS], plain[OUT_WORDS];
    struct hw_launch_result result;

    memcpy(before, t->k.out, sizeof before);
    const hw_status status = kernel_run(&t->k);
    memcpy(plain, t->k.out, sizeof plain);
    memcpy(t->k.out, before, sizeof before);
    assert_int_equal(hw_submitter_run(t->stage, &t->k.launch, &result, &t->k.error), status);
    assert_memory_equal(t->k.out, plain, sizeof plain);
    assert_int_equal(result.stats.warp_instructions, t->k.result.stats.warp_instructions);
    assert_int_equal(result.stats.thread_instructions, t->k.result.stats.thread_instructions);
    assert_int_equal(result.stats.blocks, t->k.result.stats.blocks);
    assert_memory_equal(&result.fault, &t->k.result.fault, sizeof result.fault);
    return status;
}

static void expect_same(struct stage_test *t)
{
    if (run_both(t) != HW_OK)
        fail_msg("%s", t->k.error.text);
}

static void test_shapes(void **state)
{
    static const char *const chips[] = {"g80", "g84", "g200", "gt215"};

    (void)state;
    for (unsigned i = 0; i < sizeof chips / sizeof chips[0]; i++) {
        struct stage_test t;
        make(&t, chips[i], shape_source);
        for (uint32_t lanes = 16; lanes <= 32; lanes += 16)
            for (uint32_t threads = 1; threads < 200; threads += 37) {
                t.k.launch.lanes = lanes;
                t.k.launch.block[0] = threads;
                t.k.launch.grid[0] = 3;
                t.k.launch.grid[1] = threads % 4 + 1;
                t.k.launch.grid_id = threads;
                expect_same(&t);
                assert_int_not_equal(t.k.out[threads * 2], 0);
            }
        destroy(&t);
    }
}

static void test_local_memory(void **state)
{
    struct stage_test t;

    (void)state;
    make(&t, "g200", local_source);
    t.k.launch.local_bytes = 64;
    t.k.launch.block[0] = 96;
    expect_same(&t);
    for (unsigned i = 0; i < 96; i++)
        assert_int_equal(t.k.out[i], i + 7);
    destroy(&t);
}

/* Only words that changed are sent again; the object must not see old ones. */
static void test_constants(void **state)
{
    uint32_t one[3] = {0x111, 0, 0}, three[100] = {[9] = 0x999};
    struct stage_test t;

    (void)state;
    make(&t, "g80", constant_source);
    t.k.launch.bank[1] = (struct hw_bank){.data = one, .bytes = sizeof one};
    t.k.launch.bank[3] = (struct hw_bank){.data = three, .bytes = sizeof three};
    for (uint32_t i = 0; i < 3; i++) {
        expect_same(&t);
        assert_int_equal(t.k.out[0], 0x111 + (i ? 5 : 0));
        assert_int_equal(t.k.out[1], i == 2 ? 0x777 : 0x999);
        one[0] = 0x116;
        three[9] = i ? 0x777 : 0x999;
        if (i)
            three[9] = 0x777;
    }
    destroy(&t);
}

/* Code that changes at its place is another code. */
static void test_code_changes(void **state)
{
    struct stage_test t, other;

    (void)state;
    make(&t, "g80", constant_source);
    make(&other, "g80", local_source);
    t.k.launch.local_bytes = other.k.launch.local_bytes = 32;
    expect_same(&other);
    memcpy(t.k.code, other.k.code, sizeof t.k.code);
    t.k.launch.code.bytes = other.k.launch.code.bytes;
    expect_same(&t);
    assert_int_equal(t.k.out[0], 7);
    destroy(&other);
    destroy(&t);
}

static void test_faults(void **state)
{
    struct stage_test t;

    (void)state;
    make(&t, "g80", wild_source);
    assert_int_equal(run_both(&t), HW_ERR_FAULT);
    assert_int_equal(t.k.result.fault.address, 4);
    destroy(&t);
    make(&t, "g80", "again: BRA @again\n");
    t.k.launch.limits.max_instructions = 1000;
    assert_int_equal(run_both(&t), HW_ERR_LIMIT);
    destroy(&t);
}

/* What the compute object refuses. */
static void test_refused(void **state)
{
    struct hw_launch_result result;
    struct stage_test t;

    (void)state;
    make(&t, "g80", local_source);
    t.k.launch.block[0] = 600;
    t.k.launch.block[1] = 2;
    assert_int_equal(hw_submitter_run(t.stage, &t.k.launch, &result, &t.k.error), HW_ERR_LAUNCH);
    assert_non_null(strstr(t.k.error.text, "LAUNCH"));
    t.k.launch.block[0] = t.k.launch.block[1] = 1;
    t.k.launch.grid[2] = 2;
    assert_int_equal(hw_submitter_run(t.stage, &t.k.launch, &result, &t.k.error), HW_ERR_UNSUPPORTED);
    destroy(&t);
}

/* Texels in memory, in rows; and elsewhere, which are copied into blocks. */
static void test_textures(void **state)
{
    static float texels[100][100];
    struct hw_texture texture = {.data = texels,
                                 .bytes = sizeof texels,
                                 .width = 100,
                                 .height = 100,
                                 .row_pitch = sizeof texels[0],
                                 .dimensions = 2,
                                 .type = HW_TEXEL_F32,
                                 .channels = 1,
                                 .filter = HW_TEXTURE_FILTER_LINEAR,
                                 .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP}};
    struct stage_test t;
    uint64_t address;

    (void)state;
    for (unsigned y = 0; y < 100; y++)
        for (unsigned x = 0; x < 100; x++)
            texels[y][x] = (float)(1000 * y + x);
    make(&t, "g200", texture_source);
    t.k.launch.block[0] = 90;
    t.k.launch.textures.unit[1] = &texture;
    expect_same(&t);
    const float first = 500.0f; /* between rows 0 and 1, clamped at the left */
    assert_memory_equal(t.k.out, &first, sizeof first);
    texels[0][5] = 7.0f; /* texels may change between launches */
    expect_same(&t);
    assert_int_equal(hw_memory_alloc(t.k.memory, sizeof texels, &address, &t.k.error), HW_OK);
    assert_int_equal(hw_memory_write(t.k.memory, address, texels, sizeof texels, &t.k.error), HW_OK);
    texture.data = hw_memory_host(t.k.memory, address, sizeof texels);
    texture.origin = address;
    expect_same(&t);
    texture.normalized = true;
    texture.address[0] = HW_TEXTURE_ADDRESS_WRAP;
    expect_same(&t);
    const struct hw_texture smaller = texture;
    texture.smaller = &smaller;
    assert_int_equal(hw_submitter_run(t.stage, &t.k.launch, &t.k.result, &t.k.error), HW_ERR_UNSUPPORTED);
    destroy(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),    cmocka_unit_test(test_local_memory),
        cmocka_unit_test(test_constants), cmocka_unit_test(test_code_changes),
        cmocka_unit_test(test_faults),    cmocka_unit_test(test_refused),
        cmocka_unit_test(test_textures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
