/* SPDX-License-Identifier: MIT */
/* Kernels that wait for what they launch, as toolkits before 12 have it (-DCUDA_FORCE_CDP1_IF_SUPPORTED):
 * cudaDeviceSynchronize in blocks, in nested grids, and deeper than its limit.  Prints `all is well`, or what
 * is not. */
#include <cstdio>
#include <cuda_runtime.h>

__managed__ int out[4096];

__global__ void child(int *to)
{
    to[threadIdx.x] += threadIdx.x + 1;
}

/* Every thread of a block waits; what the first has launched is done then, and no other block's. */
__global__ void parent(int *to)
{
    int *mine = to + 128 * blockIdx.x;
    if (threadIdx.x == 0) {
        child<<<1, 64>>>(mine);
        child<<<1, 64>>>(mine);
    }
    __syncthreads();
    const cudaError_t error = cudaDeviceSynchronize();
    __syncthreads();
    mine[64 + threadIdx.x] = error ? -1 : mine[threadIdx.x] * 2;
}

/* Sums of a tree, each node after its children. */
__global__ void sum(int *to, int node, int depth)
{
    int own = node;
    if (depth) {
        sum<<<1, 1>>>(to, 2 * node, depth - 1);
        sum<<<1, 1>>>(to, 2 * node + 1, depth - 1);
        if (cudaDeviceSynchronize() == cudaSuccess)
            own += to[2 * node] + to[2 * node + 1];
        else
            to[0] = cudaGetLastError();
    }
    to[node] = own;
}

static int tree(int node, int depth)
{
    return node + (depth ? tree(2 * node, depth - 1) + tree(2 * node + 1, depth - 1) : 0);
}

int main()
{
    bool ok = true;
    parent<<<8, 64>>>(out);
    ok &= cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < 8 * 128; i++)
        ok &= out[i] == (i % 128 < 64 ? 2 : 4) * (i % 64 + 1);
    if (!ok)
        printf("blocks: wrong\n");
    out[0] = 0;
    sum<<<1, 1>>>(out, 1, 2);
    if (cudaDeviceSynchronize() != cudaSuccess || out[0] || out[1] != tree(1, 2))
        printf("two levels: wrong\n"), ok = false;
    sum<<<1, 1>>>(out, 1, 3);
    if (cudaDeviceSynchronize() != cudaSuccess || out[0] != cudaErrorSyncDepthExceeded)
        printf("beyond the limit: wrong\n"), ok = false;
    out[0] = 0;
    cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 8);
    sum<<<1, 1>>>(out, 1, 8);
    if (cudaDeviceSynchronize() != cudaSuccess || out[0] || out[1] != tree(1, 8))
        printf("a higher limit: wrong\n"), ok = false;
    if (ok)
        printf("all is well\n");
    return !ok;
}
