/* SPDX-License-Identifier: MIT */
/* Lanes that hold the same, and sums over a warp: tests/programs/match.cu against C. */
#include "programs/program.h"
#include "programs/reference.h"

#define LANES 32
#define ALL   0xffffffffu

/* What the lanes of a warp hold, and which of them count. */
struct warp {
    uint64_t value[LANES];
    uint32_t mask;
};

static uint32_t same_as(const struct warp *warp, unsigned lane)
{
    uint32_t same = 0;
    for (unsigned l = 0; l < LANES; l++)
        if (warp->mask >> l & 1 && warp->value[l] == warp->value[lane])
            same |= 1u << l;
    return same;
}

static void put_all(uint32_t **out, const struct warp *warp, unsigned lane)
{
    const bool all = same_as(warp, lane) == warp->mask;
    put(out, all ? warp->mask : 0);
    put(out, all);
}

/* The lanes of a warp whose word has a bit, or not. */
static uint32_t lanes_with(const uint32_t *in, uint32_t bit, bool set)
{
    uint32_t mask = 0;
    for (unsigned l = 0; l < LANES; l++)
        mask |= (uint32_t)(((in[l] & bit) != 0) == set) << l;
    return mask;
}

static uint32_t third_of(unsigned lane)
{
    uint32_t mask = 0;
    for (unsigned l = lane % 3; l < LANES; l += 3)
        mask |= 1u << l;
    return mask;
}

static void match_any(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    struct warp by[4];
    (void)shape;
    for (uint32_t first = 0; first < n; first += LANES)
        for (unsigned lane = 0; lane < LANES; lane++) {
            for (unsigned l = 0; l < LANES; l++) {
                const uint32_t *word = in + (first + l) * 2;
                by[0].value[l] = word[0] & 7;
                by[1].value[l] = word[1];
                by[2].value[l] = (uint64_t)(word[1] & 3) << 32 | (word[0] & 1);
                by[3].value[l] = word[0] & 3;
            }
            for (unsigned k = 0; k < 4; k++) {
                by[k].mask = ALL;
                put(&out, same_as(&by[k], lane));
            }
        }
}

static void match_all(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    struct warp by[4];
    (void)shape;
    for (uint32_t first = 0; first < n; first += LANES)
        for (unsigned lane = 0; lane < LANES; lane++) {
            for (unsigned l = 0; l < LANES; l++) {
                const uint32_t word = in[first + l], agreed = in[first], odd = word % 61 == 0;
                by[0].value[l] = first / LANES % 2 ? word : agreed;
                by[1].value[l] = by[3].value[l] = agreed ^ odd;
                by[2].value[l] = agreed;
            }
            for (unsigned k = 0; k < 4; k++) {
                by[k].mask = ALL;
                put_all(&out, &by[k], lane);
            }
        }
}

static void match_some(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    struct warp warp;
    (void)shape;
    for (uint32_t first = 0; first < n; first += LANES)
        for (unsigned lane = 0; lane < LANES; lane++) {
            const bool apart = in[first + lane] & 4;
            for (unsigned l = 0; l < LANES; l++)
                warp.value[l] = in[first + l] & 3;
            warp.mask = third_of(lane);
            put(&out, same_as(&warp, lane));
            warp.mask = lanes_with(in + first, 4, apart);
            if (apart) {
                put(&out, same_as(&warp, lane));
                put(&out, 0);
                continue;
            }
            for (unsigned l = 0; l < LANES; l++)
                warp.value[l] &= 2;
            put_all(&out, &warp, lane);
        }
}

enum reduction { SUM, LEAST, MOST, LEAST_SIGNED, MOST_SIGNED, AND, OR, XOR };

static uint32_t reduced_pair(enum reduction by, uint32_t a, uint32_t b)
{
    switch (by) {
    case SUM: return a + b;
    case LEAST: return a < b ? a : b;
    case MOST: return a > b ? a : b;
    case LEAST_SIGNED: return (int32_t)a < (int32_t)b ? a : b;
    case MOST_SIGNED: return (int32_t)a > (int32_t)b ? a : b;
    case AND: return a & b;
    case OR: return a | b;
    case XOR: break;
    }
    return a ^ b;
}

static uint32_t reduced(const uint32_t *in, uint32_t mask, enum reduction by)
{
    uint32_t sum = 0;
    bool any = false;
    for (unsigned l = 0; l < LANES; l++)
        if (mask >> l & 1) {
            sum = any ? reduced_pair(by, sum, in[l]) : in[l];
            any = true;
        }
    return sum;
}

static void match_reduce(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    static const enum reduction list[] = {SUM, SUM, LEAST, MOST, LEAST_SIGNED, MOST_SIGNED};
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *warp = in + i / LANES * LANES;
        for (unsigned k = 0; k < 6; k++)
            put(&out, reduced(warp, ALL, list[k]));
        put(&out, reduced(warp, ALL, AND) | 0xff00);
        put(&out, reduced(warp, ALL, OR) & 0x10101);
        put(&out, reduced(warp, ALL, XOR));
    }
}

static void match_reduce_some(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *warp = in + i / LANES * LANES;
        const bool apart = in[i] & 4;
        put(&out, reduced(warp, third_of(i % LANES), SUM));
        put(&out, reduced(warp, third_of(i % LANES), MOST_SIGNED));
        put(&out, reduced(warp, lanes_with(warp, 4, apart), apart ? LEAST : XOR));
    }
}

static const struct program programs[] = {
    {.kernel = "match_any", .in = 2, .out = 4, .whole = match_any},
    {.kernel = "match_all", .in = 1, .out = 8, .whole = match_all},
    {.kernel = "match_some", .in = 1, .out = 3, .whole = match_some},
    {.kernel = "match_reduce", .from = 80, .in = 1, .out = 9, .whole = match_reduce},
    {.kernel = "match_reduce_some", .from = 80, .in = 1, .out = 3, .whole = match_reduce_some},
};

int main(void)
{
    return PROGRAMS_RUN("match", programs, PROGRAMS_NEWER);
}
