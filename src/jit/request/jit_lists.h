/* SPDX-License-Identifier: MIT */
/* The lists of lane functions that the compiler inlines are numbered here: a family is a list of
 * ops/lanes/lane_functions.h. */
#ifndef HW_JIT_REQUEST_JIT_LISTS_H
#define HW_JIT_REQUEST_JIT_LISTS_H

/* clang-format off */
#define HW_JIT_LISTS(X)          \
    X(move, MOVE)                \
    X(integer, INTEGER)          \
    X(sum, SUM)                  \
    X(bits, BITS)                \
    X(xmad, XMAD)                \
    X(compare, COMPARE)          \
    X(predicate, PREDICATE)      \
    X(video, VIDEO)              \
    X(fp32, FP32)                \
    X(fp32_compare, FP32_COMPARE) \
    X(convert, CONVERT)          \
    X(convert_wide, CONVERT_WIDE) \
    X(fp64, FP64)                \
    X(half, HALF)                \
    X(pack, PACK)                \
    X(packed, PACKED)            \
    X(carry, CARRY)
/* clang-format on */

enum hw_jit_family {
#define HW_JIT_ONE(name, NAME) HW_JIT_FAMILY_##NAME,
    HW_JIT_LISTS(HW_JIT_ONE)
#undef HW_JIT_ONE
        HW_JIT_FAMILY_COUNT
};

#endif
