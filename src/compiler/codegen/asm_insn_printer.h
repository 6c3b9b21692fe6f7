/* SPDX-License-Identifier: MIT */
/* The instruction printer writes a machine instruction as assembly text. */
#ifndef HW_COMPILER_CODEGEN_ASM_INSN_PRINTER_H
#define HW_COMPILER_CODEGEN_ASM_INSN_PRINTER_H

#include <stddef.h>

#include "compiler/mir/mir.h"

/* How an immediate operand is written: its `bank`. */
enum hw_codegen_immediate {
    HW_IMMEDIATE_SIGNED = 0,
    HW_IMMEDIATE_UNSIGNED,
    HW_IMMEDIATE_FLOAT,
    HW_IMMEDIATE_FLOAT_BITS, /* as a number */
    HW_IMMEDIATE_DOUBLE,
    HW_IMMEDIATE_OFFSET /* of a symbol in its constant bank: a number that a linker completes */
};

/* Prints the lines of an instruction.  In a template, an apostrophe after an operand means its next word, two
 * the one after that.  Registers are printed by their physical numbers; `reg` NULL: as examples.  False: the
 * text is longer than `size`, or an immediate stands where the template has a sign that no immediate can
 * absorb. */
bool hw_codegen_print_insn(const struct hw_mir_insn *insn, const struct hw_mir_reg *reg, char *text,
                           size_t size);

#endif
