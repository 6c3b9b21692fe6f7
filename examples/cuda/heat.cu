/* SPDX-License-Identifier: MIT */
/* Heat in a plate: a whole CUDA program in one file, host and device.
 *
 *     halfwarp c++ heat.cu -o heat --target sm_10
 *     halfwarp run --chip g80 heat
 *
 * The plate is SIDE by SIDE points of 20 degrees; its edge is kept so, except one side that is hot.  In each step a
 * point becomes the mean of its four neighbours.  A block loads its part, and the points around that, into
 * shared memory.  The host computes the same, in the same order, so the results are equal to the last bit. */
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

enum { TILE = 16, SIDE = 128, STEPS = 100 };

#define CHECK(call)                                                                       \
    do {                                                                                  \
        const cudaError_t status = (call);                                                \
        if (status != cudaSuccess) {                                                      \
            std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status));          \
            return 1;                                                                     \
        }                                                                                 \
    } while (0)

__constant__ float share; /* of each neighbour */

__host__ __device__ inline bool is_edge(int x, int y)
{
    return x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1;
}

template <int N> __global__ void step(float *to, const float *from)
{
    __shared__ float part[N + 2][N + 2];
    const int x = blockIdx.x * N + threadIdx.x, y = blockIdx.y * N + threadIdx.y;
    const int i = threadIdx.x + 1, j = threadIdx.y + 1;

    part[j][i] = from[y * SIDE + x];
    if (threadIdx.x == 0 && x > 0)
        part[j][0] = from[y * SIDE + x - 1];
    if (threadIdx.x == N - 1 && x < SIDE - 1)
        part[j][N + 1] = from[y * SIDE + x + 1];
    if (threadIdx.y == 0 && y > 0)
        part[0][i] = from[(y - 1) * SIDE + x];
    if (threadIdx.y == N - 1 && y < SIDE - 1)
        part[N + 1][i] = from[(y + 1) * SIDE + x];
    __syncthreads();
    to[y * SIDE + x] = is_edge(x, y)
                           ? part[j][i]
                           : share * ((part[j][i - 1] + part[j][i + 1]) + (part[j - 1][i] + part[j + 1][i]));
}

static void step_of_host(std::vector<float> &to, const std::vector<float> &from)
{
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const int at = y * SIDE + x;
            to[at] = is_edge(x, y) ? from[at]
                                   : 0.25f * ((from[at - 1] + from[at + 1]) + (from[at - SIDE] + from[at + SIDE]));
        }
}

int main()
{
    std::vector<float> plate(SIDE * SIDE, 20.0f), next(plate), result(plate);
    float *from, *to;
    const size_t bytes = plate.size() * sizeof(float);
    const float quarter = 0.25f;

    for (int x = 0; x < SIDE; x++)
        plate[x] = 100.0f;
    CHECK(cudaMalloc(&from, bytes));
    CHECK(cudaMalloc(&to, bytes));
    CHECK(cudaMemcpy(from, plate.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol(share, &quarter, sizeof quarter));
    for (int i = 0; i < STEPS; i++) {
        step<TILE><<<dim3(SIDE / TILE, SIDE / TILE), dim3(TILE, TILE)>>>(to, from);
        std::swap(from, to);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(result.data(), from, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < STEPS; i++) {
        step_of_host(next, plate);
        std::swap(next, plate);
    }

    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    std::printf("%s, sm_%d%d: %d steps, %.4f degrees one eighth below the hot edge\n", device.name, device.major,
                device.minor, STEPS, result[SIDE / 8 * SIDE + SIDE / 2]);
    std::puts(result == plate ? "PASSED" : "FAILED");
    return result != plate;
}
