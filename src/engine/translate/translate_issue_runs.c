/* SPDX-License-Identifier: MIT */
/* Instrumentation in runs: listeners are notified of several issues at once.
 *
 * In a run of instructions that only compute, without guards, nothing can happen between one and the next. So
 * the first one's micro-operation notifies of all of them, and those of the others do nothing.  Where an
 * indirect jump may come into the middle of a run, a micro-operation after the program notifies of the rest.
 * Runs end where basic blocks do.  If listeners see what is written, there are none: each issue comes before
 * the write. */
#include "engine/translate/translate.h"

#include "machine/events.h"
#include "machine/paths/control_flow.h"
#include "machine/paths/paths.h"
#include "ops/lanes/lane_functions.h"

#include <stdlib.h>

/* Whether a micro-operation only computes: it neither stops nor leads anywhere else. */
static bool only_computes(const struct hw_alu_table *table, hw_uop_fn *fn)
{
    unsigned number;

#define IS_IN_LIST(name, NAME, unused) hw_uop_fn_is_in(fn, table->name, HW_LANES_##NAME##_COUNT, &number) ||
    return HW_LANES_FAMILIES(IS_IN_LIST, ) fn == hw_uop_nop;
#undef IS_IN_LIST
}

/* Whether a micro-operation notifies of an issue of all active lanes. */
static bool notifies_of_all(const struct hw_uop *uop)
{
    return uop->fn == hw_uop_notify_issue && uop->p_in == HW_PT && !uop->guard.tests;
}

/* Whether a jump may lead to any code address: by a register, or by a pushed target, which may be in local
 * memory meanwhile (paths/stack_spill.h). */
static bool is_indirect(hw_uop_fn *fn)
{
    return fn == hw_uop_brx || fn == hw_uop_push || fn == hw_uop_call;
}

/* Mark the entry point and the targets of jumps.  Whether there are indirect ones. */
static bool mark_targets(const struct hw_translator *t, bool *is_target)
{
    const struct hw_program *program = t->program;
    bool indirect = false;
    uint32_t start;

    if (hw_program_locate(program, t->launch->code.entry, &start))
        is_target[start] = true;
    for (uint32_t i = 0; i < program->uop_count; i++)
        indirect |= is_indirect(program->uop[i].fn);
    for (uint32_t i = 0; i < t->target_count; i++)
        is_target[program->uop[t->target[i]].jump.target] = true;
    return indirect;
}

/* For an instruction in a run: a micro-operation for those who jump to its address. */
static void emit_entry(struct hw_translator *t, uint32_t insn, uint32_t more)
{
    struct hw_program *program = t->program;
    const uint32_t index = program->uop_count;
    struct hw_uop *uop = hw_emit(t, hw_uop_enter_run);

    uop->event.more = more;
    if (t->no_memory)
        return;
    program->insn_of[index] = insn;
    program->insn_event[insn].entry = index;
}

/* The end of the run that begins with a notification: the index of the last one in it. */
static uint32_t run_end(const struct hw_translator *t, uint32_t first, const bool *is_target, uint32_t count)
{
    const struct hw_program *program = t->program;
    uint32_t last = first;

    for (uint32_t i = first + 1; i < count && !is_target[i]; i++) {
        if (notifies_of_all(&program->uop[i]))
            last = i;
        else if (!only_computes(t->table, program->uop[i].fn))
            break;
    }
    return last;
}

/* Let the first notification tell of all up to the last one. */
static void merge_run(struct hw_translator *t, uint32_t first, uint32_t last, bool indirect)
{
    struct hw_program *program = t->program;
    const uint32_t last_insn = program->insn_of[last];

    program->uop[first].event.more = last_insn - program->insn_of[first];
    for (uint32_t i = first + 1; i <= last; i++) {
        if (program->uop[i].fn != hw_uop_notify_issue)
            continue;
        program->uop[i].fn = program->uop[i].narrow = hw_uop_nop;
        if (indirect)
            emit_entry(t, program->insn_of[i], last_insn - program->insn_of[i]);
    }
}

void hw_merge_issues(struct hw_translator *t)
{
    const uint32_t count = t->program->uop_count;

    if (!t->subscriptions.issues || t->subscriptions.writes || t->no_memory)
        return;
    bool *is_target = calloc(count, sizeof *is_target);
    if (!is_target) {
        t->no_memory = true;
        return;
    }
    const bool indirect = mark_targets(t, is_target);
    for (uint32_t i = 0; i < count && !t->no_memory; i++) {
        if (!notifies_of_all(&t->program->uop[i]))
            continue;
        const uint32_t last = run_end(t, i, is_target, count);
        if (last > i)
            merge_run(t, i, last, indirect);
        i = last;
    }
    free(is_target);
}
