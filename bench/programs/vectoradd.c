/* SPDX-License-Identifier: MIT */
/* Vector addition: as much copying as there is to a program. */
#include "program.h"
#include "stub.h"

DEVICE_CODE(EXAMPLES "/vectoradd.fatbin")
STUB(vectorAdd, (const float *a, const float *b, float *c, int n),
     ARGUMENT(a) ARGUMENT(b) ARGUMENT(c) ARGUMENT(n))

enum { N = 1 << 22, BYTES = N * 4, BLOCK = 256 };
static float *a, *b, *got, *expected;

static void prepare(void)
{
    a = random_floats(N, 0, 1);
    b = random_floats(N, 0, 1);
    got = zeros(BYTES);
    expected = zeros(BYTES);
}

static void device(void)
{
    float *device_a = to_device(a, BYTES), *device_b = to_device(b, BYTES),
          *device_c = to_device(NULL, BYTES);

    if (cudaConfigureCall((dim3){N / BLOCK, 1, 1}, (dim3){BLOCK, 1, 1}, 0, NULL) == cudaSuccess)
        vectorAdd(device_a, device_b, device_c, N);
    must(cudaGetLastError(), "vectorAdd");
    from_device(got, device_c, BYTES);
    cudaFree(device_a);
    cudaFree(device_b);
}

static void host(void)
{
    for (int i = 0; i < N; i++)
        expected[i] = a[i] + b[i];
}

static bool agree(void)
{
    return difference(got, expected, N) == 0;
}

const struct program program_vectoradd = {"vectoradd", prepare, device, host, agree, 1};
