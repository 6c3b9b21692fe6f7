/* SPDX-License-Identifier: MIT */
/* Forms of several lines become instructions of one line each, so that others can come between them. */
#ifndef HW_COMPILER_CODEGEN_EXPAND_PSEUDOS_H
#define HW_COMPILER_CODEGEN_EXPAND_PSEUDOS_H

#include "compiler/mir/mir.h"

void hw_codegen_expand_pseudos(struct hw_mir_function *function);

#endif
