/* SPDX-License-Identifier: MIT */
/* n-body: two steps of all bodies under each other's gravity (examples/cuda/nbody.cu). */
#include "program.h"
#include "stub.h"

#include <math.h>
#include <string.h>

DEVICE_CODE(EXAMPLES "/nbody.fatbin")
STUB(nbody, (const float4 *from, float4 *to, float4 *velocity, int n, float dt),
     ARGUMENT(from) ARGUMENT(to) ARGUMENT(velocity) ARGUMENT(n) ARGUMENT(dt))

enum { N = 2048, BYTES = N * 16, BLOCK = 128 };
#define DT 0.01f
static float4 *start, *rest, *got, *place, *moved, *velocity;

static void prepare(void)
{
    start = (float4 *)random_floats((size_t)N * 4, 0, 1);
    rest = zeros(BYTES);
    got = zeros(BYTES);
    place = zeros(BYTES);
    moved = zeros(BYTES);
    velocity = zeros(BYTES);
}

static void device(void)
{
    float4 *here = to_device(start, BYTES), *there = to_device(NULL, BYTES), *speed = to_device(rest, BYTES);
    const dim3 grid = {N / BLOCK, 1, 1}, block = {BLOCK, 1, 1};

    if (cudaConfigureCall(grid, block, 0, NULL) == cudaSuccess)
        nbody(here, there, speed, N, DT);
    if (cudaConfigureCall(grid, block, 0, NULL) == cudaSuccess)
        nbody(there, here, speed, N, DT);
    must(cudaGetLastError(), "nbody");
    from_device(got, here, BYTES);
    cudaFree(there);
    cudaFree(speed);
}

static void step(const float4 *from, float4 *to)
{
    for (int i = 0; i < N; i++) {
        const float4 own = from[i];
        float ax = 0, ay = 0, az = 0;
        for (int k = 0; k < N; k++) {
            const float dx = from[k].x - own.x, dy = from[k].y - own.y, dz = from[k].z - own.z;
            const float near = 1 / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            const float pull = from[k].w * near * near * near;
            ax += dx * pull;
            ay += dy * pull;
            az += dz * pull;
        }
        velocity[i].x += ax * DT;
        velocity[i].y += ay * DT;
        velocity[i].z += az * DT;
        to[i] = (float4){own.x + velocity[i].x * DT, own.y + velocity[i].y * DT, own.z + velocity[i].z * DT,
                         own.w};
    }
}

static void host(void)
{
    memset(velocity, 0, BYTES);
    step(start, moved);
    step(moved, place);
}

static bool agree(void)
{
    return difference(&got->x, &place->x, (size_t)N * 4) < 1e-5f;
}

const struct program program_nbody = {"nbody", prepare, device, host, agree, 1};
