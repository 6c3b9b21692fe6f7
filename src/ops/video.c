/* Video instructions, lane by lane: see video.h. */
#include "ops/video.h"

#include <halfwarp/operations.h>

#include "ops/types.h"
#include "ops/xmad.h"

/* The number that a part of a word is. */
static int64_t number(uint32_t word, unsigned shift, unsigned type)
{
    const unsigned bits = hw_type_bits(type);
    const int64_t part = word >> shift & 0xffffffffu >> (32 - bits), top = (int64_t)1 << (bits - 1);

    return hw_type_signed(type) ? (part ^ top) - top : part;
}

static int64_t clamp(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

/* The range of a result of `bits` bits. */
static int64_t saturate(int64_t x, unsigned bits, bool is_signed)
{
    const int64_t span = (int64_t)1 << bits;

    return is_signed ? clamp(x, -span / 2, span / 2 - 1) : clamp(x, 0, span - 1);
}

static uint32_t in_range(const struct hw_video *video, int64_t x, unsigned bits)
{
    return (uint32_t)(video->flags & HW_VIDEO_SAT ? saturate(x, bits, video->flags & HW_VIDEO_SIGNED) : x);
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
    case HW_VIDEO_MRG_16H:
        return merge(video, x, 16, 16, c);
    case HW_VIDEO_MRG_16L:
        return merge(video, x, 0, 16, c);
    case HW_VIDEO_MRG_8B0:
        return merge(video, x, 0, 8, c);
    case HW_VIDEO_MRG_8B2:
        return merge(video, x, 16, 8, c);
    case HW_VIDEO_ACC:
        return word + c;
    case HW_VIDEO_MIN:
        return is_less(video, word, c) ? word : c;
    case HW_VIDEO_MAX:
        return is_less(video, word, c) ? c : word;
    default:
        return word;
    }
}

/* Counts are at most 32, or modulo 32.  A word shifted left by 32 no longer fits 64 bits when it is unsigned:
 * any number out of range whose low word is 0 will do for it. */
static int64_t shift(const struct hw_video *video, int64_t x, uint32_t count)
{
    count = video->flags & HW_VIDEO_WRAP ? count & 31 : count < 32 ? count : 32;
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

unsigned hw_video_relation(const struct hw_video *video, uint32_t a, uint32_t b)
{
    const int64_t x = number(a, video->shift_a, video->type_a), y = number(b, video->shift_b, video->type_b);

    return x < y ? 1 : x == y ? 2 : 4;
}

uint32_t hw_video(const struct hw_video *video, uint32_t a, uint32_t b, uint32_t c)
{
    const int64_t x = number(a, video->shift_a, video->type_a), y = number(b, video->shift_b, video->type_b);

    switch (video->op) {
    case HW_OP_VADD:
        return finish(video,
                      (video->flags & HW_VIDEO_NEG_A ? -x : x) + (video->flags & HW_VIDEO_NEG_B ? -y : y) +
                          (video->flags & HW_VIDEO_PO ? 1 : 0),
                      c);
    case HW_OP_VABSDIFF:
        return finish(video, x < y ? y - x : x - y, c);
    case HW_OP_VMNMX:
        return finish(video, (x < y) != !!(video->flags & HW_VIDEO_GREATER) ? x : y, c);
    case HW_OP_VSET:
        return finish(video, (hw_video_relation(video, a, b) & video->compare) != 0, c);
    case HW_OP_VMAD:
        return multiply(video, x, y, c);
    default:
        return finish(video, shift(video, x, (uint32_t)y), c);
    }
}

/* Which of the eight bytes of {b, a} become the four of a source, by nibbles as of PRMT. */
static const uint16_t choice_a[14] = {
    0x0000, 0x1111, 0x2222, 0x3333, 0x3210, 0x4321, 0x5432,
    0x6543, 0x3201, 0x3012, 0x0213, 0x3120, 0x1230, 0x2310,
};
static const uint16_t choice_b[11] = {
    0x4444, 0x5555, 0x6666, 0x7777, 0x7654, 0x6543, 0x5432, 0x4321, 0x4567, 0x6745, 0x5476,
};

static int32_t chosen(uint64_t both, unsigned choice, unsigned lane, bool is_signed)
{
    const unsigned byte = choice >> 4 * lane & 7;

    return (int32_t)hw_extend_byte((uint32_t)(both >> 8 * byte), is_signed);
}

uint32_t hw_video_absdiff4(const struct hw_video4 *video, uint32_t a, uint32_t b, uint32_t c)
{
    const uint64_t both = (uint64_t)b << 32 | a;
    uint32_t value = c;

    for (unsigned lane = 0; lane < 4; lane++) {
        const int32_t x = chosen(both, choice_a[video->choose_a], lane, video->a_signed);
        const int32_t y = chosen(both, choice_b[video->choose_b], lane, video->b_signed);
        int64_t distance = x < y ? y - x : x - y;

        if (!(video->lanes >> lane & 1))
            continue;
        if (video->saturate)
            distance = saturate(distance, 8, video->is_signed);
        if (video->accumulate)
            value += (uint32_t)distance;
        else
            value = (value & ~(0xffu << 8 * lane)) | ((uint32_t)distance & 0xff) << 8 * lane;
    }
    return value;
}
