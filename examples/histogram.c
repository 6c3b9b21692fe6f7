/* SPDX-License-Identifier: MIT */
/* histogram: the bytes of 20,000 words, drawn so that small values are much more frequent. */
#include "gpu.h"
#include "host.h"

enum { N = 20000, BLOCK = 192, BINS = 256 };

int main(int argc, char **argv)
{
    static uint32_t in[N], bins[BINS];
    struct gpu gpu;

    for (int i = 0; i < N; i++)
        in[i] = gpu_random() & gpu_random();
    gpu_begin(&gpu, argc, argv);
    uint64_t device_in = gpu_buffer(&gpu, sizeof in, in), device_bins = gpu_buffer(&gpu, sizeof bins, NULL);
    gpu_u32(&gpu, N);
    gpu_pointer(&gpu, device_in);
    gpu_pointer(&gpu, device_bins);
    gpu_run(&gpu, (N + BLOCK - 1) / BLOCK, 1, BLOCK, 1);

    host_histogram(N, in, bins);
    int status =
        gpu_check(&gpu, "histogram", gpu_memory(&gpu, device_bins, sizeof bins), bins, BINS, sizeof *bins);
    gpu_end(&gpu);
    return status;
}
