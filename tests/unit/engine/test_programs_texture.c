/* SPDX-License-Identifier: MIT */
/* Textures by handle: tests/programs/texture.cu against the CUDA C Programming Guide's appendix "Texture
 * Fetching".
 *
 * Texels are small integers and coordinates multiples of 1/32, so that every blend is exact. */
#include "programs/program.h"
#include "programs/reference.h"

#include <halfwarp/surface.h>
#include <halfwarp/texture.h>

#define THREADS       64u
#define HANDLES       8u
#define HANDLE(entry) (0x5a00000000000000u | (entry)) /* bits above the entry's number mean nothing */

static const struct shape two_blocks = {{2}, {THREADS / 2}, 0};

/* Coordinates as the kernels make them. */
static float coord_at(uint32_t k, float extent)
{
    return ((float)(k * 7 % 23) - 4) * extent / 16 + 0.03125f;
}

/* --- texels ------------------------------------------------------------------------------------------ */

static uint32_t texel_word(uint32_t i)
{
    return i * 0x9e3779b9u >> 3;
}

static float texel_float(uint32_t i)
{
    return (float)(texel_word(i) & 0xff);
}

/* Texels of every texture here: as many as the largest has, as words, floats and bytes. */
static struct {
    uint32_t words[1024];
    float floats[1024];
} texels;

static void make_texels(void)
{
    for (uint32_t i = 0; i < 1024; i++) {
        texels.words[i] = texel_word(i);
        texels.floats[i] = texel_float(i);
    }
}

static struct hw_texture texture(unsigned dimensions, uint32_t width, uint32_t height, uint32_t depth,
                                 unsigned type, unsigned channels)
{
    struct hw_texture made = {
        .data = type == HW_TEXEL_F32 ? (const void *)texels.floats : texels.words,
        .bytes = sizeof texels.words,
        .width = width,
        .height = height,
        .depth = depth,
        .dimensions = (uint8_t)dimensions,
        .type = (uint8_t)type,
        .channels = (uint8_t)channels,
        .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP}};
    made.row_pitch = width * hw_texture_texel_bytes(&made);
    made.slice_pitch = made.row_pitch * height;
    return made;
}

static struct hw_texture with_filter(struct hw_texture made)
{
    made.filter = HW_TEXTURE_FILTER_LINEAR;
    return made;
}

static struct hw_texture with_border(struct hw_texture made)
{
    made.address[0] = made.address[1] = made.address[2] = HW_TEXTURE_ADDRESS_BORDER;
    return made;
}

static struct hw_texture with_layers(struct hw_texture made, uint32_t layers)
{
    made.layers = layers;
    return made;
}

static struct hw_texture cube(uint32_t layers)
{
    struct hw_texture made = with_layers(texture(2, 4, 4, 0, HW_TEXEL_F32, 1), layers);
    made.cube = made.normalized = true;
    return made;
}

/* --- the reference: one channel of floats, budget after budget --------------------------------------------
 */

struct grid {
    int extent[3];
    bool border;
    uint32_t first; /* texel 0 */
};

static float texel(const struct grid *grid, const int at[3])
{
    int inside[3];
    for (int k = 0; k < 3; k++) {
        inside[k] = at[k] < 0 ? 0 : at[k] >= grid->extent[k] ? grid->extent[k] - 1 : at[k];
        if (grid->border && inside[k] != at[k])
            return 0;
    }
    return texel_float(grid->first +
                       (uint32_t)((inside[2] * grid->extent[1] + inside[1]) * grid->extent[0] + inside[0]));
}

static float point(const struct grid *grid, float x, float y, float z)
{
    const int at[3] = {(int)floorf(x), (int)floorf(y), (int)floorf(z)};
    return texel(grid, at);
}

