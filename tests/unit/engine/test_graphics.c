/* SPDX-License-Identifier: MIT */
/* Vertex, geometry and fragment programs by themselves. */
#include "kernel.h"

#include <halfwarp/graphics.h>
#include <halfwarp/image.h>
#include <halfwarp/listing.h>
#include <halfwarp/texture.h>

#define THREADS_MAX 80
#define WORDS_MAX   32
#define RECORDS_MAX 4

/* A program with its inputs and outputs. */
struct program {
    struct hw_module *module;
    struct hw_memory *memory;
    struct hw_image image;
    struct hw_launch launch;
    struct hw_launch_result result;
    struct hw_graphics graphics;
    uint32_t input[THREADS_MAX * WORDS_MAX];
    uint32_t output[THREADS_MAX * RECORDS_MAX * 8];
    uint8_t cut[THREADS_MAX * RECORDS_MAX];
    struct hw_graphics_thread thread[THREADS_MAX];
};

static void make(struct program *p, const char *type, uint32_t threads, const char *code)
{
    char text[4096];
    struct hw_error error;
    struct hw_target target;
    const struct hw_chip_info *chip;

    memset(p, 0, sizeof *p);
    snprintf(text, sizeof text, ".target sm_10\n.program %s\n.kernel main\n.registers 12\n.code\n%s\n.end\n",
             type, code);
    if (hw_listing_read(text, HW_LISTING_NATIVE, NULL, &p->module, &error) != HW_OK)
        fail_msg("line %u: %s", error.line, error.text);
    assert_int_equal(hw_chip_find("g80", &chip, &error), HW_OK);
    assert_int_equal(hw_target_find("sm_10", &target, &error), HW_OK);
    target.program = p->module->program;
    assert_int_equal(hw_memory_create(&p->memory, &error), HW_OK);
    assert_int_equal(hw_image_load(&p->image, p->module, p->module->kernels[0], p->memory, &error), HW_OK);
    hw_launch_init(&p->launch, &target, chip, p->memory);
    hw_image_bind(&p->image, &p->launch);
    p->graphics = (struct hw_graphics){.threads = threads,
                                       .input = p->input,
                                       .output_words = 4,
                                       .records = 1,
                                       .output = p->output,
                                       .cut = p->cut,
                                       .thread = p->thread};
    p->launch.graphics = &p->graphics;
    p->launch.block[0] = 32;
    p->launch.grid[0] = (threads + 31) / 32;
}

static void run(struct program *p)
{
    struct hw_error error = {.text = ""};

    if (hw_launch_run(&p->launch, &p->result, &error) != HW_OK)
        fail_msg("%s", error.text);
}

static void expect_fault(struct program *p, unsigned kind, const char *sentence)
{
    struct hw_error error = {.text = ""};

    assert_int_equal(hw_launch_run(&p->launch, &p->result, &error), HW_ERR_FAULT);
    assert_int_equal(p->result.fault.kind, kind);
    assert_non_null(strstr(p->result.fault.sentence, sentence));
}

static void release(struct program *p)
{
    hw_image_unload(&p->image);
    hw_memory_destroy(p->memory);
    hw_module_free(p->module);
}

static uint32_t *output(struct program *p, uint32_t thread)
{
    return p->output + thread * p->graphics.records * p->graphics.output_words;
}

static uint32_t bits(float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof word);
    return word;
}

/* Each vertex reads its own words and writes outputs; the last warp is a part of one. */
static void test_vertices(void **state)
{
    static struct program p;

    (void)state;
    make(&p, "vp", 70,
         "MOV R0, a [0x0]\nIADD R1, R0, R0\nMOV o [0x0], R1\nALD R2, a [0x1]\nAST o [0x2], R2\n"
         "IADD o [0x1], a [0x1], R0 # exit");
    p.graphics.attribute_words = 2;
    for (uint32_t i = 0; i < 70; i++) {
        p.input[2 * i] = 100 + i;
        p.input[2 * i + 1] = 1000 * i;
    }
    run(&p);
    for (uint32_t i = 0; i < 70; i++) {
        assert_int_equal(p.thread[i].records, 1);
        assert_int_equal(output(&p, i)[0], 2 * (100 + i));
        assert_int_equal(output(&p, i)[1], 1000 * i + 100 + i);
        assert_int_equal(output(&p, i)[2], 1000 * i);
        assert_int_equal(output(&p, i)[3], 0);
    }
    release(&p);
}

