/* SPDX-License-Identifier: MIT */
/* Atomic operations: what those in global and in shared memory share. */
#ifndef HW_COMPILER_CODE_SELECT_ATOMIC_H
#define HW_COMPILER_CODE_SELECT_ATOMIC_H

#include "compiler/code/select.h"
#include "compiler/code/select_address.h"

extern const char *const hw_select_atom_names[]; /* by enum hw_atom */

/* Where the value goes that was there; a register that nobody reads if it is not asked for. */
struct hw_mach_operand hw_select_old_value(struct hw_selection *s, const struct hw_ir_insn *insn);
/* The value that is compared and the new one, one behind the other. */
struct hw_mach_operand hw_select_compared_pair(struct hw_selection *s, const struct hw_ir_insn *insn);
/* A form with up to four parts. */
const char *hw_select_joined(struct hw_selection *s, const char *format, const char *a, const char *b,
                             const char *c, const char *d);

void hw_select_atomic_shared(struct hw_selection *s, const struct hw_ir_insn *insn, unsigned atom);

#endif
