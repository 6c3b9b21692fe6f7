/* SPDX-License-Identifier: MIT */
/* Copies and reductions of blocks of memory: tests/programs/bulk.cu against C. */
#include "programs/program.h"
#include "programs/reference.h"

#define BLOCK 128u
#define TILES 4u
#define OLD   0x55555555u
#define PARTS 24u /* of the output of a block in reductions */

static void bulk_tiles(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n * TILES; i++)
        out[i] = in[i] + 3 * in[i ^ 1] + i / BLOCK % TILES;
}

static void bulk_sizes(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t warp = 0; warp < n / 32; warp++, in += 32, out += 64) {
        const uint32_t count = (warp % 8 + 1) * 4, first = warp / 8 % 4 * 4;
        for (uint32_t k = 0; k < 64; k++)
            out[k] = k < 4 ? in[k] : k >= first + 4 && k < first + 4 + count ? in[k - first - 4] : OLD;
    }
}

/* Of 32 bits: a operates on b, which is in memory. */
static uint32_t reduced(unsigned part, uint32_t a, uint32_t b)
{
    switch (part) {
    case 1: return a < b ? a : b;
    case 2: return a > b ? a : b;
    case 3: return b >= a ? 0 : b + 1;
    case 4: return b == 0 || b > a ? a : b - 1;
    case 5: return (int32_t)a < (int32_t)b ? a : b;
    case 6: return (int32_t)a > (int32_t)b ? a : b;
    case 7: return a & b;
    case 8: return a | b;
    case 9: return a ^ b;
    default: return a + b;
    }
}

/* Of 64. */
static uint64_t reduced_pair(unsigned part, uint64_t a, uint64_t b)
{
    switch (part) {
    case 11: return a < b ? a : b;
    case 12: return a > b ? a : b;
    case 13: return (int64_t)a < (int64_t)b ? a : b;
    case 14: return (int64_t)a > (int64_t)b ? a : b;
    case 15: return a & b;
    case 16: return a | b;
    case 17: return a ^ b;
    default: return a + b;
    }
}

static void bulk_reductions(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t block = 0; block < n / BLOCK; block++, in += 2 * BLOCK, out += PARTS * BLOCK)
        for (uint32_t part = 0; part < PARTS; part++)
            for (uint32_t t = 0; t < BLOCK; t += 2) {
                const uint32_t *a = in + 2 * t, *b = a + 1; /* and two words further */
                uint32_t *to = out + part * BLOCK + t;
                const bool pair = part >= 10 && part<18, none = part> 18 || (part == 18 && t >= BLOCK / 2);
                const uint64_t sum =
                    reduced_pair(part, a[0] | (uint64_t)a[2] << 32, b[0] | (uint64_t)b[2] << 32);

                to[0] = none ? b[0] : pair ? (uint32_t)sum : reduced(part, a[0], b[0]);
                to[1] = none ? b[2] : pair ? (uint32_t)(sum >> 32) : reduced(part, a[2], b[2]);
            }
}

/* A small integer as a half. */
static uint32_t half_of(uint32_t value)
{
    const unsigned exponent = value ? 31 - (unsigned)__builtin_clz(value) : 0;

    return value ? (exponent + 15) << 10 | (value << (10 - exponent) & 0x3ff) : 0;
}

static uint32_t pick(unsigned part, uint32_t a, uint32_t b)
{
    return half_of(part == 0 ? a + b : (part == 1) == (a < b) ? a : b);
}

static void bulk_floats(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t block = 0; block < n / BLOCK; block++, in += 2 * BLOCK, out += 6 * BLOCK)
        for (uint32_t t = 0; t < BLOCK; t++) {
            const uint32_t a = in[2 * t] % 256, b = in[2 * t + 1] % 256;
            const float single = (float)(a + b);
            const double twice = a + b;

            memcpy(out + t, &single, sizeof single);
            memcpy(out + BLOCK + 2 * t, &twice, sizeof twice);
            for (unsigned part = 0; part < 3; part++)
                out[(3 + part) * BLOCK + t] = pick(part, a % 16, b % 16) | pick(part, b % 16, a / 16) << 16;
        }
}

static const struct program programs[] = {
    {.kernel = "bulk_tiles", .in = TILES, .out = TILES, .whole = bulk_tiles},
    {.kernel = "bulk_sizes", .in = 1, .out = 2, .whole = bulk_sizes},
    {.kernel = "bulk_reductions", .in = 2, .out = PARTS, .whole = bulk_reductions},
    {.kernel = "bulk_floats", .in = 2, .out = 6, .whole = bulk_floats},
};

int main(void)
{
    return PROGRAMS_RUN_ASYNC("bulk", programs, "sm_90", "sm_100", "sm_120");
}
