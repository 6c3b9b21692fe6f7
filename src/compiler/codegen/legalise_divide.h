/* SPDX-License-Identifier: MIT */
/* Expands integer division by multiplication with a reciprocal. */
#ifndef HW_COMPILER_CODEGEN_LEGALISE_DIVIDE_H
#define HW_COMPILER_CODEGEN_LEGALISE_DIVIDE_H

#include "compiler/codegen/legalise.h"

/* What DIV or REM of 32 bits becomes. */
struct hw_ir_value *hw_legalise_quotient(struct hw_legalisation *l);

#endif
