/* SPDX-License-Identifier: MIT */
/* The def/use records of a program: which registers each instruction reads and certainly writes, recorded
 * while it is translated.  The analyses of translate_cleared.c and translate_carry.c read them.
 *
 * What is not certain counts as not written: under a guard, a half of a register, some lanes only.  The
 * records are given up where the control flow is not known (indirect jumps, functions of the host) or lanes
 * become active that have not come by the instructions before, where listeners see registers, and in kernels
 * with textures and surfaces, whose operands are not recorded. */
#include "engine/translate/translate.h"

#include <stdlib.h>

static void note(struct hw_translator *t, enum hw_note_kind kind, uint16_t reg, unsigned words)
{
    struct hw_notes *notes = &t->notes;

    if (notes->give_up)
        return;
    if (reg + words > HW_NOTE_REGISTERS) {
        notes->give_up = true;
        return;
    }
    if (notes->count == notes->capacity) {
        const uint32_t wanted = notes->capacity ? notes->capacity * 2 : 256;
        struct hw_note *grown = realloc(notes->note, wanted * sizeof *grown);
        if (!grown) {
            notes->give_up = true;
            return;
        }
        notes->note = grown;
        notes->capacity = wanted;
    }
    notes->note[notes->count++] = (struct hw_note){
        .insn = t->program->insn_count - 1, .reg = reg, .words = (uint8_t)words, .kind = (uint8_t)kind};
}

void hw_note_begin(struct hw_translator *t)
{
    t->notes.give_up = t->launch->listener_count || t->launch->graphics || t->launch->code.calls_out;
}

void hw_note_read(struct hw_translator *t, uint16_t reg, unsigned words)
{
    note(t, HW_NOTE_READ, reg, words);
}

void hw_note_write(struct hw_translator *t, uint16_t reg, unsigned words)
{
    note(t, HW_NOTE_WRITE, reg, words);
}

void hw_note_unknown(struct hw_translator *t)
{
    t->notes.give_up = true;
}

/* Whether the instruction leaves something of what it writes as it was. */
static bool keeps_some(const struct hw_view *view)
{
    return view->op == HW_OP_ATOM || view->op == HW_OP_R2P ||
           (view->op == HW_OP_MOV && view->mod[HW_MOD_LANES] != 0xf) || view->mod[HW_MOD_LOCK] ||
           view->mod[HW_MOD_MERGE] > 1;
}

static void forget_writes(struct hw_translator *t)
{
    struct hw_notes *notes = &t->notes;
    uint32_t first = notes->count, kept;

    while (first > 0 && notes->note[first - 1].insn == t->program->insn_count - 1)
        first--;
    kept = first;
    for (uint32_t i = first; i < notes->count; i++)
        if (notes->note[i].kind != HW_NOTE_WRITE)
            notes->note[kept++] = notes->note[i];
    notes->count = kept;
}

/* Whether a micro-operation lets no thread that executes it go on with the next one. */
static bool never_goes_on(const struct hw_uop *uop)
{
    hw_uop_fn *const ends[] = {hw_uop_bra,  hw_uop_exit,    hw_uop_ret,  hw_uop_brk,
                               hw_uop_cont, hw_uop_longjmp, hw_uop_sync, hw_uop_fault};

    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++)
        if (uop->fn == ends[i])
            return uop->p_in == HW_PT && !uop->guard.tests;
    return false;
}

/* Whether no thread goes on behind the instruction whose micro-operations begin at `first`.  In a guard's
 * bracket those go on for which the guard does not hold. */
static bool ends_threads(const struct hw_program *program, uint32_t first)
{
    for (uint32_t i = first; i < program->uop_count; i++)
        if (program->uop[i].fn == hw_uop_guard)
            return false;
    return program->uop_count > first && never_goes_on(&program->uop[program->uop_count - 1]);
}

/* Whether a micro-operation leads nobody knows where, or makes lanes active that were elsewhere. */
static bool is_unknown(const struct hw_uop *uop)
{
    return uop->fn == hw_uop_brx || uop->fn == hw_uop_quadon || uop->fn == hw_uop_sam;
}

void hw_note_end(struct hw_translator *t, uint32_t first, bool certain)
{
    const struct hw_program *program = t->program;
    const unsigned op = t->view.op;

    if (t->no_memory)
        return;
    if (!certain || keeps_some(&t->view))
        forget_writes(t);
    if (op == HW_OP_SHFL || op == HW_OP_QUADOP || op == HW_OP_FSWZADD)
        note(t, HW_NOTE_ACROSS, 0, 0);
    for (uint32_t i = first; i < program->uop_count; i++)
        if (is_unknown(&program->uop[i]))
            hw_note_unknown(t);
    if (ends_threads(program, first))
        note(t, HW_NOTE_END, 0, 0);
}
