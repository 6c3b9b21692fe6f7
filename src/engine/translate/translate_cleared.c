/* SPDX-License-Identifier: MIT */
/* Which registers a warp finds zero at its start: those that a thread may read before it has written them.
 * Few kernels have any, and clearing all would take longer than a short kernel.
 *
 * While instructions are translated, it is noted which registers they read and write.  When all are there,
 * the code is followed from the entry point, as often as the result still changes: what a thread has
 * certainly written when it comes to an instruction is what it had written on each of the ways there.  A
 * thread that goes on at a pushed place (a join, behind a loop or a call) has come by the push, so it has
 * written at least what it had there.
 *
 * What is not certain counts as not written: under a guard, a half of a register, some lanes only.  An
 * instruction that reads other lanes may read those of threads that have not come so far, so its sources are
 * always zero at the start.  Where ways are not known (indirect jumps, functions of the host) or lanes become
 * active that have not come by the instructions before, all registers are zero; so they are where listeners
 * see them, and in kernels with textures and surfaces, whose operands are not noted. */
#include "engine/translate/translate.h"

#include <stdlib.h>

#define SET_WORDS 6 /* of 64 bits: 256 general registers, condition codes, address and uniform registers */
#define MOST_LAPS 32u

struct set {
    uint64_t word[SET_WORDS];
};

/* --- notes --- */

static void note(struct hw_translator *t, enum hw_note_kind kind, uint16_t reg, unsigned words)
{
    struct hw_notes *notes = &t->notes;

    if (notes->give_up)
        return;
    if (reg + words > SET_WORDS * 64) {
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

/* --- sets of registers --- */

static bool has(const struct set *set, unsigned reg)
{
    return set->word[reg / 64] >> reg % 64 & 1;
}

static void add(struct set *set, unsigned first, unsigned count)
{
    for (unsigned reg = first; reg < first + count; reg++)
        set->word[reg / 64] |= 1ull << reg % 64;
}

static const struct set everything = {{~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull}};

/* Keep what is in both; whether that changes the first. */
static bool meet(struct set *set, const struct set *other)
{
    uint64_t lost = 0;

    for (unsigned i = 0; i < SET_WORDS; i++) {
        lost |= set->word[i] & ~other->word[i];
        set->word[i] &= other->word[i];
    }
    return lost != 0;
}

/* --- following the code --- */

struct code_walk {
    const struct hw_translator *t;
    uint32_t *landing;   /* by instruction: 1 + the number of its state, if jumps or pushes name it; else 0 */
    struct set *written; /* by that number: before the instruction */
    struct set now;      /* behind the instruction at hand */
    struct set found;    /* what is read before it is written */
    bool again;          /* a state further in front has changed */
};

/* The instruction where a jump or push leads. */
static uint32_t target_of(const struct code_walk *walk, uint32_t jump)
{
    const struct hw_program *program = walk->t->program;

    return program->insn_of[program->uop[jump].jump.target];
}

static void find_reads(struct code_walk *walk, const struct hw_note *note, uint32_t count)
{
    bool across = false;

    for (uint32_t i = 0; i < count; i++)
        across |= note[i].kind == HW_NOTE_ACROSS;
    for (uint32_t i = 0; i < count; i++)
        for (unsigned word = 0; note[i].kind == HW_NOTE_READ && word < note[i].words; word++)
            if (across || !has(&walk->now, note[i].reg + word))
                add(&walk->found, note[i].reg + word, 1);
}

/* What an instruction's notes say; how many there are.  `ends`: no thread goes on behind it. */
static uint32_t take_notes(struct code_walk *walk, uint32_t insn, uint32_t first, bool *ends)
{
    const struct hw_notes *notes = &walk->t->notes;
    uint32_t end = first;

    while (end < notes->count && notes->note[end].insn == insn)
        end++;
    *ends = false;
    if (end == first)
        return 0;
    find_reads(walk, notes->note + first, end - first);
    for (const struct hw_note *note = notes->note + first; note < notes->note + end; note++) {
        if (note->kind == HW_NOTE_WRITE)
            add(&walk->now, note->reg, note->words);
        *ends |= note->kind == HW_NOTE_END;
    }
    return end - first;
}

/* Threads go on from the instruction at hand to another one, too. */
static void lead_to(struct code_walk *walk, uint32_t from, uint32_t to)
{
    if (meet(&walk->written[walk->landing[to] - 1], &walk->now) && to <= from)
        walk->again = true;
}

/* Once through the code. */
static void walk_through(struct code_walk *walk)
{
    const struct hw_translator *t = walk->t;
    const uint32_t start = t->program->insn_of[t->program->start];
    uint32_t note = 0, jump = 0;

    walk->now = everything; /* of no thread */
    walk->again = false;
    for (uint32_t insn = 0; insn < t->program->insn_count; insn++) {
        bool ends;
        if (insn == start)
            meet(&walk->now, &(struct set){{t->convention->ids_in_r0 ? 1 : 0}});
        if (walk->landing[insn]) {
            meet(&walk->written[walk->landing[insn] - 1], &walk->now);
            walk->now = walk->written[walk->landing[insn] - 1];
        }
        note += take_notes(walk, insn, note, &ends);
        for (; jump < t->target_count && t->program->insn_of[t->target[jump]] == insn; jump++)
            lead_to(walk, insn, target_of(walk, t->target[jump]));
        if (ends)
            walk->now = everything;
    }
}

/* Number the instructions that jumps and pushes name; false: there is no memory. */
static bool find_landings(struct code_walk *walk)
{
    const struct hw_translator *t = walk->t;
    uint32_t count = 0;

    walk->landing = calloc(t->program->insn_count, sizeof *walk->landing);
    walk->written = malloc((t->target_count + 1) * sizeof *walk->written);
    if (!walk->landing || !walk->written)
        return false;
    for (uint32_t i = 0; i < t->target_count; i++) {
        uint32_t *landing = &walk->landing[target_of(walk, t->target[i])];
        if (*landing)
            continue;
        walk->written[count] = everything;
        *landing = ++count;
    }
    return true;
}

/* False: it is not known. */
static bool find_cleared(const struct hw_translator *t, struct set *found)
{
    struct code_walk walk = {.t = t, .again = true};
    bool known = !t->notes.give_up && find_landings(&walk);

    for (unsigned lap = 0; known && walk.again; lap++) {
        walk_through(&walk);
        known = lap < MOST_LAPS;
    }
    free(walk.landing);
    free(walk.written);
    *found = walk.found;
    return known;
}

/* --- the result --- */

/* Where a run of registers of the set, or of others, ends that begins at `reg`. */
static unsigned end_of_run(const struct set *set, unsigned reg, unsigned end)
{
    const bool in = has(set, reg);

    while (reg < end && has(set, reg) == in)
        reg++;
    return reg;
}

bool hw_note_cleared(struct hw_translator *t)
{
    struct hw_program *program = t->program;
    const unsigned count = program->state_registers;
    struct hw_register_range *range = malloc((count / 2 + 1) * sizeof *range);
    struct set found;

    if (!range)
        return false;
    program->cleared = range;
    if (!find_cleared(t, &found)) {
        *range = (struct hw_register_range){0, (uint16_t)count};
        program->cleared_count = 1;
        return true;
    }
    for (unsigned reg = 0, end; reg < count; reg = end) {
        end = end_of_run(&found, reg, count);
        if (has(&found, reg))
            range[program->cleared_count++] =
                (struct hw_register_range){(uint16_t)reg, (uint16_t)(end - reg)};
    }
    return true;
}
