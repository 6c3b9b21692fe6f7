/* SPDX-License-Identifier: MIT */
/* The build of the lane functions is selected by the vector extensions of the host CPU. */
#include <stdlib.h>
#include <string.h>

#include "ops/select/alu.h"
#include "ops/lanes/lane_functions.h"

#define HW_LISTS(family, build) .family = hw_lanes_##family##_##build
/* What a build has for all lanes and for few; what it has once. */
#define HW_BOTH_LISTS(build)                                                                                 \
    HW_LISTS(move, build), HW_LISTS(integer, build), HW_LISTS(fp32, build), HW_LISTS(sfu, build),            \
        HW_LISTS(convert, build), HW_LISTS(fp64, build), HW_LISTS(sum, build), HW_LISTS(bits, build),        \
        HW_LISTS(xmad, build), HW_LISTS(compare, build), HW_LISTS(predicate, build), HW_LISTS(video, build), \
        HW_LISTS(convert_wide, build), HW_LISTS(fmad, build), HW_LISTS(fp32_compare, build),                 \
        HW_LISTS(half, build), HW_LISTS(carry, build), HW_LISTS(pack, build), HW_LISTS(packed, build)
#define HW_OTHERS(build)                                                                              \
    .cond_lanes = hw_lanes_cond_##build, .sample = hw_lanes_sample_##build,                           \
    .dot = {hw_lanes_dot_floats_##build, hw_lanes_dot_doubles_##build, hw_lanes_dot_products_##build, \
            hw_lanes_dot_integers_##build, hw_lanes_dot_bits_##build}
#define HW_TABLE(lower, upper)                                                         \
    static const struct hw_alu_table narrow_##lower = {.build = HW_HOST_LEVEL_##upper, \
                                                       .name = #lower " few",          \
                                                       .narrow = &narrow_##lower,      \
                                                       HW_BOTH_LISTS(narrow_##lower),  \
                                                       HW_OTHERS(lower)};              \
    static const struct hw_alu_table table_##lower = {.build = HW_HOST_LEVEL_##upper,  \
                                                      .name = #lower,                  \
                                                      .narrow = &narrow_##lower,       \
                                                      HW_BOTH_LISTS(lower),            \
                                                      HW_OTHERS(lower)};

/* HW_LANES_FOR_*: which there are in this program (cmake/Compiler.cmake). */
HW_TABLE(base, BASE)
#ifdef HW_LANES_FOR_v3
HW_TABLE(v3, V3)

static bool runs_v3(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
}
#endif
#ifdef HW_LANES_FOR_v4
HW_TABLE(v4, V4)

static bool runs_v4(void)
{
    return runs_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#endif

const struct hw_alu_table *hw_alu_table_at(unsigned index)
{
    if (index == 0)
        return &table_base;
#ifdef HW_LANES_FOR_v3
    if (index == 1)
        return runs_v3() ? &table_v3 : NULL;
#endif
#ifdef HW_LANES_FOR_v4
    if (index == 2)
        return runs_v4() ? &table_v4 : NULL;
#endif
    return NULL;
}

const struct hw_alu_table *hw_alu_table(void)
{
    const char *wanted = getenv("HW_SIMD");
    const struct hw_alu_table *best = NULL, *table;

    for (unsigned i = 0; (table = hw_alu_table_at(i)) != NULL; i++) {
        if (wanted && strcmp(wanted, table->name) == 0)
            return table;
        best = table;
    }
    return best;
}