/* Outputs have no halves of their own: what is written to one is in both. */
static void test_half_outputs(void **state)
{
    static struct program p;

    (void)state;
    make(&p, "vp", 3,
         "MOV R0, a [0x0]\nMVI R1, 0xffffffff\nMOV o [0x0], R1\nMOV o [0x1], R1\nMOV.U16 o [0x1], R0L\n"
         "IADD.U16 o [0x2], R0L, R0H\nMOV.U16 o [0x5], R0H # exit");
    p.graphics.attribute_words = 1;
    for (uint32_t i = 0; i < 3; i++)
        p.input[i] = 0x12340000 + 0x100 + i;
    run(&p);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(output(&p, i)[0], (0x100 + i) * 0x10001); /* half 1 of $o0 */
        assert_int_equal(output(&p, i)[1], (0x1234 + 0x100 + i) * 0x10001);
        assert_int_equal(output(&p, i)[2], 0x12341234);
    }
    release(&p);
    hw_fact("SF-046");
}

/* A predicate decides which vertices write, and which end early: those keep what they have. */
static void test_vertices_that_diverge(void **state)
{
    static struct program p;

    (void)state;
    make(&p, "vp", 32,
         "MOV R0, a [0x0]\nMVI R1, 0x10\nISET.S32.C0 o [0x7f], R0, R1, LT\nMOV o [0x0], R1\n"
         "MOV o [0x1] (C0.NE), R0\nMOV R2 (C0.NE), R2 # exit\nMOV o [0x0], R0 # exit");
    p.graphics.attribute_words = 1;
    for (uint32_t i = 0; i < 32; i++)
        p.input[i] = i;
    run(&p);
    for (uint32_t i = 0; i < 32; i++) {
        assert_int_equal(p.thread[i].records, 1);
        assert_int_equal(output(&p, i)[0], i < 16 ? 16 : i);
        assert_int_equal(output(&p, i)[1], i < 16 ? i : 0);
    }
    release(&p);
}

/* Handles lead to the vertices of a primitive; a strip ends where the program says, and records beyond the
 * limit are not kept. */
static void test_primitives(void **state)
{
    static struct program p;

    (void)state;
    make(
        &p, "gp", 40,
        "R2A A1, a [0x1]\nMOV R1, p [A1+0x0]\nMOV o [0x0], R1\nOUT.EMIT\nMOV R1, p [A1+0x1]\nMOV o [0x0], "
        "R1\n"
        "OUT.EMIT\nOUT.CUT\nR2A A1, a [0x0]\nMOV R1, p [A1+0x1]\nMOV o [0x0], R1\nOUT.EMIT\nOUT.EMIT # exit");
    p.graphics.attribute_words = 2;
    p.graphics.primitive_words = 4;
    p.graphics.output_words = 1;
    p.graphics.records = 3;
    for (uint32_t i = 0; i < 40; i++) {
        const uint32_t words[] = {0, 8, 10 * i, 10 * i + 1, 10 * i + 2, 10 * i + 3};
        memcpy(p.input + 6 * i, words, sizeof words);
    }
    run(&p);
    for (uint32_t i = 0; i < 40; i++) {
        assert_int_equal(p.thread[i].records, 3);
        assert_int_equal(output(&p, i)[0], 10 * i + 2);
        assert_int_equal(output(&p, i)[1], 10 * i + 3);
        assert_int_equal(output(&p, i)[2], 10 * i + 1);
        assert_int_equal(p.cut[3 * i] * 4 + p.cut[3 * i + 1] * 2 + p.cut[3 * i + 2], 2);
    }
    release(&p);
}

