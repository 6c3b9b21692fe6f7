/* SPDX-License-Identifier: MIT */
/* Atomic operations on all spaces: tests/programs/atomic.cu against C. */
#include "programs/half.h"
#include "programs/program.h"
#include "programs/reference.h"
#include "programs/rounding.h"

#define BLOCK 128

static uint32_t increment(uint32_t old, uint32_t limit)
{
    return old >= limit ? 0 : old + 1;
}

static uint32_t decrement(uint32_t old, uint32_t limit)
{
    return old == 0 || old > limit ? limit : old - 1;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}
static uint32_t most(uint32_t a, uint32_t b)
{
    return a < b ? b : a;
}
static uint32_t least_signed(uint32_t a, uint32_t b)
{
    return (int32_t)a < (int32_t)b ? a : b;
}
static uint32_t most_signed(uint32_t a, uint32_t b)
{
    return (int32_t)a < (int32_t)b ? b : a;
}
static uint64_t least64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}
static uint64_t most64(uint64_t a, uint64_t b)
{
    return a < b ? b : a;
}
static uint64_t least_signed64(uint64_t a, uint64_t b)
{
    return (int64_t)a < (int64_t)b ? a : b;
}
static uint64_t most_signed64(uint64_t a, uint64_t b)
{
    return (int64_t)a < (int64_t)b ? b : a;
}

static void atomic_global(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1];
    uint32_t old[12];
    for (uint32_t k = 0; k < 12; k++)
        old[k] = a + k * 0x10001;
    for (uint32_t k = 0; k < 9; k++)
        put(&out, old[k]);
    put(&out, old[9] ^ old[10]);
    put(&out, old[11]);
    put(&out, b); /* compare and swap finds what exchange has left */
    put(&out, old[0] + b);
    put(&out, old[1] - b);
    put(&out, least(old[2], b));
    put(&out, most(old[3], b));
    put(&out, least_signed(old[4], b));
    put(&out, most_signed(old[5], b));
    put(&out, increment(old[6], b));
    put(&out, decrement(old[7], b));
    put(&out, old[8] & b);
    put(&out, old[9] | b);
    put(&out, old[10] ^ b);
    put(&out, b & 1 ? b : a);
}

static void atomic_global64(const uint32_t *in, uint32_t *out)
{
    const uint64_t x = wide(in, 0), y = wide(in, 2);
    uint64_t old[9];
    for (uint32_t k = 0; k < 9; k++)
        old[k] = x + k * 0x100000001u;
    for (uint32_t k = 0; k < 6; k++)
        put64(&out, old[k]);
    put64(&out, old[6] ^ old[7]);
    put64(&out, old[8]);
    put64(&out, y);
    put64(&out, old[0] + y);
    put64(&out, least64(old[1], y));
    put64(&out, most64(old[2], y));
    put64(&out, least_signed64(old[3], y));
    put64(&out, most_signed64(old[4], y));
    put64(&out, old[5] & y);
    put64(&out, old[6] | y);
    put64(&out, old[7] ^ y);
    put64(&out, y & 1 ? y : x);
}

/* PTX: atom.add.f32 on global memory takes denormal numbers as zero. */
static void atomic_float(const uint32_t *in, uint32_t *out)
{
    put(&out, in[0]);
    put(&out, in[1]);
    putf(&out, flush(flush(f32(in[0])) + flush(f32(in[1]))));
    put(&out, in[0]);
}

static void reduce_global(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], step = 0x10001;
    const uint64_t x = wide(in, 0), y = wide(in, 2), step64 = 0x100000001u;
    put(&out, a + b);
    put(&out, least(a + step, b));
    put(&out, most(a + 2 * step, b));
    put(&out, least_signed(a + 3 * step, b));
    put(&out, most_signed(a + 4 * step, b));
    put(&out, increment(a + 5 * step, b));
    put(&out, decrement(a + 6 * step, b));
    put(&out, (a + 7 * step) & b);
    put(&out, (a + 8 * step) | b);
    put(&out, (a + 9 * step) ^ b);
    put64(&out, x + y);
    put64(&out, most_signed64(x + step64, y));
    put64(&out, least_signed64(x + 2 * step64, y));
    put64(&out, x + 3 * step64 + 5);
}

static void shared_block(const uint32_t *in, uint32_t *words, uint64_t *longs)
{
    float sum = 0;
    for (uint32_t t = 0; t < BLOCK; t++) {
        const uint32_t a = in[t * 2], b = in[t * 2 + 1];
        words[0] += a;
        words[1] -= b;
        words[2] = most(words[2], a);
        words[3] = least(words[3], a);
        words[4] = most_signed(words[4], a);
        words[5] = least_signed(words[5], b);
        words[6] = increment(words[6], 99);
        words[7] = decrement(words[7], 50);
        words[8] &= a | 0x00ffff00;
        words[9] |= b & 0x0f0f0f0f;
        words[10] ^= a;
        sum += (float)(a & 0xff);
        longs[0] += (uint64_t)a << 16 | 1;
        longs[1] = most64(longs[1], (uint64_t)a << 32 | b);
        longs[2] = least64(longs[2], (uint64_t)b << 32 | a);
        longs[3] ^= (uint64_t)a << 20;
    }
    words[11] = bits32(sum);
}

