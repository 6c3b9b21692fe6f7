/* SPDX-License-Identifier: MIT */
/* Which condition codes nobody reads but for their carry: those between the words of long sums, as in every
 * 64-bit address.  The other flags take longer than the sum, and are left out then.
 *
 * From an instruction that writes such a condition code the code is followed until each way has come to
 * another write, or to the end of threads.  Where that takes long, or where a way leads to what was pushed,
 * all flags are made.  Reads and writes are those of translate_cleared.c. */
#include "engine/translate/translate.h"

#include <stdlib.h>

#include "ops/lanes/lane_functions.h"

#define MOST_STEPS 256u /* instructions that are looked at for one condition code */

bool hw_makes_carry(const struct hw_alu_table *table, hw_uop_fn *fn)
{
    return fn == table->integer[HW_LANES_INTEGER_IADD] || fn == table->integer[HW_LANES_INTEGER_IMAD] ||
           fn == table->sum[HW_LANES_SUM_ISCADD];
}

void hw_note_carry(struct hw_translator *t, hw_uop_fn *fn)
{
    const struct hw_alu_table *table = t->table;
    hw_uop_fn *const readers[] = {table->integer[HW_LANES_INTEGER_IADD_ANY],
                                  table->integer[HW_LANES_INTEGER_IMAD_ANY], table->sum[HW_LANES_SUM_LEA_ANY],
                                  table->sum[HW_LANES_SUM_LEAHI_ANY], table->xmad[HW_LANES_XMAD_ANY]};

    for (unsigned i = 0; i < sizeof readers / sizeof *readers; i++)
        if (fn == readers[i] && t->notes.count)
            t->notes.note[t->notes.count - 1].carry = true;
}

/* A condition code that is followed. */
struct following {
    const struct hw_translator *t;
    const uint32_t *first_note; /* by instruction */
    uint16_t cond;
    uint32_t steps; /* that are left */
};

enum seen_of_code { FOUND_NOTHING, FOUND_WRITE, FOUND_FLAGS };

/* What an instruction does to it; reads come first. */
static enum seen_of_code look(const struct following *following, uint32_t insn)
{
    const struct hw_note *note = following->t->notes.note;
    bool written = false;

    for (uint32_t i = following->first_note[insn]; i < following->first_note[insn + 1]; i++) {
        if (note[i].reg > following->cond || note[i].reg + note[i].words <= following->cond)
            continue;
        if (note[i].kind == HW_NOTE_READ && !note[i].carry)
            return FOUND_FLAGS;
        written |= note[i].kind == HW_NOTE_WRITE;
    }
    return written ? FOUND_WRITE : FOUND_NOTHING;
}

/* Whether a micro-operation may lead to a place that is not known here. */
static bool leads_away(hw_uop_fn *fn)
{
    return fn == hw_uop_brx || fn == hw_uop_call || fn == hw_uop_ret || fn == hw_uop_brk ||
           fn == hw_uop_cont || fn == hw_uop_longjmp || fn == hw_uop_sync || fn == hw_uop_quadon ||
           fn == hw_uop_sam || fn == hw_uop_quadpop;
}

static bool is_carry(struct following *following, uint32_t insn);

/* Whether none of the ways behind an instruction reads the flags, as far as its micro-operations decide that;
 * *on: threads go on with the next one. */
static bool are_ways_good(struct following *following, uint32_t insn, bool *on)
{
    const struct hw_program *program = following->t->program;
    const uint32_t first = program->insn[insn].uop,
                   end = insn + 1 < program->insn_count ? program->insn[insn + 1].uop : program->uop_count;
    bool always = true;

    for (uint32_t i = first; i < end && *on; i++) {
        const struct hw_uop *uop = &program->uop[i];
        if (leads_away(uop->fn))
            return false;
        if (uop->fn == hw_uop_bra && !is_carry(following, program->insn_of[uop->jump.target]))
            return false;
        if (uop->fn == hw_uop_guard)
            always = false;
        if (uop->fn == hw_uop_bra || uop->fn == hw_uop_exit || uop->fn == hw_uop_fault)
            *on = !always || uop->p_in != HW_PT || (uop->fn != hw_uop_fault && uop->guard.tests);
    }
    return true;
}

/* Whether who comes to an instruction reads nothing but the carry. */
static bool is_carry(struct following *following, uint32_t insn)
{
    for (;; insn++) {
        bool on = true;
        if (following->steps == 0 || insn >= following->t->program->insn_count)
            return false;
        following->steps--;
        const enum seen_of_code found = look(following, insn);
        if (found != FOUND_NOTHING)
            return found == FOUND_WRITE;
        if (!are_ways_good(following, insn, &on))
            return false;
        if (!on)
            return true;
    }
}

static uint32_t *number_notes(const struct hw_translator *t)
{
    const uint32_t count = t->program->insn_count;
    uint32_t *first = malloc((count + 1) * sizeof *first), note = 0;

    for (uint32_t insn = 0; first && insn <= count; insn++) {
        while (note < t->notes.count && t->notes.note[note].insn < insn)
            note++;
        first[insn] = note;
    }
    return first;
}

void hw_note_carries(struct hw_translator *t)
{
    struct hw_program *program = t->program;
    uint32_t *first_note = t->notes.give_up ? NULL : number_notes(t);

    for (uint32_t i = 0; i < program->uop_count; i++) {
        struct hw_uop *uop = &program->uop[i];
        if (!uop->carry_only || uop->cond_out >= program->numbering.zero) /* a temporary: for the next one */
            continue;
        struct following following = {
            .t = t, .first_note = first_note, .cond = uop->cond_out, .steps = MOST_STEPS};
        uop->carry_only = first_note && is_carry(&following, program->insn_of[i] + 1);
    }
    free(first_note);
}
