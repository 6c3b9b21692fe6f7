/* SPDX-License-Identifier: MIT */
/* Which condition codes nobody reads but for their carry: those between the words of long sums, as in every
 * 64-bit address.  The other flags take longer than the sum, and are left out then.
 *
 * From an instruction that writes such a condition code the code is followed until each way has come to
 * another write, to where it was before, or to the end of threads.  Who leaves for what was pushed goes on at
 * one of the places that the code pushes; where it calls functions, too, that is not followed.  There, and
 * where following takes long, all flags are made.  Reads and writes are those of translate_cleared.c. */
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

/* What is known of all code. */
struct carry_walk {
    const struct hw_translator *t;
    uint32_t *first_note; /* by instruction */
    uint32_t *pushed;     /* instructions where lanes go on that leave for what was pushed, each once */
    uint32_t pushed_count;
    uint32_t pushed_for;  /* the condition code for which these were followed last, by `mark` */
    bool leads_elsewhere; /* there may be other ones */
    uint32_t *come_for;   /* by instruction: the condition code for which a way came there last, by `mark` */
    uint32_t mark;        /* of the one that is followed */
    uint16_t cond;        /* its register */
    uint32_t steps;       /* that are left */
};

enum seen_of_code { FOUND_NOTHING, FOUND_WRITE, FOUND_FLAGS };

/* What an instruction does to it; reads come first. */
static enum seen_of_code look(const struct carry_walk *walk, uint32_t insn)
{
    const struct hw_note *note = walk->t->notes.note;
    bool written = false;

    for (uint32_t i = walk->first_note[insn]; i < walk->first_note[insn + 1]; i++) {
        if (note[i].reg > walk->cond || note[i].reg + note[i].words <= walk->cond)
            continue;
        if (note[i].kind == HW_NOTE_READ && !note[i].carry)
            return FOUND_FLAGS;
        written |= note[i].kind == HW_NOTE_WRITE;
    }
    return written ? FOUND_WRITE : FOUND_NOTHING;
}

/* Whether a micro-operation takes lanes to a place that was pushed. */
static bool leaves(hw_uop_fn *fn)
{
    return fn == hw_uop_brk || fn == hw_uop_cont || fn == hw_uop_longjmp || fn == hw_uop_sync;
}

/* Whether it may lead to a place that is not known here. */
static bool leads_away(const struct carry_walk *walk, hw_uop_fn *fn)
{
    return fn == hw_uop_brx || fn == hw_uop_call || fn == hw_uop_ret || fn == hw_uop_quadon ||
           fn == hw_uop_sam || fn == hw_uop_quadpop || (leaves(fn) && walk->leads_elsewhere);
}

static bool is_carry(struct carry_walk *walk, uint32_t insn);

static bool are_pushed_good(struct carry_walk *walk)
{
    bool good = true;

    if (walk->pushed_for == walk->mark)
        return true;
    walk->pushed_for = walk->mark;
    for (uint32_t i = 0; good && i < walk->pushed_count; i++)
        good = is_carry(walk, walk->pushed[i]);
    return good;
}

/* Whether none of the ways behind an instruction reads the flags, as far as its micro-operations decide that;
 * *on: threads go on with the next one. */
static bool are_ways_good(struct carry_walk *walk, uint32_t insn, bool *on)
{
    const struct hw_program *program = walk->t->program;
    const uint32_t first = program->insn[insn].uop,
                   end = insn + 1 < program->insn_count ? program->insn[insn + 1].uop : program->uop_count;
    bool always = true;

    for (uint32_t i = first; i < end && *on; i++) {
        const struct hw_uop *uop = &program->uop[i];
        if (leads_away(walk, uop->fn))
            return false;
        if (uop->fn == hw_uop_bra && !is_carry(walk, program->insn_of[uop->jump.target]))
            return false;
        if (leaves(uop->fn) && !are_pushed_good(walk))
            return false;
        if (uop->fn == hw_uop_guard)
            always = false;
        if (uop->fn == hw_uop_bra || uop->fn == hw_uop_exit || uop->fn == hw_uop_fault || leaves(uop->fn))
            *on = !always || uop->p_in != HW_PT || (uop->fn != hw_uop_fault && uop->guard.tests);
    }
    return true;
}

/* Whether who comes to an instruction reads nothing but the carry. */
static bool is_carry(struct carry_walk *walk, uint32_t insn)
{
    for (;; insn++) {
        bool on = true;
        if (insn >= walk->t->program->insn_count)
            return false;
        if (walk->come_for[insn] == walk->mark)
            return true;
        if (walk->steps == 0)
            return false;
        walk->steps--;
        walk->come_for[insn] = walk->mark;
        const enum seen_of_code found = look(walk, insn);
        if (found != FOUND_NOTHING)
            return found == FOUND_WRITE;
        if (!are_ways_good(walk, insn, &on))
            return false;
        if (!on)
            return true;
    }
}

/* --- before that --- */

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

static void note_pushed(struct carry_walk *walk, uint32_t insn)
{
    if (walk->come_for[insn] == walk->mark)
        return;
    walk->come_for[insn] = walk->mark;
    walk->pushed[walk->pushed_count++] = insn;
}

static void find_pushed(struct carry_walk *walk)
{
    const struct hw_program *program = walk->t->program;

    walk->mark++;
    for (uint32_t i = 0; i < program->uop_count; i++) {
        hw_uop_fn *const fn = program->uop[i].fn;
        if (fn == hw_uop_push)
            note_pushed(walk, program->insn_of[program->uop[i].jump.target]);
        walk->leads_elsewhere |= fn == hw_uop_call || fn == hw_uop_quadon || fn == hw_uop_sam;
    }
}

static void begin(struct carry_walk *walk)
{
    const struct hw_program *program = walk->t->program;

    walk->first_note = walk->t->notes.give_up ? NULL : number_notes(walk->t);
    walk->pushed = malloc(program->uop_count * sizeof *walk->pushed);
    walk->come_for = calloc(program->insn_count, sizeof *walk->come_for);
    if (walk->pushed && walk->come_for)
        find_pushed(walk);
}

void hw_note_carries(struct hw_translator *t)
{
    struct hw_program *program = t->program;
    struct carry_walk walk = {.t = t};

    begin(&walk);
    for (uint32_t i = 0; i < program->uop_count; i++) {
        struct hw_uop *uop = &program->uop[i];
        if (!uop->carry_only || uop->cond_out >= program->numbering.zero) /* a temporary: for the next one */
            continue;
        walk.mark++;
        walk.cond = uop->cond_out;
        walk.steps = MOST_STEPS;
        uop->carry_only =
            walk.first_note && walk.pushed && walk.come_for && is_carry(&walk, program->insn_of[i] + 1);
    }
    free(walk.come_for);
    free(walk.pushed);
    free(walk.first_note);
}
