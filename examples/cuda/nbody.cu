// A step of n bodies under each other's gravity: every thread moves one body; a block reads the others tile by tile.
#define BLOCK 128
#define SOFTENING 0.01f

extern "C" __global__ void nbody(const float4 *from, float4 *to, float4 *velocity, int n, float dt)
{
    __shared__ float4 tile[BLOCK]; // x, y, z, mass
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float4 own = from[i];
    float ax = 0, ay = 0, az = 0;
    for (int first = 0; first < n; first += BLOCK) {
        tile[threadIdx.x] = from[first + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < BLOCK; k++) {
            const float dx = tile[k].x - own.x, dy = tile[k].y - own.y, dz = tile[k].z - own.z;
            const float near = rsqrtf(dx * dx + dy * dy + dz * dz + SOFTENING);
            const float pull = tile[k].w * near * near * near;
            ax += dx * pull;
            ay += dy * pull;
            az += dz * pull;
        }
        __syncthreads();
    }
    float4 v = velocity[i];
    v.x += ax * dt;
    v.y += ay * dt;
    v.z += az * dt;
    velocity[i] = v;
    to[i] = make_float4(own.x + v.x * dt, own.y + v.y * dt, own.z + v.z * dt, own.w);
}
