/* SPDX-License-Identifier: MIT */
/* Special registers and grids of three dimensions: tests/programs/special.cu against C. */
#include "programs/program.h"
#include "programs/reference.h"

static void special_offset(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    const uint32_t *block = shape->block, *grid = shape->grid, threads = block[0] * block[1] * block[2];
    (void)in;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t t = i % threads, b = i / threads, lane = t % 32, mask = 1u << lane;
        put(&out, t % block[0]);
        put(&out, t / block[0] % block[1]);
        put(&out, t / block[0] / block[1]);
        for (int k = 0; k < 3; k++)
            put(&out, block[k]);
        put(&out, b % grid[0]);
        put(&out, b / grid[0] % grid[1]);
        put(&out, b / grid[0] / grid[1]);
        for (int k = 0; k < 3; k++)
            put(&out, grid[k]);
        put(&out, lane);
        put(&out, mask);
        put(&out, mask - 1);
        put(&out, mask | (mask - 1));
        put(&out, ~(mask | (mask - 1)));
        put(&out, ~(mask - 1));
    }
}

static void special_other(const uint32_t *in, uint32_t *out)
{
    for (int k = 0; k < 7; k++)
        put(&out, 1);
    put(&out, 0);
    put(&out, in[0] / (in[0] >> 16 | 1));
}

static void special_grid(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    const uint32_t width = shape->grid[0] * shape->block[0], height = shape->grid[1] * shape->block[1];
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t x = i % width, y = i / width % height, z = i / width / height;
        put(&out, in[(z * height + height - 1 - y) * width + x] + x * 10000 + y * 100 + z);
    }
}

static const struct program programs[] = {
    {.kernel = "special_place",
     .shape = {{3, 2, 2}, {10, 4, 2}, 0},
     .in = 0,
     .out = 18,
     .whole = special_offset},
    {.kernel = "special_other", .in = 1, .out = 9, .each = special_other},
    {.kernel = "special_grid", .shape = {{2, 3, 2}, {8, 4, 2}, 0}, .in = 1, .out = 1, .whole = special_grid},
};

int main(void)
{
    return PROGRAMS_RUN("special", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
