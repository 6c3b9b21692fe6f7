/* SPDX-License-Identifier: MIT */
/* Shuffles, votes and scans of 32 lanes: tests/programs/warp.cu against the PTX ISA's description of them. */
#include "programs/program.h"
#include "programs/reference.h"

#define WARP 32

enum mode { IDX, UP, DOWN, BFLY };

/* The lane that lane's shfl reads; *valid as its predicate.  `c` holds the clamp and the segment mask. */
static uint32_t source(enum mode mode, uint32_t lane, uint32_t b, uint32_t c, bool *valid)
{
    const uint32_t segment = c >> 8 & 31, least = lane & segment, most = least | (c & 31 & ~segment);
    int64_t j = least | (b & ~segment & 31);
    if (mode == UP)
        j = (int64_t)lane - b;
    if (mode == DOWN)
        j = (int64_t)lane + b;
    if (mode == BFLY)
        j = lane ^ b;
    *valid = mode == UP ? j >= most : j <= most;
    return *valid ? (uint32_t)j : lane;
}

/* What __shfl_*_sync gives: word `word` of the `per` words that each lane has. */
static uint32_t shuffle(enum mode mode, const uint32_t *warp, uint32_t per, uint32_t word, uint32_t lane,
                        uint32_t b, uint32_t width)
{
    bool valid;
    const uint32_t c = (WARP - width) << 8 | (mode == UP ? 0 : 31);
    return warp[source(mode, lane, b & 31, c, &valid) * per + word];
}

static void warp_shuffle(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t lane = i % WARP, *warp = in + (i - lane) * 2, b = in[i * 2 + 1];
        put(&out, shuffle(IDX, warp, 2, 0, lane, b, 32));
        put(&out, shuffle(IDX, warp, 2, 0, lane, 5, 32));
        put(&out, shuffle(IDX, warp, 2, 0, lane, b, 8));
        put(&out, shuffle(UP, warp, 2, 0, lane, 1, 32));
        put(&out, shuffle(UP, warp, 2, 0, lane, 3, 16));
        put(&out, shuffle(DOWN, warp, 2, 0, lane, 2, 32));
        put(&out, shuffle(DOWN, warp, 2, 0, lane, 1, 4));
        put(&out, shuffle(BFLY, warp, 2, 0, lane, 1, 32));
        put(&out, shuffle(BFLY, warp, 2, 0, lane, 31, 32));
        put(&out, shuffle(BFLY, warp, 2, 0, lane, 6, 8));
        put(&out, shuffle(BFLY, warp, 2, 1, lane, 16, 32));
        put(&out, shuffle(BFLY, warp, 2, 0, lane, 16, 32));
        put(&out, shuffle(IDX, warp, 2, 0, lane, lane + 1, 32));
    }
}

static void warp_shuffle_ptx(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    static const struct {
        enum mode mode;
        uint32_t b, c; /* b: 32 is the lane's second word */
    } cases[] = {{IDX, 32, 0x1f},    {IDX, 32, 0x1807},  {UP, 32, 0},
                 {DOWN, 32, 0x101f}, {BFLY, 32, 0x1c1f}, {BFLY, 3, 0x0c0b}};
    (void)shape;
    for (uint32_t i = 0; i < n; i++)
        for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
            const uint32_t lane = i % WARP, b = cases[k].b == 32 ? in[i * 2 + 1] & 31 : cases[k].b;
            bool valid;
            const uint32_t from = source(cases[k].mode, lane, b, cases[k].c, &valid);
            put(&out, in[(i - lane + from) * 2]);
            put(&out, valid);
        }
}

/* The lanes of a warp whose words pass a test. */
typedef bool lane_test(uint32_t a, uint32_t b);

static uint32_t ballot(const uint32_t *warp, lane_test *test)
{
    uint32_t mask = 0;
    for (uint32_t lane = 0; lane < WARP; lane++)
        mask |= (uint32_t)test(warp[lane * 2], warp[lane * 2 + 1]) << lane;
    return mask;
}

