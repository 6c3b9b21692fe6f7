/* SPDX-License-Identifier: MIT */
/* See chip_traits.h. */
#include "ops/select/chip_traits.h"

/* clang-format off */
/* Until GT215. */
#define TESLA \
    .always_flushes = true, .sat_keeps_nan = true, .i2i_always_clamps = true, .early_conversions = true

/* Since GF100. */
#define LATER \
    .fmul_saturates = true, .rounds_up_down = true, .quad_sums = true, .refuses_missing_types = true, \
    .atomic_rules = HW_ATOMIC_FULL

#define TESLA_BEFORE_G200 {TESLA, .atomic_rules = HW_ATOMIC_G80}
#define TESLA_SINCE_G200  {TESLA, .fmul_saturates = true, .atomic_rules = HW_ATOMIC_GT200}
#define SINCE_GF100       {LATER}
#define SINCE_GM107       {LATER, .mufu_sqrt = true}
#define SINCE_GP100       {LATER, .mufu_sqrt = true, .adds_all_floats = true}
#define VOLTA             LATER, .mufu_sqrt = true, .adds_all_floats = true, .mufu_numbers = true, .packed_constants = true, .converts_halves_long = true
#define SINCE_GV100       {VOLTA, .dot_unit = HW_DOT_VOLTA}
#define SINCE_TU102       {VOLTA, .mufu_tanh = true, .dot_unit = HW_DOT_TURING}
#define SINCE_GA100       {VOLTA, .mufu_tanh = true, .dot_unit = HW_DOT_AMPERE}
#define SINCE_AD102       {VOLTA, .mufu_tanh = true, .dot_unit = HW_DOT_ADA}
#define SINCE_GH100       {VOLTA, .mufu_tanh = true, .dot_unit = HW_DOT_HOPPER}

static const struct hw_chip_traits traits[HW_CHIPS] = {
    [HW_CHIP_G80]   = TESLA_BEFORE_G200,
    [HW_CHIP_G84]   = TESLA_BEFORE_G200,
    [HW_CHIP_MCP77] = TESLA_BEFORE_G200,
    [HW_CHIP_G200]  = TESLA_SINCE_G200,
    [HW_CHIP_GT215] = TESLA_SINCE_G200,
    [HW_CHIP_GF100] = SINCE_GF100,
    [HW_CHIP_GK104] = SINCE_GF100,
    [HW_CHIP_GK110] = SINCE_GF100,
    [HW_CHIP_GM107] = SINCE_GM107,
    [HW_CHIP_GM200] = SINCE_GM107,
    [HW_CHIP_GM20B] = SINCE_GM107,
    [HW_CHIP_GP100] = SINCE_GP100,
    [HW_CHIP_GP102] = SINCE_GP100,
    [HW_CHIP_GP10B] = SINCE_GP100,
    [HW_CHIP_GV100] = SINCE_GV100,
    [HW_CHIP_GV11B] = SINCE_GV100,
    [HW_CHIP_TU102] = SINCE_TU102,
    [HW_CHIP_GA100] = SINCE_GA100,
    [HW_CHIP_GA102] = SINCE_GA100,
    [HW_CHIP_GA10B] = SINCE_GA100,
    [HW_CHIP_AD102] = SINCE_AD102,
    [HW_CHIP_GH100] = SINCE_GH100,
    [HW_CHIP_GB100] = SINCE_GH100,
    [HW_CHIP_GB110] = SINCE_GH100,
    [HW_CHIP_GR100] = SINCE_GH100,
    [HW_CHIP_GB10B] = SINCE_GH100,
    [HW_CHIP_GB202] = SINCE_GH100,
};
/* clang-format on */

const struct hw_chip_traits *hw_chip_traits_of(enum hw_chip chip)
{
    return &traits[chip];
}