/* A blend of two texels in each dimension that there is. */
static float linear(const struct grid *grid, float x, float y, float z)
{
    const float coordinate[3] = {x, y, z};
    float sum = 0;
    for (int corner = 0; corner < 8; corner++) {
        float weight = 1;
        int at[3];
        for (int k = 0; k < 3; k++) {
            const float from = coordinate[k] - 0.5f, low = floorf(from);
            const bool flat = grid->extent[k] == 1, upper = corner >> k & 1;
            weight *= flat ? !upper : upper ? from - low : 1 - (from - low);
            at[k] = flat ? 0 : (int)low + upper;
        }
        sum += weight * texel(grid, at);
    }
    return sum;
}

/* --- running ------------------------------------------------------------------------------------------- */

typedef void reference(uint32_t t, uint32_t *out);

/* Launch with these textures as handles 1, 2, ...; parameters are the output's address and handles or
 * addresses. */
static void run(struct device *device, const char *kernel, const struct hw_texture *textures, uint32_t count,
                const uint64_t *params, uint32_t param_count, uint32_t words, reference *expected)
{
    struct hw_bindless bindless[HANDLES] = {{NULL, NULL}};
    uint64_t all[HANDLES] = {device_alloc(device, THREADS * words * 4)};
    uint32_t *got = malloc(THREADS * words * 4), want[16];
    for (uint32_t k = 0; k < count; k++)
        bindless[k + 1].texture = &textures[k];
    memcpy(all + 1, params, param_count * 8);
    device_prepare(device, kernel, &two_blocks);
    device->launch.textures.bindless = bindless;
    device->launch.textures.bindless_count = HANDLES;
    device_run_ok(device, all, (param_count + 1) * 8);
    device_read(device, all[0], got, THREADS * words * 4);
    for (uint32_t t = 0; t < THREADS; t++) {
        expected(t, want);
        for (uint32_t k = 0; k < words; k++)
            if (want[k] != got[t * words + k])
                fail_msg("thread %u, word %u: expected %08x (%g), got %08x (%g)", t, k, want[k],
                         (double)f32(want[k]), got[t * words + k], (double)f32(got[t * words + k]));
    }
    free(got);
}

/* The same with handles as parameters. */
static void run_handles(struct device *device, const char *kernel, const struct hw_texture *textures,
                        uint32_t count, uint32_t words, reference *expected)
{
    uint64_t handles[HANDLES];
    make_texels();
    for (uint32_t k = 0; k < count; k++)
        handles[k] = HANDLE(k + 1);
    run(device, kernel, textures, count, handles, count, words, expected);
}

/* --- the kernels --- */

static void expect_fetch(uint32_t t, uint32_t *out)
{
    put(&out, texel_word(t % 64));
    for (uint32_t k = 0; k < 4; k++)
        putf(&out, texel_float(t * 3 % 16 * 4 + k));
    for (uint32_t k = 0; k < 4; k++)
        put(&out, texel_word(t % 32) >> 8 * k & 0xff);
}

static void texture_fetch(struct device *device)
{
    const struct hw_texture textures[] = {texture(1, 64, 1, 1, HW_TEXEL_U32, 1),
                                          texture(1, 16, 1, 1, HW_TEXEL_F32, 4),
                                          texture(1, 32, 1, 1, HW_TEXEL_U8, 4)};
    run_handles(device, "texture_fetch", textures, 3, 9, expect_fetch);
}

static const struct grid line = {{16, 1, 1}, false, 0}, line_border = {{16, 1, 1}, true, 0};
static const struct grid plane = {{16, 8, 1}, false, 0}, plane_border = {{16, 8, 1}, true, 0};
static const struct grid space = {{8, 8, 4}, false, 0}, space_border = {{8, 8, 4}, true, 0};

static void expect_line(uint32_t t, uint32_t *out)
{
    putf(&out, linear(&line, coord_at(t, 16), 0, 0));
    putf(&out, point(&line_border, coord_at(t, 16), 0, 0));
}

static void texture_line(struct device *device)
{
    const struct hw_texture made = texture(1, 16, 1, 1, HW_TEXEL_F32, 1);
    const struct hw_texture textures[] = {with_filter(made), with_border(made)};
    run_handles(device, "texture_line", textures, 2, 2, expect_line);
}

