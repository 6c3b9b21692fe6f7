/* SPDX-License-Identifier: MIT */
/* Chip traits are the differences between the arithmetic of chips.
 *
 * The table of chip_traits.c is the only place that knows which chip has which trait.  Whoever binds or
 * translates an instruction is given the traits of the launch's chip and names no chip. */
#ifndef HW_OPS_SELECT_CHIP_TRAITS_H
#define HW_OPS_SELECT_CHIP_TRAITS_H

#include <stdbool.h>

#include "ops/scalar/atomic.h"
#include "ops/matrix/dot.h"

/* The entries of the table: variants of the Tesla ISA, then of Fermi's, and so on to Blackwell's, each in the
 * order in which hw_isa_chip lists them. */
enum hw_chip {
    HW_CHIP_G80 = 0,
    HW_CHIP_G84,
    HW_CHIP_MCP77,
    HW_CHIP_G200,
    HW_CHIP_GT215,
    HW_CHIP_GF100,
    HW_CHIP_GK104,
    HW_CHIP_GK110,
    HW_CHIP_GM107,
    HW_CHIP_GM200,
    HW_CHIP_GM20B,
    HW_CHIP_GP100,
    HW_CHIP_GP102,
    HW_CHIP_GP10B,
    HW_CHIP_GV100,
    HW_CHIP_GV11B,
    HW_CHIP_TU102,
    HW_CHIP_GA100,
    HW_CHIP_GA102,
    HW_CHIP_GA10B,
    HW_CHIP_AD102,
    HW_CHIP_GH100,
    HW_CHIP_GB100,
    HW_CHIP_GB110,
    HW_CHIP_GR100,
    HW_CHIP_GB10B,
    HW_CHIP_GB202,
    HW_CHIPS
};

struct hw_chip_traits {
    /* Until GT215 denormals are zeros in single precision, whatever an instruction says.  Since GF100 the
     * instruction decides. */
    bool always_flushes;
    /* Until GT215 saturation leaves a NaN as it is.  Since GF100 it makes 0 of it. */
    bool sat_keeps_nan;
    /* Since G200.  Before, FMUL ignores its bit for saturation. */
    bool fmul_saturates;
    /* Since GF100 FADD, FMUL and FFMA also round down and up.  Before, these two codes select nothing. */
    bool rounds_up_down;
    /* Since GF100 QUADOP has two more ways to add.  Before, their codes are differences with a neighbour,
     * which exist in fragment programs only and are zero in others. */
    bool quad_sums;
    /* Since GM107 MUFU has the square root, since TU102 the hyperbolic tangent. */
    bool mufu_sqrt, mufu_tanh;
    /* Since GV100 MUFU takes numbers: of sine and cosine in turns.  Before, RRO prepares them. */
    bool mufu_numbers;
    /* Since GV100 a constant of packed halves has a suffix like a register's.  Before, it is a single for
     * both. */
    bool packed_constants;

    /* Until GT215 conversions between integers always clamp.  Since GF100 those do that say so. */
    bool i2i_always_clamps;
    /* Until GT215 conversions have faults and signs of zero of their own, which the host's do not have. */
    bool early_conversions;
    /* Since GF100 a conversion with a type that does not exist stops the kernel. */
    bool refuses_missing_types;

    /* Since GV100 halves are converted from and to 64 bits.  Before, that stops the kernel. */
    bool converts_halves_long;

    /* Since GP100 memory adds doubles and pairs of halves.  Encodings are there before. */
    bool adds_all_floats;

    enum hw_atomic_rules atomic_rules;

    enum hw_dot_unit dot_unit; /* for products of matrices; HW_DOT_NONE: there are none */
};

const struct hw_chip_traits *hw_chip_traits_of(enum hw_chip chip);

#endif
