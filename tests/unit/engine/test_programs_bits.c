/* SPDX-License-Identifier: MIT */
/* Shifts, fields, counts, permutation, logic of Maxwell and Pascal kernels: tests/programs/bits.cu against
 * C. */
#include "programs/program.h"
#include "programs/reference.h"

static void bits_shift(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], n = in[2] % 70, m = n & 31;
    const uint16_t low = (uint16_t)a;
    put(&out, n > 31 ? 0 : a << n);
    put(&out, n > 31 ? 0 : a >> n);
    put(&out, sar32(a, n > 31 ? 31 : n));
    put(&out, a << m);
    put(&out, a >> m);
    put(&out, sar32(a, m));
    put(&out, a << 13);
    put(&out, a >> 9);
    put(&out, sar32(a, 17));
    put(&out, n > 15 ? 0 : (uint16_t)(low << n));
    put(&out, sar32((uint32_t)(int16_t)low, n > 15 ? 15 : n));
    put(&out, n > 15 ? 0 : low >> n);
}

static void bits_shift64(const uint32_t *in, uint32_t *out)
{
    const uint32_t n = in[2] % 80;
    const uint64_t x = wide(in, 0);
    put64(&out, n > 63 ? 0 : x << n);
    put64(&out, n > 63 ? 0 : x >> n);
    put64(&out, sar64(x, n > 63 ? 63 : n));
    put64(&out, x << 5);
    put64(&out, x >> 21);
    put64(&out, sar64(x, 40));
    put64(&out, x << 33);
    put64(&out, sar64(x, 3));
}

static uint32_t funnel_left(uint32_t low, uint32_t high, uint32_t n)
{
    return (uint32_t)(((uint64_t)high << 32 | low) << n >> 32);
}

static uint32_t funnel_right(uint32_t low, uint32_t high, uint32_t n)
{
    return (uint32_t)(((uint64_t)high << 32 | low) >> n);
}

static void bits_funnel(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], n = in[2], clamped = n > 32 ? 32 : n;
    put(&out, funnel_left(a, b, n & 31));
    put(&out, funnel_right(a, b, n & 31));
    put(&out, funnel_left(a, b, clamped));
    put(&out, funnel_right(a, b, clamped));
    put(&out, funnel_left(a, b, 7));
    put(&out, funnel_right(a, b, 29));
    put(&out, a << 11 | a >> 21);
    put(&out, a);
    put(&out, funnel_right(b, a, n & 7));
    put(&out, funnel_right(b, a, (n & 63) > 32 ? 32 : n & 63));
}

/* PTX bfe: position and length are their low bytes; the sign is that of the field's last bit, or of the
 * word's where the field runs over its end. */
static uint64_t extract(uint64_t a, unsigned width, uint32_t position, uint32_t length, bool is_signed)
{
    const uint32_t pos = position & 0xff, len = length & 0xff;
    uint64_t result = 0;
    if (is_signed && len) {
        const uint32_t top = pos + len - 1 < width - 1 ? pos + len - 1 : width - 1;
        result = a >> top & 1 ? ~(uint64_t)0 : 0;
    }
    for (uint32_t i = 0; i < len && i < width; i++) {
        if (i + pos >= width)
            break;
        result = (result & ~((uint64_t)1 << i)) | (a >> (i + pos) & 1) << i;
    }
    return result;
}

/* PTX bfi: the low bits of a into b. */
static uint64_t insert(uint64_t a, uint64_t b, unsigned width, uint32_t position, uint32_t length)
{
    const uint32_t pos = position & 0xff, len = length & 0xff;
    for (uint32_t i = 0; i < len && i + pos < width; i++)
        b = (b & ~((uint64_t)1 << (i + pos))) | (a >> i & 1) << (i + pos);
    return b;
}

static void bits_field(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2], d = in[3], pos = c & 31, len = d & 31;
    const uint64_t x = wide(in, 0);
    put(&out, (uint32_t)extract(a, 32, b, c, false));
    put(&out, (uint32_t)extract(a, 32, b, c, true));
    put(&out, (uint32_t)insert(a, b, 32, c, d));
    put(&out, (uint32_t)extract(a, 32, pos, len, false));
    put(&out, (uint32_t)extract(a, 32, pos, len, true));
    put(&out, (uint32_t)insert(a, b, 32, pos, len));
    put64(&out, extract(x, 64, pos, len, false));
    put64(&out, extract(x, 64, pos, len, true));
    put(&out, a >> 5 & 0x3ff);
    put(&out, sar32(a << 7, 20));
    put(&out, (a & ~0xff0u) | (b & 0xff) << 4);
    put64(&out, insert(x, b, 64, pos, len));
    put(&out, (uint32_t)insert(0x15, a, 32, 9, 5));
}

static uint32_t population(uint64_t value)
{
    uint32_t count = 0;
    for (; value; value &= value - 1)
        count++;
    return count;
}

