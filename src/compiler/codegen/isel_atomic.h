/* SPDX-License-Identifier: MIT */
/* Atomic operations: declares what selection for global and for shared memory has in common. */
#ifndef HW_COMPILER_CODEGEN_ISEL_ATOMIC_H
#define HW_COMPILER_CODEGEN_ISEL_ATOMIC_H

#include "compiler/codegen/isel.h"
#include "compiler/codegen/isel_address.h"

extern const char *const hw_isel_atom_names[]; /* by enum hw_atom */

/* The register that gets the old value; a dead one if it is not used. */
struct hw_mir_operand hw_isel_old_value(struct hw_isel *s, const struct hw_ir_insn *insn);
/* The compared and the new value, contiguous in a register. */
struct hw_mir_operand hw_isel_compared_pair(struct hw_isel *s, const struct hw_ir_insn *insn);
/* A template with up to four parts. */
const char *hw_isel_concatenate(struct hw_isel *s, const char *format, const char *a, const char *b,
                                const char *c, const char *d);

void hw_isel_atomic_shared(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned atom);

#endif
