/* SPDX-License-Identifier: MIT */
/* Warp collectives: reductions over the executing lanes (redux.sync), lanes with equal values
 * (match.sync), one of them (elect.sync).
 *
 * Only lanes that execute the instruction count.  Compilers put WARPSYNC in front where a mask names lanes
 * that may be elsewhere. */
#ifndef HW_MACHINE_WARP_COLLECTIVES_H
#define HW_MACHINE_WARP_COLLECTIVES_H

#include "ops/uop.h"

/* Register d of the path's lanes = a of the executing ones, by `reduction` (enum hw_atom) of type `type`. */
hw_uop_fn hw_uop_reduce;

/* p_out: true for one lane, the lowest that executes, for which p_in holds and whose bit is in its a; d of
 * the path's lanes = its number.  None of them: p_out is false, and d stays. */
hw_uop_fn hw_uop_elect;

/* d = the executing lanes that have the same a as this one; a is one register or, by `type`, two. */
hw_uop_fn hw_uop_match_any;

/* d = the executing lanes and p_out true where all of them have the same a, else 0 and false. */
hw_uop_fn hw_uop_match_all;

#endif
