// The price of a European option by simulation: 2 * PATHS paths a thread, whose random numbers are a xorshift from the
// thread's number and become normal in pairs (Box and Muller); a sum of the gains a block.
#define BLOCK 128
#define PATHS 16

__device__ static unsigned xorshift(unsigned x)
{
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ x << 5;
}

extern "C" __global__ void montecarlo(float *sums, float price, float strike, float drift, float spread)
{
    __shared__ float part[BLOCK];
    const unsigned t = threadIdx.x;
    unsigned random = ((blockIdx.x * BLOCK + t) ^ 0x2545f491u) + 0x9e3779b9u;
    float sum = 0;
    for (int round = 0; round < 4; round++)
        random = xorshift(random);
    for (int path = 0; path < PATHS; path++) {
        random = xorshift(random);
        const float u = ((float)(random >> 8) + 0.5f) * (1.0f / 16777216.0f);
        random = xorshift(random);
        const float angle = (float)(random >> 8) * (6.2831853f / 16777216.0f);
        const float radius = sqrtf(-2.0f * __logf(u));
        sum += fmaxf(price * __expf(drift + spread * (radius * __cosf(angle))) - strike, 0.0f);
        sum += fmaxf(price * __expf(drift + spread * (radius * __sinf(angle))) - strike, 0.0f);
    }
    part[t] = sum;
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            part[t] += part[t + half];
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}
