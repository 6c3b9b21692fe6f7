/* SPDX-License-Identifier: MIT */
/* The runtime symbol table.  Beside those that end a time slice, these are scalar references of ops/scalar,
 * to which lane functions leave some lanes; what LLVM expects everywhere; and roundings, for which the
 * baseline has no instruction. */
#include "jit/jit_runtime_symbols.h"

#include <math.h>
#include <string.h>

#include "machine/warp_control.h"
#include "ops/scalar/cond.h"
#include "ops/scalar/convert.h"
#include "ops/scalar/fp16.h"
#include "ops/scalar/fp32.h"
#include "ops/scalar/fp64.h"
#include "ops/scalar/simd.h"
#include "ops/scalar/video.h"

#define SYMBOL(name)              \
    {                             \
#name, (const void *)name \
    }
const struct hw_jit_runtime_symbol hw_jit_runtime_symbols[HW_JIT_RUNTIME_SYMBOLS] = {
    SYMBOL(hw_cond_truth),
    SYMBOL(hw_convert_f2f),
    SYMBOL(hw_convert_f2i),
    SYMBOL(hw_convert_i2f),
    SYMBOL(hw_convert_i2i),
    SYMBOL(hw_fp16_widen),
    SYMBOL(hw_fp32_add),
    SYMBOL(hw_fp32_fma),
    SYMBOL(hw_fp32_mul),
    SYMBOL(hw_fp32_quadop),
    SYMBOL(hw_fp64_add),
    SYMBOL(hw_fp64_fma),
    SYMBOL(hw_fp64_mul),
    SYMBOL(hw_simd),
    SYMBOL(hw_video),
    SYMBOL(hw_warp_branch),
    SYMBOL(hw_video_relation),
    SYMBOL(memcpy),
    SYMBOL(memmove),
    SYMBOL(memset),
    SYMBOL(ceil),
    SYMBOL(ceilf),
    SYMBOL(floor),
    SYMBOL(floorf),
    SYMBOL(rint),
    SYMBOL(rintf),
    SYMBOL(trunc),
    SYMBOL(truncf),
};
