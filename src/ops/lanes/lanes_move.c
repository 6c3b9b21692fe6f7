/* SPDX-License-Identifier: MIT */
/* Lane functions for moves, and for the test of condition codes. */
#include "ops/lanes/lanes.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

static void mov(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes value;

    if (is_plain(regs, uop)) {
        copy_lanes(register_at(regs, uop->d), register_at(regs, uop->a));
        return;
    }
    copy_lanes(value.lane, register_at(regs, uop->a));
    write_lanes(regs, uop->d, executing(regs), value.lane);
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value.lane, 32);
}

static void mov_part(struct hw_regs *regs, const struct hw_uop *uop)
{
    const unsigned type = uop->type;
    const uint32_t some = executing(regs) & uop->move.written * 0x11111111u;
    lanes buffer, value, flags;

    copy_lanes(value.lane, operand(regs, uop->a, uop->a_part, type, &buffer));
    if (wants_flags(uop)) {
        integer_flags(value.lane, hw_type_bits(type), &flags);
        write_lanes(regs, uop->cond_out, some, flags.lane);
    }
    if (uop->d_part != HW_PART_WORD)
        merge_half(regs, uop, value.lane);
    write_lanes(regs, uop->d, some, value.lane);
}

static void r2c(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = a[l] & 15;
    write_lanes(regs, uop->d, executing(regs), value.lane);
}

static void r2a(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes buffer, value;
    const uint32_t *a = operand(regs, uop->a, uop->a_part, uop->type, &buffer);
    const unsigned count = uop->imm & 31;

    FOR_LANES(l)
        value.lane[l] = a[l] << count & 0xffff;
    write_lanes(regs, uop->d, executing(regs), value.lane);
}

static void ada(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = (a[l] + uop->imm) & 0xffff;
    write_lanes(regs, uop->d, executing(regs), value.lane);
}

/* clang-format off */
hw_uop_fn *const HW_LANE_FUNCTIONS(move)[HW_LANES_MOVE_COUNT] = {
    [HW_LANES_MOVE_MOV] = mov,
    [HW_LANES_MOVE_MOV_PART] = mov_part,
    [HW_LANES_MOVE_R2C] = r2c,
    [HW_LANES_MOVE_R2A] = r2a,
    [HW_LANES_MOVE_ADA] = ada,
};
/* clang-format on */

/* A code selects a bit of the test's set; shifted to the top, eight such bits are one mask. */
uint32_t HW_LANE_FUNCTIONS(cond)(const uint32_t *cond_register, unsigned test)
{
#ifdef __AVX2__
    const __m256i truth = _mm256_set1_epi32(hw_cond_truth[test & 63]), top = _mm256_set1_epi32(31);
    uint32_t result = 0;

    for (unsigned l = 0; l < LANES; l += 8) {
        const __m256i code = _mm256_load_si256((const __m256i *)(const void *)(cond_register + l));
        const __m256i bit = _mm256_sllv_epi32(truth, _mm256_sub_epi32(top, code));

        result |= (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(bit)) << l;
    }
    return result;
#else
    const uint32_t truth = hw_cond_truth[test & 63];
    uint32_t result = 0;

    for (unsigned l = 0; l < LANES; l++)
        result |= (truth >> (cond_register[l] & 15) & 1) << l;
    return result;
#endif
}
