/* SPDX-License-Identifier: MIT */
/* Video instructions, one lane at a time. */
#include "ops/scalar/video.h"

#include <halfwarp/operations.h>

#include "ops/value_types.h"

int64_t hw_video_number(uint32_t word, unsigned shift, unsigned type)
{
    const unsigned bits = hw_type_bits(type);
    const int64_t part = word >> shift & 0xffffffffu >> (32 - bits), top = (int64_t)1 << (bits - 1);

    return hw_type_signed(type) ? (part ^ top) - top : part;
}

static int64_t clamp(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

int64_t hw_video_saturated(int64_t x, unsigned bits, bool is_signed)
{
    const int64_t span = (int64_t)1 << bits;

    return is_signed ? clamp(x, -span / 2, span / 2 - 1) : clamp(x, 0, span - 1);
}

static uint32_t in_range(const struct hw_video *video, int64_t x, unsigned bits)
{
    return (uint32_t)(video->flags & HW_VIDEO_SAT
                          ? hw_video_saturated(x, bits, video->flags & HW_VIDEO_SIGNED)
                          : x);
}

/* The low bits of x in a part of c, where x is saturated to that part. */
static uint32_t merge(const struct hw_video *video, int64_t x, unsigned shift, unsigned bits, uint32_t c)
{
    const uint32_t mask = 0xffffffffu >> (32 - bits) << shift;
    const uint32_t part = in_range(video, x, bits);

    return (c & ~mask) | (part << shift & mask);
}

static bool is_less(const struct hw_video *video, uint32_t x, uint32_t y)
{
    return video->flags & HW_VIDEO_SIGNED ? (int32_t)x < (int32_t)y : x < y;
}

static uint32_t finish(const struct hw_video *video, int64_t x, uint32_t c)
{
    const uint32_t word = in_range(video, x, 32);

    switch (video->second) {
    case HW_VIDEO_MRG_16H: return merge(video, x, 16, 16, c);
    case HW_VIDEO_MRG_16L: return merge(video, x, 0, 16, c);
    case HW_VIDEO_MRG_8B0: return merge(video, x, 0, 8, c);
    case HW_VIDEO_MRG_8B2: return merge(video, x, 16, 8, c);
    case HW_VIDEO_ACC: return word + c;
    case HW_VIDEO_MIN: return is_less(video, word, c) ? word : c;
    case HW_VIDEO_MAX: return is_less(video, word, c) ? c : word;
    default: return word;
    }
}

/* Counts are at most 32, or modulo the width.  A word shifted left by 32 no longer fits 64 bits when it is
 * unsigned: any number out of range whose low word is 0 will do for it. */
static int64_t shift(const struct hw_video *video, int64_t x, uint32_t count)
{
    count = video->flags & HW_VIDEO_WRAP ? count & (video->width - 1u) : count < 32 ? count : 32;
    if (video->op == HW_OP_VSHR)
        return x >> count;
    if (count == 32)
        return x < 0 ? INT64_MIN : x > 0 ? (int64_t)1 << 62 : 0;
    return x * ((int64_t)1 << count);
}

/* a * b + c, where c is signed if anything is, and so is the result. */
static uint32_t multiply(const struct hw_video *video, int64_t a, int64_t b, uint32_t c)
{
    const bool negative = !(video->flags & HW_VIDEO_NEG_A) != !(video->flags & HW_VIDEO_NEG_B);
    const bool is_signed = hw_type_signed(video->type_a) || hw_type_signed(video->type_b) || negative ||
                           (video->flags & HW_VIDEO_NEG_C);
    const __int128 addend = is_signed ? (int32_t)c : (int64_t)c, product = (__int128)a * b;
    const __int128 sum = (negative ? -product : product) +
                         (video->flags & HW_VIDEO_NEG_C ? -addend : addend) +
                         (video->flags & HW_VIDEO_PO ? 1 : 0);
    const __int128 scaled = sum >> video->scale;
    const __int128 low = is_signed ? INT32_MIN : 0, high = is_signed ? INT32_MAX : UINT32_MAX;

    if (video->flags & HW_VIDEO_SAT)
        return (uint32_t)(scaled < low ? low : scaled > high ? high : scaled);
    return (uint32_t)scaled;
}

static unsigned relation(int64_t x, int64_t y)
{
    return x < y ? 1 : x == y ? 2 : 4;
}

unsigned hw_video_relation(const struct hw_video *video, uint32_t a, uint32_t b)
{
    return relation(hw_video_number(a, video->shift_a, video->type_a),
                    hw_video_number(b, video->shift_b, video->type_b));
}

int64_t hw_video_first(const struct hw_video *video, int64_t x, int64_t y)
{
    switch (video->op) {
    case HW_OP_VADD:
        return (video->flags & HW_VIDEO_NEG_A ? -x : x) + (video->flags & HW_VIDEO_NEG_B ? -y : y) +
               (video->flags & HW_VIDEO_PO ? 1 : 0);
    case HW_OP_VABSDIFF: return x < y ? y - x : x - y;
    case HW_OP_VMNMX: return (x < y) != !!(video->flags & HW_VIDEO_GREATER) ? x : y;
    case HW_OP_VSET: return (relation(x, y) & video->compare) != 0;
    default: return shift(video, x, (uint32_t)y);
    }
}

uint32_t hw_video(const struct hw_video *video, uint32_t a, uint32_t b, uint32_t c)
{
    const int64_t x = hw_video_number(a, video->shift_a, video->type_a);
    const int64_t y = hw_video_number(b, video->shift_b, video->type_b);

    return video->op == HW_OP_VMAD ? multiply(video, x, y, c) : finish(video, hw_video_first(video, x, y), c);
}