/* Interpolation modes name an array each; a product is rounded as FMUL's. */
static void test_interpolation(void **state)
{
    static struct program p;

    (void)state;
    make(&p, "fp", 8,
         "IPA R0, v [0x0]\nIPA.FLAT R1, v [0x0]\nIPA.CENTROID R2, v [0x0]\nMVI R4, 0x40400000\n"
         "IPA.MUL R3, v [0x0], R4\nIPA.CENTROID.MUL R5, v [0x0], R4\nMOV R4, R5 # exit");
    p.graphics.varying_words = 1;
    p.graphics.output_words = 5;
    for (uint32_t i = 0; i < 8; i++) {
        p.input[3 * i] = bits((float)i);
        p.input[3 * i + 1] = bits(100);
        p.input[3 * i + 2] = bits((float)i + 0.25f);
    }
    p.thread[2].helper = true;
    run(&p);
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t *record = p.output + 5 * i;
        assert_int_equal(p.thread[i].records, i != 2);
        if (i == 2)
            continue;
        assert_int_equal(record[0], bits((float)i));
        assert_int_equal(record[1], bits(100));
        assert_int_equal(record[2], bits((float)i + 0.25f));
        assert_int_equal(record[3], bits(3 * (float)i));
        assert_int_equal(record[4], bits(3 * ((float)i + 0.25f)));
    }
    release(&p);
}

/* Discarded fragments keep nothing, and their lanes do not execute what follows. */
static void test_discard(void **state)
{
    static struct program p;

    (void)state;
    make(&p, "fp", 32,
         "IPA R0, v [0x0]\nMVI R1, 0x10\nISET.S32.C0 o [0x7f], R0, R1, LT\nKIL C0.NE\nMVI R0, 0x7\nMOV R1, "
         "R0 # exit");
    p.graphics.varying_words = 1;
    for (uint32_t i = 0; i < 32; i++)
        p.input[3 * i] = i;
    run(&p);
    for (uint32_t i = 0; i < 32; i++) {
        assert_int_equal(p.thread[i].discarded, i < 16);
        assert_int_equal(p.thread[i].records, i >= 16);
        assert_int_equal(output(&p, i)[0], i < 16 ? 0 : 7);
    }
    release(&p);
}

/* A warp has eight quads of four neighbours; dx and dy take the lane beside and the one below. */
static void test_derivatives(void **state)
{
    static struct program p;

    (void)state;
    make(&p, "fp", 32,
         "IPA R4, v [0x0]\nFSWZ.DX R0, R4, R4, SUB, SUBR, SUB, SUBR\nFSWZ.DY R1, R4, R4, SUB, SUB, SUBR, "
         "SUBR\n"
         "FSWZ.2 R2, R4, R4, ADD, ADD, ADD, ADD # exit");
    p.graphics.varying_words = 1;
    for (uint32_t i = 0; i < 32; i++)
        p.input[3 * i] = bits((float)(i / 4 * 1000 + i % 2 * 7 + i % 4 / 2 * (50 + i % 2)));
    run(&p);
    for (uint32_t i = 0; i < 32; i++) {
        assert_int_equal(output(&p, i)[0], bits(i % 4 / 2 ? 8 : 7));
        assert_int_equal(output(&p, i)[1], bits(i % 2 ? 51 : 50));
        assert_int_equal(
            output(&p, i)[2],
            bits((float)(i / 4 * 1000 + 50) + (float)(i / 4 * 1000 + i % 2 * 7 + i % 4 / 2 * (50 + i % 2))));
    }
    release(&p);
}

