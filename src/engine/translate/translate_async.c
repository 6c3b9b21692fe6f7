/* SPDX-License-Identifier: MIT */
/* Asynchronous operations that are put off (hw_launch_code.async) become micro-ops: one that issues, a guard
 * that nothing passes, and behind that the operation, which is executed later (machine/async/async_queue.h).
 *
 * What issues captures the registers that the instruction reads, so that the operation may begin with the
 * calculation of addresses. */
#include "engine/translate/translate.h"

#include "machine/async/async_ops.h"

#include <halfwarp/effects.h>
#include <halfwarp/scheduling_bits.h>

static const struct hw_insn *insn_of(const struct hw_translator *t)
{
    return &t->program->insn[t->program->insn_count - 1].insn;
}

static void capture(struct hw_translator *t, struct hw_uop_async *async, uint32_t reg)
{
    if (async->captures < HW_ASYNC_CAPTURES)
        async->capture[async->captures++] = (uint16_t)reg;
    else
        t->no_memory = true; /* no instruction reads so many */
}

static bool is_written(const struct hw_effects *effects, uint32_t reg)
{
    for (unsigned i = 0; i < effects->write_count; i++)
        if (reg - effects->write[i].first < effects->write[i].count)
            return true;
    return false;
}

/* Those beyond a thread's registers are zero; sums of a product stay the warp's. */
static void capture_sources(struct hw_translator *t, struct hw_uop_async *async)
{
    struct hw_effects effects;

    hw_insn_effects(insn_of(t), &effects);
    for (unsigned i = 0; i < effects.read_count; i++)
        for (uint32_t r = effects.read[i].first; r < effects.read[i].first + effects.read[i].count; r++)
            if (r < t->launch->code.registers && !is_written(&effects, r))
                capture(t, async, r);
    for (unsigned i = 0; i < HW_UNIFORM_WORDS; i++)
        for (uint64_t left = effects.ureg_read[i]; left; left &= left - 1)
            capture(t, async, t->program->numbering.uniform + 64 * i + (unsigned)__builtin_ctzll(left));
}

struct hw_uop *hw_async_begin(struct hw_translator *t, enum hw_async_kind kind, uint8_t reading)
{
    struct hw_uop *uop = hw_emit(t, hw_uop_async_issue);

    t->program->queues_async = true;
    t->issue = t->program->uop_count - 1;
    uop->p_in = reading;
    uop->async.kind = (uint8_t)kind;
    uop->async.result = t->program->numbering.temp;
    uop->async.now = !t->puts_off;
    capture_sources(t, &uop->async);
    hw_emit(t, hw_uop_guard)->p_in = HW_PT | HW_PRED_NOT;
    return t->no_memory ? &t->scratch : &t->program->uop[t->issue];
}

/* The micro-op that issues, and how many of the operation there are. */
static struct hw_uop *issuing(struct hw_translator *t, uint8_t *count)
{
    *count = (uint8_t)(t->program->uop_count - t->issue - HW_ASYNC_HEAD);
    return t->no_memory ? &t->scratch : &t->program->uop[t->issue];
}

void hw_async_reads_to(struct hw_translator *t, uint16_t result, unsigned words)
{
    uint8_t count;
    struct hw_uop *uop = issuing(t, &count);

    uop->async.reads = count;
    uop->async.result = result;
    uop->async.results = (uint8_t)words;
}

void hw_async_writes_to(struct hw_translator *t)
{
    uint8_t count;
    struct hw_uop *uop = issuing(t, &count);

    uop->async.writes = count;
}

void hw_async_arrives_at(struct hw_translator *t, const struct hw_address *address)
{
    uint8_t count;
    struct hw_uop *uop = issuing(t, &count);

    uop->a = address->reg == HW_NO_REGISTER ? t->program->numbering.zero : address->reg;
    uop->async.offset = address->offset;
    uop->async.mask = address->mask;
}

void hw_async_look(struct hw_translator *t, const struct hw_operand *memory, const struct hw_address *address)
{
    const bool is_generic = memory->kind == HW_OPERAND_GENERIC;

    if (!t->puts_off || t->kernel_abi->counts_copies || (!is_generic && memory->kind != HW_OPERAND_SHARED))
        return;
    struct hw_uop *uop = hw_emit(t, hw_uop_async_look);
    uop->a = address->reg == HW_NO_REGISTER ? t->program->numbering.zero : address->reg;
    uop->async.offset = address->offset;
    uop->async.mask = address->mask;
    uop->async.now = is_generic;
}

void hw_async_end(struct hw_translator *t)
{
    uint8_t count;
    struct hw_uop *uop = issuing(t, &count);

    uop->async.uops = count;
    if (!uop->async.writes)
        uop->async.writes = count;
    if (t->no_memory)
        return;
    uop[1].jump.skipped = count + 1u;
    if (!hw_guard_is_test(&t->view.guard))
        hw_emit(t, hw_uop_unguard);
}

static void emit_commit(struct hw_translator *t, enum hw_async_kind kind, unsigned scoreboard)
{
    struct hw_uop *uop = hw_emit(t, hw_uop_async_commit);

    t->program->queues_async = true;
    uop->async_wait.scoreboard = (uint8_t)scoreboard;
    uop->async_wait.kind = (uint8_t)kind;
}

/* Code without scheduling does not name the scoreboard: compilers take SB0. */
void hw_async_commit(struct hw_translator *t, enum hw_async_kind kind)
{
    const struct hw_sched sched =
        hw_sched_unpack(hw_sched_kind(&t->launch->code.target), insn_of(t)->control);

    const unsigned named = sched.write == HW_SCHED_NO_BARRIER ? sched.read : sched.write;

    emit_commit(t, kind, named == HW_SCHED_NO_BARRIER ? 0 : named);
}

void hw_async_commit_products(struct hw_translator *t)
{
    emit_commit(t, HW_ASYNC_PRODUCT, HW_ASYNC_PRODUCTS);
}

static void emit_wait(struct hw_translator *t, unsigned scoreboard, uint64_t left)
{
    struct hw_uop *uop = hw_emit(t, hw_uop_async_wait);

    uop->async_wait.scoreboard = (uint8_t)scoreboard;
    uop->async_wait.left = (uint8_t)left;
}

/* A scoreboard, the number to which it must have come down, and a set of others that must be at zero. */
void hw_async_depbar(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand;

    for (unsigned i = 0; i < t->view.operand_count; i++) {
        if (operand[i].kind == HW_OPERAND_BREG)
            emit_wait(t, operand[i].reg & 7,
                      i + 1u < t->view.operand_count ? (uint64_t)operand[i + 1].offset & 63 : 0);
        for (uint64_t left = operand[i].kind == HW_OPERAND_IMM && i != 1 ? (uint64_t)operand[i].offset & 63
                                                                         : 0;
             left; left &= left - 1)
            emit_wait(t, (unsigned)__builtin_ctzll(left), 0);
    }
}

/* WARPGROUP.DEPBAR.LE gsb0, N */
void hw_async_wait_products(struct hw_translator *t)
{
    for (unsigned i = 0; i < t->view.operand_count; i++)
        if (t->view.operand[i].kind == HW_OPERAND_IMM)
            emit_wait(t, HW_ASYNC_PRODUCTS, (uint64_t)t->view.operand[i].offset & 7);
    t->program->queues_async = true;
}
