/* SPDX-License-Identifier: MIT */
/* triangle: a picture on a triangle that lies like a floor, drawn by a fragment program.
 *
 *     triangle LISTING [WORKERS [OUTPUT]]
 *
 * The program is triangle.hwasm.  It runs for each fragment of the triangle, in quads of 2 x 2, and the
 * texture unit takes smaller copies of the picture where a quad covers more of it.  The host computes every
 * pixel again, from the formulas, in double precision. */
#include <halfwarp/image.h>
#include <halfwarp/listing.h>
#include <halfwarp/raster.h>
#include <halfwarp/texture.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 320, HEIGHT = 200, SIZE = 64, LEVELS = 7, WORDS = 5, CHANNELS = 4 };

/* The floor: corners in pixels, how far away they are, and which part of the picture lies there. */
static const struct {
    float x, y, w, u, v;
} corner[3] = {{10, 190, 1, 0, 0}, {310, 170, 1.2f, 3, 0}, {180, 20, 9, 1, 6}};
static const float brightness = 0.75f, hole = 24;

static uint8_t picture[LEVELS][SIZE * SIZE * CHANNELS];
static struct hw_texture level[LEVELS];

static void must(hw_status status, const struct hw_error *error)
{
    if (status == HW_OK)
        return;
    fprintf(stderr, "%s error: %s\n", hw_status_name(status), error->text);
    exit(1);
}

static char *read_text(const char *name)
{
    FILE *file = fopen(name, "rb");
    char *text = calloc(1, 65536);

    if (!file || !text || fread(text, 1, 65535, file) == 0) {
        perror(name);
        exit(1);
    }
    fclose(file);
    return text;
}

/* A board of squares with a blue border; each smaller copy is the mean of four pixels. */
static void draw_picture(void)
{
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            const uint8_t board[CHANNELS] = {(x ^ y) & 8 ? 240 : 90, (x ^ y) & 8 ? 220 : 60, 60, 255},
                          border[CHANNELS] = {40, 80, 255, 255};
            const int edge = x < 3 || y < 3 || x >= SIZE - 3 || y >= SIZE - 3;
            memcpy(&picture[0][(y * SIZE + x) * CHANNELS], edge ? border : board, CHANNELS);
        }
    for (int l = 1; l < LEVELS; l++)
        for (int y = 0; y < SIZE >> l; y++)
            for (int x = 0; x < SIZE >> l; x++)
                for (int c = 0; c < CHANNELS; c++) {
                    const int wide = SIZE >> (l - 1);
                    const uint8_t *from = &picture[l - 1][(2 * y * wide + 2 * x) * CHANNELS + c];
                    picture[l][(y * (SIZE >> l) + x) * CHANNELS + c] =
                        (uint8_t)((from[0] + from[CHANNELS] + from[wide * CHANNELS] +
                                   from[(wide + 1) * CHANNELS] + 2) /
                                  4);
                }
}

static void describe_texture(void)
{
    for (unsigned l = 0; l < LEVELS; l++)
        level[l] = (struct hw_texture){.data = picture[l],
                                       .bytes = sizeof picture[l],
                                       .width = SIZE >> l,
                                       .height = SIZE >> l,
                                       .depth = 1,
                                       .row_pitch = (SIZE >> l) * CHANNELS,
                                       .dimensions = 2,
                                       .type = HW_TEXEL_UNORM8,
                                       .channels = CHANNELS,
                                       .filter = HW_TEXTURE_FILTER_LINEAR,
                                       .normalized = true,
                                       .blends_levels = true,
                                       .smaller = l + 1 < LEVELS ? &level[l + 1] : NULL};
}

/* ---------------------------------------------------------------- what the host finds */

/* The place in the picture that a point shows, in texels, and how far it is from corner 0. */
struct place {
    double u, v, distance;
};

static struct place place_of(double x, double y)
{
    double sum[3] = {0, 0, 0};

    for (int i = 0; i < 3; i++) {
        const double ax = corner[(i + 1) % 3].x, ay = corner[(i + 1) % 3].y, bx = corner[(i + 2) % 3].x,
                     by = corner[(i + 2) % 3].y;
        const double part = (bx - ax) * (y - ay) - (by - ay) * (x - ax), w = corner[i].w;
        sum[0] += part / w;
        sum[1] += part * corner[i].u / w;
        sum[2] += part * corner[i].v / w;
    }
    return (struct place){sum[1] / sum[0] * SIZE, sum[2] / sum[0] * SIZE,
                          hypot(x - corner[0].x, y - corner[0].y)};
}

static double texel(int l, int x, int y, int c)
{
    const int size = SIZE >> l;

    return picture[l][((y % size + size) % size * size + (x % size + size) % size) * CHANNELS + c] / 255.0;
}

static double filtered(int l, double u, double v, int c)
{
    const double x = u / (1 << l) - 0.5, y = v / (1 << l) - 0.5, a = x - floor(x), b = y - floor(y);
    const int i = (int)floor(x), j = (int)floor(y);

    return (1 - b) * ((1 - a) * texel(l, i, j, c) + a * texel(l, i + 1, j, c)) +
           b * ((1 - a) * texel(l, i, j + 1, c) + a * texel(l, i + 1, j + 1, c));
}

