/* SPDX-License-Identifier: MIT */
/* nbody: two spirals of stars meet, by the gravity of all on all; the picture of it, and a check.
 *
 *     halfwarp run build/examples/cuda/nbody [PICTURE.pgm [STEPS]]
 *
 * The host makes the first step, too, and compares.  Like vectoradd it knows nothing of halfwarp. */
#include "stub.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

DEVICE_CODE(FATBINS "/nbody.fatbin")
STUB(nbody, (const float4 *from, float4 *to, float4 *velocity, int n, float dt),
     ARGUMENT(from) ARGUMENT(to) ARGUMENT(velocity) ARGUMENT(n) ARGUMENT(dt))

enum { N = 2048, BYTES = N * sizeof(float4), BLOCK = 128, SIDE = 512, EXPOSURE = 10 };
#define DT        0.01f
#define SOFTENING 0.01f

static float4 place[N], velocity[N], moved[N];

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(EXIT_FAILURE);
}

static float random_number(void)
{
    static unsigned state = 1;

    state = state * 1664525u + 1013904223u;
    return (float)(state >> 8) / 16777216.0f;
}

/* A disk of half the stars around a heavy one, which all turn one way; the whole of it moves. */
static void make_galaxy(int first, float x, float y, float drift, float turn)
{
    place[first] = (float4){x, y, 0, 30};
    velocity[first] = (float4){drift, 0, 0, 0};
    for (int i = first + 1; i < first + N / 2; i++) {
        const float radius = 0.2f + random_number(), angle = 6.2831853f * random_number();
        const float speed = turn * sqrtf(30 / radius);
        place[i] =
            (float4){x + radius * cosf(angle), y + radius * sinf(angle), 0.05f * random_number(), 0.005f};
        velocity[i] = (float4){drift - speed * sinf(angle), speed * cosf(angle), 0, 0};
    }
}

/* A body's first step by the same formula on the host. */
static bool is_right(int i)
{
    float a[3] = {0, 0, 0};

    for (int k = 0; k < N; k++) {
        const float d[3] = {place[k].x - place[i].x, place[k].y - place[i].y, place[k].z - place[i].z};
        const float near = 1 / sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + SOFTENING);
        for (int axis = 0; axis < 3; axis++)
            a[axis] += d[axis] * place[k].w * near * near * near;
    }
    const float x = place[i].x + (velocity[i].x + a[0] * DT) * DT,
                y = place[i].y + (velocity[i].y + a[1] * DT) * DT,
                z = place[i].z + (velocity[i].z + a[2] * DT) * DT;
    return fabsf(x - moved[i].x) + fabsf(y - moved[i].y) + fabsf(z - moved[i].z) < 1e-4f;
}

static bool first_step_is_right(void)
{
    for (int i = 0; i < N; i++)
        if (!is_right(i)) {
            printf("FAILED: body %d is at (%g, %g, %g)\n", i, moved[i].x, moved[i].y, moved[i].z);
            return false;
        }
    return true;
}

/* --- the picture: each star's light, at the last EXPOSURE steps --- */

static unsigned char picture[SIDE][SIDE];

static void add_light(int x, int y, int light)
{
    if (x < 0 || x >= SIDE || y < 0 || y >= SIDE)
        return;
    picture[y][x] = (unsigned char)(picture[y][x] + light < 255 ? picture[y][x] + light : 255);
}

static void expose(void)
{
    for (int i = 0; i < N; i++) {
        const int x = (int)(SIDE / 2 + moved[i].x * SIDE / 6), y = (int)(SIDE / 2 - moved[i].y * SIDE / 6);
        const int reach = moved[i].w > 1 ? 3 : 1; /* of the heavy ones, of the others */
        for (int v = -reach; v <= reach; v++)
            for (int u = -reach; u <= reach; u++)
                add_light(x + u, y + v, 40 * reach / (1 + 2 * (u * u + v * v)));
    }
}

static bool write_picture(const char *name)
{
    FILE *file = fopen(name, "wb");

    if (!file)
        return false;
    fprintf(file, "P5\n%d %d\n255\n", SIDE, SIDE);
    fwrite(picture, 1, sizeof picture, file);
    return fclose(file) == 0;
}

int main(int argc, char **argv)
{
    const int steps = argc > 2 ? atoi(argv[2]) : 30;
    const dim3 grid = {N / BLOCK, 1, 1}, block = {BLOCK, 1, 1};
    void *here, *there, *speed;

    make_galaxy(0, -1.2f, -0.4f, 1.5f, 1);
    make_galaxy(N / 2, 1.2f, 0.4f, -1.5f, 1);
    check(cudaMalloc(&here, BYTES), "cudaMalloc");
    check(cudaMalloc(&there, BYTES), "cudaMalloc");
    check(cudaMalloc(&speed, BYTES), "cudaMalloc");
    check(cudaMemcpy(here, place, BYTES, cudaMemcpyHostToDevice), "cudaMemcpy to the device");
    check(cudaMemcpy(speed, velocity, BYTES, cudaMemcpyHostToDevice), "cudaMemcpy to the device");

    printf("%d steps of nbody<<<%u, %u>>>, %d bodies\n", steps, grid.x, block.x, N);
    for (int step = 0; step < steps; step++) {
        if (cudaConfigureCall(grid, block, 0, NULL) == cudaSuccess)
            nbody(here, there, speed, N, DT);
        check(cudaGetLastError(), "nbody");
        void *next = here;
        here = there;
        there = next;
        if (step > 0 && step < steps - EXPOSURE)
            continue;
        check(cudaMemcpy(moved, here, BYTES, cudaMemcpyDeviceToHost), "cudaMemcpy from the device");
        if (step == 0 && !first_step_is_right())
            return EXIT_FAILURE;
        expose();
    }
    puts("PASSED");
    if (argc > 1 && !write_picture(argv[1])) {
        perror(argv[1]);
        return EXIT_FAILURE;
    }
    cudaDeviceReset();
    return EXIT_SUCCESS;
}
