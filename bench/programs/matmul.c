/* SPDX-License-Identifier: MIT */
/* Matrix multiplication: bench/cuda/matmul.cu, 64 x 16 elements a block. */
#include "program.h"
#include "stub.h"

DEVICE_CODE(FATBINS "/matmul.fatbin")
STUB(matmul, (unsigned n, const float *a, const float *b, float *c),
     ARGUMENT(n) ARGUMENT(a) ARGUMENT(b) ARGUMENT(c))

enum { N = 384, BYTES = N * N * 4 };
static float *a, *b, *got, *expected;

static void prepare(void)
{
    a = random_floats(N * N, 0, 1);
    b = random_floats(N * N, 0, 1);
    got = zeros(BYTES);
    expected = zeros(BYTES);
}

static void device(void)
{
    float *device_a = to_device(a, BYTES), *device_b = to_device(b, BYTES),
          *device_c = to_device(NULL, BYTES);

    if (cudaConfigureCall((dim3){N / 64, N / 16, 1}, (dim3){64, 1, 1}, 0, NULL) == cudaSuccess)
        matmul(N, device_a, device_b, device_c);
    must(cudaGetLastError(), "matmul");
    from_device(got, device_c, BYTES);
    cudaFree(device_a);
    cudaFree(device_b);
}

/* Row by row, so that a processor's cache is used as well as plain C can. */
static void host(void)
{
    for (int i = 0; i < N; i++) {
        float *row = expected + i * N;
        for (int j = 0; j < N; j++)
            row[j] = 0;
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N; j++)
                row[j] += a[i * N + k] * b[k * N + j];
    }
}

static bool agree(void)
{
    return difference(got, expected, N * N) < 1e-4f;
}

const struct program program_matmul = {"matmul", prepare, device, host, agree, 1};
