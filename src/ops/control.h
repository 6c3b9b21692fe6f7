/* Micro-operations that decide what runs: guards, jumps, the control-flow stack, barriers, the end.
 *
 * A guarded jump tests its own condition: `a` is the row of the condition code and `mode` the test; with
 * `a` HW_NO_ROW it concerns every active lane.  `imm` is the micro-op to jump to. */
#ifndef HW_OPS_CONTROL_H
#define HW_OPS_CONTROL_H

#include "ops/uop.h"

/* Bracket of a guarded instruction: GUARD sets the executing lanes from condition `mode` of row `a`, or
 * skips `imm` micro-ops when there are none; UNGUARD makes all active lanes execute again. */
hw_uop_fn hw_uop_guard, hw_uop_unguard, hw_uop_nop;

hw_uop_fn hw_uop_bra, hw_uop_brx, hw_uop_ssy, hw_uop_call, hw_uop_ret, hw_uop_pret, hw_uop_pbk, hw_uop_brk;
hw_uop_fn hw_uop_quadon, hw_uop_quadpop;

/* The exit and join flags of an instruction.  EXIT ends the executing lanes. */
hw_uop_fn hw_uop_exit, hw_uop_join;

/* a: barrier; imm: warps, or HW_BARRIER_ALL; mode: HW_BAR_*. */
#define HW_BAR_ARRIVE 1u
#define HW_BAR_WAIT 2u
hw_uop_fn hw_uop_bar;

/* d: condition code row; b: row of the condition to test with `mode` (HW_NO_ROW: true); high: 1 all, 0 any.
 * The outcome is written as comparisons write it: S for true, Z for false. */
hw_uop_fn hw_uop_vote;

/* Stop with a fault.  mode: enum hw_fault_kind; high: enum hw_bad; imm: address, number or target that the
 * sentence names.  Guarded by its own condition, like a jump. */
enum hw_bad {
    HW_BAD_WORD = 0,
    HW_BAD_OPERATION,
    HW_BAD_REGISTER,
    HW_BAD_TARGET,
    HW_BAD_END,
    HW_BAD_CONST,
    HW_BAD_CONST_BANK,
    HW_BAD_POSTINC,
    HW_BAD_TEXTURE,
    HW_BAD_TRAP,
    HW_BAD_BREAKPOINT,
    HW_BAD_LONG
};
hw_uop_fn hw_uop_fault;

/* Report the instruction to the launch's trace function. */
hw_uop_fn hw_uop_trace;

#endif
