/* SPDX-License-Identifier: MIT */
/* This table says what an operation counts as.
 *
 * nvprof counts arithmetic by threads that execute it: additions, multiplications, and both fused, which are
 * two floating-point operations.  Instructions in single precision are all of that unit and of the special
 * functions, comparisons and minima included.  docs/evidence/counters.md names the kernels for which these
 * counts equal those of GPUs. */
#include "timing/counters/tally.h"

#include <halfwarp/operations.h>

/* Arithmetic that is not listed is of integers. */
/* clang-format off */
static const uint8_t kinds[HW_OP_COUNT] = {
    [HW_OP_FADD] = HW_SUM_SINGLE_ADD, [HW_OP_FMUL] = HW_SUM_SINGLE_MUL,
    [HW_OP_FFMA] = HW_SUM_SINGLE_FMA, [HW_OP_FMAD] = HW_SUM_SINGLE_FMA,
    [HW_OP_MUFU] = HW_SUM_SINGLE_SPECIAL, [HW_OP_RCP] = HW_SUM_SINGLE_SPECIAL, [HW_OP_RSQ] = HW_SUM_SINGLE_SPECIAL,
    [HW_OP_LG2] = HW_SUM_SINGLE_SPECIAL, [HW_OP_SIN] = HW_SUM_SINGLE_SPECIAL, [HW_OP_COS] = HW_SUM_SINGLE_SPECIAL,
    [HW_OP_EX2] = HW_SUM_SINGLE_SPECIAL,
    [HW_OP_FMIN] = HW_SUM_FP32, [HW_OP_FMAX] = HW_SUM_FP32, [HW_OP_FMNMX] = HW_SUM_FP32, [HW_OP_FSET] = HW_SUM_FP32,
    [HW_OP_FSETP] = HW_SUM_FP32, [HW_OP_FCMP] = HW_SUM_FP32, [HW_OP_FCHK] = HW_SUM_FP32, [HW_OP_RRO] = HW_SUM_FP32,
    [HW_OP_FSWZADD] = HW_SUM_FP32, [HW_OP_QUADOP] = HW_SUM_FP32,
    [HW_OP_DADD] = HW_SUM_DOUBLE_ADD, [HW_OP_DMUL] = HW_SUM_DOUBLE_MUL, [HW_OP_DFMA] = HW_SUM_DOUBLE_FMA,
    [HW_OP_DMIN] = HW_SUM_FP64, [HW_OP_DMAX] = HW_SUM_FP64, [HW_OP_DMNMX] = HW_SUM_FP64, [HW_OP_DSET] = HW_SUM_FP64,
    [HW_OP_DSETP] = HW_SUM_FP64, [HW_OP_DCHK] = HW_SUM_FP64,
    [HW_OP_HADD2] = HW_SUM_HALF_ADD, [HW_OP_HMUL2] = HW_SUM_HALF_MUL, [HW_OP_HFMA2] = HW_SUM_HALF_FMA,
    [HW_OP_HSET2] = HW_SUM_FP16, [HW_OP_HSETP2] = HW_SUM_FP16,
    [HW_OP_I2I] = HW_SUM_CONVERSIONS, [HW_OP_I2F] = HW_SUM_CONVERSIONS, [HW_OP_F2I] = HW_SUM_CONVERSIONS,
    [HW_OP_F2F] = HW_SUM_CONVERSIONS,
    [HW_OP_SHFL] = HW_SUM_EXCHANGES, [HW_OP_VOTE] = HW_SUM_EXCHANGES, [HW_OP_BALLOT] = HW_SUM_EXCHANGES,
    [HW_OP_MOV] = HW_SUM_MISC, [HW_OP_C2R] = HW_SUM_MISC, [HW_OP_R2C] = HW_SUM_MISC, [HW_OP_A2R] = HW_SUM_MISC,
    [HW_OP_R2A] = HW_SUM_MISC, [HW_OP_ADA] = HW_SUM_MISC, [HW_OP_SEL] = HW_SUM_MISC, [HW_OP_SLCT] = HW_SUM_MISC,
    [HW_OP_PRMT] = HW_SUM_MISC, [HW_OP_PSETP] = HW_SUM_MISC, [HW_OP_PSET] = HW_SUM_MISC, [HW_OP_CSETP] = HW_SUM_MISC,
    [HW_OP_CSET] = HW_SUM_MISC, [HW_OP_P2R] = HW_SUM_MISC, [HW_OP_R2P] = HW_SUM_MISC,
};
/* clang-format on */

