/* SPDX-License-Identifier: MIT */
/* Micro-operations of reconvergence, for warps with independent thread scheduling.
 *
 * Each tests its own conditions: predicate `p_in`, which is the guard, `p_out2` and `p_out`. */
#ifndef HW_MACHINE_PATHS_CONVERGENCE_H
#define HW_MACHINE_PATHS_CONVERGENCE_H

#include "ops/uop.h"

/* BSSY, BSYNC, BREAK of barrier jump.path: 0 for B0. */
hw_uop_fn hw_uop_bssy, hw_uop_bsync, hw_uop_break;

/* b: register of the mask; jump.uniform: lanes that the mask does not name go on as another path. */
hw_uop_fn hw_uop_warpsync;

/* YIELD; NANOSLEEP, after which other warps run, too. */
hw_uop_fn hw_uop_yield, hw_uop_nanosleep;

/* WARPSYNC.COLLECTIVE: masks in register b; lanes go on at jump.target behind ENDCOLLECTIVE. */
hw_uop_fn hw_uop_collective, hw_uop_end_collective;

/* BMOV: d = barrier jump.path, which it clears if jump.uniform is not 0; barrier jump.path = b. */
hw_uop_fn hw_uop_bmov_from, hw_uop_bmov_to;

/* A branch to jump.target of the lanes for which all conditions hold; jump.uniform is one of these further
 * conditions.
 *
 * The last two are about the lanes in a mask, which is register b (its complement, if jump.path is not 0) or
 * all.  With them all lanes of the path jump or none: in compiled code for match.sync with a divergent mask
 * (NVRTC 12.4, sm_80) the condition is that the mask is uniform, and code behind a BRA.DIV that does not jump
 * relies on that. */
enum hw_branch_when {
    HW_BRANCH_ALWAYS = 0,
    HW_BRANCH_UNIFORM,  /* all lanes of the path jump */
    HW_BRANCH_DIVERGED, /* some lanes of the mask are not on the path, or the conditions do not hold for them
                         */
    HW_BRANCH_CONVERGED /* no lanes of the mask are so */
};
hw_uop_fn hw_uop_branch;

#endif
