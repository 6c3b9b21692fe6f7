/* SPDX-License-Identifier: MIT */
/* Half precision: to and from single precision, which is all that Tesla has, and names that packed halves
 * need. */
#ifndef HW_OPS_SCALAR_FP16_H
#define HW_OPS_SCALAR_FP16_H

#include <stdbool.h>
#include <stdint.h>

/* Where the result of a packed half operation goes: modifier merge. */
enum hw_merge { HW_MERGE_NONE = 0, HW_MERGE_F32, HW_MERGE_H0, HW_MERGE_H1 };

/* Exact: half denormals become normal numbers, every NaN 0x7fffffff. */
uint32_t hw_fp16_widen(uint32_t half);

/* Rounded by `round` (enum hw_round) into a half, which may be denormal.  With `truncate` the fraction is
 * cut whatever the mode, which then only says what becomes of numbers that are too large. */
uint32_t hw_fp16_narrow(uint32_t single, unsigned round, bool truncate);

#endif
