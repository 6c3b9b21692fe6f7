/* SPDX-License-Identifier: MIT */
/* saxpy: y = a * x + y on 10,000 elements, with a last block that is only partly filled. */
#include "gpu.h"
#include "host.h"

enum { N = 10000, BLOCK = 256 };

int main(int argc, char **argv)
{
    static float x[N], y[N];
    const float a = 2.5f;
    struct gpu gpu;

    for (int i = 0; i < N; i++) {
        x[i] = (float)(gpu_random() >> 8) / 65536;
        y[i] = (float)(gpu_random() >> 8) / 65536;
    }
    gpu_begin(&gpu, argc, argv);
    uint64_t device_x = gpu_buffer(&gpu, sizeof x, x), device_y = gpu_buffer(&gpu, sizeof y, y);
    gpu_u32(&gpu, N);
    gpu_f32(&gpu, a);
    gpu_pointer(&gpu, device_x);
    gpu_pointer(&gpu, device_y);
    gpu_run(&gpu, (N + BLOCK - 1) / BLOCK, 1, BLOCK, 1);

    host_saxpy(N, a, x, y);
    int status = gpu_check(&gpu, "saxpy", gpu_memory(&gpu, device_y, sizeof y), y, N, sizeof *y);
    gpu_end(&gpu);
    return status;
}
