/* SPDX-License-Identifier: MIT */
/* Fuzz graphics programs: any bytes as code of a vertex, geometry or fragment program of any Tesla chip, with
 * inputs, outputs and a texture of two levels.  A launch ends, and a thread keeps no more than it may. */
#include "any_launch.h"

#include <halfwarp/graphics.h>
#include <halfwarp/texture.h>

enum { THREADS = 40, ATTRIBUTES = 3, PRIMITIVES = 6, VARYINGS = 3, RECORDS = 2, OUTPUTS = 5 };
enum { INPUT = ATTRIBUTES + PRIMITIVES + HW_INTERPOLATIONS * VARYINGS };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct hw_texture *texture_of(void)
{
    static const float texel[20] = {1, 2, 3, 4, 5, 6, 7, 8};
    static const struct hw_texture small = {.data = texel + 16,
                                            .bytes = 16,
                                            .width = 2,
                                            .height = 2,
                                            .depth = 1,
                                            .row_pitch = 8,
                                            .dimensions = 2,
                                            .type = HW_TEXEL_F32,
                                            .channels = 1},
                                   large = {.data = texel,
                                            .bytes = 64,
                                            .width = 4,
                                            .height = 4,
                                            .depth = 1,
                                            .row_pitch = 16,
                                            .dimensions = 2,
                                            .type = HW_TEXEL_F32,
                                            .channels = 1,
                                            .blends_levels = true,
                                            .smaller = &small};

    return &large;
}

static void check(const struct hw_graphics *graphics)
{
    for (uint32_t i = 0; i < THREADS; i++)
        if (graphics->thread[i].records > RECORDS ||
            (graphics->thread[i].helper && graphics->thread[i].records))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t input[THREADS * INPUT], output[THREADS * RECORDS * OUTPUTS] = {0};
    uint8_t cut[THREADS * RECORDS] = {0};
    struct hw_graphics_thread thread[THREADS] = {{.helper = true}};
    const struct hw_graphics graphics = {.threads = THREADS,
                                         .attribute_words = ATTRIBUTES,
                                         .primitive_words = PRIMITIVES,
                                         .varying_words = VARYINGS,
                                         .input = input,
                                         .output_words = OUTPUTS,
                                         .records = RECORDS,
                                         .output = output,
                                         .cut = cut,
                                         .thread = thread};
    struct any_launch any;
    struct hw_launch_result result;
    struct hw_error error = {.text = ""};

    if (!make_any_launch(&any, data, size) || strcmp(hw_isa_name(any.launch.code.target.isa), "tesla") != 0)
        return 0;
    for (unsigned i = 0; i < THREADS * INPUT; i++)
        input[i] = i % 3 ? 0x3f000000 + 0x8000 * i : i % 7 * 4;
    any.launch.code.target.program = (uint8_t)(HW_PROGRAM_VP + data[4] / 4 % 3);
    any.launch.lanes = data[4] & 0x80 ? 16 : 32;
    any.launch.block[0] = any.launch.lanes;
    any.launch.grid[0] = (THREADS + any.launch.lanes - 1) / any.launch.lanes;
    any.launch.graphics = &graphics;
    any.launch.textures.unit[0] = texture_of();
    if (hw_launch_run(&any.launch, &result, &error) != HW_OK && error.text[0] == '\0')
        abort();
    check(&graphics);
    return 0;
}
