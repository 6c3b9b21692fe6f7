/* SPDX-License-Identifier: MIT */
/* Division of words by multiplication. */
#ifndef HW_COMPILER_CODE_LOWER_DIVIDE_H
#define HW_COMPILER_CODE_LOWER_DIVIDE_H

#include "compiler/code/lower.h"

/* What DIV or REM of 32 bits becomes. */
struct hw_ir_value *hw_lower_quotient(struct hw_lowering *l);

#endif
