/* A sum a block: 16 elements a thread that lie a grid apart, then halves of the block in shared memory. */
extern "C" __global__ void reduction(unsigned n, const unsigned *in, unsigned *out)
{
    __shared__ unsigned part[256];
    unsigned sum = 0;
    for (unsigned i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        sum += in[i];
    part[threadIdx.x] = sum;
    for (unsigned half = 128; half > 0; half >>= 1) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}
