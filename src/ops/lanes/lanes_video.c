/* SPDX-License-Identifier: MIT */
/* Video instructions of 32 lanes, lane by lane (video.h); the forms that compilers make of plain code are
 * loops: abs(a - b), abs(a - b) + c, min(a + b, c), max(a + b, c) and min(a, b) + c. */
#include <halfwarp/operations.h>

#include "ops/scalar/integer.h"
#include "ops/lanes/lanes.h"
#include "ops/scalar/simd.h"

/* How hw_alu_select_video lays the description of the instruction into a micro-operation. */
static struct hw_video description(const struct hw_uop *uop)
{
    return (struct hw_video){
        .op = (uint16_t)(HW_OP_VADD + uop->video.op),
        .width = 32,
        .type_a = uop->type,
        .type_b = uop->type2,
        .shift_a = uop->video.a_shift,
        .shift_b = uop->video.b_shift,
        .flags = (uint8_t)uop->video_flags,
        .compare = uop->cmp,
        .second = uop->video.second,
        .scale = uop->video.scale,
    };
}

/* Words that are computed modulo 2^32: a sum, or the least or greatest of numbers that words of one sign can
 * hold. */
static bool is_word_sum(const struct hw_uop *uop)
{
    const unsigned op = HW_OP_VADD + uop->video.op;
    const bool same_sign = hw_type_signed(uop->type) == hw_type_signed(uop->type2);

    return uop->video.a_shift + hw_type_bits(uop->type) <= 32 &&
           uop->video.b_shift + hw_type_bits(uop->type2) <= 32 &&
           (op == HW_OP_VADD || (op == HW_OP_VMNMX && same_sign)) && !(uop->video_flags & HW_VIDEO_SAT) &&
           (uop->video.second == HW_VIDEO_PLAIN || uop->video.second >= HW_VIDEO_ACC);
}

/* The number that begins at bit `low` of each word. */
static inline void part_numbers(const uint32_t *word, unsigned low, unsigned type, lanes *value)
{
    const unsigned right = 32 - hw_type_bits(type), left = right - low;

    if (hw_type_signed(type))
        FOR_LANES(l)
            value->lane[l] = (uint32_t)((int32_t)(word[l] << left) >> right);
    else
        FOR_LANES(l)
            value->lane[l] = word[l] << left >> right;
}

static inline void least_or_greatest(lanes *value, const uint32_t *other, bool is_signed, bool greatest)
{
    const uint32_t bias = is_signed ? 0x80000000u : 0; /* signed words in order as unsigned ones */

    FOR_LANES(l) {
        const bool less = (value->lane[l] ^ bias) < (other[l] ^ bias);
        value->lane[l] = less != greatest ? value->lane[l] : other[l];
    }
}

static void word_sum(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *c = register_at(regs, uop->c), flags = uop->video_flags, po = flags & HW_VIDEO_PO ? 1 : 0;
    const uint32_t turn_a = flags & HW_VIDEO_NEG_A ? ~0u : 0, turn_b = flags & HW_VIDEO_NEG_B ? ~0u : 0;
    lanes value, b;

    part_numbers(register_at(regs, uop->a), uop->video.a_shift, uop->type, &value);
    part_numbers(register_at(regs, uop->b), uop->video.b_shift, uop->type2, &b);
    if (uop->video.op == 0)
        FOR_LANES(l)
            value.lane[l] = (value.lane[l] ^ turn_a) - turn_a + (b.lane[l] ^ turn_b) - turn_b + po;
    else
        least_or_greatest(&value, b.lane, hw_type_signed(uop->type), flags & HW_VIDEO_GREATER);
    if (uop->video.second == HW_VIDEO_ACC)
        FOR_LANES(l)
            value.lane[l] += c[l];
    else if (uop->video.second != HW_VIDEO_PLAIN)
        least_or_greatest(&value, c, flags & HW_VIDEO_SIGNED, uop->video.second == HW_VIDEO_MAX);
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value.lane, 32);
    store(regs, uop, value.lane);
}

static void video(struct hw_regs *regs, const struct hw_uop *uop)
{
    if (is_word_sum(uop)) {
        word_sum(regs, uop);
        return;
    }
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const struct hw_video what = description(uop);
    lanes value = {{0}};

    FOR_EXECUTING(l)
        value.lane[l] = hw_video(&what, a[l], b[l], c[l]);
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value.lane, 32);
    store(regs, uop, value.lane);
}

static void vsetp(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const struct hw_video what = description(uop);
    uint32_t holds = 0;

    FOR_EXECUTING(l)
        holds |= hw_video_relation(&what, a[l], b[l]) & uop->cmp ? lane_bit[l] : 0;
    store_comparison(regs, uop, holds);
}

static void absdiff_word(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const uint32_t add = uop->video.second == HW_VIDEO_ACC ? ~0u : 0;
    const bool is_signed = hw_type_signed(uop->type);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_int_distance(a[l], b[l], is_signed) + (c[l] & add);
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value.lane, 32);
    store(regs, uop, value.lane);
}

/* Of parts of words. */
static struct hw_simd simd_description(const struct hw_uop *uop)
{
    struct hw_simd what = {
        .video = description(uop),
        .select = uop->video.select,
        .lanes = uop->video.written,
        .second = uop->video.second,
        .choose_a = uop->choice.a,
        .choose_b = uop->choice.b,
    };

    what.video.width = uop->video.width;
    what.video.shift_a = what.video.shift_b = what.video.scale = 0;
    return what;
}

static void simd(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const struct hw_simd what = simd_description(uop);
    const uint32_t first = read_pred(regs, uop->p_in);
    lanes value = {{0}};

    FOR_EXECUTING(l)
        value.lane[l] = hw_simd(&what, a[l], b[l], c[l], first & lane_bit[l]);
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value.lane, 32);
    store(regs, uop, value.lane);
}

hw_uop_fn *const HW_LANE_FUNCTIONS(video)[HW_LANES_VIDEO_COUNT] = {
    [HW_LANES_VIDEO_VIDEO] = video,
    [HW_LANES_VIDEO_VSETP] = vsetp,
    [HW_LANES_VIDEO_VABSDIFF_WORD] = absdiff_word,
    [HW_LANES_VIDEO_SIMD] = simd,
};
