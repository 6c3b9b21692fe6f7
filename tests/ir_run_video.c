/* SPDX-License-Identifier: MIT */
/* See ir_run.h: video instructions, as PTX describes them. */
#include <halfwarp/modifiers.h>

#include "ir_run.h"

static int64_t part(uint32_t word, unsigned which, bool is_signed)
{
    const unsigned bits = which == HW_IR_PART_ALL ? 32 : which <= HW_IR_PART_B3 ? 8 : 16;
    const unsigned at = which == HW_IR_PART_ALL  ? 0
                        : which <= HW_IR_PART_B3 ? 8 * (which - HW_IR_PART_B0)
                                                 : 16 * (which - HW_IR_PART_H0);
    const uint64_t field = (uint64_t)word >> at;

    return is_signed ? (int64_t)(field << (64 - bits)) >> (64 - bits) : (int64_t)ir_run_cut(field, bits);
}

static __int128 operation(const struct hw_ir_insn *insn, const struct hw_ir_video *video, int64_t a,
                          int64_t b, int64_t c)
{
    const uint64_t count = video->wrap ? (uint64_t)b & 31 : (uint64_t)b > 32 ? 32 : (uint64_t)b;

    switch (video->op) {
    case HW_IR_VIDEO_ADD: return a + b;
    case HW_IR_VIDEO_SUB: return a - b;
    case HW_IR_VIDEO_ABSDIFF: return a < b ? b - a : a - b;
    case HW_IR_VIDEO_MIN: return a < b ? a : b;
    case HW_IR_VIDEO_MAX: return a < b ? b : a;
    case HW_IR_VIDEO_SHL: return (int64_t)((uint64_t)a << count);
    case HW_IR_VIDEO_SHR: return a >> count;
    case HW_IR_VIDEO_SET: return (insn->how.cmp & (a == b ? 2 : a < b ? 1 : 4)) != 0;
    case HW_IR_VIDEO_AVERAGE: return (a + b + (a + b >= 0)) >> 1;
    default: {
        const __int128 product = (__int128)a * b;
        return ((video->negate_product ? -product : product) + (video->negate_c ? -c : c) +
                video->plus_one) >>
               video->shift;
    }
    }
}

static __int128 saturated(__int128 value, bool is_signed, unsigned bits)
{
    const int64_t most = is_signed ? ((int64_t)1 << (bits - 1)) - 1 : ((int64_t)1 << bits) - 1,
                  least = is_signed ? -most - 1 : 0;

    return value > most ? most : value < least ? least : value;
}

static uint32_t second_step(const struct hw_ir_insn *insn, const struct hw_ir_video *video, uint32_t value,
                            uint32_t c)
{
    const bool is_signed = insn->how.type == HW_TYPE_S32;
    const bool less = is_signed ? (int32_t)value < (int32_t)c : value < c;

    switch (video->second) {
    case HW_IR_SECOND_ADD: return value + c;
    case HW_IR_SECOND_MIN: return less ? value : c;
    case HW_IR_SECOND_MAX: return less ? c : value;
    case HW_IR_SECOND_MERGE: {
        const bool is_byte = video->part_c <= HW_IR_PART_B3;
        const unsigned at =
            is_byte ? 8 * (video->part_c - HW_IR_PART_B0) : 16 * (video->part_c - HW_IR_PART_H0);
        const uint32_t mask = (is_byte ? 0xffu : 0xffffu) << at;
        return (c & ~mask) | (value << at & mask);
    }
    default: return value;
    }
}

static uint32_t lanes(const struct hw_ir_insn *insn, const struct hw_ir_video *video, const uint64_t *in)
{
    const unsigned bits = 32 / video->lanes;
    const uint64_t both = (uint32_t)in[0] | in[1] << 32;
    const bool is_signed = insn->how.type == HW_TYPE_S32;
    uint32_t result = (uint32_t)in[2];

    for (unsigned i = 0; i < video->lanes; i++) {
        const uint64_t a = both >> bits * video->select_a[i], b = both >> bits * video->select_b[i];
        const unsigned of = bits == 8 ? HW_IR_PART_B0 : HW_IR_PART_H0;
        __int128 value = operation(insn, video, part((uint32_t)a, of, video->type_a == HW_TYPE_S32),
                                   part((uint32_t)b, of, video->type_b == HW_TYPE_S32), 0);
        if (!(video->mask >> i & 1))
            continue;
        if (insn->how.sat)
            value = saturated(value, is_signed, bits);
        const uint32_t mask = (uint32_t)ir_run_cut(UINT64_MAX, bits) << bits * i;
        if (video->second == HW_IR_SECOND_ADD)
            result += (uint32_t)value;
        else
            result = (result & ~mask) | ((uint32_t)value << bits * i & mask);
    }
    return result;
}

uint32_t ir_run_video(const struct hw_ir_insn *insn, const uint64_t in[4])
{
    const struct hw_ir_video *video = insn->how.extra;
    const uint32_t c = (uint32_t)in[2];

    if (video->lanes > 1)
        return lanes(insn, video, in);
    const bool is_product = video->op == HW_IR_VIDEO_MAD;
    const bool is_signed = is_product ? video->type_a == HW_TYPE_S32 || video->type_b == HW_TYPE_S32 ||
                                            video->negate_product || video->negate_c
                                      : insn->how.type == HW_TYPE_S32;
    __int128 value =
        operation(insn, video, part((uint32_t)in[0], video->part_a, video->type_a == HW_TYPE_S32),
                  part((uint32_t)in[1], video->part_b, video->type_b == HW_TYPE_S32),
                  is_signed ? (int64_t)(int32_t)c : (int64_t)c);
    if (insn->how.sat)
        value = saturated(value, is_signed, 32);
    return is_product ? (uint32_t)value : second_step(insn, video, (uint32_t)value, c);
}