/* How many threads' sum an operation adds to. */
static enum hw_sum kind_of(unsigned op)
{
    const struct hw_operation_info *info = hw_operation_info(op);

    if (op >= HW_OP_COUNT)
        return HW_SUM_MISC;
    if (kinds[op])
        return (enum hw_sum)kinds[op];
    if (info->takes != HW_TAKES_NONE)
        return HW_SUM_INTEGER;
    if (info->flow != HW_FLOW_NONE && info->flow != HW_FLOW_BARRIER)
        return HW_SUM_FLOW_LANES;
    return info->memory & HW_EFFECT_ATOMIC ? HW_SUM_MEMORY_LANES : HW_SUM_MISC;
}

static void add_instructions(const struct hw_chip_info *chip, const struct hw_tally *total, double *sum)
{
    for (unsigned op = 0; op <= HW_OP_COUNT; op++) {
        const struct hw_operation_info *info = hw_operation_info(op);
        const double issues = (double)total->issues[op];
        const bool barrier = info->flow == HW_FLOW_BARRIER;
        sum[HW_SUM_ISSUED] += issues;
        sum[HW_SUM_INSTRUCTIONS] += barrier ? issues * chip->micro.count_barriers : issues;
        /* What a barrier counts beyond itself counts as control flow, too; it does not. */
        if (info->flow != HW_FLOW_NONE)
            sum[HW_SUM_CONTROL] += barrier ? issues * (chip->micro.count_barriers - 1) : issues;
        if (info->memory & HW_EFFECT_ATOMIC)
            sum[info->space == HW_SPACE_TEXTURE ? HW_SUM_TEXTURE_INSTRUCTIONS : HW_SUM_MEMORY_INSTRUCTIONS] +=
                issues;
        sum[kind_of(op)] += (double)total->lanes[op];
    }
    sum[HW_SUM_LANES_MOST] = sum[HW_SUM_ISSUED] * 32;
    if (chip->micro.count_constants)
        sum[HW_SUM_CONTROL] += (double)total->sum[HW_SUM_CONSTANT_LOADS];
}

void hw_operation_sums(const struct hw_chip_info *chip, const struct hw_tally *total,
                       double sum[HW_SUM_COUNT])
{
    add_instructions(chip, total, sum);
    sum[HW_SUM_SINGLE_FLOPS] = sum[HW_SUM_SINGLE_ADD] + sum[HW_SUM_SINGLE_MUL] + 2 * sum[HW_SUM_SINGLE_FMA];
    sum[HW_SUM_DOUBLE_FLOPS] = sum[HW_SUM_DOUBLE_ADD] + sum[HW_SUM_DOUBLE_MUL] + 2 * sum[HW_SUM_DOUBLE_FMA];
    sum[HW_SUM_FP32] +=
        sum[HW_SUM_SINGLE_ADD] + sum[HW_SUM_SINGLE_MUL] + sum[HW_SUM_SINGLE_FMA] + sum[HW_SUM_SINGLE_SPECIAL];
    sum[HW_SUM_FP64] += sum[HW_SUM_DOUBLE_ADD] + sum[HW_SUM_DOUBLE_MUL] + sum[HW_SUM_DOUBLE_FMA];
    sum[HW_SUM_FP16] += sum[HW_SUM_HALF_ADD] + sum[HW_SUM_HALF_MUL] + sum[HW_SUM_HALF_FMA];
    sum[HW_SUM_HALF_ADD] *= 2; /* each works on two halves */
    sum[HW_SUM_HALF_MUL] *= 2;
    sum[HW_SUM_HALF_FMA] *= 2;
    sum[HW_SUM_HALF_FLOPS] = sum[HW_SUM_HALF_ADD] + sum[HW_SUM_HALF_MUL] + 2 * sum[HW_SUM_HALF_FMA];
}
