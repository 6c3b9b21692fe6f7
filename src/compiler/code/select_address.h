/* SPDX-License-Identifier: MIT */
/* Addresses of memory as operands: a register and what is added to it. */
#ifndef HW_COMPILER_CODE_SELECT_ADDRESS_H
#define HW_COMPILER_CODE_SELECT_ADDRESS_H

#include "compiler/code/select.h"

struct hw_select_address {
    struct hw_mach_operand base;
    int64_t offset;
};

/* Whether addresses in a space are as wide as the module's; else a word. */
bool hw_select_is_wide(unsigned space);
struct hw_mach_operand hw_select_low_word(struct hw_mach_operand operand);
/* A register with the sum of another, or of none, and a number: for what no instruction adds by itself. */
struct hw_mach_operand hw_select_moved(struct hw_selection *s, struct hw_mach_operand base, int64_t by,
                                       bool is_wide);
/* The address that an operation has as its first operand; `bits`: what an instruction adds to a register. */
struct hw_select_address hw_select_address(struct hw_selection *s, const struct hw_ir_insn *insn,
                                           unsigned bits);
/* `[%N+0x10]`, with what stands before and behind it. */
const char *hw_select_with(struct hw_selection *s, const char *before,
                           const struct hw_select_address *address, unsigned operand, const char *behind);
const char *hw_select_place(struct hw_selection *s, const struct hw_select_address *address,
                            unsigned operand);

#endif
