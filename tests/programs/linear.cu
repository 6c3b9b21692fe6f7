// Linear algebra.  Multiply-adds are written as such, so that the host can do the same to the last bit.
#include "program.cuh"

KERNEL(linear_saxpy)
{
    THREAD(2, 1);
    PUT(fmaf(2.5f, FLOAT(0), FLOAT(1)));
}

#define SIZE 64
#define TILE 16

// C = A B by tiles in shared memory.
KERNEL(linear_matmul)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    const float *left = (const float *)in, *right = left + SIZE * SIZE;
    u32 x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (u32 t = 0; t < SIZE; t += TILE) {
        a[y][x] = left[row * SIZE + t + x];
        b[y][x] = right[(t + y) * SIZE + column];
        __syncthreads();
        for (u32 k = 0; k < TILE; k++)
            sum = fmaf(a[y][k], b[k][x], sum);
        __syncthreads();
    }
    ((float *)out)[row * SIZE + column] = sum;
}

// The same in double precision, each thread four columns, without shared memory.
KERNEL(linear_matmul_double)
{
    const float *left = (const float *)in, *right = left + SIZE * SIZE;
    u32 row = blockIdx.x, column = threadIdx.x * 4;
    double sum[4] = {0, 0, 0, 0};
    for (u32 k = 0; k < SIZE; k++) {
        double a = left[row * SIZE + k];
        float4 b = *(const float4 *)(right + k * SIZE + column);
        sum[0] = fma(a, (double)b.x, sum[0]);
        sum[1] = fma(a, (double)b.y, sum[1]);
        sum[2] = fma(a, (double)b.z, sum[2]);
        sum[3] = fma(a, (double)b.w, sum[3]);
    }
    double *to = (double *)out + row * SIZE + column;
    *(double2 *)to = make_double2(sum[0], sum[1]);
    *(double2 *)(to + 2) = make_double2(sum[2], sum[3]);
}

KERNEL(linear_transpose)
{
    __shared__ u32 tile[32][33];
    u32 x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (u32 k = 0; k < 32; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * SIZE + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (u32 k = 0; k < 32; k += 8)
        out[(y + k) * SIZE + x] = tile[threadIdx.x][threadIdx.y + k];
}

// A sparse matrix whose rows have 0 to 12 entries, times a vector.
KERNEL(linear_sparse)
{
    u32 row = blockIdx.x * blockDim.x + threadIdx.x, entries = row * 7 % 13;
    float sum = 0;
    for (u32 k = 0; k < entries; k++) {
        u32 column = (row * 31 + k * 67) % n;
        sum = fmaf((float)(s32)(row - k), ((const float *)in)[column], sum);
    }
    ((float *)out)[row] = sum;
}

// L and U of a matrix of 16 x 16 in each block, in place.
KERNEL(linear_lu)
{
    __shared__ float m[TILE][TILE + 1];
    u32 x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * TILE * TILE + y * TILE + x;
    m[y][x] = FLOAT(i) + (x == y ? 100.0f : 0.0f);
    for (u32 k = 0; k < TILE - 1; k++) {
        __syncthreads();
        if (y > k && x == k)
            m[y][k] = m[y][k] / m[k][k];
        __syncthreads();
        if (y > k && x > k)
            m[y][x] = fmaf(-m[y][k], m[k][x], m[y][x]);
    }
    out[i] = __float_as_uint(m[y][x]);
}

// Four equations with four unknowns by elimination with the greatest pivot, a system a thread.
KERNEL(linear_gauss)
{
    THREAD(20, 8);
    double m[4][5];
    for (u32 k = 0; k < 20; k++)
        m[k / 5][k % 5] = (double)in[k] + (k % 6 == 0 ? 0.5 : 0.0);
    for (u32 k = 0; k < 4; k++) {
        u32 pivot = k;
        for (u32 r = k + 1; r < 4; r++)
            if (fabs(m[r][k]) > fabs(m[pivot][k]))
                pivot = r;
        for (u32 c = 0; c < 5; c++) {
            double swap = m[k][c];
            m[k][c] = m[pivot][c];
            m[pivot][c] = swap;
        }
        for (u32 r = k + 1; r < 4; r++) {
            double factor = m[r][k] / m[k][k];
            for (u32 c = k; c < 5; c++)
                m[r][c] = fma(-factor, m[k][c], m[r][c]);
        }
    }
    double x[4];
    for (s32 k = 3; k >= 0; k--) {
        double sum = m[k][4];
        for (u32 c = k + 1; c < 4; c++)
            sum = fma(-m[k][c], x[c], sum);
        x[k] = sum / m[k][k];
    }
    for (u32 k = 0; k < 4; k++)
        PUT(x[k]);
}
