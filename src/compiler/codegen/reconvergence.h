/* SPDX-License-Identifier: MIT */
/* Reconvergence finds where the lanes of a warp that diverge at a branch come together again, and where the
 * code that says so goes: SSY and PBK, which push a reconvergence point on the warp's token stack, and SYNC
 * (or the flag .S) and BRK, which pop it. */
#ifndef HW_COMPILER_CODEGEN_RECONVERGENCE_H
#define HW_COMPILER_CODEGEN_RECONVERGENCE_H

#include "compiler/codegen/divergence.h"

/* All arrays are indexed by a block's number. */
struct hw_codegen_reconvergence {
    uint32_t *push; /* 1 + the number of the reconvergence point that the block pushes at its end; 0: none */
    bool *pops[2];  /* whether the edge to the block's first or second successor pops that successor */
    bool *is_join;  /* the block is a reconvergence point: some block pushes it */
    bool *is_break; /* it is pushed by PBK and reached by BRK */
};

/* `breaks`: the target has PBK and BRK.  The function must have no critical edges (critical_edges.h). */
struct hw_codegen_reconvergence hw_codegen_reconvergence(const struct hw_ir_function *function, bool breaks);

#endif
