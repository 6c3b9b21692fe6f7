/* SPDX-License-Identifier: MIT */
/* An addressing mode is a memory operand: a register and a constant offset. */
#ifndef HW_COMPILER_CODEGEN_ISEL_ADDRESS_H
#define HW_COMPILER_CODEGEN_ISEL_ADDRESS_H

#include "compiler/codegen/isel.h"

struct hw_isel_address {
    struct hw_mir_operand base;
    int64_t offset;
};

/* Whether addresses in a space are as wide as the module's; else a word. */
bool hw_isel_is_wide(unsigned space);
struct hw_mir_operand hw_isel_low_word(struct hw_mir_operand operand);
/* A register with the sum of another, or of none, and a number: for what no instruction adds by itself. */
struct hw_mir_operand hw_isel_add_offset(struct hw_isel *s, struct hw_mir_operand base, int64_t by,
                                         bool is_wide);
/* The address that an operation has as its first operand; `bits`: what an instruction adds to a register. */
struct hw_isel_address hw_isel_address(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned bits);
/* `[%N+0x10]`, with the text before and after it. */
const char *hw_isel_with(struct hw_isel *s, const char *before, const struct hw_isel_address *address,
                         unsigned operand, const char *next);
const char *hw_isel_address_text(struct hw_isel *s, const struct hw_isel_address *address, unsigned operand);

#endif
