/* SPDX-License-Identifier: MIT */
/* Edge values by kind of number, mixed with random ones.
 *
 * Values are of one word (binary64: two).  For the first E * E threads, E being the number of edges, the
 * first two values run through all pairs of edges; after that and in the other places a value is an edge, a
 * random pattern or a random number of moderate size in turn. */
#include "fill.h"

#include "reference.h"

static const uint32_t edges_int[] = {
    0,          1,          2,          3,          7,          31,         32,         33,
    0x7f,       0x80,       0xff,       0x7fff,     0x8000,     0xffff,     0x10000,    0x00ffffff,
    0x55555555, 0x7fffffff, 0x80000000, 0x80000001, 0xffff8000, 0xffffff80, 0xfffffffe, 0xffffffff,
};

/* clang-format off */
static const uint32_t edges_float[] = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000,
    0x3f800000, 0xbf800000, 0x3f7fffff, 0x3f800001, 0x40000000, 0x3f000000, 0x3effffff, 0x4b000001,
    0x4f000000, 0x5f000000, 0x7e800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000,
    0x7f800001, 0xc0490fdb, 0x34000000,
};
/* clang-format on */

static const uint64_t edges_double[] = {
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x800fffffffffffff, 0x0010000000000000,
    0x3ff0000000000000, 0xbff0000000000000, 0x3fefffffffffffff, 0x3ff0000000000001, 0x3fe0000000000000,
    0x4000000000000000, 0x400921fb54442d18, 0x4330000000000001, 0x41dfffffffc00000, 0xc1e0000000000000,
    0x43e0000000000000, 0x47efffffe0000000, 0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000,
    0xfff0000000000000, 0x7ff8000000000000, 0x3690000000000000, 0x380fffffe0000000,
};

static const uint32_t edges_half[] = {
    0x0000, 0x8000, 0x0001, 0x83ff, 0x0400, 0x8400, 0x3c00, 0xbc00, 0x3bff, 0x3c01,
    0x4000, 0x3800, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x1400, 0x6400, 0x4248,
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

uint32_t fill_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static size_t edge_count(enum fill fill)
{
    switch (fill) {
    case FILL_INT: return COUNT(edges_int);
    case FILL_FLOAT: return COUNT(edges_float);
    case FILL_DOUBLE: return COUNT(edges_double);
    case FILL_HALF: return COUNT(edges_half);
    default: return 0;
    }
}

static uint64_t edge(enum fill fill, size_t k)
{
    switch (fill) {
    case FILL_INT: return edges_int[k];
    case FILL_FLOAT: return edges_float[k];
    case FILL_DOUBLE: return edges_double[k];
    default: return edges_half[k] | edges_half[(k + 7) % COUNT(edges_half)] << 16;
    }
}

/* A number of moderate size: about -4 to 4, or an integer below 256. */
static uint64_t moderate(enum fill fill, uint32_t random)
{
    const float value = (float)(int32_t)random * 0x1p-29f;
    switch (fill) {
    case FILL_FLOAT:
    case FILL_MODERATE: return bits32(value);
    case FILL_DOUBLE: return bits64((double)value * 1.0000001);
    case FILL_HALF: return (random & 0x83ff83ff) + 0x3c003800;
    default: return random >> 24;
    }
}

static uint64_t value_of(enum fill fill, uint32_t *state)
{
    const uint32_t random = fill_random(state), kind = random >> 7 & 3;
    if (fill == FILL_MODERATE || fill == FILL_SMALL || kind == 3)
        return moderate(fill, fill_random(state));
    if (kind == 0)
        return edge(fill, (random >> 9) % edge_count(fill));
    return (uint64_t)fill_random(state) << 32 | fill_random(state);
}

void fill_words(enum fill fill, uint32_t *words, uint32_t per, uint32_t n)
{
    const uint32_t size = fill == FILL_DOUBLE ? 2 : 1;
    const size_t edges = edge_count(fill);
    uint32_t state = 0x12345678;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k + size <= per; k += size) {
            uint64_t value = value_of(fill, &state);
            if (i < edges * edges && k < 2 * size)
                value = edge(fill, k ? i / edges : i % edges);
            words[i * per + k] = (uint32_t)value;
            if (size == 2)
                words[i * per + k + 1] = (uint32_t)(value >> 32);
        }
}
