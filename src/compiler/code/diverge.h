/* SPDX-License-Identifier: MIT */
/* Where the lanes of a warp may go different ways. */
#ifndef HW_COMPILER_CODE_DIVERGE_H
#define HW_COMPILER_CODE_DIVERGE_H

#include "compiler/code/meet.h"

struct hw_codegen_ways {
    const struct hw_ir_flow *flow;
    const uint32_t *meet; /* by place */
    struct hw_codegen_loops loops;
    bool *differs;       /* by place: its branch may take lanes of one warp to different blocks */
    bool *differs_value; /* by number of a value: it may differ between lanes */
};

struct hw_codegen_ways hw_codegen_ways(const struct hw_ir_function *function, const struct hw_ir_flow *flow);

#endif
