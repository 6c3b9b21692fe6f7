// A separable filter of 2 * RADIUS + 1 weights, along the rows and then along the columns; beyond the picture is 0.
#define RADIUS 8
#define ROW 256    // elements of a block along a row, one a thread
#define COLUMNS 32 // a block along columns: 32 wide, 64 high, 8 elements a thread
#define HEIGHT 64
#define THREADS 8

__constant__ float weights[2 * RADIUS + 1];

extern "C" __global__ void convolve_rows(const float *in, float *out, int width)
{
    __shared__ float tile[ROW + 2 * RADIUS];
    const int x = blockIdx.x * ROW + threadIdx.x, row = blockIdx.y * width;
    for (int at = threadIdx.x; at < ROW + 2 * RADIUS; at += ROW) {
        const int from = blockIdx.x * ROW + at - RADIUS;
        tile[at] = from >= 0 && from < width ? in[row + from] : 0;
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k <= 2 * RADIUS; k++)
        sum += weights[k] * tile[threadIdx.x + k];
    out[row + x] = sum;
}

extern "C" __global__ void convolve_columns(const float *in, float *out, int width, int height)
{
    __shared__ float tile[HEIGHT + 2 * RADIUS][COLUMNS];
    const int x = blockIdx.x * COLUMNS + threadIdx.x, top = blockIdx.y * HEIGHT;
    for (int at = threadIdx.y; at < HEIGHT + 2 * RADIUS; at += THREADS) {
        const int y = top + at - RADIUS;
        tile[at][threadIdx.x] = y >= 0 && y < height ? in[y * width + x] : 0;
    }
    __syncthreads();
    for (int y = threadIdx.y; y < HEIGHT; y += THREADS) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k <= 2 * RADIUS; k++)
            sum += weights[k] * tile[y + k][threadIdx.x];
        out[(top + y) * width + x] = sum;
    }
}
