/* SPDX-License-Identifier: MIT */
/* Cases of surfaces by handle on any generation: a kernel of one thread accesses a plane of 4 by 2 words, and
 * its result and the plane are compared.  What differs between generations is a parameter. */
#ifndef HW_TESTS_SURFACE_CASES_H
#define HW_TESTS_SURFACE_CASES_H

#include "kernel.h"

#include <halfwarp/surface.h>

#define SURFACE_WORDS 8
#define COUNT(array)  (sizeof(array) / sizeof((array)[0]))

/* The surface's handle is 1, which is the second parameter, too; 2 is no surface's. */
enum { SURFACE_HANDLE = 1, HANDLES = 3 };

/* A generation's kernel: the text around a case, which leaves R8 the handle, R9:R10 data, and stores R12 to
 * R15, which begin as zero. */
struct surface_generation {
    const char *begin, *end;
};

struct surface_case {
    const char *code;
    uint32_t result[4];
    int changed; /* the word of the surface that changes, or -1 */
    uint32_t to;
};

static const uint32_t surface_before[SURFACE_WORDS] = {0x10, 0x80ff7f81, 0x30, 0x40,
                                                       0x50, 0xffffffff, 0x70, 0x80};

static inline struct hw_surface surface_plane(uint32_t *words, unsigned type, unsigned channels)
{
    return (struct hw_surface){.data = words,
                               .bytes = SURFACE_WORDS * 4,
                               .width = 4,
                               .height = 2,
                               .row_pitch = 16,
                               .dimensions = 2,
                               .type = (uint8_t)type,
                               .channels = (uint8_t)channels};
}

/* Run `code` by one thread on this surface. */
static inline void run_surface_case(struct kernel *k, const struct surface_generation *generation,
                                    const char *chip, const char *code, const struct hw_surface *surface)
{
    const struct hw_bindless bindless[HANDLES] = {[SURFACE_HANDLE] = {NULL, surface}};
    char source[1024];

    assert_int_equal(hw_surface_check(surface, NULL), HW_OK);
    snprintf(source, sizeof source, "%s%s\n%s", generation->begin, code, generation->end);
    kernel_make(k, chip, source);
    k->params[2] = SURFACE_HANDLE;
    k->launch.param_bytes = 16;
    k->launch.textures.bindless = bindless;
    k->launch.textures.bindless_count = HANDLES;
    kernel_run(k);
    k->launch.textures.bindless = NULL;
}

static inline void check_surface(const struct surface_generation *generation, const char *chip,
                                 const struct surface_case *c, unsigned type, unsigned channels)
{
    uint32_t words[SURFACE_WORDS];
    struct kernel k;

    memcpy(words, surface_before, sizeof words);
    const struct hw_surface surface = surface_plane(words, type, channels);
    run_surface_case(&k, generation, chip, c->code, &surface);
    if (k.result.fault.kind)
        fail_msg("%s, %s: %s", chip, c->code, k.result.fault.sentence);
    for (unsigned i = 0; i < 4; i++)
        if (k.out[i] != c->result[i])
            fail_msg("%s, %s: result %u is 0x%x, expected 0x%x", chip, c->code, i, k.out[i], c->result[i]);
    for (int i = 0; i < SURFACE_WORDS; i++)
        if (words[i] != (i == c->changed ? c->to : surface_before[i]))
            fail_msg("%s, %s: word %d has become 0x%x", chip, c->code, i, words[i]);
    kernel_free(&k);
}

static inline void check_surface_fault(const struct surface_generation *generation, const char *chip,
                                       const char *code, unsigned kind, const char *says)
{
    uint32_t words[SURFACE_WORDS];
    struct kernel k;

    memcpy(words, surface_before, sizeof words);
    const struct hw_surface surface = surface_plane(words, HW_TEXEL_U32, 1);
    run_surface_case(&k, generation, chip, code, &surface);
    if (k.result.fault.kind != kind || !strstr(k.result.fault.sentence, says))
        fail_msg("%s, %s: fault %u, '%s', expected %u, '%s'", chip, code, k.result.fault.kind,
                 k.result.fault.sentence, kind, says);
    assert_memory_equal(words, surface_before, sizeof words);
    kernel_free(&k);
}

#endif
