/* SPDX-License-Identifier: MIT */
/* Where lanes that part come together again: SSY pushes the place before they part, SYNC (or the flag .S) at
 * the end of each way there pops it.  Where lanes leave a loop in different rounds, and meet others within a
 * round, PBK pushes the place behind the loop: BRK pops all above it, too. */
#ifndef HW_COMPILER_CODEGEN_RECONVERGENCE_H
#define HW_COMPILER_CODEGEN_RECONVERGENCE_H

#include "compiler/codegen/divergence.h"

struct hw_codegen_reconvergence {
    uint32_t
        *push;     /* by number of a block: 1 + that of the block whose place it pushes at its end; 0: none */
    bool *pops[2]; /* by number of a block: whether the way to its first or second follower pops that */
    bool *is_join; /* by number of a block: some block pushes it */
    bool *is_break; /* by number of a block: by PBK */
};

/* `breaks`: there may be places of PBK.  Of a function without edges from a block with several ways out to
 * one with several ways in. */
struct hw_codegen_reconvergence hw_codegen_reconvergence(const struct hw_ir_function *function, bool breaks);

#endif
