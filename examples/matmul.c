/* SPDX-License-Identifier: MIT */
/* matmul: a product of two 128 x 128 matrices: 2 x 8 blocks, 8 tiles for each. */
#include "gpu.h"
#include "host.h"

enum { N = 128, COLUMNS = 64, ROWS = 16 };

int main(int argc, char **argv)
{
    static float a[N * N], b[N * N], c[N * N];
    struct gpu gpu;

    for (int i = 0; i < N * N; i++) {
        a[i] = (float)(gpu_random() >> 8) / 65536;
        b[i] = (float)(gpu_random() >> 8) / 65536 - 128;
    }
    gpu_begin(&gpu, argc, argv);
    uint64_t device_a = gpu_buffer(&gpu, sizeof a, a), device_b = gpu_buffer(&gpu, sizeof b, b);
    uint64_t device_c = gpu_buffer(&gpu, sizeof c, NULL);
    gpu_u32(&gpu, N);
    gpu_pointer(&gpu, device_a);
    gpu_pointer(&gpu, device_b);
    gpu_pointer(&gpu, device_c);
    gpu_run(&gpu, N / COLUMNS, N / ROWS, COLUMNS, 1);

    host_matmul(N, a, b, c);
    int status = gpu_check(&gpu, "matmul", gpu_memory(&gpu, device_c, sizeof c), c, N * N, sizeof *c);
    gpu_end(&gpu);
    return status;
}
