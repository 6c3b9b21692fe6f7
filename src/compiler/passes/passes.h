/* SPDX-License-Identifier: MIT */
/* Passes over functions in static single assignment.  Each leaves a function behind that hw_ir_check accepts,
 * and says whether it changed anything. */
#ifndef HW_COMPILER_PASSES_PASSES_H
#define HW_COMPILER_PASSES_PASSES_H

#include "compiler/ir/ir_flow.h"
#include "compiler/ir/ir_module.h"

/* Take away what nobody uses: instructions without effects whose results are in no operand of what has some,
 * phis that only use each other among them. */
bool hw_pass_dce(struct hw_ir_function *function);

/* Operations on constants become constants, those that change nothing their operand, and expensive ones
 * cheaper: a product with a power of two a shift.  Bits stay what they were: no law of real numbers is used
 * for floats. */
bool hw_pass_simplify(struct hw_ir_function *function);

/* What is computed where the same was computed before on every way becomes that (global value numbering); of
 * loads only those from memory that no kernel writes. */
bool hw_pass_gvn(struct hw_ir_function *function, const struct hw_ir_flow *flow);

/* Branches that always go one way become jumps, and what cannot be reached is dropped; chains of blocks with
 * one way in and out become one block; a jump to a block that only jumps goes on at once.  Flow is out of
 * date then. */
bool hw_pass_simplify_cfg(struct hw_ir_function *function);

/* Numbers of 64 bits of which only the low word matters are computed in 32 bits. */
bool hw_pass_demanded_bits(struct hw_ir_function *function, const struct hw_ir_flow *flow);

/* Numbers inside an address go into the offset of the instruction. */
bool hw_pass_fold_offsets(struct hw_ir_function *function);

/* What gives the same in every turn of a loop is computed before it. */
bool hw_pass_licm(struct hw_ir_function *function, const struct hw_ir_flow *flow);

/* Of numbers that change by a step in every turn of a loop, those that are always as far from each other are
 * one, and products with them become numbers with a step. */
bool hw_pass_strength_reduction(struct hw_ir_function *function, const struct hw_ir_flow *flow);

/* Variables in shared memory begin where hw_pass_merge_loads can make use of it, if that takes no more room.
 */
void hw_pass_align(const struct hw_ir_module *module);

/* Loads of neighbouring words become one. */
bool hw_pass_merge_loads(struct hw_ir_function *function);

/* Loops of one block become several of their turns behind each other: all, if their number is known and
 * small; else a part at once, and if it must be the rest in a loop of its own. */
bool hw_pass_unroll(struct hw_ir_function *function);

/* Say which functions stay calls: those that lead to themselves; where there is a stack for calls, those that
 * never return or would be copied too often for their size, too; with `keeps_weak` those that a linker may
 * replace. */
void hw_pass_choose_inlining(const struct hw_ir_module *module, bool has_stack, bool keeps_weak);

/* The functions that need code of their own, with the functions that they call inlined: those whose address
 * variables hold, that are called or whose address is taken in a kernel or in such a function, and with
 * `all_visible` those that other modules see. */
void hw_pass_find_functions(const struct hw_ir_module *module, bool all_visible);

/* All ways out of a function lead through one block. */
void hw_pass_unify_returns(struct hw_ir_function *function);

/* Calls of functions that the module has become those functions, except where calls stay. */
bool hw_pass_inline(struct hw_ir_function *function);

#endif
