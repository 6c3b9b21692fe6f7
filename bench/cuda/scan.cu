// Running sums of 1024 elements a block, 4 a thread; the blocks' totals are scanned in turn, then added (scan_add).
#define BLOCK 256

extern "C" __global__ void scan_blocks(const uint4 *in, uint4 *out, unsigned *totals)
{
    __shared__ unsigned sums[BLOCK];
    const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    uint4 v = in[i];
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    unsigned sum = v.w;
    sums[t] = sum;
    for (unsigned back = 1; back < BLOCK; back *= 2) {
        __syncthreads();
        const unsigned before = t >= back ? sums[t - back] : 0;
        __syncthreads();
        sum += before;
        sums[t] = sum;
    }
    const unsigned before = sum - v.w;
    out[i] = make_uint4(v.x + before, v.y + before, v.z + before, v.w + before);
    if (t == BLOCK - 1)
        totals[blockIdx.x] = sum;
}

extern "C" __global__ void scan_add(uint4 *out, const unsigned *totals)
{
    if (blockIdx.x == 0)
        return;
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x, before = totals[blockIdx.x - 1];
    const uint4 v = out[i];
    out[i] = make_uint4(v.x + before, v.y + before, v.z + before, v.w + before);
}
