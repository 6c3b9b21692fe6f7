/* SPDX-License-Identifier: MIT */
/* Declares the template of the instruction that a video operation becomes. */
#ifndef HW_COMPILER_CODEGEN_ISEL_VIDEO_TEMPLATE_H
#define HW_COMPILER_CODEGEN_ISEL_VIDEO_TEMPLATE_H

#include "compiler/codegen/codegen_target.h"
#include "compiler/ir/ir.h"

/* The template: %0 the result, %1 to %3 the operands (RZ for the third of one that has two).  NULL: the
 * target has no such instruction. */
const char *hw_isel_video_template(struct hw_codegen_target *target, const struct hw_ir_insn *insn);

/* Whether the result of one lane goes to a byte of the third operand where no instruction puts it. */
bool hw_codegen_is_odd_byte(const struct hw_ir_insn *insn);

#endif
