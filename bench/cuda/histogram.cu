/* 256 bins of the bytes of words: counted in shared memory, then added up. */
extern "C" __global__ void histogram(unsigned n, const unsigned *in, unsigned *bins)
{
    __shared__ unsigned count[256];
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    count[threadIdx.x] = 0;
    __syncthreads();
    if (i < n) {
        unsigned word = in[i];
        for (unsigned shift = 0; shift < 32; shift += 8)
            atomicAdd(&count[word >> shift & 0xff], 1);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], count[threadIdx.x]);
}