static double expected(uint32_t x, uint32_t y, int c)
{
    const double qx = (x & ~1u) + 0.5, qy = (y & ~1u) + 0.5;
    const struct place at = place_of(x + 0.5, y + 0.5), first = place_of(qx, qy),
                       right = place_of(qx + 1, qy), down = place_of(qx, qy + 1);
    const double along =
        fmax(hypot(right.u - first.u, right.v - first.v), hypot(down.u - first.u, down.v - first.v));
    const double lod = fmin(fmax(log2(along), 0), LEVELS - 1);
    const int l = (int)lod, next = l + 1 < LEVELS ? l + 1 : l;

    return brightness *
           ((1 - (lod - l)) * filtered(l, at.u, at.v, c) + (lod - l) * filtered(next, at.u, at.v, c));
}

/* ---------------------------------------------------------------- the launch */

static struct hw_fragments make_fragments(void)
{
    static float varying[3][WORDS];
    struct hw_triangle triangle = {.words = WORDS, .width = WIDTH, .height = HEIGHT, .samples = 1};
    struct hw_fragments fragments;
    struct hw_error error;

    for (int i = 0; i < 3; i++) {
        const float there[WORDS] = {1 / corner[i].w, corner[i].u / corner[i].w, corner[i].v / corner[i].w,
                                    brightness, 0};
        memcpy(varying[i], there, sizeof there);
        triangle.x[i] = corner[i].x;
        triangle.y[i] = corner[i].y;
        triangle.varying[i] = varying[i];
    }
    must(hw_triangle_fragments(&triangle, &fragments, &error), &error);
    for (uint32_t i = 0; i < fragments.count;
         i++) { /* a distance is not linear: each fragment gets its own */
        const struct place at = place_of(fragments.fragment[i].x + 0.5, fragments.fragment[i].y + 0.5);
        const float distance = (float)at.distance;
        memcpy(&fragments.varying[i * WORDS * HW_INTERPOLATIONS + 4], &distance, sizeof distance);
    }
    return fragments;
}

static void launch(const char *listing, struct hw_graphics *graphics, uint32_t workers)
{
    struct hw_module *module;
    struct hw_memory *memory;
    struct hw_image image;
    struct hw_launch launch;
    struct hw_launch_result result;
    struct hw_target target;
    const struct hw_chip_info *chip;
    struct hw_error error;
    char *text = read_text(listing);

    must(hw_listing_read(text, HW_LISTING_NATIVE, NULL, &module, &error), &error);
    must(hw_chip_find("g80", &chip, &error), &error);
    must(hw_target_find(module->target, &target, &error), &error);
    target.program = module->program;
    must(hw_memory_create(&memory, &error), &error);
    must(hw_image_load(&image, module, module->kernels[0], memory, &error), &error);
    hw_launch_init(&launch, &target, chip, memory);
    hw_image_bind(&image, &launch);
    launch.graphics = graphics;
    launch.textures.unit[0] = level;
    launch.block[0] = 32;
    launch.grid[0] = (graphics->threads + 31) / 32;
    launch.host.workers = workers;
    must(hw_launch_run(&launch, &result, &error), &error);
    hw_image_unload(&image);
    hw_memory_destroy(memory);
    hw_module_free(module);
    free(text);
}

/* How far the pixels are from what the host finds, at most, in parts of 255; draws them, too. */
static double compare(const struct hw_fragments *fragments, const struct hw_graphics *graphics,
                      uint8_t *pixels)
{
    double most = 0;

    for (uint32_t i = 0; i < fragments->count; i++) {
        const struct hw_fragment *at = &fragments->fragment[i];
        const struct place place = place_of(at->x + 0.5, at->y + 0.5);
        float colour[CHANNELS];

        if (!at->covered)
            continue;
        if (graphics->thread[i].discarded != (place.distance < hole))
            most = 255;
        if (graphics->thread[i].discarded)
            continue;
        memcpy(colour, graphics->output + i * CHANNELS, sizeof colour);
        for (int c = 0; c < 3; c++) {
            most = fmax(most, 255 * fabs(colour[c] - expected(at->x, at->y, c)));
            pixels[(at->y * WIDTH + at->x) * 3 + c] = (uint8_t)lrintf(255 * colour[c]);
        }
    }
    return most;
}

int main(int argc, char **argv)
{
    static uint8_t pixels[WIDTH * HEIGHT * 3];

    if (argc < 2) {
        fprintf(stderr, "usage: %s LISTING [WORKERS [OUTPUT]]\n", argv[0]);
        return 2;
    }
    draw_picture();
    describe_texture();
    struct hw_fragments fragments = make_fragments();
    struct hw_graphics graphics = {.threads = fragments.count,
                                   .varying_words = WORDS,
                                   .input = fragments.varying,
                                   .output_words = CHANNELS,
                                   .records = 1,
                                   .output = calloc(fragments.count, CHANNELS * sizeof(uint32_t)),
                                   .thread = calloc(fragments.count, sizeof *graphics.thread)};
    if (!graphics.output || !graphics.thread)
        return 1;
    for (uint32_t i = 0; i < fragments.count; i++)
        graphics.thread[i].helper = !fragments.fragment[i].covered;
    launch(argv[1], &graphics, argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : 0);

    const double most = compare(&fragments, &graphics, pixels);
    printf("triangle: %u fragments, at most %.2f of 255 from what the host found\n", fragments.count, most);
    FILE *out = argc > 3 ? fopen(argv[3], "wb") : NULL;
    if (out) {
        fprintf(out, "P6\n%d %d\n255\n", WIDTH, HEIGHT);
        fwrite(pixels, 1, sizeof pixels, out);
        fclose(out);
    }
    free(graphics.output);
    free(graphics.thread);
    hw_fragments_free(&fragments);
    return most < 1 ? 0 : 1;
}
