/* SPDX-License-Identifier: MIT */
/* Forms of several lines become instructions of one line each, so that others can come between them. */
#ifndef HW_COMPILER_CODE_SPLIT_H
#define HW_COMPILER_CODE_SPLIT_H

#include "compiler/mach/mach.h"

void hw_codegen_split_lines(struct hw_mach_function *function);

#endif
