/* SPDX-License-Identifier: MIT */
/* Which instructions make the result of a launch depend on the order of its blocks.
 *
 * Reductions come to memory late: those that commute when a worker thinks fit (reduction_buffer.h), others in
 * the order of blocks (reduction_log.h).  Another block may see that a block has come past its reductions
 * only by a fence between them and what it sees; programs that lack the fence have volatile loads at least.
 * So in kernels with either nothing is late: reductions that commute are done at once, and one worker runs
 * those with others. */
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

static void note_between_blocks(struct hw_translator *t)
{
    if (t->fences)
        return;
    t->fences = true;
    t->fence = t->program->insn_count - 1;
}

/* Those within a block order nothing for others. */
static bool is_within_block(const struct hw_translator *t)
{
    return t->view.mod[HW_MOD_SCOPE] == 0;
}

void hw_note_fence(struct hw_translator *t)
{
    if (!is_within_block(t))
        note_between_blocks(t);
}

/* Volatile loads: .CV before Volta, .STRONG from then on. */
void hw_note_load(struct hw_translator *t, const struct hw_operand *memory)
{
    enum { UNCACHED = 1 };
    const bool is_strong =
        t->view.mod[HW_MOD_CACHE] == UNCACHED || (t->view.mod[HW_MOD_ORDER] && !is_within_block(t));

    if (is_strong && (memory->kind == HW_OPERAND_GENERIC || memory->kind == HW_OPERAND_GLOBAL))
        note_between_blocks(t);
}

void hw_order_reductions(struct hw_translator *t)
{
    if (!t->fences)
        return;
    t->program->has_reductions = false;
    if (t->program->orders_reductions)
        need(t->program, HW_ONE_WORKER_FENCE, t->fence);
}