/* A texel number by wrapping and by mirroring. */
static int wrapped(float coordinate, int extent)
{
    const int at = (int)floorf(coordinate) % extent;
    return at < 0 ? at + extent : at;
}

static int mirrored(float coordinate, int extent)
{
    const int at = wrapped(coordinate, 2 * extent);
    return at < extent ? at : 2 * extent - 1 - at;
}

static void expect_plane(uint32_t t, uint32_t *out)
{
    const float x = coord_at(t, 16), y = coord_at(t * 5 + 3, 8);
    putf(&out, linear(&plane, x, y, 0));
    putf(&out, point(&plane_border, x, y, 0));
    for (uint32_t k = 0; k < 4; k++)
        putf(&out,
             (float)(texel_word((uint32_t)(mirrored(y, 8) * 16 + wrapped(x, 16))) >> 8 * k & 0xff) / 255);
    putf(&out, linear(&plane, x, y, 0));
    putf(&out, point(&plane_border, x, y, 0));
    putf(&out, point(&plane_border, y, x, 0));
}

static void texture_plane(struct device *device)
{
    const struct hw_texture made = texture(2, 16, 8, 1, HW_TEXEL_F32, 1);
    struct hw_texture unit = texture(2, 16, 8, 1, HW_TEXEL_U8, 4);
    unit.read = HW_TEXTURE_READ_NORMALIZED;
    unit.normalized = true;
    unit.address[0] = HW_TEXTURE_ADDRESS_WRAP;
    unit.address[1] = HW_TEXTURE_ADDRESS_MIRROR;
    const struct hw_texture textures[] = {with_filter(made), with_border(made), unit};
    run_handles(device, "texture_plane", textures, 3, 9, expect_plane);
}

