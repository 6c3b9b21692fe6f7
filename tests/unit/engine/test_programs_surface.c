/* SPDX-License-Identifier: MIT */
/* Surfaces by handle: tests/programs/surface.cu against C, reads from memory and what writes have left
 * there. */
#include "programs/program.h"
#include "programs/reference.h"

#include <halfwarp/surface.h>
#include <halfwarp/texture.h>

#define HANDLES 8u

static struct hw_surface surface(void *data, unsigned dimensions, uint32_t width, uint32_t height,
                                 uint32_t depth, unsigned type, unsigned texel_bytes)
{
    return (struct hw_surface){.data = data,
                               .bytes = (size_t)width * height * depth * texel_bytes,
                               .width = width,
                               .height = height,
                               .depth = depth,
                               .row_pitch = (uint64_t)width * texel_bytes,
                               .slice_pitch = (uint64_t)width * height * texel_bytes,
                               .dimensions = (uint8_t)dimensions,
                               .type = (uint8_t)type,
                               .channels = 1};
}

static void fill(uint32_t *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        words[i] = (i + 1) * 0x9e3779b9u;
}

static bool has_descriptors(const struct device *device)
{
    return device->chip->capability < 50;
}

/* The handle of a surface that is entry `entry`: this number, or on Kepler the address of its descriptor. */
static uint64_t handle_of(struct device *device, const struct hw_surface *surface, uint32_t entry)
{
    uint32_t word[HW_SURFACE_WORDS];
    uint64_t address;

    if (!has_descriptors(device))
        return entry;
    assert_int_equal(hw_surface_describe(surface, entry, word, NULL), HW_OK);
    address = device_alloc(device, sizeof word);
    device_write(device, address, word, sizeof word);
    return address;
}

/* Launch with these surfaces as handles 1, 2, ...; parameters are the output's address and the handles, or
 * `list`, an address, in their place. */
static void run(struct device *device, const char *kernel, const struct shape *shape,
                const struct hw_surface *surfaces, uint32_t count, uint64_t list, uint32_t *got,
                uint32_t words)
{
    struct hw_bindless bindless[HANDLES] = {{NULL, NULL}};
    uint64_t params[HANDLES] = {device_alloc(device, words * 4), list};
    for (uint32_t k = 0; k < count; k++) {
        bindless[k + 1].surface = &surfaces[k];
        if (!list)
            params[k + 1] = handle_of(device, &surfaces[k], k + 1);
    }
    device_prepare(device, kernel, shape);
    device->launch.textures.bindless = bindless;
    device->launch.textures.bindless_count = HANDLES;
    device_run_ok(device, params, (list ? 2 : count + 1) * 8);
    device_read(device, params[0], got, words * 4);
}

static void check(const char *what, const uint32_t *want, const uint32_t *got, uint32_t words)
{
    for (uint32_t k = 0; k < words; k++)
        if (want[k] != got[k])
            fail_msg("%s, word %u: expected %08x, got %08x", what, k, want[k], got[k]);
}

static void surface_line(struct device *device)
{
    const struct shape shape = {{1}, {32}, 0};
    uint32_t from[32], to[32] = {0}, want_to[32], want[32 * 4], got[32 * 4], *at = want;
    const struct hw_surface surfaces[] = {surface(from, 1, 32, 1, 1, HW_TEXEL_U32, 4),
                                          surface(to, 1, 32, 1, 1, HW_TEXEL_U32, 4)};
    fill(from, 32);
    for (uint32_t t = 0; t < 32; t++) {
        const uint32_t *four = from + t % 8 * 4;
        put(&at, from[t]);
        put(&at, four[0] ^ four[1] ^ four[2] ^ four[3]);
        put(&at, from[t / 2] >> 16 * (t % 2) & 0xffff);
        put(&at, from[t / 4] >> 8 * (t % 4) & 0xff);
        want_to[t] = from[t] * 3 + 1;
    }
    run(device, "surface_line", &shape, surfaces, 2, 0, got, 32 * 4);
    check("read", want, got, 32 * 4);
    check("written", want_to, to, 32);
}

static int clamp(int value, int last)
{
    return value < 0 ? 0 : value > last ? last : value;
}

static void surface_plane(struct device *device)
{
    const struct shape shape = {{1}, {16, 8}, 0};
    uint32_t from[8][16], to[8][16], want_to[8][16], want[8 * 16 * 4], got[8 * 16 * 4], *at = want;
    const struct hw_surface surfaces[] = {surface(from, 2, 16, 8, 1, HW_TEXEL_U32, 4),
                                          surface(to, 2, 16, 8, 1, HW_TEXEL_U32, 4)};
    fill(from[0], 128);
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 16; x++) {
            put(&at, from[y][x]);
            put(&at, from[7 - y][x / 2 * 2] - from[7 - y][x / 2 * 2 + 1]);
            put(&at, x < 2 || y < 1 ? 0 : from[y - 1][x - 2]);
            put(&at, from[clamp(y + 2, 7)][clamp(x + 3, 15)]);
            want_to[y][15 - x] = from[y][x] ^ 0xff;
        }
    run(device, "surface_plane", &shape, surfaces, 2, 0, got, 8 * 16 * 4);
    check("read", want, got, 8 * 16 * 4);
    check("written", want_to[0], to[0], 128);
}

