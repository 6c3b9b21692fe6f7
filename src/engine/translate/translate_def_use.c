/* SPDX-License-Identifier: MIT */
/* The def/use records of a program: which registers each instruction reads and certainly writes, recorded
 * while it is translated.  The analyses of translate_uninitialised.c and translate_flag_liveness.c read them.
 *
 * A write that is not certain is not recorded: under a guard, of half a register, of some lanes only.  The
 * records are given up if the control flow is unknown (indirect jumps, device runtime functions), if lanes
 * become active that have not executed the instructions before, if listeners see registers, and in kernels
 * with textures and surfaces, whose operands are not recorded. */
#include "engine/translate/translate.h"

#include <stdlib.h>

static void def_use(struct hw_translator *t, enum hw_def_use_kind kind, uint16_t reg, unsigned words)
{
    struct hw_def_uses *def_uses = &t->def_uses;

    if (def_uses->give_up)
        return;
    if (reg + words > HW_DEF_USE_REGISTERS) {
        def_uses->give_up = true;
        return;
    }
    if (def_uses->count == def_uses->capacity) {
        const uint32_t wanted = def_uses->capacity ? def_uses->capacity * 2 : 256;
        struct hw_def_use *grown = realloc(def_uses->def_use, wanted * sizeof *grown);
        if (!grown) {
            def_uses->give_up = true;
            return;
        }
        def_uses->def_use = grown;
        def_uses->capacity = wanted;
    }
    def_uses->def_use[def_uses->count++] = (struct hw_def_use){
        .insn = t->program->insn_count - 1, .reg = reg, .words = (uint8_t)words, .kind = (uint8_t)kind};
}

void hw_record_begin(struct hw_translator *t)
{
    t->def_uses.give_up = t->launch->listener_count || t->launch->graphics || t->launch->code.calls_out;
}

void hw_record_use(struct hw_translator *t, uint16_t reg, unsigned words)
{
    def_use(t, HW_DEF_USE_READ, reg, words);
}

void hw_record_def(struct hw_translator *t, uint16_t reg, unsigned words)
{
    def_use(t, HW_DEF_USE_WRITE, reg, words);
}

void hw_record_unknown(struct hw_translator *t)
{
    t->def_uses.give_up = true;
}

/* Whether the instruction writes only a part of its destination. */
static bool writes_partly(const struct hw_semantics *view)
{
    return view->op == HW_OP_ATOM || view->op == HW_OP_R2P ||
           (view->op == HW_OP_MOV && view->mod[HW_MOD_LANES] != 0xf) || view->mod[HW_MOD_LOCK] ||
           view->mod[HW_MOD_MERGE] > 1;
}

static void drop_defs(struct hw_translator *t)
{
    struct hw_def_uses *def_uses = &t->def_uses;
    uint32_t first = def_uses->count, end;

    while (first > 0 && def_uses->def_use[first - 1].insn == t->program->insn_count - 1)
        first--;
    end = first;
    for (uint32_t i = first; i < def_uses->count; i++)
        if (def_uses->def_use[i].kind != HW_DEF_USE_WRITE)
            def_uses->def_use[end++] = def_uses->def_use[i];
    def_uses->count = end;
}

/* Whether a micro-operation is a terminator: no thread that executes it continues with the next one. */
static bool is_terminator(const struct hw_uop *uop)
{
    hw_uop_fn *const ends[] = {hw_uop_bra,  hw_uop_exit,    hw_uop_ret,  hw_uop_brk,
                               hw_uop_cont, hw_uop_longjmp, hw_uop_sync, hw_uop_fault};

    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++)
        if (uop->fn == ends[i])
            return uop->p_in == HW_PT && !uop->guard.tests;
    return false;
}

/* Whether no thread continues after the instruction whose micro-operations begin at `first`.  In a guarded
 * region those continue for which the guard is false. */
static bool ends_threads(const struct hw_program *program, uint32_t first)
{
    for (uint32_t i = first; i < program->uop_count; i++)
        if (program->uop[i].fn == hw_uop_guard)
            return false;
    return program->uop_count > first && is_terminator(&program->uop[program->uop_count - 1]);
}

/* Whether the successors of a micro-operation are unknown, or it makes lanes active that were elsewhere. */
static bool is_unknown(const struct hw_uop *uop)
{
    return uop->fn == hw_uop_brx || uop->fn == hw_uop_quadon || uop->fn == hw_uop_sam;
}

void hw_record_end(struct hw_translator *t, uint32_t first, bool certain)
{
    const struct hw_program *program = t->program;
    const unsigned op = t->view.op;

    if (t->no_memory)
        return;
    if (!certain || writes_partly(&t->view))
        drop_defs(t);
    if (op == HW_OP_SHFL || op == HW_OP_QUADOP || op == HW_OP_FSWZADD)
        def_use(t, HW_DEF_USE_CROSS_LANE, 0, 0);
    for (uint32_t i = first; i < program->uop_count; i++)
        if (is_unknown(&program->uop[i]))
            hw_record_unknown(t);
    if (ends_threads(program, first))
        def_use(t, HW_DEF_USE_END, 0, 0);
}
