/* SPDX-License-Identifier: MIT */
/* mandelbrot: the whole set, 640 x 480 pixels, as a picture (PGM): the darker, the longer a point stays. */
#include "gpu.h"
#include "host.h"

#include <math.h>

enum { WIDTH = 640, HEIGHT = 480, BLOCK = 16, LIMIT = 255 };

/* Steps to brightness, by the logarithm: most counts are small, and the differences between them are to be
 * seen. */
static void shade(uint8_t *picture)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        picture[i] = (uint8_t)lrint(255 - 255 * log(1 + picture[i]) / log(1 + LIMIT));
}

int main(int argc, char **argv)
{
    static uint8_t picture[WIDTH * HEIGHT];
    const float left = -2.25f, top = -1.2f, step = 0.005f;
    struct gpu gpu;

    gpu_begin(&gpu, argc, argv);
    uint64_t device = gpu_buffer(&gpu, sizeof picture, NULL);
    gpu_u32(&gpu, WIDTH);
    gpu_u32(&gpu, LIMIT);
    gpu_f32(&gpu, left);
    gpu_f32(&gpu, top);
    gpu_f32(&gpu, step);
    gpu_pointer(&gpu, device);
    gpu_run(&gpu, WIDTH / BLOCK, HEIGHT / BLOCK, BLOCK, BLOCK);

    host_mandelbrot(WIDTH, HEIGHT, LIMIT, left, top, step, picture);
    uint8_t *result = gpu_memory(&gpu, device, sizeof picture);
    shade(picture);
    shade(result);
    int status = gpu_check_picture(&gpu, "mandelbrot", result, picture, WIDTH, HEIGHT);
    gpu_end(&gpu);
    return status;
}
