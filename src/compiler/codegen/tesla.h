/* SPDX-License-Identifier: MIT */
/* Declares instruction selection for chips before GF100. */
#ifndef HW_COMPILER_CODEGEN_TESLA_H
#define HW_COMPILER_CODEGEN_TESLA_H

#include "compiler/codegen/codegen.h"
#include "compiler/codegen/target_hooks.h"

#define HW_TESLA_HEADER 16u /* bytes of shared memory before the parameters */

/* A value that the launch puts into shared memory, as an operand. */
bool hw_tesla_preloaded(const struct hw_isel *s, const struct hw_ir_value *value,
                        struct hw_mir_operand *operand);
/* C0 if the predicate is in it; a constant predicate becomes a fixed operand, `inv` if false. */
struct hw_mir_operand hw_tesla_condition(struct hw_isel *s, const struct hw_ir_value *value);

/* The address that an operation has as its first operand, in a register. */
struct hw_mir_operand hw_tesla_address(struct hw_isel *s, const struct hw_ir_insn *insn);

hw_isel_fn hw_tesla_load, hw_tesla_store, hw_tesla_atomic;
hw_isel_fn hw_tesla_convert, hw_tesla_pack, hw_tesla_unpack, hw_tesla_copy, hw_tesla_carry;
hw_isel_fn hw_tesla_texture, hw_tesla_special, hw_tesla_barrier, hw_tesla_vote, hw_tesla_breakpoint;

/* See codegen.h. */
hw_status hw_tesla_print_module(const struct hw_ir_module *module, const struct hw_codegen_options *options,
                                struct hw_codegen_target *target, const char **text, struct hw_error *error);

/* Elides loads of address registers that hold the word already. */
void hw_tesla_reuse_addresses(struct hw_codegen_address_registers *reuse,
                              const struct hw_mir_function *function, const struct hw_mir_insn *insn,
                              char *text);

/* See tesla_prepare.c and tesla_generic.c. */
void hw_tesla_prepare(struct hw_ir_function *function);
void hw_tesla_generic(struct hw_ir_function *function);

extern const struct hw_legalise_rule hw_legalise_tesla[];

#endif
