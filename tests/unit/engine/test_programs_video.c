/* SPDX-License-Identifier: MIT */
/* Video instructions: tests/programs/video.cu against the PTX ISA's description of them.
 *
 * A source is a word, a half or a byte of a register, signed or not; the result is clamped on request, and
 * then either merged into a part of a third operand or combined with it. */
#include "programs/program.h"
#include "programs/reference.h"

/* Parts of a word: bytes B0 to B3, halves H0 and H1, the word W; with SIGNED, as signed numbers. */
enum part { B0, B1, B2, B3, H0, H1, W, SIGNED = 8 };
enum second { ADD, MIN, MAX };

static unsigned part_shift(unsigned part)
{
    return part <= B3 ? 8 * part : part == H1 ? 16 : 0;
}

static unsigned part_bits(unsigned part)
{
    return part <= B3 ? 8 : part == W ? 32 : 16;
}

static int64_t pick(uint32_t word, unsigned part)
{
    const unsigned bits = part_bits(part & 7);
    const uint64_t value = word >> part_shift(part & 7) & (((uint64_t)1 << bits) - 1);
    return part & SIGNED && value >> (bits - 1) ? (int64_t)value - ((int64_t)1 << bits) : (int64_t)value;
}

static int64_t clamp(int64_t value, unsigned part)
{
    const int64_t end = (int64_t)1 << part_bits(part & 7);
    const int64_t low = part & SIGNED ? -end / 2 : 0, high = part & SIGNED ? end / 2 - 1 : end - 1;
    return value < low ? low : value > high ? high : value;
}

static uint32_t merge(unsigned part, int64_t value, uint32_t c)
{
    const uint32_t mask = ((1u << part_bits(part)) - 1) << part_shift(part);
    return (c & ~mask) | ((uint32_t)value << part_shift(part) & mask);
}

static uint32_t combine(enum second second, int64_t value, uint32_t c, bool is_signed)
{
    const bool less = is_signed ? (int32_t)value < (int32_t)c : (uint32_t)value < c;
    if (second == ADD)
        return (uint32_t)value + c;
    return less == (second == MIN) ? (uint32_t)value : c;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a < b ? b : a;
}

static int64_t distance(int64_t a, int64_t b)
{
    return a < b ? b - a : a - b;
}

static void video_add(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2];
    put(&out, (uint32_t)(pick(a, B0) + pick(b, B1)));
    put(&out, (uint32_t)clamp(pick(a, W | SIGNED) + pick(b, W | SIGNED), W | SIGNED));
    put(&out, (uint32_t)clamp(pick(a, H1 | SIGNED) + pick(b, H0 | SIGNED), W));
    put(&out, (uint32_t)(pick(a, B3) - pick(b, H1)));
    put(&out, (uint32_t)clamp(pick(a, H0) - pick(b, B2 | SIGNED), W));
    put(&out, combine(ADD, pick(a, B2) + pick(b, B0), c, true));
    put(&out, combine(MIN, pick(a, B1 | SIGNED) + pick(b, B3 | SIGNED), c, true));
    put(&out, combine(MAX, pick(a, H0) + pick(b, H1), c, false));
    put(&out, combine(ADD, pick(a, H1 | SIGNED) - pick(b, B1), c, true));
    put(&out, merge(B2, pick(a, B0) + pick(b, B0), c));
    put(&out, merge(B0, clamp(pick(a, B0) + pick(b, B0), B0), c));
    put(&out, merge(H1, clamp(pick(a, H0 | SIGNED) - pick(b, H1 | SIGNED), H0 | SIGNED), c));
    put(&out, merge(H0, pick(a, B3) + pick(b, H0), c));
    put(&out, (uint32_t)(pick(a, B0 | SIGNED) + 100));
}

