// A kernel that has one of everything that a loader must know of: parameters, a __constant__ and two __device__
// variables, shared memory, a function with a stack, a jump table, and functions that the loader supplies.
__constant__ int table[4] = {1, 2, 3, 4};
__device__ int counter = 7;
__device__ int *where = &counter;
__device__ float zeros[16];

__device__ __noinline__ float slow(float a, int n)
{
    float local[8];
    for (int i = 0; i < 8; i++)
        local[i] = a / (float)(i + n);
    return local[n & 7];
}

extern "C" __global__ void parts(int *out, int n, float a)
{
    __shared__ int square[32];
    square[threadIdx.x] = n * n;
    __syncthreads();
    switch (n) {
    case 0: out[0] = square[31 - threadIdx.x]; break;
    case 1: out[1] = table[n & 3]; break;
    case 2: out[2] = atomicAdd(&counter, 1); break;
    case 3: zeros[n] = slow(a, n); break;
    case 4: *where = (int)zeros[out[4] & 15]; break;
    case 5: printf("%d\n", n); break;
    }
}

extern "C" __global__ void other(int *out)
{
    *out = 1;
}