static void atomic_shared(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    memset(out, 0, n * 4);
    for (uint32_t first = 0; first < n; first += BLOCK) {
        uint32_t words[12] = {[3] = 0xffffffff, [4] = 0x80000000, [5] = 0x7fffffff, [8] = 0xffffffff};
        uint64_t longs[4] = {[2] = UINT64_MAX};
        shared_block(in + first * 2, words, longs);
        memcpy(out + first, words, sizeof words);
        memcpy(out + first + 12, longs, sizeof longs);
    }
}

static void atomic_shared_old(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1];
    put(&out, a);
    put(&out, a);
    put(&out, a);
    put(&out, b);
    put64(&out, wide(in, 0));
    put64(&out, (uint64_t)b << 32 | 7);
    put(&out, increment(a, b));
    put(&out, b);
    put(&out, a & 3 ? a : b);
    put(&out, a + b);
    put64(&out, a);
}

static void atomic_generic(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t first = 0; first < n; first += BLOCK) {
        uint32_t *block = out + first;
        memset(block + 4, 0, 16);
        for (uint32_t t = 0; t < BLOCK; t++)
            for (uint32_t k = 0; k < 4; k++) {
                block[(t + k) & 1 ? k + 4 : k] += in[first + t] >> k;
                block[8 + k] = most(block[8 + k], in[first + t] ^ k);
            }
    }
}

static void atomic_lock(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t first = 0; first < n; first += BLOCK) {
        uint32_t sum = 0;
        for (uint32_t t = 0; t < BLOCK; t++)
            sum += in[first + t];
        for (uint32_t t = 0; t < BLOCK; t++)
            out[first + t] = t & 1 ? BLOCK : sum;
    }
}

static void atomic_last_block(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    uint32_t sum = 0;
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        out[i] = in[i] * 3;
        sum += out[i];
    }
    out[n - 1] = sum;
}

static void atomic_pascal(const uint32_t *in, uint32_t *out)
{
    const double x = f64(wide(in, 0)), y = f64(wide(in, 2));
    const uint32_t a = in[0], b = in[1];
    uint32_t *const start = out;
    put64(&out, wide(in, 0));
    put(&out, a);
    put(&out, a + 1);
    put(&out, a + 2);
    put(&out, a + 3);
    put64(&out, (a + 6) | (uint64_t)(a + 7) << 32);
    put(&out, a + 8);
    put(&out, 7);
    putd(&out, x + y);
    putd(&out, y + x);
    put(&out, a + b);
    put(&out, most(a + 1, b));
    put(&out, b);
    put(&out, b);
    put(&out, a + 4 + b);
    put(&out, (a + 5) | b);
    put64(&out, wide(start, 6) + 3);
    put(&out, (a + 8) ^ b);
    put(&out, a + 9);
}

static uint32_t add_halves(uint32_t a, uint32_t b)
{
    return half_from(FE_TONEAREST, half_value(a) + half_value(b)) |
           half_from(FE_TONEAREST, half_value(a >> 16) + half_value(b >> 16)) << 16;
}

static void atomic_half2(const uint32_t *in, uint32_t *out)
{
    put(&out, in[0]);
    put(&out, 1);
    put(&out, add_halves(in[0], in[1]));
    put(&out, add_halves(in[0], in[1]));
}

static const struct program programs[] = {
    {.kernel = "atomic_global", .in = 2, .out = 24, .each = atomic_global},
    {.kernel = "atomic_global64", .in = 4, .out = 36, .each = atomic_global64},
    {.kernel = "atomic_float",
     .in = 2,
     .out = 4,
     .fill = FILL_FLOAT,
     .match = MATCH_FLOAT,
     .each = atomic_float},
    {.kernel = "reduce_global", .in = 4, .out = 18, .each = reduce_global},
    {.kernel = "atomic_shared", .to = 90, .in = 2, .out = 1, .whole = atomic_shared},
    {.kernel = "atomic_shared_old", .in = 2, .out = 14, .each = atomic_shared_old},
    {.kernel = "atomic_generic", .in = 1, .out = 1, .whole = atomic_generic},
    {.kernel = "atomic_lock", .in = 1, .out = 1, .whole = atomic_lock},
    {.kernel = "atomic_last_block", .in = 1, .out = 1, .whole = atomic_last_block},
    {.kernel = "atomic_pascal",
     .from = 60,
     .in = 4,
     .out = 24,
     .fill = FILL_DOUBLE,
     .match = MATCH_DOUBLE,
     .each = atomic_pascal},
    {.kernel = "atomic_half2",
     .from = 60,
     .in = 2,
     .out = 4,
     .fill = FILL_HALF,
     .match = MATCH_HALF,
     .each = atomic_half2},
};

int main(void)
{
    return PROGRAMS_RUN("atomic", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
