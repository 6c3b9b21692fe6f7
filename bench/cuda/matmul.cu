/* C = A B: a block makes 16 rows by 64 columns, a thread one column of it, from tiles of A in shared memory. */
extern "C" __global__ void matmul(unsigned n, const float *a, const float *b, float *c)
{
    __shared__ float tile[16][16];
    unsigned column = blockIdx.x * 64 + threadIdx.x, row = blockIdx.y * 16;
    float sum[16];
    for (unsigned i = 0; i < 16; i++)
        sum[i] = 0;
    for (unsigned k = 0; k < n; k += 16) {
        for (unsigned i = threadIdx.x / 16; i < 16; i += 4)
            tile[i][threadIdx.x % 16] = a[(row + i) * n + k + threadIdx.x % 16];
        __syncthreads();
        for (unsigned l = 0; l < 16; l++) {
            float value = b[(k + l) * n + column];
            for (unsigned i = 0; i < 16; i++)
                sum[i] = fmaf(tile[i][l], value, sum[i]);
        }
        __syncthreads();
    }
    for (unsigned i = 0; i < 16; i++)
        c[(row + i) * n + column] = sum[i];
}
