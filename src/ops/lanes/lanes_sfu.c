/* SPDX-License-Identifier: MIT */
/* Lane functions for special functions (MUFU): reciprocal, roots, logarithm, power, sine, cosine. */
#include "ops/lanes/lanes_half.h"

#include "ops/inline.h"
#include "ops/lanes/lanes_table_lookup.h"
#include "ops/lanes/lanes_square.h"
#include "ops/scalar/mufu.h"

/* Every function in a loop of its own, so that it becomes vector code. */
HW_INLINE void compute_each_lane(const struct hw_regs *regs, const struct hw_uop *uop,
                                 uint32_t function(uint32_t))
{
    const uint32_t *a = register_at(regs, uop->a);
    const uint32_t a_and = uop->a_and, a_xor = uop->a_xor;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = function((a[l] & a_and) ^ a_xor);
    store_fp32(regs, uop, value.lane);
}

/* A group of lanes looks its slices up and squares before any of it goes on. */
HW_INLINE void by_table(const struct hw_regs *regs, const struct hw_uop *uop,
                        const struct hw_sfu_table *table, uint32_t fraction_of(uint32_t),
                        uint32_t value_in(uint32_t, struct hw_sfu_quadratic))
{
    const uint32_t *operand = register_at(regs, uop->a);
    const uint32_t a_and = uop->a_and, a_xor = uop->a_xor;
    const bool plain = is_plain(regs, uop) && !uop->sat;
    lanes x, fraction, slice, value;
    uint32_t *result = plain ? register_at(regs, uop->d) : value.lane;

    FOR_LANES(l) {
        x.lane[l] = (operand[l] & a_and) ^ a_xor;
        fraction.lane[l] = fraction_of(x.lane[l]);
        slice.lane[l] = hw_sfu_slice(fraction.lane[l]);
    }
    for (unsigned first = 0; first < LANES; first += GROUP) {
        group rest, a, bc, square;

        FOR_GROUP(l)
            rest.lane[l] = hw_sfu_rest(fraction.lane[first + l]);
        look_up(table, slice.lane + first, &a, &bc);
        square_group(&rest, &square);
        FOR_GROUP(l)
            result[first + l] =
                value_in(x.lane[first + l], hw_sfu_quadratic_of((int32_t)a.lane[l], (int32_t)bc.lane[l],
                                                                rest.lane[l], square.lane[l]));
    }
    if (!plain)
        store_fp32(regs, uop, value.lane);
}

#define TABLE_FUNCTION(name, table)                                                \
    static void sfu_##name(struct hw_regs *regs, const struct hw_uop *uop)         \
    {                                                                              \
        by_table(regs, uop, &table, hw_sfu_##name##_fraction, hw_sfu_##name##_in); \
    }
HW_SFU_TABLE_FUNCTIONS(TABLE_FUNCTION)

static void mufu_lg2(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute_each_lane(regs, uop, hw_mufu_lg2_of);
}

static void square_root(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute_each_lane(regs, uop, hw_mufu_sqrt_of);
}

static void rcp64h(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute_each_lane(regs, uop, hw_mufu_rcp64h_of);
}

static void rsq64h(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute_each_lane(regs, uop, hw_mufu_rsq64h_of);
}

static void sin_turns(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute_each_lane(regs, uop, hw_mufu_sin_of);
}

static void cos_turns(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute_each_lane(regs, uop, hw_mufu_cos_of);
}

static void ex2_number(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute_each_lane(regs, uop, hw_mufu_ex2_of);
}

static void hyperbolic_tangent(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute_each_lane(regs, uop, hw_mufu_tanh_of);
}

static uint32_t function_of(unsigned mufu, uint32_t x)
{
    switch (mufu) {
    case HW_MUFU_COS: return hw_mufu_cos_of(x);
    case HW_MUFU_SIN: return hw_mufu_sin_of(x);
    case HW_MUFU_EX2: return hw_mufu_ex2_of(x);
    case HW_MUFU_LG2: return hw_mufu_lg2_of(x);
    case HW_MUFU_RCP: return hw_sfu_rcp_of(x);
    case HW_MUFU_RSQ: return hw_sfu_rsq_of(x);
    case HW_MUFU_SQRT: return hw_mufu_sqrt_of(x);
    default: return hw_mufu_tanh_of(x);
    }
}

/* A half, by way of a single, into the low half of a word.  The upper half is a guess: compiled code does not
 * look at it. */
static void of_half(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a);
    const uint32_t a_and = uop->a_and, a_xor = uop->a_xor;
    const unsigned shift = part_shift(uop->single.part);
    lanes value = {{0}};

    FOR_EXECUTING(l) {
        const uint32_t x = (widened(a[l] >> shift, false) & a_and) ^ a_xor;
        const double result = (double)as_float(function_of(uop->single.mufu, x));

        value.lane[l] = half_of(double_bits(result), false);
    }
    store(regs, uop, value.lane);
}

static void rro_sin(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute_each_lane(regs, uop, hw_sfu_reduce_sin);
}

static void rro_ex2(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute_each_lane(regs, uop, hw_sfu_reduce_ex2);
}

/* clang-format off */
hw_uop_fn *const HW_LANE_FUNCTIONS(sfu)[HW_LANES_SFU_COUNT] = {
    [HW_LANES_SFU_RCP] = sfu_rcp,
    [HW_LANES_SFU_RSQ] = sfu_rsq,
    [HW_LANES_SFU_LG2] = sfu_lg2,
    [HW_LANES_SFU_SIN] = sfu_sin,
    [HW_LANES_SFU_COS] = sfu_cos,
    [HW_LANES_SFU_EX2] = sfu_ex2,
    [HW_LANES_SFU_RRO_SIN] = rro_sin,
    [HW_LANES_SFU_RRO_EX2] = rro_ex2,
    [HW_LANES_SFU_MUFU_LG2] = mufu_lg2,
    [HW_LANES_SFU_SQRT] = square_root,
    [HW_LANES_SFU_RCP64H] = rcp64h,
    [HW_LANES_SFU_RSQ64H] = rsq64h,
    [HW_LANES_SFU_SIN_TURNS] = sin_turns,
    [HW_LANES_SFU_COS_TURNS] = cos_turns,
    [HW_LANES_SFU_EX2_NUMBER] = ex2_number,
    [HW_LANES_SFU_TANH] = hyperbolic_tangent,
    [HW_LANES_SFU_HALF] = of_half,
};
/* clang-format on */
