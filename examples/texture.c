/* SPDX-License-Identifier: MIT */
/* texture: a 128 x 128 picture, turned by an angle whose cosine is 0.8, enlarged 2.5 times to 320 x 320
 * pixels.
 *
 * The host's filter below is written from the formula in the appendix of NVIDIA's CUDA C Programming Guide:
 * with the coordinate's fraction (8 bits) as weight, a blend of the four nearest texels.  The four weights of
 * this chip have 8 bits together, as pictures of the CUDA SDK show: the product is rounded. */
#include "gpu.h"
#include "host.h"

#include <math.h>

enum { SIZE = 128, OUT = 320, BLOCK = 16 };

static uint8_t picture[SIZE * SIZE];

/* Rings around the centre, each of its own brightness, on a board of squares. */
static void draw(void)
{
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            int dx = 2 * x - SIZE + 1, dy = 2 * y - SIZE + 1, ring = (dx * dx + dy * dy) / 1600;
            picture[y * SIZE + x] = (uint8_t)(ring < 8 ? 255 - 30 * ring : (x ^ y) & 16 ? 40 : 90);
        }
}

/* The texel in column x, row y; beyond the edges the nearest one. */
static double texel(int x, int y)
{
    x = x < 0 ? 0 : x >= SIZE ? SIZE - 1 : x;
    y = y < 0 ? 0 : y >= SIZE ? SIZE - 1 : y;
    return (double)((float)picture[y * SIZE + x] / 255);
}

static float filter(float u, float v)
{
    int x = (int)floor((u - 0.5) * 256 + 0.5), y = (int)floor((v - 0.5) * 256 + 0.5); /* in 1/256 */
    int i = x >> 8, j = y >> 8, a = x & 255, b = y & 255;
    int both = (a * b + 128) >> 8;
    return (float)(((256 - a - b + both) * texel(i, j) + (a - both) * texel(i + 1, j) +
                    (b - both) * texel(i, j + 1) + both * texel(i + 1, j + 1)) /
                   256);
}

static const struct hw_texture texture = {
    .data = picture,
    .bytes = sizeof picture,
    .width = SIZE,
    .height = SIZE,
    .row_pitch = SIZE,
    .dimensions = 2,
    .type = HW_TEXEL_U8,
    .channels = 1,
    .read = HW_TEXTURE_READ_NORMALIZED,
    .filter = HW_TEXTURE_FILTER_LINEAR,
    .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP}};

int main(int argc, char **argv)
{
    static uint8_t out[OUT * OUT];
    const float cosine = 0.8f / 2.5f, sine = 0.6f / 2.5f;
    /* The centre of the result shows the centre of the picture. */
    const float u0 = SIZE / 2.0f - (cosine - sine) * (OUT / 2),
                v0 = SIZE / 2.0f - (sine + cosine) * (OUT / 2);
    struct gpu gpu;

    draw();
    gpu_begin(&gpu, argc, argv);
    uint64_t device = gpu_buffer(&gpu, sizeof out, NULL);
    gpu_u32(&gpu, OUT);
    gpu_f32(&gpu, cosine);
    gpu_f32(&gpu, sine);
    gpu_f32(&gpu, u0);
    gpu_f32(&gpu, v0);
    gpu_pointer(&gpu, device);
    gpu.launch.textures.unit[gpu.module->samplers[0]->unit] = &texture;
    gpu_run(&gpu, OUT / BLOCK, OUT / BLOCK, BLOCK, BLOCK);

    for (int y = 0; y < OUT; y++)
        for (int x = 0; x < OUT; x++) {
            float u = host_fmad(-sine, (float)y, host_fmad(cosine, (float)x, u0));
            float v = host_fmad(cosine, (float)y, host_fmad(sine, (float)x, v0));
            out[y * OUT + x] = (uint8_t)rintf(filter(u, v) * 255);
        }
    int status = gpu_check_picture(&gpu, "texture", gpu_memory(&gpu, device, sizeof out), out, OUT, OUT);
    gpu_end(&gpu);
    return status;
}
