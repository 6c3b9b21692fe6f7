/* SPDX-License-Identifier: MIT */
/* Pseudo-instruction expansion splits templates of several lines into instructions of one line each, so that
 * the scheduler can put others between them. */
#ifndef HW_COMPILER_CODEGEN_EXPAND_PSEUDOS_H
#define HW_COMPILER_CODEGEN_EXPAND_PSEUDOS_H

#include "compiler/mir/mir.h"

void hw_codegen_expand_pseudos(struct hw_mir_function *function);

#endif
