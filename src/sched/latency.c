/* SPDX-License-Identifier: MIT */
/* The latency of a result depends on what is written and on how the reader reads; how long the warp waits
 * behind an instruction is in its scheduling bits. */
#include "sched/sched_insn.h"

unsigned hw_timing_latency(const struct hw_timing *timing, unsigned resource, unsigned port)
{
    if (resource == HW_READY_COND)
        return timing->cond;
    if (hw_resource_is_register(resource))
        return timing->reg_to[port] ? timing->reg_to[port] : timing->reg;
    return timing->pred_to[port] ? timing->pred_to[port] : timing->pred;
}

unsigned hw_result_latency(const struct hw_sched_insn *step, unsigned resource, unsigned port)
{
    return hw_timing_latency(resource == step->low_written ? step->low_timing : step->timing, resource, port);
}

/* Waits for textures have a scale of their own: compiled code counts on 6 cycles of 0x92 and 11 of 0xa2, and
 * the others (0xb2, 0xc2) are taken to go on in that step. */
unsigned hw_sched_insn_cycles(const struct hw_sched_insn *step)
{
    if (step->sched.other & HW_COUNT_TEXTURES)
        return 1 + 5 * (hw_sched_pack(HW_SCHED_COUNTS, &step->sched) >> 4 & 7);
    if (step->rests && !step->sched.stall)
        return HW_RESTING_STALL;
    return step->sched.unstated ? HW_UNSTATED_STALL : step->sched.stall;
}
