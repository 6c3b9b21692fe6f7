/* SPDX-License-Identifier: MIT */
/* hash: 32 rounds on each of 8192 numbers. */
#include "gpu.h"
#include "host.h"

enum { N = 8192, ROUNDS = 32, BLOCK = 128 };

int main(int argc, char **argv)
{
    static uint32_t out[N];
    struct gpu gpu;

    gpu_begin(&gpu, argc, argv);
    uint64_t device = gpu_buffer(&gpu, sizeof out, NULL);
    gpu_u32(&gpu, ROUNDS);
    gpu_pointer(&gpu, device);
    gpu_run(&gpu, N / BLOCK, 1, BLOCK, 1);

    host_hash(N, ROUNDS, out);
    int status = gpu_check(&gpu, "hash", gpu_memory(&gpu, device, sizeof out), out, N, sizeof *out);
    gpu_end(&gpu);
    return status;
}
