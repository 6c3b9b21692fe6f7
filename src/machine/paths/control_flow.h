/* SPDX-License-Identifier: MIT */
/* Micro-operations of control flow: guards, branches, the SIMT stack, barriers of the block, the end of
 * threads.
 *
 * A guarded one tests its own conditions: predicate `p_in`, and `guard` where that tests anything.  Other
 * fields are those of struct hw_uop_jump, _barrier, _vote and _fault. */
#ifndef HW_MACHINE_PATHS_CONTROL_FLOW_H
#define HW_MACHINE_PATHS_CONTROL_FLOW_H

#include "ops/uop.h"

/* The executing lanes for which a micro-op's own conditions hold. */
uint32_t hw_uop_lanes(const struct hw_regs *regs, const struct hw_uop *uop);

/* Bracket of a guarded instruction: GUARD sets the executing lanes from its conditions, or skips some
 * micro-ops when there are none; UNGUARD makes all active lanes execute again. */
hw_uop_fn hw_uop_guard, hw_uop_unguard, hw_uop_nop;

/* BRA; BRX, whose target each lane has in register b, and which has a second condition, predicate p_out2. */
hw_uop_fn hw_uop_bra, hw_uop_brx, hw_uop_preemption_point;

/* Push an entry that goes on at the target, for SSY, PBK, PCNT, PLONGJMP and
 * PRET; CALL pushes one that goes on behind it and jumps. */
hw_uop_fn hw_uop_push, hw_uop_call;

/* Unwind to the entry that was pushed.  JOIN is a flag of Tesla's instructions and comes before them; SYNC is
 * an instruction, or a flag from Fermi on that comes behind. */
hw_uop_fn hw_uop_ret, hw_uop_brk, hw_uop_cont, hw_uop_longjmp, hw_uop_join, hw_uop_sync;

/* Enable lanes that are not on the path: those of its quads, or all; and restore the path. */
hw_uop_fn hw_uop_quadon, hw_uop_sam, hw_uop_quadpop;

/* Ends the executing lanes for which its conditions hold, and a guard. */
hw_uop_fn hw_uop_exit;

/* Whether a guarded region goes on behind a micro-operation; `open`: whether it did before. */
static inline bool hw_guard_is_open_after(const struct hw_uop *uop, bool open)
{
    return uop->fn == hw_uop_guard || (open && uop->fn != hw_uop_unguard && uop->fn != hw_uop_exit);
}

/* b, c: registers of the barrier's number and count (HW_BARRIER_ALL: all warps).  What the barrier does: */
#define HW_BAR_ARRIVE  1u
#define HW_BAR_WAIT    2u
#define HW_BAR_THREADS 4u /* the count is of threads, and 0 means all */
enum hw_bar_reduction { HW_BAR_NO_REDUCTION = 0, HW_BAR_POPC, HW_BAR_AND, HW_BAR_OR };
hw_uop_fn hw_uop_bar,
    hw_uop_bar_lanes; /* of warps with a SIMT stack, and with independent thread scheduling */

/* d, p_out: the result of the last barrier with a reduction, and whether it is not 0. */
hw_uop_fn hw_uop_bar_result;

/* d: condition code register; b: register of the condition to test (HW_NO_REGISTER: true).  The
 * outcome is written as comparisons write it: S for true, Z for false. */
hw_uop_fn hw_uop_vote;

/* Stop with a fault, guarded by its own conditions, like a jump.  What is wrong: */
enum hw_trap {
    HW_TRAP_WORD = 0,
    HW_TRAP_OPERATION,
    HW_TRAP_REGISTER,
    HW_TRAP_TARGET,
    HW_TRAP_END,
    HW_TRAP_CONST,
    HW_TRAP_CONST_BANK,
    HW_TRAP_POSTINC,
    HW_TRAP_TEXTURE,
    HW_TRAP_INSN,
    HW_TRAP_BREAKPOINT,
    HW_TRAP_LONG,
    HW_TRAP_UNDOCUMENTED,
    HW_TRAP_HANDLER,
    HW_TRAP_NOT_RUN
};
hw_uop_fn hw_uop_fault;

#endif
