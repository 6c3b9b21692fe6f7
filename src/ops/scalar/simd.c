/* SPDX-License-Identifier: MIT */
/* SIMD video instructions on parts of words, one lane at a time. */
#include "ops/scalar/simd.h"

#include <halfwarp/operations.h>

bool hw_simd_choice(unsigned parts, unsigned source, unsigned code, uint16_t *digits)
{
    static const uint16_t first[] = {
        0x0000, 0x1111, 0x2222, 0x3333, 0x3210, 0x4321, 0x5432,
        0x6543, 0x3201, 0x3012, 0x0213, 0x3120, 0x1230, 0x2310,
    };
    static const uint16_t second[] = {
        0x4444, 0x5555, 0x6666, 0x7777, 0x7654, 0x6543, 0x5432, 0x4321, 0x4567, 0x6745, 0x5476,
    };
    const unsigned codes = parts == 2 ? 16 : source == 1 ? sizeof first / 2 : sizeof second / 2;

    if (parts == 4 && source == 2 && code == 15)
        code = 4;
    if (code >= codes)
        return false;
    *digits = parts == 2    ? (uint16_t)((code & 3) | (code & 12) << 2)
              : source == 1 ? first[code]
                            : second[code];
    return true;
}

/* Half of a sum, rounded away from zero. */
static int64_t mean(int64_t x, int64_t y)
{
    return (x + y + (x + y >= 0)) >> 1;
}

static int64_t computed(const struct hw_simd *simd, int64_t x, int64_t y, bool first)
{
    const struct hw_video *video = &simd->video;
    int64_t value;

    if (simd->select)
        value = first ? x : y;
    else if (video->op == HW_OP_VADD && video->flags & HW_VIDEO_PO)
        value = mean(x, y);
    else
        value = hw_video_first(video, x, y);
    if (video->flags & HW_VIDEO_SAT)
        value = hw_video_saturated(value, video->width, video->flags & HW_VIDEO_SIGNED);
    return value;
}

/* The number that c is where parts are compared with it, or that part n of it is. */
static int64_t number_of(const struct hw_simd *simd, uint32_t c, unsigned bits, unsigned n)
{
    const int64_t span = (int64_t)1 << bits, part = c >> n * bits & (span - 1);

    return simd->video.flags & HW_VIDEO_SIGNED && part >= span / 2 ? part - span : part;
}

/* `c` with the result of part n. */
static uint32_t joined(const struct hw_simd *simd, int64_t value, unsigned n, uint32_t c)
{
    const unsigned bits = simd->video.width;
    const uint32_t mask = (1u << bits) - 1;
    const bool greatest = simd->second == HW_SIMD_GREATEST || simd->second == HW_SIMD_PUT_GREATER;
    const bool whole = simd->second == HW_SIMD_LEAST || simd->second == HW_SIMD_GREATEST;

    if (simd->second == HW_SIMD_SUM)
        return c + (uint32_t)value;
    if (simd->second != HW_SIMD_PUT) {
        const int64_t old = number_of(simd, c, whole ? 32 : bits, whole ? 0 : n);

        value = (value < old) != greatest ? value : old;
    }
    return whole ? (uint32_t)value : (c & ~(mask << n * bits)) | ((uint32_t)value & mask) << n * bits;
}

uint32_t hw_simd(const struct hw_simd *simd, uint32_t a, uint32_t b, uint32_t c, bool first)
{
    const unsigned bits = simd->video.width;
    const uint64_t both = (uint64_t)b << 32 | a;

    for (unsigned n = 0; n < 32 / bits; n++) {
        const unsigned from_a = simd->choose_a >> 4 * n & 7, from_b = simd->choose_b >> 4 * n & 7;
        const int64_t x = hw_video_number((uint32_t)(both >> bits * from_a), 0, simd->video.type_a);
        const int64_t y = hw_video_number((uint32_t)(both >> bits * from_b), 0, simd->video.type_b);

        if (simd->lanes >> n & 1)
            c = joined(simd, computed(simd, x, y, first), n, c);
    }
    return c;
}
