/* SPDX-License-Identifier: MIT */
/* Atomic operations: what those in global and in shared memory share. */
#ifndef HW_COMPILER_CODEGEN_ISEL_ATOMIC_H
#define HW_COMPILER_CODEGEN_ISEL_ATOMIC_H

#include "compiler/codegen/isel.h"
#include "compiler/codegen/isel_address.h"

extern const char *const hw_isel_atom_names[]; /* by enum hw_atom */

/* Where the value goes that was there; a register that nobody reads if it is not asked for. */
struct hw_mir_operand hw_isel_old_value(struct hw_isel *s, const struct hw_ir_insn *insn);
/* The value that is compared and the new one, one behind the other. */
struct hw_mir_operand hw_isel_compared_pair(struct hw_isel *s, const struct hw_ir_insn *insn);
/* A form with up to four parts. */
const char *hw_isel_concatenate(struct hw_isel *s, const char *format, const char *a, const char *b,
                                const char *c, const char *d);

void hw_isel_atomic_shared(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned atom);

#endif
