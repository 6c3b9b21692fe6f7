/* SPDX-License-Identifier: MIT */
/* Instructions that no compiler of today writes for Fermi and Kepler: tests/data/programs/rare.sm_35.sass
 * against C. */
#include "programs/program.h"
#include "programs/reference.h"
#include "programs/rounding.h"

#include <math.h>

#define BLOCK 128u

static uint32_t bits_set(uint32_t value)
{
    uint32_t count = 0;
    for (; value; value &= value - 1)
        count++;
    return count;
}

/* n is the number of threads. */
static void sums(const uint32_t *in, uint32_t *out, uint32_t n)
{
    const uint32_t a = in[0], b = in[1], c = in[2], far = (int32_t)a > 16 ? a - 16 : 16 - a;
    put(&out, a * 0x12345 + b);
    put(&out, a * 0x7fff0001 - b);
    put(&out, c - a * 0x65);
    put(&out, a * 7 + c + 1);
    put(&out, a * b + c + 1);
    put(&out, a * n - b);
    put(&out, n - a * b);
    put(&out, b - (a << 3));
    put(&out, (a << 5) - b);
    put(&out, (a << 2) + b + 1);
    put(&out, a + b + 1);
    put(&out, a + 0x12345678 + 1);
    put(&out, far + b);
    put(&out, a);
    put(&out, a * 0x1234);
    put(&out, (a << 11) + c);
    put(&out, a >> 5 & 0x7ff);
    put(&out, (b & ~0xffe0u) | (a << 5 & 0xffe0));
    put(&out, bits_set(a & 0x0ff0f00f));
    put(&out, 12);
}

static void rare_sums(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++)
        sums(in + i * 3, out + i * 20, n);
}

static void rare_float(const uint32_t *in, uint32_t *out)
{
    const float a = f32(in[0]), b = f32(in[1]);
    putf(&out, fmaf(a, 1.2345678806304931641f, b));
    putf(&out, fmaf(-a, 3, -b));
    put(&out, in[0]);
    put(&out, in[1]); /* -0 is not above 0 */
}

static uint32_t all_ones(bool holds)
{
    return holds ? 0xffffffff : 0;
}

static void rare_predicates(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], mask = b & 0x3f;
    const bool p0 = (int32_t)a < (int32_t)b, p1 = a & 1, p2 = b & 1;
    put(&out, all_ones((p0 && p1) || p2));
    put(&out, all_ones((!p0 != p1) && !p2));
    put(&out, (p0 || p1) != p2 ? 0x3f800000 : 0);
    const bool p3 = (a >> 8 & 0xff) < (b >> 16 & 0xff), p4 = !p3;
    const bool p5 = (int16_t)(a >> 16) >= (int16_t)b || p1;
    put(&out, p3 ? a : b);
    put(&out, p5 ? a : b);
    put(&out, all_ones(p0));
    put(&out, all_ones((a >= b) != p1));
    const uint32_t predicates = (uint32_t)p0 | (uint32_t)p1 << 1 | (uint32_t)p2 << 2 | (uint32_t)p3 << 3 |
                                (uint32_t)p4 << 4 | (uint32_t)p5 << 5;
    put(&out, (a & ~mask) | (predicates & mask));
    put(&out, (predicates & ~mask) | (a & mask));
}

static void rare_flow(const uint32_t *in, uint32_t *out)
{
    uint32_t sum = 0, k = 0;
    for (; k < 30; k++) {
        const uint32_t digit = in[0] >> k & 3;
        if (digit == 0)
            continue;
        if (digit == 3 && k > 20)
            break;
        sum = sum * 3 + digit;
    }
    put(&out, sum);
    put(&out, k);
    put(&out, in[0] & 1 ? 0x10 : 0x111);
}

/* As atom.add.f32 on global memory: denormal numbers are zero. */
static void rare_memory(const uint32_t *in, uint32_t *out)
{
    putf(&out, flush(flush(f32(in[0])) + flush(f32(in[1]))));
}

static void rare_barrier(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t first = 0; first < n; first += BLOCK) {
        uint32_t odd = 0;
        for (uint32_t t = 0; t < BLOCK; t++)
            odd += in[first + t] & 1;
        for (uint32_t t = 0; t < BLOCK; t++) {
            const uint32_t own = in[first + t], other = in[first + BLOCK - 1 - t];
            put(&out, other);
            put(&out, odd);
            put(&out, odd >= 0x2d ? own : 0);
            put(&out, odd < BLOCK ? other : own);
        }
    }
}

static void rare_operands(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = 0x89abcdef;
    put(&out, a + 0x123);
    put(&out, a - 0x77);
    put(&out, a + c + 1);
    put(&out, a - 5 + 1);
    put(&out, 0x12345678 - a);
    put(&out, (a << 2) - c);
    put(&out, c - (a << 3));
    put(&out, (a << 1) + c + 1);
    put(&out, (a << 4) - 0x33);
    put(&out, 0x44 - (a << 5));
    put(&out, a * b - c);
    put(&out, a * c + b + 1);
    put(&out, a & 0xff0);
    put(&out, 0x123);
    put(&out, a * 7 + b + 1);
    put(&out, a * b + c + 1);
}

static void rare_convert(const uint32_t *in, uint32_t *out)
{
    (void)in;
    putf(&out, (float)(int32_t)0xfffe8765);
    putf(&out, (float)0x1234);
    put(&out, (uint32_t)-2);
    put(&out, 2);
    putf(&out, floorf(-2.625f));
    putf(&out, ceilf(2.625f));
    putf(&out, (float)3.2);
    putf(&out, 3.140625f);
    put(&out, 0xc140); /* -2.625 */
    put(&out, 0xffff8765);
    put(&out, 0);
    put(&out, 0x7fff);
}

static int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static void rare_video(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], low = a & 0xffff;
    const int32_t higher = most((int32_t)a, 0x123);
    put(&out, a + 0x1234);
    put(&out, 0x1234 - a + b);
    put(&out, a < 0x8000 ? a : 0x8000);
    put(&out, higher < (int32_t)b ? (uint32_t)higher : b);
    put(&out, a < 0x1234 ? 0x1234 - a : a - 0x1234);
    put(&out, a > 0x7fff);
    put(&out, a >> 7);
    put(&out, (a << 3) + b);
    put(&out, (a >> 16) * 0x123 + b);
    put(&out, b - low * 0x123);
    put(&out, low * 0x123 - b);
    put(&out, low * 0x123 + b + 1);
    put(&out, a < 0xffff ? b : a);
}

static const struct program programs[] = {
    {.kernel = "rare_sums", .in = 3, .out = 20, .whole = rare_sums},
    {.kernel = "rare_float", .in = 2, .out = 4, .fill = FILL_FLOAT, .match = MATCH_FLOAT, .each = rare_float},
    {.kernel = "rare_predicates", .in = 2, .out = 9, .each = rare_predicates},
    {.kernel = "rare_flow", .in = 1, .out = 3, .each = rare_flow},
    {.kernel = "rare_operands", .in = 2, .out = 16, .each = rare_operands},
    {.kernel = "rare_convert", .in = 2, .out = 12, .each = rare_convert},
    {.kernel = "rare_video", .in = 2, .out = 13, .each = rare_video},
    {.kernel = "rare_memory",
     .in = 2,
     .out = 1,
     .fill = FILL_FLOAT,
     .match = MATCH_FLOAT,
     .each = rare_memory},
    {.kernel = "rare_barrier", .in = 1, .out = 4, .whole = rare_barrier},
};

int main(void)
{
    return PROGRAMS_RUN("rare", programs, "sm_20", "sm_30", "sm_35");
}
