/* C = A B: a group makes 16 rows by 64 columns, a work item one column of it, from tiles of A in local memory. */
kernel void matmul(uint n, global const float *a, global const float *b, global float *c)
{
    local float tile[16][16];
    uint x = get_local_id(0), column = get_group_id(0) * 64 + x, row = get_group_id(1) * 16;
    float sum[16];
    for (uint i = 0; i < 16; i++)
        sum[i] = 0;
    for (uint k = 0; k < n; k += 16) {
        for (uint i = x / 16; i < 16; i += 4)
            tile[i][x % 16] = a[(row + i) * n + k + x % 16];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint l = 0; l < 16; l++) {
            float value = b[(k + l) * n + column];
            for (uint i = 0; i < 16; i++)
                sum[i] = fma(tile[i][l], value, sum[i]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (uint i = 0; i < 16; i++)
        c[(row + i) * n + column] = sum[i];
}
