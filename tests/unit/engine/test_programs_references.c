/* SPDX-License-Identifier: MIT */
/* Textures and surfaces by name: tests/programs/references.cu.  Files say which slots (sm_20) or places in
 * bank 0 theirs are; a launch finds the entries by name. */
#include "programs/program.h"

#include <halfwarp/surface.h>

#define WIDTH  8
#define HEIGHT 4

/* Fill the entry of this name. */
static void name(struct device *device, struct hw_bindless *bindless, const char *name,
                 const struct hw_texture *texture, const struct hw_surface *surface)
{
    const struct hw_reference *reference = hw_image_reference(&device->image, name);

    assert_non_null(reference);
    assert_in_range(reference->entry, 0, HW_TEXTURES - 1);
    bindless[reference->entry] = (struct hw_bindless){texture, surface};
}

static void references_named(struct device *device)
{
    const struct shape shape = {{1}, {WIDTH, HEIGHT}, 0};
    struct hw_bindless bindless[HW_TEXTURES] = {{NULL, NULL}};
    float planes[HEIGHT][WIDTH], images[HEIGHT][WIDTH], got[HEIGHT][WIDTH][2];
    int32_t lines[WIDTH];

    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            planes[y][x] = (float)(100 * y + x);
            images[y][x] = (float)(y - x);
            lines[x] = -1000 * x;
        }
    const struct hw_texture plane = {
        .data = planes,
        .bytes = sizeof planes,
        .width = WIDTH,
        .height = HEIGHT,
        .row_pitch = sizeof planes[0],
        .dimensions = 2,
        .type = HW_TEXEL_F32,
        .channels = 1,
        .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP}};
    const struct hw_texture line = {.data = lines,
                                    .bytes = sizeof lines,
                                    .width = WIDTH,
                                    .dimensions = 1,
                                    .type = HW_TEXEL_S32,
                                    .channels = 1};
    const struct hw_surface image = {.data = images,
                                     .bytes = sizeof images,
                                     .width = WIDTH,
                                     .height = HEIGHT,
                                     .row_pitch = sizeof images[0],
                                     .dimensions = 2,
                                     .type = HW_TEXEL_F32,
                                     .channels = 1};
    const uint64_t out = device_alloc(device, sizeof got);

    device_prepare(device, "references_named", &shape);
    name(device, bindless, "plane", &plane, NULL);
    name(device, bindless, "line", &line, NULL);
    name(device, bindless, "image", NULL, &image);
    assert_null(hw_image_reference(&device->image, "nothing"));
    device->launch.textures.bindless = bindless;
    device->launch.textures.bindless_count = HW_TEXTURES;
    device_run_ok(device, &out, sizeof out);
    device_read(device, out, got, sizeof got);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const float sum = (float)(100 * y + x - 1000 * x);
            assert_true(got[y][x][0] == sum && got[y][x][1] == (float)(y - x) && images[y][x] == sum * 2);
        }
}

static const struct program programs[] = {{.kernel = "references_named", .custom = references_named}};

int main(void)
{
    return PROGRAMS_RUN("references", programs, "sm_20", "sm_30", "sm_35", "sm_50", "sm_70", "sm_75", "sm_80",
                        "sm_86");
}
