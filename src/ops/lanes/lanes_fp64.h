/* SPDX-License-Identifier: MIT */
/* Lane functions for double precision share these helpers, which store pairs, flags and NaN. */
#ifndef HW_OPS_LANES_LANES_FP64_H
#define HW_OPS_LANES_LANES_FP64_H

#include "ops/scalar/fp64.h"
#include "ops/lanes/lanes.h"

typedef struct {
    _Alignas(64) uint64_t lane[LANES];
} wide_lanes;

static inline double as_double(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t double_bits(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline void load_pairs(const struct hw_regs *regs, unsigned reg, unsigned flags, wide_lanes *value)
{
    const uint32_t *low = register_at(regs, reg), *high = register_at(regs, reg + 1u);

    FOR_LANES(l)
        value->lane[l] = low[l] | (uint64_t)high[l] << 32;
    if (flags & (HW_OPERAND_ABS | HW_OPERAND_NEG))
        FOR_LANES(l)
            value->lane[l] = hw_fp64_modify(value->lane[l], flags);
}

/* Numbers with an operand's modifiers: themselves, or in `changed`.  The sign of a NaN changes, too. */
static inline const wide_lanes *with_signs(unsigned flags, const wide_lanes *number, wide_lanes *changed)
{
    if (!(flags & (HW_OPERAND_ABS | HW_OPERAND_NEG)))
        return number;
    FOR_LANES(l) {
        const double x = as_double(number->lane[l]), size = flags & HW_OPERAND_ABS ? __builtin_fabs(x) : x;

        changed->lane[l] = double_bits(flags & HW_OPERAND_NEG ? -size : size);
    }
    return changed;
}

/* Write 64-bit words to the destination's two registers. */
static inline void store_wide(const struct hw_regs *regs, const struct hw_uop *uop, const wide_lanes *value)
{
    lanes low, high;

    FOR_LANES(l) {
        low.lane[l] = (uint32_t)value->lane[l];
        high.lane[l] = (uint32_t)(value->lane[l] >> 32);
    }
    write_lanes(regs, uop->d, executing(regs), low.lane);
    write_lanes(regs, uop->d + 1u, executing(regs), high.lane);
}

/* Flags of doubles, then the doubles. */
static inline void store_pairs(const struct hw_regs *regs, const struct hw_uop *uop, const wide_lanes *value)
{
    lanes flags;

    if (wants_flags(uop)) {
        FOR_LANES(l)
            flags.lane[l] = hw_fp64_flags(value->lane[l]);
        store_flags(regs, uop, flags.lane);
    }
    store_wide(regs, uop, value);
}

/* The executing lanes that hold a NaN. */
static inline uint32_t lanes_with_nan(const struct hw_regs *regs, const wide_lanes *value)
{
    uint32_t mask = 0;
#if defined(__AVX2__) && defined(HW_LANES_NARROW)
    for (unsigned l = 0; l < LANES; l += 4) {
        const __m256d part = _mm256_load_pd((const void *)(value->lane + l));

        mask |= (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd(part, part, _CMP_UNORD_Q)) << l;
    }
#else
    uint64_t any = 0;

    FOR_LANES(l)
        any |= hw_fp64_is_nan(value->lane[l]) ? 1 : 0;
    if (any)
        FOR_LANES(l)
            mask |= hw_fp64_is_nan(value->lane[l]) ? lane_bit[l] : 0;
#endif
    return mask & executing(regs);
}

#endif
