/* Rounds of xorshift (13, 17, 5), each followed by an addition: integer work and nothing else. */
extern "C" __global__ void hash(unsigned rounds, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, h = i;
    for (unsigned round = 0; round < rounds; round++) {
        h ^= h << 13;
        h ^= h >> 17;
        h ^= h << 5;
        h += 0x9e3779b9u;
    }
    out[i] = h;
}