static bool a_odd(uint32_t a, uint32_t b)
{
    (void)b;
    return a & 1;
}
static bool b_odd(uint32_t a, uint32_t b)
{
    (void)a;
    return b & 1;
}
static bool greater(uint32_t a, uint32_t b)
{
    return a > b;
}
static bool less(uint32_t a, uint32_t b)
{
    return a < b;
}
static bool sixteen(uint32_t a, uint32_t b)
{
    (void)b;
    return a & 0x10;
}
static bool seven(uint32_t a, uint32_t b)
{
    (void)b;
    return a == 7;
}
static bool bit7(uint32_t a, uint32_t b)
{
    (void)b;
    return a & 0x80;
}
static bool a_two(uint32_t a, uint32_t b)
{
    (void)b;
    return a & 2;
}
static bool both(uint32_t a, uint32_t b)
{
    return a & 2 && b & 4;
}

static uint32_t population(uint32_t value)
{
    uint32_t count = 0;
    for (; value; value &= value - 1)
        count++;
    return count;
}

static uint32_t lowest(uint32_t mask)
{
    uint32_t bit = 0;
    while (mask && !(mask >> bit & 1))
        bit++;
    return mask ? bit : 0xffffffff;
}

static void warp_vote(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t lane = i % WARP, *warp = in + (i - lane) * 2, uniform = ballot(warp, bit7);
        const uint32_t among = ballot(warp, a_two), nested = ballot(warp, both);
        put(&out, ballot(warp, a_odd));
        put(&out, ballot(warp, greater));
        put(&out, 1);
        put(&out, ballot(warp, sixteen) == 0xffffffff);
        put(&out, ballot(warp, seven) != 0);
        put(&out, uniform == 0 || uniform == 0xffffffff);
        put(&out, among >> lane & 1 ? among : 0);
        put(&out, (among >> lane & 1 ? among & ballot(warp, b_odd) : 0) +
                      (nested >> lane & 1 ? population(nested) : 0));
        put(&out, population(ballot(warp, a_odd) & ((1u << lane) - 1)));
        put(&out, lowest(ballot(warp, less)));
    }
}

static void warp_scan(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t lane = i % WARP, *warp = in + i - lane;
        uint32_t sum = 0, top = 0;
        double total = 0;
        for (uint32_t k = 0; k < WARP; k++) {
            sum += k <= lane ? warp[k] : 0;
            top = warp[k] > top ? warp[k] : top;
            total += warp[k] >> 8;
        }
        put(&out, sum);
        put(&out, top);
        putd(&out, total);
    }
}

static uint32_t divergent(const uint32_t *warp, uint32_t lane)
{
    const uint32_t group = lane / 8;
    uint32_t r = shuffle(IDX, warp, 2, 1, lane, lane + 1, 8);
    if (group & 1)
        r = shuffle(BFLY, warp, 2, 0, lane, 3, 8);
    if (group == 3)
        r += shuffle(DOWN, warp, 2, 1, lane, 2, 8);
    return r;
}

static void warp_divergent(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t lane = i % WARP, *warp = in + (i - lane) * 2;
        put(&out, divergent(warp, lane));
        put(&out, divergent(warp, 31 - lane));
    }
}

static const struct program programs[] = {
    {.kernel = "warp_shuffle", .in = 2, .out = 13, .whole = warp_shuffle},
    {.kernel = "warp_shuffle_ptx", .in = 2, .out = 12, .whole = warp_shuffle_ptx},
    {.kernel = "warp_vote", .in = 2, .out = 10, .whole = warp_vote},
    {.kernel = "warp_scan", .in = 1, .out = 4, .whole = warp_scan},
    {.kernel = "warp_divergent", .in = 2, .out = 2, .whole = warp_divergent},
};

int main(void)
{
    return PROGRAMS_RUN("warp", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