/* Within QUADON the other lanes of a quad compute as well, so that a derivative there is right. */
static void test_quadon(void **state)
{
    static struct program p;

    (void)state;
    make(&p, "fp", 32,
         "IPA R4, v [0x0]\nMVI R5, 0x1\nLOP.AND.C0 o [0x7f], R4, R5\nSSY join\nBRA C0.EQU, join\nQUADON\n"
         "IADD R6, R4, R5\nQUADPOP\nMOV R7, R5\njoin: NOP.S\nMOV R0, R6\nMOV R1, R7 # exit");
    p.graphics.varying_words = 1;
    for (uint32_t i = 0; i < 32; i++)
        p.input[3 * i] = i < 16 ? 4 * i + (i % 4 == 1) : 4 * i; /* only the second of a quad goes in */
    run(&p);
    for (uint32_t i = 0; i < 32; i++) {
        assert_int_equal(output(&p, i)[0], i < 16 ? p.input[3 * i] + 1 : 0);
        assert_int_equal(output(&p, i)[1], i < 16 && i % 4 == 1);
    }
    release(&p);
}

/* A texture of four levels, each of its own brightness. */
static void make_levels(struct hw_texture level[4], float texel[4][64])
{
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned n = 0; n < 64; n++)
            texel[i][n] = (float)(10 * i);
        level[i] = (struct hw_texture){.data = texel[i],
                                       .bytes = sizeof texel[i],
                                       .width = 8u >> i,
                                       .height = 8u >> i,
                                       .depth = 1,
                                       .row_pitch = 8u >> i << 2,
                                       .dimensions = 2,
                                       .type = HW_TEXEL_F32,
                                       .channels = 1,
                                       .normalized = true,
                                       .smaller = i < 3 ? &level[i + 1] : NULL};
    }
}

/* Coordinates of a quad that lie n texels apart ask for level log2 n; a bias adds to it, and a level that is
 * said takes its place. */
static void test_implicit_derivatives(void **state)
{
    static struct program p;
    static float texel[4][64];
    struct hw_texture level[4];
    struct hw_error error;

    (void)state;
    make_levels(level, texel);
    for (unsigned blended = 0; blended < 2; blended++) {
        level[0].blends_levels = blended;
        assert_int_equal(hw_texture_check(&level[0], &error), HW_OK);
        make(&p, "fp", 32,
             "IPA R4, v [0x0]\nIPA R5, v [0x1]\nMOV R6, R4\nMOV R7, R5\nTEX R4, 0x0, 0x0, 0x2, R___\n"
             "MOV R0, R4\nMOV R4, R6\nMOV R5, R7\nMVI R6, 0x3f800000\nTEX.LB R4, 0x0, 0x0, 0x3, R___\nMOV "
             "R1, R4\n"
             "MVI R6, 0x40000000\nTEX.LL R4, 0x0, 0x0, 0x3, R___\nMOV R2, R4 # exit");
        p.launch.textures.unit[0] = &level[0];
        p.graphics.varying_words = 2;
        for (uint32_t i = 0; i < 32; i++) { /* quad q: 1.5 * 2^(q - 3) texels to the right, fewer downwards */
            const float step = 1.5f * (float)(1 << i / 4) / 8 / 8;
            p.input[6 * i] = bits(0.0625f + (float)(i % 2) * step);
            p.input[6 * i + 1] = bits(0.0625f + (float)(i % 4 / 2) * step / 2);
        }
        run(&p);
        for (uint32_t i = 0; i < 32; i++) {
            const float exact = 0.5849625f + (float)(i / 4) - 3;
            float got[3];
            memcpy(got, output(&p, i), sizeof got);
            for (unsigned k = 0; k < 2; k++) {
                float at = exact + (float)k;
                at = at < 0 ? 0 : at > 3 ? 3 : at;
                const float expected = 10 * (blended ? at : (float)(int)(at + 0.5f));
                assert_true(got[k] > expected - 0.001f && got[k] < expected + 0.001f);
            }
            assert_true(got[2] == 20);
        }
        release(&p);
    }
    hw_fact("SF-033");
}

