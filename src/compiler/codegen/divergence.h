/* SPDX-License-Identifier: MIT */
/* Where the lanes of a warp may go different ways. */
#ifndef HW_COMPILER_CODEGEN_DIVERGENCE_H
#define HW_COMPILER_CODEGEN_DIVERGENCE_H

#include "compiler/codegen/postdominators.h"

struct hw_codegen_divergence {
    const struct hw_ir_flow *flow;
    const uint32_t *ipdom; /* by rpo */
    struct hw_codegen_loops loops;
    bool *is_divergent;       /* by rpo: its branch may take lanes of one warp to different blocks */
    bool *is_divergent_value; /* by number of a value: it may differ between lanes */
};

struct hw_codegen_divergence hw_codegen_divergence(const struct hw_ir_function *function,
                                                   const struct hw_ir_flow *flow);

#endif
