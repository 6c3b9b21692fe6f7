/* SPDX-License-Identifier: MIT */
/* reduction: the sum of 100,000 numbers, a number of elements that no block size divides. */
#include "gpu.h"
#include "host.h"

enum { N = 100000, BLOCK = 256, BLOCKS = 24 };

int main(int argc, char **argv)
{
    static uint32_t in[N];
    struct gpu gpu;

    for (int i = 0; i < N; i++)
        in[i] = gpu_random();
    gpu_begin(&gpu, argc, argv);
    uint64_t device_in = gpu_buffer(&gpu, sizeof in, in), device_out = gpu_buffer(&gpu, BLOCKS * 4, NULL);
    gpu_u32(&gpu, N);
    gpu_pointer(&gpu, device_in);
    gpu_pointer(&gpu, device_out);
    gpu_run(&gpu, BLOCKS, 1, BLOCK, 1);

    uint32_t sum = host_sum(BLOCKS, gpu_memory(&gpu, device_out, BLOCKS * 4)), expected = host_sum(N, in);
    int status = gpu_check(&gpu, "reduction", &sum, &expected, 1, sizeof sum);
    gpu_end(&gpu);
    return status;
}