/* In a compute program quads have no derivatives: the first level, unless the instruction asks for them. */
static void test_vertices_have_no_derivatives(void **state)
{
    static struct program p;
    static float texel[4][64];
    struct hw_texture level[4];

    (void)state;
    make_levels(level, texel);
    for (unsigned asked = 0; asked < 2; asked++) {
        make(&p, "vp", 4,
             asked ? "MOV R4, a [0x0]\nMOV R5, R4\nTEX.DERIV R4, 0x0, 0x0, 0x2, R___\nMOV o [0x0], R4 # exit"
                   : "MOV R4, a [0x0]\nMOV R5, R4\nTEX R4, 0x0, 0x0, 0x2, R___\nMOV o [0x0], R4 # exit");
        p.launch.textures.unit[0] = &level[0];
        p.graphics.attribute_words = 1;
        for (uint32_t i = 0; i < 4; i++)
            p.input[i] = bits((float)i / 2);
        run(&p);
        assert_int_equal(output(&p, 0)[0], bits(asked ? 30 : 0));
        release(&p);
    }
}

static void test_faults(void **state)
{
    static struct program p;

    (void)state;
    make(&p, "vp", 1, "MOV R0, a [0x3] # exit");
    p.graphics.attribute_words = 3;
    expect_fault(&p, HW_FAULT_ADDRESS, "a[0xc]; the launch gives 3 words");
    release(&p);
    make(&p, "vp", 1, "MVI R0, 0x300\nR2A A1, R0\nAST o [A1+0x0], R0 # exit");
    expect_fault(&p, HW_FAULT_ADDRESS, "o[0x300]; there are 128 words");
    release(&p);
    make(&p, "fp", 1, "IPA R0, v [0x0] # exit");
    expect_fault(&p, HW_FAULT_ADDRESS, "v[0x0]; the launch gives 0 words");
    release(&p);
    make(&p, "fp", 1, "IPA R0, v [0x0] # exit");
    p.launch.graphics = NULL;
    expect_fault(&p, HW_FAULT_ILLEGAL, "does not exist in compute programs");
    release(&p);
}

/* Launches that no graphics program can have. */
static void test_refused(void **state)
{
    static struct program p;
    struct hw_error error;

    (void)state;
    make(&p, "vp", 40, "MOV o [0x0], R0 # exit");
    p.launch.grid[0] = 1;
    assert_int_equal(hw_launch_check(&p.launch, &error), HW_ERR_LAUNCH);
    p.launch.grid[0] = 2;
    assert_int_equal(hw_launch_check(&p.launch, &error), HW_OK);
    p.launch.block[0] = 64;
    assert_int_equal(hw_launch_check(&p.launch, &error), HW_ERR_LAUNCH);
    p.launch.block[0] = 32;
    p.graphics.output_words = 0;
    assert_int_equal(hw_launch_check(&p.launch, &error), HW_ERR_LAUNCH);
    p.graphics.output_words = HW_OUTPUTS + 1;
    assert_int_equal(hw_launch_check(&p.launch, &error), HW_ERR_LAUNCH);
    p.graphics.output_words = 1;
    p.graphics.output = NULL;
    assert_int_equal(hw_launch_check(&p.launch, &error), HW_ERR_LAUNCH);
    p.graphics.output = p.output;
    p.launch.code.target.program = HW_PROGRAM_CP;
    assert_int_equal(hw_launch_check(&p.launch, &error), HW_ERR_LAUNCH);
    release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vertices),
        cmocka_unit_test(test_half_outputs),
        cmocka_unit_test(test_vertices_that_diverge),
        cmocka_unit_test(test_primitives),
        cmocka_unit_test(test_interpolation),
        cmocka_unit_test(test_discard),
        cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_quadon),
        cmocka_unit_test(test_implicit_derivatives),
        cmocka_unit_test(test_vertices_have_no_derivatives),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