static void surface_space(struct device *device)
{
    const struct shape shape = {{1}, {8, 4, 4}, 0};
    uint32_t from[128], layers[128], want_layers[128], want[256], got[256], *at = want;
    uint16_t to[128];
    struct hw_surface surfaces[] = {surface(from, 3, 8, 4, 4, HW_TEXEL_U32, 4),
                                    surface(to, 3, 8, 4, 4, HW_TEXEL_U16, 2),
                                    surface(layers, 2, 8, 4, 4, HW_TEXEL_U32, 4)};
    surfaces[2].layers = 4;
    fill(from, 128);
    fill(layers, 128);
    for (uint32_t i = 0; i < 128; i++) {
        put(&at, from[i]);
        put(&at, layers[i]);
        want_layers[i] = layers[i] + 1;
    }
    run(device, "surface_space", &shape, surfaces, 3, 0, got, 256);
    check("read", want, got, 256);
    check("layers", want_layers, layers, 128);
    for (uint32_t i = 0; i < 128; i++)
        assert_int_equal(to[i], (uint16_t)(from[i] + i / 32));
}

/* Conversion to the surface's format is to the nearest of 0 to 255.  Not on Kepler, whose descriptors are for
 * bytes: they cannot be for texels at the same time. */
static void surface_formatted(struct device *device)
{
    if (has_descriptors(device))
        return;
    const struct shape shape = {{1}, {16, 8}, 0};
    uint8_t plane[8][16][4];
    uint32_t counts[6][4] = {{0}}, want_counts[6][4] = {{0}}, got[2];
    const uint32_t extents[2] = {16, 8};
    struct hw_surface surfaces[] = {surface(plane, 2, 16, 8, 1, HW_TEXEL_UNORM8, 4),
                                    surface(counts, 2, 4, 6, 1, HW_TEXEL_U32, 4)};
    surfaces[0].channels = 4;
    run(device, "surface_formatted", &shape, surfaces, 2, 0, got, 2);
    for (uint32_t y = 0; y < 8; y++)
        for (uint32_t x = 0; x < 16; x++) {
            const uint8_t texel[4] = {(uint8_t)rint(x / 16.0 * 255), (uint8_t)rint(y / 8.0 * 255), 128, 255};
            assert_memory_equal(plane[y][x], texel, 4);
            want_counts[y % 2][x % 4] += x + 1;
            if (want_counts[y % 2 + 2][x % 4] < x)
                want_counts[y % 2 + 2][x % 4] = x;
            want_counts[y % 2 + 4][x % 4] |= 1u << y;
        }
    check("counts", want_counts[0], counts[0], 24);
    check("extents", extents, got, 2);
}

static void surface_chosen(struct device *device)
{
    const struct shape shape = {{2}, {16, 8}, 0};
    uint32_t from[128], first[128], second[128], want[128], got[256];
    const struct hw_surface surfaces[] = {surface(from, 2, 16, 8, 1, HW_TEXEL_U32, 4),
                                          surface(first, 2, 16, 8, 1, HW_TEXEL_U32, 4),
                                          surface(second, 2, 16, 8, 1, HW_TEXEL_U32, 4)};
    uint64_t handles[3], list = device_alloc(device, sizeof handles);
    for (uint32_t k = 0; k < 3; k++)
        handles[k] = handle_of(device, &surfaces[k], k + 1);
    device_write(device, list, handles, sizeof handles);
    fill(from, 128);
    for (uint32_t i = 0; i < 128; i++)
        want[i] = from[i] + 7;
    run(device, "surface_chosen", &shape, surfaces, 3, list, got, 256);
    check("read by block 0", from, got, 128);
    check("read by block 1", from, got + 128, 128);
    check("first", want, first, 128);
    check("second", want, second, 128);
}

static const struct program programs[] = {
    {.kernel = "surface_line", .custom = surface_line},
    {.kernel = "surface_plane", .custom = surface_plane},
    {.kernel = "surface_space", .custom = surface_space},
    {.kernel = "surface_chosen", .custom = surface_chosen},
    {.kernel = "surface_formatted", .custom = surface_formatted},
};

int main(void)
{
    return PROGRAMS_RUN("surface", programs, "sm_30", "sm_35", "sm_50", "sm_61", PROGRAMS_NEWER);
}
