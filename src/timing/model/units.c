/* SPDX-License-Identifier: MIT */
/* The units that instructions take: those of a scheduler, or of all of them. */
#include "timing/model/multiprocessor.h"

/* The row of pipes that a scheduler uses for a kind of work. */
static unsigned row_of(const struct hw_sm *sm, uint32_t scheduler, const struct hw_timed_insn *insn)
{
    return sm->chip->micro.own_units && !hw_timed_has_queue(insn) ? scheduler : 0;
}

/* When the units of an instruction can take it. */
uint64_t hw_sm_units_free(const struct hw_sm *sm, uint32_t scheduler, const struct hw_timed_insn *insn)
{
    const unsigned row = row_of(sm, scheduler, insn);
    const uint64_t pipe = sm->pipe_free[row][insn->pipe] / HW_TICKS;

    if (hw_timed_has_queue(insn))
        return pipe > sm->chip->micro.memory_queue ? pipe - sm->chip->micro.memory_queue : 0;
    return hw_later(pipe, sm->work_free[row][insn->work] / HW_TICKS);
}

/* When an instruction can begin together with the one that its scheduling bits pair it with: hardware issued
 * each pair so that was stated (dual_issue_check.tsv of set B: GTX 680, K40 and GTX 980). */
uint64_t hw_sm_units_free_for_pair(const struct hw_sm *sm, uint32_t scheduler,
                                   const struct hw_timed_insn *insn)
{
    const struct hw_timed_insn *second = hw_timed_pair(sm->code, insn);
    const uint64_t first_free = hw_sm_units_free(sm, scheduler, insn);

    return second ? hw_later(first_free, hw_sm_units_free(sm, scheduler, second)) : first_free;
}

void hw_sm_use_units(struct hw_sm *sm, uint32_t scheduler, const struct hw_timed_insn *insn, uint64_t operand)
{
    const struct hw_work_times *times = &sm->times[insn->work];
    const unsigned row = row_of(sm, scheduler, insn);
    const uint64_t at_least = operand * HW_TICKS;
    uint64_t *pipe = &sm->pipe_free[row][insn->pipe], *work = &sm->work_free[row][insn->work];

    *pipe = hw_later(*pipe, sm->now * HW_TICKS) + hw_later(times->pipe_ticks, at_least);
    *work = hw_later(*work, sm->now * HW_TICKS) + hw_later(times->ticks, at_least);
    sm->counts.pipe_ticks[insn->pipe] += hw_later(times->pipe_ticks, at_least);
}
