/* SPDX-License-Identifier: MIT */
/* Which instructions make the result of a launch depend on the order of its blocks.
 *
 * Reductions come to memory late: those that commute when a worker thinks fit (reduction_buffer.h), others in
 * the order of blocks (reduction_log.h).  Another block may see that a block has come past its reductions
 * only by a fence between them and what it sees.  So in kernels with fences nothing is late: reductions that
 * commute are done at once, and one worker runs those with others. */
#include "engine/translate/translate.h"

/* By hw_launch_host.any_order such a launch may have several workers all the same. */
static bool is_lifted(enum hw_one_worker reason)
{
    return reason == HW_ONE_WORKER_RETURNS || reason == HW_ONE_WORKER_FENCE;
}

static void need(struct hw_program *program, enum hw_one_worker reason, uint32_t insn)
{
    const enum hw_one_worker known = program->one_worker.reason;

    if (known == HW_ONE_WORKER_NONE || (is_lifted(known) && !is_lifted(reason)))
        program->one_worker = (struct hw_program_rule){reason, insn};
}

void hw_needs_one_worker(struct hw_translator *t, enum hw_one_worker reason)
{
    need(t->program, reason, t->program->insn_count ? t->program->insn_count - 1 : HW_NO_INSN);
}

/* Those within a block order nothing for others. */
void hw_note_fence(struct hw_translator *t)
{
    enum { BLOCK = 0 };

    if (t->view.mod[HW_MOD_SCOPE] == BLOCK || t->fences)
        return;
    t->fences = true;
    t->fence = t->program->insn_count - 1;
}

void hw_order_reductions(struct hw_translator *t)
{
    if (!t->fences)
        return;
    t->program->has_reductions = false;
    if (t->program->orders_reductions)
        need(t->program, HW_ONE_WORKER_FENCE, t->fence);
}
