/* SPDX-License-Identifier: MIT */
/* The optimisation passes over functions in SSA form.  Each leaves a function that hw_ir_check accepts, and
 * returns whether it changed anything. */
#ifndef HW_COMPILER_PASSES_PASSES_H
#define HW_COMPILER_PASSES_PASSES_H

#include "compiler/ir/ir_flow.h"
#include "compiler/ir/ir_module.h"

/* Dead code elimination removes instructions without side effects whose results are not used by instructions
 * with some, cycles of phis among them. */
bool hw_pass_dce(struct hw_ir_function *function);

/* Algebraic simplification: operations on constants become constants, identities their operand, and expensive
 * operations cheaper ones (strength reduction): a product with a power of two a shift.  Results stay
 * bit-identical: no law of real numbers is used for floats. */
bool hw_pass_simplify(struct hw_ir_function *function);

/* Global value numbering replaces an instruction by an equal one that dominates it; loads only if no kernel
 * writes their memory. */
bool hw_pass_gvn(struct hw_ir_function *function, const struct hw_ir_flow *flow);

/* CFG simplification: branches with a constant condition become jumps, and unreachable blocks are dropped;
 * chains of blocks with a single edge between them are merged; a jump to a block that only jumps goes to its
 * target.  Flow is out of date then. */
bool hw_pass_simplify_cfg(struct hw_ir_function *function);

/* Demanded-bits narrowing: 64-bit values of which only the low word is demanded are computed in 32 bits. */
bool hw_pass_demanded_bits(struct hw_ir_function *function, const struct hw_ir_flow *flow);

/* Address folding: constants inside an address move to the offset of the instruction. */
bool hw_pass_fold_offsets(struct hw_ir_function *function);

/* Loop-invariant code motion computes what is the same in every iteration of a loop before it. */
bool hw_pass_licm(struct hw_ir_function *function, const struct hw_ir_flow *flow);

/* Strength reduction: induction variables with a constant distance become one, and products with them become
 * induction variables themselves. */
bool hw_pass_strength_reduction(struct hw_ir_function *function, const struct hw_ir_flow *flow);

/* Aligns variables in shared memory so that hw_pass_merge_loads can merge more, if that takes no more memory.
 */
void hw_pass_align(const struct hw_ir_module *module);

/* Load vectorisation merges loads of adjacent words. */
bool hw_pass_merge_loads(struct hw_ir_function *function);

/* Unrolls loops of one block: fully, if the trip count is constant and small; else by a factor, if necessary
 * with a loop for the remaining iterations. */
bool hw_pass_unroll(struct hw_ir_function *function);

/* Decides which functions are not inlined: recursive ones; if there is a call stack, those that never return
 * or would be copied too often for their size, too; with `keeps_weak` those that a linker may replace. */
void hw_pass_choose_inlining(const struct hw_ir_module *module, bool has_stack, bool keeps_weak);

/* The functions that need code of their own, with the functions that they call inlined: those whose address
 * variables hold, that are called or whose address is taken in a kernel or in such a function, and with
 * `all_visible` those that other modules see. */
void hw_pass_find_functions(const struct hw_ir_module *module, bool all_visible);

/* A function gets a single return block. */
void hw_pass_unify_returns(struct hw_ir_function *function);

/* Inlines calls of functions that the module defines, except where calls stay. */
bool hw_pass_inline(struct hw_ir_function *function);

#endif
