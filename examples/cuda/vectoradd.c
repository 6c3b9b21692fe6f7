/* SPDX-License-Identifier: MIT */
/* vectoradd: the first CUDA program of most people, as a C file.
 *
 *     halfwarp run build/examples/cuda/vectoradd              the newest chip that it has code for
 *     halfwarp run --chip g80 build/examples/cuda/vectoradd   the oldest
 *
 * It knows nothing of halfwarp: it is linked with libcudart.so.4, which on a machine with an NVIDIA GPU of
 * its day was NVIDIA's.  Its device code is vectoradd.cu's, for five families of chips. */
#include "stub.h"

#include <math.h>
#include <stdio.h>

DEVICE_CODE(FATBINS "/vectoradd.fatbin")
STUB(vectorAdd, (const float *a, const float *b, float *c, int n),
     ARGUMENT(a) ARGUMENT(b) ARGUMENT(c) ARGUMENT(n))

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(EXIT_FAILURE);
}

static float *on_device(const float *from, size_t bytes)
{
    void *memory;

    check(cudaMalloc(&memory, bytes), "cudaMalloc");
    if (from)
        check(cudaMemcpy(memory, from, bytes, cudaMemcpyHostToDevice), "cudaMemcpy to the device");
    return memory;
}

int main(void)
{
    enum { N = 50000, BLOCK = 256 };
    const size_t bytes = N * sizeof(float);
    static float a[N], b[N], c[N];

    for (int i = 0; i < N; i++) {
        a[i] = (float)rand() / (float)RAND_MAX;
        b[i] = (float)rand() / (float)RAND_MAX;
    }
    float *device_a = on_device(a, bytes), *device_b = on_device(b, bytes),
          *device_c = on_device(NULL, bytes);

    const dim3 grid = {(N + BLOCK - 1) / BLOCK, 1, 1}, block = {BLOCK, 1, 1};
    printf("vectorAdd<<<%u, %u>>> on %d elements\n", grid.x, block.x, N);
    if (cudaConfigureCall(grid, block, 0, NULL) == cudaSuccess)
        vectorAdd(device_a, device_b, device_c, N);
    check(cudaGetLastError(), "vectorAdd");
    check(cudaMemcpy(c, device_c, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy from the device");

    for (int i = 0; i < N; i++)
        if (fabsf(a[i] + b[i] - c[i]) > 1e-5f) {
            printf("FAILED: element %d is %g and not %g\n", i, c[i], a[i] + b[i]);
            return EXIT_FAILURE;
        }
    puts("PASSED");
    cudaFree(device_a);
    cudaFree(device_b);
    cudaFree(device_c);
    cudaDeviceReset();
    return EXIT_SUCCESS;
}