/* One channel of the four texels that a blend would take: lower left first, and on against the clock. */
static void gather(uint32_t **out, const struct grid *grid, float x, float y, uint32_t channel,
                   uint32_t channels)
{
    static const int corner[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    for (int k = 0; k < 4; k++) {
        int at[2] = {(int)floorf(x - 0.5f) + corner[k][0], (int)floorf(y - 0.5f) + corner[k][1]};
        for (int axis = 0; axis < 2; axis++)
            at[axis] = at[axis] < 0 ? 0 : at[axis] >= grid->extent[axis] ? grid->extent[axis] - 1 : at[axis];
        putf(out,
             texel_float((grid->first + (uint32_t)(at[1] * grid->extent[0] + at[0])) * channels + channel));
    }
}

static void expect_gather(uint32_t t, uint32_t *out)
{
    const float x = coord_at(t, 16), y = coord_at(t * 5 + 3, 8);
    gather(&out, &plane, x, y, 0, 4);
    gather(&out, &plane, x, y, 2, 4);
}

static void texture_gather(struct device *device)
{
    const struct hw_texture textures[] = {with_filter(texture(2, 16, 8, 1, HW_TEXEL_F32, 4))};
    run_handles(device, "texture_gather", textures, 1, 8, expect_gather);
}

static void expect_space(uint32_t t, uint32_t *out)
{
    const float x = coord_at(t, 8), y = coord_at(t * 5 + 3, 8), z = coord_at(t * 3 + 1, 4);
    putf(&out, linear(&space, x, y, z));
    putf(&out, point(&space_border, x, y, z));
    putf(&out, linear(&space, x, y, z));
}

static void texture_space(struct device *device)
{
    const struct hw_texture made = texture(3, 8, 8, 4, HW_TEXEL_F32, 1);
    const struct hw_texture textures[] = {with_filter(made), with_border(made)};
    run_handles(device, "texture_space", textures, 2, 3, expect_space);
}

static void expect_layers(uint32_t t, uint32_t *out)
{
    const struct grid one_line = {{16, 1, 1}, false, t % 4 * 16}, one_plane = {{8, 8, 1}, false, t % 3 * 64};
    const float blend = linear(&one_plane, coord_at(t, 8), coord_at(t * 5 + 3, 8), 0);
    putf(&out, linear(&one_line, coord_at(t, 16), 0, 0));
    putf(&out, blend);
    putf(&out, blend);
}

static void texture_layers(struct device *device)
{
    const struct hw_texture textures[] = {with_layers(with_filter(texture(1, 16, 1, 0, HW_TEXEL_F32, 1)), 4),
                                          with_layers(with_filter(texture(2, 8, 8, 0, HW_TEXEL_F32, 1)), 3)};
    run_handles(device, "texture_layers", textures, 2, 3, expect_layers);
}

/* The guide's table of faces: the longest component, then two of the others divided by it. */
static float cube_texel(float x, float y, float z, uint32_t first)
{
    const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    uint32_t face;
    float longest, s, t;
    if (ax >= ay && ax >= az)
        face = x < 0 ? 1 : 0, longest = ax, s = x < 0 ? z : -z, t = -y;
    else if (ay >= az)
        face = y < 0 ? 3 : 2, longest = ay, s = x, t = y < 0 ? -z : z;
    else
        face = z < 0 ? 5 : 4, longest = az, s = z < 0 ? -x : x, t = -y;
    const struct grid side = {{4, 4, 1}, false, first + face * 16};
    return point(&side, (s / longest + 1) * 2, (t / longest + 1) * 2, 0);
}

static void expect_cube(uint32_t t, uint32_t *out)
{
    const float x = coord_at(t, 2) - 0.5f, y = coord_at(t * 5 + 3, 2) - 0.5f,
                z = coord_at(t * 3 + 1, 2) - 0.5f;
    putf(&out, cube_texel(x, y, z, 0));
    putf(&out, cube_texel(x, y, z, t % 2 * 96));
}

static void texture_cube(struct device *device)
{
    const struct hw_texture textures[] = {cube(6), cube(12)};
    run_handles(device, "texture_cube", textures, 2, 2, expect_cube);
}

static void expect_query(uint32_t t, uint32_t *out)
{
    static const uint32_t extents[] = {16, 8, 8, 6, 4};
    (void)t;
    memcpy(out, extents, sizeof extents);
}

static void texture_query(struct device *device)
{
    const struct hw_texture textures[] = {texture(2, 16, 8, 1, HW_TEXEL_F32, 1),
                                          texture(3, 8, 6, 4, HW_TEXEL_F32, 1)};
    run_handles(device, "texture_query", textures, 2, 5, expect_query);
}

static void expect_integer(uint32_t t, uint32_t *out)
{
    const uint32_t first = (t / 8 % 8 * 8 + t % 8) * 4;
    for (uint32_t k = 0; k < 4; k++)
        put(&out, texel_word(first + k));
    const float x = coord_at(t, 8), y = coord_at(t + 3, 8);
    const uint32_t column = x < 0 ? 0 : x >= 8 ? 7 : (uint32_t)x, row = y < 0 ? 0 : y >= 8 ? 7 : (uint32_t)y;
    const uint32_t at = (row * 8 + column) * 4;
    put(&out, texel_word(at));
    put(&out, texel_word(at + 1) ^ texel_word(at + 2) ^ texel_word(at + 3));
    const int number[3] = {(int)(t % 20) - 2, (int)(t % 11) - 1, 0};
    putf(&out, texel(&plane_border, number));
    putf(&out, 0);
}

static void texture_integer(struct device *device)
{
    const struct hw_texture textures[] = {with_border(texture(2, 16, 8, 1, HW_TEXEL_F32, 1)),
                                          texture(2, 8, 8, 1, HW_TEXEL_U32, 4)};
    run_handles(device, "texture_integer", textures, 2, 8, expect_integer);
}

static void expect_chosen(uint32_t t, uint32_t *out)
{
    static const struct grid small = {{8, 4, 1}, false, 0};
    const struct grid *of = t < THREADS / 2 ? &plane : &small;
    const float x = coord_at(t, 16), y = coord_at(t * 5 + 3, 8);
    for (int k = 0; k < 3; k++)
        putf(&out, linear(of, x, y, 0));
    gather(&out, of, x, y, 0, 1);
    put(&out, texel_word(t % 64));
    put(&out, (uint32_t)of->extent[0]);
    put(&out, (uint32_t)of->extent[1]);
}

static void texture_chosen(struct device *device)
{
    const struct hw_texture textures[] = {with_filter(texture(2, 16, 8, 1, HW_TEXEL_F32, 1)),
                                          with_filter(texture(2, 8, 4, 1, HW_TEXEL_F32, 1)),
                                          texture(1, 64, 1, 1, HW_TEXEL_U32, 1)};
    const uint64_t handles[] = {HANDLE(1), HANDLE(2), HANDLE(3), HANDLE(3)},
                   handles_at = device_alloc(device, sizeof handles);
    const uint64_t params[] = {handles_at, handles_at + 16};
    make_texels();
    device_write(device, handles_at, handles, sizeof handles);
    run(device, "texture_chosen", textures, 3, params, 2, 10, expect_chosen);
}

static void expect_array(uint32_t t, uint32_t *out)
{
    const struct grid layer = {{8, 8, 1}, false, t % 3 * 64};
    putf(&out, texel_float(layer.first + t / 8 % 8 * 8 + t % 8));
    gather(&out, &layer, coord_at(t, 8), coord_at(t * 5 + 3, 8), 0, 1);
}

static void texture_array(struct device *device)
{
    const struct hw_texture textures[] = {with_layers(with_filter(texture(2, 8, 8, 0, HW_TEXEL_F32, 1)), 3)};
    run_handles(device, "texture_array", textures, 1, 5, expect_array);
}

static void expect_levels(uint32_t t, uint32_t *out)
{
    put(&out, texel_word(t % 4 * 16 + t % 16));
    put(&out, texel_word(t % 16));
    put(&out, texel_word(t / 16 * 16 + t % 16));
    put(&out, texel_word((t % 4 * 8 + t / 8) * 8 + t % 8));
}

static void texture_levels(struct device *device)
{
    const struct hw_texture textures[] = {with_layers(texture(1, 16, 1, 0, HW_TEXEL_U32, 1), 4),
                                          texture(2, 16, 8, 1, HW_TEXEL_U32, 1),
                                          texture(3, 8, 8, 4, HW_TEXEL_U32, 1)};
    run_handles(device, "texture_levels", textures, 3, 4, expect_levels);
}

static void expect_describe(uint32_t t, uint32_t *out)
{
    put(&out, t % 3 ? 4 : 3);
    put(&out, 3);
    put(&out, t % 3 == 0);
}

static void texture_describe(struct device *device)
{
    struct hw_texture textures[] = {with_layers(texture(1, 16, 1, 0, HW_TEXEL_F32, 1), 4),
                                    with_layers(texture(2, 8, 8, 0, HW_TEXEL_F32, 1), 3)};

    textures[1].normalized = true;
    run_handles(device, "texture_describe", textures, 2, 3, expect_describe);
}

static const struct program programs[] = {
    {.kernel = "texture_fetch", .custom = texture_fetch},
    {.kernel = "texture_line", .custom = texture_line},
    {.kernel = "texture_plane", .custom = texture_plane},
    {.kernel = "texture_gather", .custom = texture_gather},
    {.kernel = "texture_space", .custom = texture_space},
    {.kernel = "texture_layers", .custom = texture_layers},
    {.kernel = "texture_cube", .to = 90, .custom = texture_cube},
    {.kernel = "texture_query", .custom = texture_query},
    {.kernel = "texture_integer", .custom = texture_integer},
    {.kernel = "texture_chosen", .from = 30, .custom = texture_chosen},
    {.kernel = "texture_array", .custom = texture_array},
    {.kernel = "texture_levels", .custom = texture_levels},
    {.kernel = "texture_describe", .from = 70, .custom = texture_describe},
};

int main(void)
{
    return PROGRAMS_RUN("texture", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