static void video_minmax(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2];
    put(&out, (uint32_t)least(pick(a, B0 | SIGNED), pick(b, B1 | SIGNED)));
    put(&out, (uint32_t)most(pick(a, H1), pick(b, H0)));
    put(&out, (uint32_t)least(a, pick(b, B3)));
    put(&out, (uint32_t)most(pick(a, W | SIGNED), pick(b, W | SIGNED)));
    put(&out, combine(ADD, least(pick(a, H0 | SIGNED), pick(b, H0 | SIGNED)), c, true));
    put(&out, combine(MAX, most(pick(a, B2 | SIGNED), pick(b, B2 | SIGNED)), c, true));
    put(&out, merge(B1, least(pick(a, B0), pick(b, B3)), c));
    put(&out, (uint32_t)distance(pick(a, B0), pick(b, B2)));
    put(&out, (uint32_t)distance(pick(a, H0 | SIGNED), pick(b, H1 | SIGNED)));
    put(&out, combine(ADD, distance(pick(a, B1), pick(b, B3)), c, false));
    put(&out, combine(MAX, distance(pick(a, B1 | SIGNED), pick(b, B3 | SIGNED)), c, false));
    put(&out, combine(ADD, distance(a, b), c, false));
}

static void video_set(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2];
    put(&out, pick(a, B0) == pick(b, B0));
    put(&out, pick(a, B1) != pick(b, B2));
    put(&out, pick(a, H0 | SIGNED) < pick(b, H1 | SIGNED));
    put(&out, pick(a, B3 | SIGNED) <= pick(b, B1 | SIGNED));
    put(&out, a > b);
    put(&out, pick(a, W | SIGNED) >= pick(b, W | SIGNED));
    put(&out, combine(ADD, pick(a, H1) < pick(b, H1), c, false));
    put(&out, combine(MAX, pick(a, B0 | SIGNED) > pick(b, B3 | SIGNED), c, false));
    put(&out, merge(B3, pick(a, B2) >= pick(b, B0), c));
}

static int64_t clamped_count(uint32_t word, unsigned part)
{
    return least(pick(word, part), 32);
}

static void video_shift(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2];
    put(&out, (uint32_t)((uint64_t)a << clamped_count(b, B0)));
    put(&out, (uint32_t)pick(a, H0) << (pick(b, B0) & 31));
    put(&out, (uint32_t)pick(a, B1 | SIGNED) << (pick(b, B2) & 31));
    put(&out, (uint32_t)((uint64_t)a >> clamped_count(b, B0)));
    put(&out, (uint32_t)sar64((uint64_t)pick(a, W | SIGNED), pick(b, B1) & 31));
    put(&out, (uint32_t)sar64((uint64_t)pick(a, H1 | SIGNED), (unsigned)clamped_count(b, B0)));
    put(&out, combine(ADD, (uint32_t)pick(a, B0) << (pick(b, B0) & 31), c, false));
    put(&out, merge(B1, a >> (pick(b, B3) & 31), c));
    put(&out, combine(MIN, (int64_t)sar64((uint64_t)pick(a, H0 | SIGNED), (unsigned)clamped_count(b, B1)), c,
                      true));
}

static void video_mad(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2];
    const int64_t signed_c = (int32_t)c;
    put(&out, (uint32_t)(pick(a, B0) * pick(b, B1) + c));
    put(&out, (uint32_t)(pick(a, H0 | SIGNED) * pick(b, H1 | SIGNED) + signed_c));
    put(&out, (uint32_t)((uint64_t)pick(a, H1) * (uint64_t)pick(b, H1) + c));
    const int64_t sum = pick(a, H0 | SIGNED) * pick(b, B3 | SIGNED) + signed_c;
    put(&out, (uint32_t)clamp((int64_t)sar64((uint64_t)sum, 7), W | SIGNED));
    put(&out, (uint32_t)sar64((uint64_t)(pick(a, H1 | SIGNED) * pick(b, H0 | SIGNED) + signed_c), 15));
    put(&out, (uint32_t)(signed_c - pick(a, B2) * pick(b, B0)));
    put(&out, (uint32_t)(pick(a, B2) * pick(b, B0) - signed_c));
    put(&out, (uint32_t)(pick(a, B3) * pick(b, B3) + c + 1));
}

/* Lane by lane over bytes (B0..) or halves. */
typedef int64_t lane_op(int64_t a, int64_t b);

