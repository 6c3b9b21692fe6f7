/* SPDX-License-Identifier: MIT */
/* Divergence analysis finds which values and branches are divergent: they may differ between the lanes of a
 * warp.  All others are uniform. */
#ifndef HW_COMPILER_CODEGEN_DIVERGENCE_H
#define HW_COMPILER_CODEGEN_DIVERGENCE_H

#include "compiler/codegen/postdominators.h"

struct hw_codegen_divergence {
    const struct hw_ir_flow *flow;
    const uint32_t *ipdom; /* by rpo */
    struct hw_codegen_loops loops;
    bool *is_divergent;       /* by rpo: its branch may send lanes of a warp to different blocks */
    bool *is_divergent_value; /* by a value's number: it may differ between lanes */
};

struct hw_codegen_divergence hw_codegen_divergence(const struct hw_ir_function *function,
                                                   const struct hw_ir_flow *flow);

#endif
