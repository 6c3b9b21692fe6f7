/* SPDX-License-Identifier: MIT */
/* Cases of textures by handle on any generation: a kernel of one thread looks up in a plane of 4 by 2 texels,
 * which is read without filtering, and its result is compared.  Texel (x, y) is (x, y, 10 x + y, ALPHA). What
 * differs between generations is a parameter. */
#ifndef HW_TESTS_TEXTURE_CASES_H
#define HW_TESTS_TEXTURE_CASES_H

#include "kernel.h"

#include <halfwarp/surface.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define F(value)     value##0000 /* a float's bits by their upper half */
#define CLEAR        "MOV R12, RZ\nMOV R13, RZ\nMOV R14, RZ\nMOV R15, RZ\n"

/* 2051, which is halfway between two halves. */
#define ALPHA 0x45003000

/* A generation's kernel: the text around a case, which stores R12 to R15, zero at its start. */
struct texture_generation {
    const char *begin, *end;
};

struct texture_case {
    const char *code;
    uint32_t result[4];
};

static float texels[2][4][4];

static inline struct hw_texture texture_plane(void)
{
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 4; x++)
            for (int c = 0; c < 4; c++)
                texels[y][x][c] = c == 0 ? (float)x : c == 1 ? (float)y : c == 2 ? (float)(10 * x + y) : 2051;
    return (struct hw_texture){
        .data = texels,
        .bytes = sizeof texels,
        .width = 4,
        .height = 2,
        .row_pitch = 64,
        .dimensions = 2,
        .type = HW_TEXEL_F32,
        .channels = 4,
        .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP}};
}

/* Run `code` by one thread; the texture's handle is 1, and `handle` the word behind the output's address. */
static inline void run_texture_case(struct kernel *k, const struct texture_generation *generation,
                                    const char *chip, const char *code, const struct hw_texture *texture,
                                    uint32_t handle)
{
    const struct hw_bindless bindless[2] = {{NULL, NULL}, {texture, NULL}};
    char source[1024];

    assert_int_equal(hw_texture_check(texture, NULL), HW_OK);
    snprintf(source, sizeof source, "%s" CLEAR "%s\n%s", generation->begin, code, generation->end);
    kernel_make(k, chip, source);
    k->params[2] = handle;
    k->launch.param_bytes = 16;
    k->launch.textures.bindless = bindless;
    k->launch.textures.bindless_count = 2;
    kernel_run(k);
    k->launch.textures.bindless = NULL;
}

static inline void check_texture(const struct texture_generation *generation, const char *chip,
                                 const struct texture_case *c, const struct hw_texture *texture)
{
    struct kernel k;

    run_texture_case(&k, generation, chip, c->code, texture, 1);
    if (k.result.fault.kind)
        fail_msg("%s, %s: %s", chip, c->code, k.result.fault.sentence);
    for (unsigned n = 0; n < 4; n++)
        if (k.out[n] != c->result[n])
            fail_msg("%s, %s: result %u is 0x%x, expected 0x%x", chip, c->code, n, k.out[n], c->result[n]);
    kernel_free(&k);
}

static inline void check_texture_fault(const struct texture_generation *generation, const char *chip,
                                       const char *code, const struct hw_texture *texture, uint32_t handle,
                                       unsigned kind, const char *says)
{
    struct kernel k;

    run_texture_case(&k, generation, chip, code, texture, handle);
    if (k.result.fault.kind != kind || !strstr(k.result.fault.sentence, says))
        fail_msg("%s, %s: fault %u, '%s', expected %u, '%s'", chip, code, k.result.fault.kind,
                 k.result.fault.sentence, kind, says);
    kernel_free(&k);
}

#endif
