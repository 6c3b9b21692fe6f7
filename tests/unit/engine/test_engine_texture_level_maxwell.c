/* SPDX-License-Identifier: MIT */
/* Levels of detail of textures by handle.  The texture has pictures of 8 by 4, 4 by 2, 2 by 1 and one texel;
 * each texel is ten times its level, so that a result says the level that was read.  Thread t is at x = t; R8
 * to R11 are what stands behind the coordinates. */
#include "maxwell.h"

#include <halfwarp/surface.h>
#include <halfwarp/texture.h>
#include <math.h>

#define LEVELS   4
#define THREADS  32
#define QUARTERS "MOV32I R6, 0x3e800000\nFMUL R8, R4, R6\n" /* R8 = t / 4 */
#define EIGHTHS  "MOV32I R6, 0x3e000000\nFMUL R8, R4, R6\n" /* t texels of the first picture, in x */
#define NOTHING  "MOV R8, RZ\n"
#define FLAT     "MOV R9, RZ\nMOV R10, RZ\nMOV R11, RZ\n"
#define LOOKUP   ".T R12, R4, R8, 0x52, 2D, 0x1\n"

static float texels[LEVELS][32];
static struct hw_texture level[LEVELS];

static void make_levels(void)
{
    for (unsigned n = 0; n < LEVELS; n++) {
        const uint32_t width = 8u >> n, height = n < 2 ? 4u >> n : 1;

        for (unsigned i = 0; i < 32; i++)
            texels[n][i] = 10 * (float)n;
        level[n] = (struct hw_texture){.data = texels[n],
                                       .bytes = sizeof texels[n],
                                       .width = width,
                                       .height = height,
                                       .row_pitch = 4 * width,
                                       .dimensions = 2,
                                       .type = HW_TEXEL_F32,
                                       .channels = 1,
                                       .normalized = true,
                                       .smaller = n + 1 < LEVELS ? &level[n + 1] : NULL};
    }
}

static float run_one(const char *code, unsigned thread)
{
    const struct hw_bindless bindless[2] = {{NULL, NULL}, {&level[0], NULL}};
    struct kernel k;
    char source[1024];
    float result;

    assert_int_equal(hw_texture_check(&level[0], NULL), HW_OK);
    snprintf(source, sizeof source, "%sI2F.F32.U32 R4, R0\nMOV R5, RZ\n%s\n%s%s", START, code, STORE("R12"),
             END);
    make(&k, THREADS, source);
    k.params[2] = 1;
    k.launch.param_bytes = 16;
    k.launch.textures.bindless = bindless;
    k.launch.textures.bindless_count = 2;
    kernel_expect_ok(&k);
    memcpy(&result, &k.out[thread], sizeof result);
    k.launch.textures.bindless = NULL;
    kernel_free(&k);
    return result;
}

/* The level that each thread reads is the nearest of what is expected, or a blend. */
static void expect_levels(const char *code, float (*wanted)(float thread))
{
    for (unsigned thread = 0; thread < THREADS; thread += 3) {
        const float most = level[0].max_level > 0 ? level[0].max_level : LEVELS - 1;
        const float at = fminf(fmaxf(wanted((float)thread) + level[0].level_bias, level[0].min_level), most);
        const float expected = 10 * (level[0].blends_levels ? at : floorf(at + 0.5f));
        const float got = run_one(code, thread);

        if (fabsf(got - expected) > 1e-3f)
            fail_msg("%s: thread %u reads %g, expected %g", code, thread, (double)got, (double)expected);
    }
}

static float quarter(float thread)
{
    return thread / 4;
}

static float none(float thread)
{
    (void)thread;
    return 0;
}

static float by_texels(float thread)
{
    return thread > 0 ? log2f(thread) : 0;
}

static float two(float thread)
{
    (void)thread;
    return 2;
}

static void lookups(void)
{
    expect_levels(QUARTERS "TEX.LL" LOOKUP, quarter);
    expect_levels(QUARTERS "TEX.LB" LOOKUP, quarter);
    expect_levels(QUARTERS "TEXS.LL.T RZ, R12, R4, R8, 0x52, 2D, R", quarter);
    expect_levels("TEX.LZ.T R12, R4, 0x52, 2D, 0x1\n", none);
    expect_levels("TEX.T R12, R4, 0x52, 2D, 0x1\n", none);
    expect_levels(EIGHTHS FLAT "TXD" LOOKUP, by_texels);
    expect_levels(EIGHTHS FLAT "MOV R9, R8\nMOV R8, RZ\nTXD" LOOKUP, by_texels);
    /* downwards in y, where a texel is a quarter */
    expect_levels(QUARTERS FLAT "MOV R11, R8\nMOV R8, RZ\nTXD" LOOKUP, by_texels);
    /* the longer of two counts */
    expect_levels(EIGHTHS FLAT "MOV32I R6, 0x3f000000\nFMUL R11, R8, R6\nTXD" LOOKUP, by_texels);
    /* in a quad of lanes the two below are four texels away */
    expect_levels("MOV32I R6, 0x3e800000\nFMUL R4, R4, R6\nTEX.NDV.T R12, R4, 0x52, 2D, 0x1\n", two);
}

static void the_nearest(void **state)
{
    (void)state;
    make_levels();
    lookups();
}

static void a_blend(void **state)
{
    (void)state;
    make_levels();
    level[0].blends_levels = true;
    lookups();
}

static void bias_and_limits(void **state)
{
    (void)state;
    make_levels();
    level[0].blends_levels = true;
    level[0].level_bias = 0.5f;
    level[0].min_level = 1;
    level[0].max_level = 2.25f;
    lookups();
}

/* Fetches by number say their level by number, too; gathered texels are the first picture's. */
static void other_lookups(void **state)
{
    (void)state;
    make_levels();
    level[0].level_bias = 2;
    expect_levels("TEX.LZ.T R12, R4, 0x52, 2D, 0x1\n", none);
    level[0].level_bias = 0;
    expect_levels("MOV R4, RZ\nMOV32I R8, 0x2\nTLD.LL" LOOKUP, two);
    expect_levels("MOV R4, RZ\nMOV32I R8, 0xffffffff\nTLD.LL.CL" LOOKUP, none);
    expect_levels("MOV R4, RZ\nTLD.LZ.T R12, R4, 0x52, 2D, 0x1\n", none);
    assert_true(run_one("MOV R4, RZ\nMOV32I R8, 0x9\nTLD.LL.CL" LOOKUP, 0) == 10 * (LEVELS - 1));
    expect_levels("TLD4.R.T R12, R4, 0x52, 2D, 0x1\n", none);
}

/* A texture of one picture has no other, whatever is asked for; a level that is no number is the first. */
static void no_such_level(void **state)
{
    (void)state;
    make_levels();
    expect_levels("MOV32I R8, 0x7fc00000\nTEX.LL" LOOKUP, none);
    expect_levels("MOV32I R8, 0xff800000\nTEX.LL" LOOKUP, none);
    level[0].smaller = NULL;
    assert_true(run_one(QUARTERS "TEX.LL" LOOKUP, 31) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest),   cmocka_unit_test(a_blend),       cmocka_unit_test(bias_and_limits),
        cmocka_unit_test(other_lookups), cmocka_unit_test(no_such_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
