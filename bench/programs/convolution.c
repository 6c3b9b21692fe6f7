/* SPDX-License-Identifier: MIT */
/* Separable convolution: rows, then columns (bench/cuda/convolution.cu), with weights in constant memory. */
#include "program.h"
#include "stub.h"

enum { RADIUS = 8, WEIGHTS = 2 * RADIUS + 1, SIDE = 1024, N = SIDE * SIDE, BYTES = N * 4 };
enum { ROW = 256, COLUMNS = 32, HEIGHT = 64, THREADS = 8 }; /* as in the kernels */

DEVICE_CODE(FATBINS "/convolution.fatbin")
STUB(convolve_rows, (const float *in, float *out, int width), ARGUMENT(in) ARGUMENT(out) ARGUMENT(width))
STUB(convolve_columns, (const float *in, float *out, int width, int height),
     ARGUMENT(in) ARGUMENT(out) ARGUMENT(width) ARGUMENT(height))
CONSTANT(weights, WEIGHTS * 4)

static float *picture, *kernel, *got, *between, *expected;

static void prepare(void)
{
    picture = random_floats(N, 0, 1);
    kernel = random_floats(WEIGHTS, 0, 1);
    got = zeros(BYTES);
    between = zeros(BYTES);
    expected = zeros(BYTES);
}

static void device(void)
{
    float *in = to_device(picture, BYTES), *rows = to_device(NULL, BYTES), *out = to_device(NULL, BYTES);

    must(cudaMemcpyToSymbol(&weights, kernel, WEIGHTS * 4, 0, cudaMemcpyHostToDevice), "weights");
    if (cudaConfigureCall((dim3){SIDE / ROW, SIDE, 1}, (dim3){ROW, 1, 1}, 0, NULL) == cudaSuccess)
        convolve_rows(in, rows, SIDE);
    if (cudaConfigureCall((dim3){SIDE / COLUMNS, SIDE / HEIGHT, 1}, (dim3){COLUMNS, THREADS, 1}, 0, NULL) ==
        cudaSuccess)
        convolve_columns(rows, out, SIDE, SIDE);
    must(cudaGetLastError(), "convolution");
    from_device(got, out, BYTES);
    cudaFree(in);
    cudaFree(rows);
}

/* The sum of the weights times what lies `step` apart around a place, which is `at` steps from the border. */
static float around(const float *place, int at, int step)
{
    float sum = 0;

    for (int k = 0; k < WEIGHTS; k++) {
        const int to = at + k - RADIUS;
        if (to >= 0 && to < SIDE)
            sum += kernel[k] * place[(k - RADIUS) * step];
    }
    return sum;
}

static void host(void)
{
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            between[y * SIDE + x] = around(picture + y * SIDE + x, x, 1);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            expected[y * SIDE + x] = around(between + y * SIDE + x, y, SIDE);
}

static bool agree(void)
{
    return difference(got, expected, N) < 1e-5f;
}

const struct program program_convolution = {"convolution", prepare, device, host, agree, 1};
