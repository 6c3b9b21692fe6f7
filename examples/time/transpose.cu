/* SPDX-License-Identifier: MIT */
/* A matrix is transposed through a tile in shared memory.  The rows of the tile lie as many words apart as
 * there are banks, so that all lanes of a warp that read a column meet in one bank: -D PITCH=33 mends it.
 * docs/time.md shows the report. */
#define TILE 32 /* threads of a row */
#ifndef PITCH
#define PITCH TILE /* words between two rows: with TILE + 1 no two lanes meet in a bank */
#endif

extern "C" __global__ void transpose(float *out, const float *in, int n)
{
    __shared__ float tile[TILE][PITCH];
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += 8)
        tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
    __syncthreads();
    const int to = blockIdx.y * TILE + threadIdx.x;
    const int row = blockIdx.x * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += 8)
        out[(row + i) * n + to] = tile[threadIdx.x][threadIdx.y + i];
}