/* The number of the highest set bit, all ones where there is none. */
static uint32_t highest(uint64_t value)
{
    uint32_t bit = 0xffffffff;
    for (; value; value >>= 1)
        bit++;
    return bit;
}

static uint64_t reversed(uint64_t value, unsigned width)
{
    uint64_t result = 0;
    for (unsigned i = 0; i < width; i++)
        result |= (value >> i & 1) << (width - 1 - i);
    return result;
}

static void bits_count(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], other = highest(a >> 31 ? ~a : a);
    const uint64_t x = wide(in, 0);
    put(&out, population(a));
    put(&out, population((uint32_t)~a));
    put(&out, population(x));
    put(&out, 31 - highest(a));
    put(&out, 63 - highest(x));
    put(&out, highest(a & (0 - a)) + 1);
    put(&out, highest(x & (0 - x)) + 1);
    put(&out, (uint32_t)reversed(a, 32));
    put64(&out, reversed(x, 64));
    put(&out, highest(a));
    put(&out, other);
    put(&out, other == 0xffffffff ? other : 31 - other);
    put(&out, highest(x));
}

/* PTX prmt without a mode: a nibble selects one of eight bytes, its top bit spreads the byte's sign. */
static uint32_t permute(uint32_t a, uint32_t b, uint32_t selector)
{
    const uint64_t bytes = a | (uint64_t)b << 32;
    uint32_t result = 0;
    for (int i = 0; i < 4; i++) {
        const uint32_t nibble = selector >> 4 * i & 15, byte = bytes >> 8 * (nibble & 7) & 0xff;
        result |= (nibble & 8 ? (byte >> 7) * 0xff : byte) << 8 * i;
    }
    return result;
}

/* The six modes of prmt: for each value of the selector's two low bits, the selector of the general form. */
static const uint16_t mode_selector[6][4] = {
    {0x3210, 0x4321, 0x5432, 0x6543}, /* f4e */
    {0x5670, 0x6701, 0x7012, 0x0123}, /* b4e */
    {0x0000, 0x1111, 0x2222, 0x3333}, /* rc8 */
    {0x3210, 0x3211, 0x3222, 0x3333}, /* ecl */
    {0x0000, 0x1110, 0x2210, 0x3210}, /* ecr */
    {0x1010, 0x3232, 0x1010, 0x3232}, /* rc16 */
};

static void bits_permute(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2];
    put(&out, permute(a, b, c & 0x7777)); /* __byte_perm looks at three bits of a nibble */
    put(&out, permute(a, b, c));
    for (int mode = 0; mode < 6; mode++)
        put(&out, permute(a, b, mode_selector[mode][c & 3]));
    put(&out, permute(a, b, 0x5410));
    put(&out, permute(a, 0, 0x0123));
    put(&out, permute(a, b, 0x7632));
    put(&out, a >> 16 | b << 16);
    put(&out, (a & 0xffff0000) | b >> 16);
}

/* Three-input logic, bit by bit. */
static uint32_t lookup(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t result = 0;
    for (int i = 0; i < 32; i++)
        result |= (table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1)) & 1) << i;
    return result;
}

static void bits_logic(const uint32_t *in, uint32_t *out)
{
    static const uint8_t tables[] = {0x96, 0xe8, 0xca, 0x01, 0x7e, 0x2d, 0xb4};
    const uint32_t a = in[0], b = in[1], c = in[2];
    for (size_t i = 0; i < sizeof tables; i++)
        put(&out, lookup(a, b, c, tables[i]));
    put(&out, a & b);
    put(&out, a | ~b);
    put(&out, a ^ b ^ 0x5a5a5a5au);
    put(&out, ~(a ^ b));
    put(&out, a & 0x7ffff);
    put64(&out, wide(in, 0) ^ wide(in, 2));
    put64(&out, (wide(in, 0) & ~wide(in, 2)) | 0x0123456789abcdefu);
    put(&out, (a & b) != 0);
    put(&out, (a & b & c) == 0 ? 5 : 7);
    put(&out, (a & 3) == 0);
}

static const struct program programs[] = {
    {.kernel = "bits_shift", .in = 3, .out = 12, .each = bits_shift},
    {.kernel = "bits_shift64", .in = 3, .out = 16, .each = bits_shift64},
    {.kernel = "bits_funnel", .in = 3, .out = 10, .each = bits_funnel},
    {.kernel = "bits_field", .in = 4, .out = 16, .each = bits_field},
    {.kernel = "bits_count", .in = 2, .out = 14, .each = bits_count},
    {.kernel = "bits_permute", .in = 3, .out = 13, .each = bits_permute},
    {.kernel = "bits_logic", .in = 4, .out = 19, .each = bits_logic},
};

int main(void)
{
    return PROGRAMS_RUN("bits", programs, PROGRAMS_COMMON, "sm_35-O0", "sm_50-O0", PROGRAMS_NEWER);
}
