/* SPDX-License-Identifier: MIT */
/* Special functions of 32 lanes. */
#include "ops/lanes/lanes_fp32.h"

#include "ops/scalar/mufu.h"

/* Every function in a loop of its own, so that it becomes vector code. */
static inline void each(const struct hw_regs *regs, const struct hw_uop *uop, uint32_t function(uint32_t))
{
    const uint32_t *a = register_at(regs, uop->a);
    const uint32_t a_and = uop->a_and, a_xor = uop->a_xor;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = function((a[l] & a_and) ^ a_xor);
    store_fp32(regs, uop, value.lane);
}

static void rcp(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, hw_sfu_rcp_of);
}

static void rsq(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, hw_sfu_rsq_of);
}

static void lg2(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, hw_sfu_lg2_of);
}

static void mufu_lg2(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, hw_mufu_lg2_of);
}

static void square_root(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, hw_mufu_sqrt_of);
}

static void rcp64h(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, hw_mufu_rcp64h_of);
}

static void rsq64h(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, hw_mufu_rsq64h_of);
}

static void sine(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, hw_sfu_sin_of);
}

static void cosine(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, hw_sfu_cos_of);
}

static void ex2(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, hw_sfu_ex2_of);
}

static void rro_sin(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, hw_sfu_reduce_sin);
}

static void rro_ex2(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, hw_sfu_reduce_ex2);
}

/* clang-format off */
hw_uop_fn *const HW_LANE_FUNCTIONS(sfu)[HW_LANES_SFU_COUNT] = {
    [HW_LANES_SFU_RCP] = rcp,
    [HW_LANES_SFU_RSQ] = rsq,
    [HW_LANES_SFU_LG2] = lg2,
    [HW_LANES_SFU_SIN] = sine,
    [HW_LANES_SFU_COS] = cosine,
    [HW_LANES_SFU_EX2] = ex2,
    [HW_LANES_SFU_RRO_SIN] = rro_sin,
    [HW_LANES_SFU_RRO_EX2] = rro_ex2,
    [HW_LANES_SFU_MUFU_LG2] = mufu_lg2,
    [HW_LANES_SFU_SQRT] = square_root,
    [HW_LANES_SFU_RCP64H] = rcp64h,
    [HW_LANES_SFU_RSQ64H] = rsq64h,
};
/* clang-format on */
