/* SPDX-License-Identifier: MIT */
/* A register budget is how many registers a kernel should use at most, by occupancy.
 *
 * A launch fails if a multiprocessor has too few registers for one block.  So the largest block that a kernel
 * declares (.maxntid, .reqntid) must be able to start; a kernel that declares none gets as many as the
 * chip's largest block has, unless registers would have to be spilled for that.  If .minnctapersm wants more
 * blocks at once, that is tried, too. */
#ifndef HW_COMPILER_CODEGEN_BUDGET_H
#define HW_COMPILER_CODEGEN_BUDGET_H

#include "compiler/codegen/codegen_target.h"
#include "compiler/ir/ir_module.h"

#define HW_BUDGET_GOALS 2

struct hw_codegen_budget {
    struct hw_codegen_goal {
        unsigned registers;
        bool is_needed; /* even if registers have to be spilled */
    } goal[HW_BUDGET_GOALS];
    unsigned goals; /* the smallest number comes first */
};

/* Of a kernel, or a function that others call. */
struct hw_codegen_budget hw_codegen_budget(const struct hw_codegen_target *target,
                                           const struct hw_ir_routine *routine);

#endif
