/* SPDX-License-Identifier: MIT */
/* What code of Volta and later reads of the descriptions of textures and surfaces: which words there are, and
 * that the others are a fault.  The text is that of compiled code, with an entry of 64 bytes. */
#include "kernel.h"

#include <halfwarp/surface.h>
#include <halfwarp/texture.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static float texels[4 * 4 * 4];

/* Textures 1 (layered, normalised), 2 (with levels), 3 (neither); surfaces 1 (layered) and 3. */
static void launch(struct kernel *k, const char *chip, const char *table, unsigned entry, unsigned offset)
{
    const struct hw_texture plain = {.data = texels,
                                     .bytes = sizeof texels,
                                     .width = 4,
                                     .height = 4,
                                     .row_pitch = 16,
                                     .dimensions = 2,
                                     .type = HW_TEXEL_F32,
                                     .channels = 1};
    const struct hw_surface surface = {.data = (void *)texels,
                                       .bytes = sizeof texels,
                                       .width = 4,
                                       .height = 4,
                                       .row_pitch = 16,
                                       .dimensions = 2,
                                       .type = HW_TEXEL_F32,
                                       .channels = 1};
    struct hw_texture layered = plain, levels = plain, smaller = plain;
    struct hw_surface layers = surface;
    const struct hw_bindless bindless[4] = {
        {NULL, NULL}, {&layered, &layers}, {&levels, NULL}, {&plain, &surface}};
    char source[512];

    layered.layers = layers.layers = 4;
    layered.slice_pitch = layers.slice_pitch = 64;
    layered.normalized = true;
    smaller.width = smaller.height = 2;
    levels.smaller = &smaller;
    snprintf(source, sizeof source,
             "MOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nIADD3 R4, P0, R0, c[0x0][%s], RZ\n"
             "MOV R5, c[0x0][%s]\nLD.E%s R6, [R4%s+0x%x]\nST.E%s [R2%s], R6\nEXIT\n",
             table, strcmp(table, "0x70") == 0 ? "0x74" : "0x84", strcmp(chip, "gv100") == 0 ? ".SYS" : "",
             strcmp(chip, "gv100") == 0 ? "" : ".64", entry * 64 + offset,
             strcmp(chip, "gv100") == 0 ? ".SYS" : "", strcmp(chip, "gv100") == 0 ? "" : ".64");
    kernel_make(k, chip, source);
    k->launch.textures.bindless = bindless;
    k->launch.textures.bindless_count = COUNT(bindless);
    kernel_run(k);
    k->launch.textures.bindless = NULL;
}

static void test_words(void **state)
{
    static const struct {
        const char *table;
        unsigned entry, offset;
        uint32_t word;
    } cases[] = {
        {"0x70", 1, 0x28, 4}, {"0x70", 1, 0x1c, 1}, {"0x70", 2, 0x1c, 0},
        {"0x70", 2, 0x2c, 2}, {"0x80", 1, 0x1c, 4},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases) * 2; i++) {
        struct kernel k;

        launch(&k, i % 2 ? "ga100" : "gv100", cases[i / 2].table, cases[i / 2].entry, cases[i / 2].offset);
        assert_int_equal(k.result.fault.kind, HW_FAULT_NONE);
        assert_int_equal(k.out[0], cases[i / 2].word);
        kernel_free(&k);
    }
}

static void test_unknown_words(void **state)
{
    static const struct {
        const char *table;
        unsigned entry, offset;
    } cases[] = {
        {"0x70", 3, 0x28}, /* no layers */
        {"0x70", 3, 0x2c}, /* no levels */
        {"0x70", 1, 0x20}, /* the type of a channel */
        {"0x70", 0, 0x1c}, /* no texture */
        {"0x70", 4, 0x1c}, /* no entry */
        {"0x80", 3, 0x1c}, /* no layers */
        {"0x80", 2, 0x1c}, /* no surface */
        {"0x80", 1, 0x14}, /* the layout */
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct kernel k;

        launch(&k, "ga100", cases[i].table, cases[i].entry, cases[i].offset);
        assert_int_equal(k.result.fault.kind, HW_FAULT_UNBOUND);
        assert_non_null(strstr(k.result.fault.sentence, "of the description of texture or surface"));
        kernel_free(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_unknown_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