static int64_t sum(int64_t a, int64_t b)
{
    return a + b;
}
static int64_t difference(int64_t a, int64_t b)
{
    return a - b;
}
static int64_t average(int64_t a, int64_t b)
{
    return (a + b + 1) >> 1;
}
static int64_t greater(int64_t a, int64_t b)
{
    return a > b ? -1 : 0;
}
static int64_t less(int64_t a, int64_t b)
{
    return a < b;
}

static uint32_t lanes(lane_op *op, uint32_t a, uint32_t b, unsigned first, unsigned sign, bool saturate)
{
    const unsigned count = first == B0 ? 4 : 2;
    uint32_t result = 0;
    for (unsigned i = 0; i < count; i++) {
        int64_t value = op(pick(a, (first + i) | sign), pick(b, (first + i) | sign));
        if (saturate)
            value = clamp(value, first | sign);
        result = merge(first + i, value, result);
    }
    return result;
}

static uint32_t total(lane_op *op, uint32_t a, uint32_t b)
{
    uint32_t result = 0;
    for (unsigned i = B0; i <= B3; i++)
        result += (uint32_t)op(pick(a, i), pick(b, i));
    return result;
}

static void video_simd(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2];
    put(&out, lanes(sum, a, b, B0, 0, false));
    put(&out, lanes(difference, a, b, B0, 0, false));
    put(&out, lanes(sum, a, b, B0, 0, true));
    put(&out, lanes(difference, a, b, B0, SIGNED, true));
    put(&out, lanes(average, a, b, B0, 0, false));
    put(&out, lanes(distance, a, b, B0, 0, false));
    put(&out, lanes(distance, a, b, B0, SIGNED, false));
    put(&out, lanes(least, a, b, B0, SIGNED, false));
    put(&out, lanes(most, a, b, B0, 0, false));
    put(&out, lanes(greater, a, b, B0, 0, false));
    put(&out, total(distance, a, b));
    put(&out, lanes(sum, a, b, H0, 0, false));
    put(&out, lanes(difference, a, b, H0, SIGNED, true));
    put(&out, lanes(distance, a, b, H0, 0, false));
    put(&out, lanes(most, a, b, H0, SIGNED, false));
    put(&out, lanes(less, a, b, H0, 0, false));
    put(&out, lanes(difference, 0, a, H0, 0, false));
    put(&out, lanes(distance, a, 0, B0, SIGNED, false));
    put(&out, total(distance, a, b) + c);
    put(&out, total(sum, a, b) + c);
}

static void video_literal(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], low = a & 0xff, half = a & 0xffff, upper = a >> 8;
    const int32_t lane[2] = {(int16_t)half, (int16_t)(a >> 16)};
    put(&out, upper << 8 | ((low + 0x83) & 0xff));
    put(&out, (a & 0xffff0000) | ((half + 0x7fff) & 0xffff));
    put(&out, (uint32_t)(lane[1] > 0 ? lane[1] : 0) << 16 | (uint32_t)(lane[0] > 0x13 ? lane[0] : 0x13));
    put(&out, (lane[1] < 0 ? 0xffff0000 : 0) | (lane[0] < 0x13 ? 0xffff : 0));
    put(&out, (uint32_t)(lane[1] != 0) << 16 | (half != 0xffff));
    put(&out, upper << 8 | (low > 0xc0 ? low - 0xc0 : 0xc0 - low));
    put(&out, 0x01010100 | (low >= 0x40));
}

/* From Volta on, NVIDIA's compilers have code in place of these instructions.  Of two, it takes c as signed
 * where the result is unsigned, which PTX does not say. */
static const struct program programs[] = {
    {.kernel = "video_add", .to = 62, .in = 3, .out = 14, .each = video_add},
    {.kernel = "video_minmax", .in = 3, .out = 12, .each = video_minmax},
    {.kernel = "video_set", .to = 62, .in = 3, .out = 9, .each = video_set},
    {.kernel = "video_shift", .in = 3, .out = 9, .each = video_shift},
    {.kernel = "video_mad", .in = 3, .out = 8, .each = video_mad},
    {.kernel = "video_simd", .in = 3, .out = 20, .each = video_simd},
    {.kernel = "video_literal", .in = 1, .out = 7, .each = video_literal},
};

int main(void)
{
    return PROGRAMS_RUN("video", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
