/* SPDX-License-Identifier: MIT */
/* See predicate.h.
 *
 * Where both ways out of a branch are short and lead to the same block, the instructions of each stand behind
 * each other in the block with the branch, under opposite guards.  A register that only they write would seem
 * to hold something before, for an instruction under a guard keeps what was there: an instruction without
 * text says that it begins here. */
#include "compiler/code/predicate.h"

#include <string.h>

#include "compiler/code/select.h"

#define MOST_LINES 8u /* of both ways together */

struct predication {
    struct hw_mach_function *function;
    struct hw_codegen_joins *joins;
    uint32_t *block;    /* by register: 1 + the block that names it; 0: none */
    bool *is_elsewhere; /* by register: several blocks name it */
};

/* --- which ------------------------------------------------------------------------------------------- */

static void note(struct predication *p, const struct hw_mach_operand *operand, uint32_t block)
{
    if (!hw_mach_is_reg(operand))
        return;
    if (p->block[operand->reg] && p->block[operand->reg] != block + 1)
        p->is_elsewhere[operand->reg] = true;
    p->block[operand->reg] = block + 1;
}

static void note_all(struct predication *p)
{
    for (uint32_t i = 0; i < p->function->block_count; i++)
        for (const struct hw_mach_insn *insn = p->function->block[i]->first; insn; insn = insn->behind) {
            for (unsigned k = 0; k < insn->operands; k++)
                note(p, &insn->operand[k], i);
            note(p, &insn->guard, i);
        }
}

static unsigned lines_of(const char *form)
{
    unsigned lines = form && *form;

    for (; form && *form; form++)
        lines += *form == '\n';
    return lines;
}

/* What all lanes do together, and what has labels, stays where it is. */
static bool may_be_guarded(const struct hw_mach_insn *insn)
{
    static const char *const never[] = {"BAR", "VOTE", "SHFL", "BPT", "SSY", "MEMBAR", "TEX", "TLD"};

    if (insn->passed || insn->guard.kind != HW_MACH_OPERAND_NONE || (insn->form && strchr(insn->form, '$')))
        return false;
    for (unsigned i = 0; insn->form && i < sizeof never / sizeof never[0]; i++)
        if (strncmp(insn->form, never[i], strlen(never[i])) == 0)
            return false;
    return true;
}

static bool writes(const struct hw_mach_insn *insn, uint32_t reg)
{
    for (unsigned i = 0; i < insn->written; i++)
        if (hw_mach_is_reg(&insn->operand[i]) && insn->operand[i].reg == reg)
            return true;
    return false;
}

/* The lines of a way; MOST_LINES + 1: it is none that could be guarded by this register. */
static unsigned measure(const struct predication *p, uint32_t number, uint32_t guard)
{
    const struct hw_mach_block *block = p->function->block[number];
    unsigned lines = 0;

    if (number == 0 || block->from_count != 1 || block->to_count != 1 || !block->last ||
        block->last->form != hw_codegen_jump || p->joins->push[number] || p->joins->is_join[number])
        return MOST_LINES + 1;
    for (const struct hw_mach_insn *insn = block->first; insn != block->last; insn = insn->behind) {
        if (!may_be_guarded(insn) || writes(insn, guard))
            return MOST_LINES + 1;
        lines += insn->form ? lines_of(insn->form) : p->function->reg[insn->operand[0].reg].words;
    }
    return lines;
}

/* --- guards ------------------------------------------------------------------------------------------ */

static bool is_read_before(const struct hw_mach_block *way, uint32_t reg)
{
    for (const struct hw_mach_insn *insn = way->first; insn; insn = insn->behind) {
        for (unsigned i = insn->written; i < insn->operands; i++)
            if (hw_mach_is_reg(&insn->operand[i]) && insn->operand[i].reg == reg)
                return true;
        if (writes(insn, reg))
            return false;
    }
    return false;
}

static bool is_written_in(const struct hw_mach_block *way, uint32_t reg)
{
    for (const struct hw_mach_insn *insn = way->first; insn; insn = insn->behind)
        if (writes(insn, reg))
            return true;
    return false;
}

/* Whether a register holds nothing of interest before: both ways write it, or nobody else knows it. */
static bool begins(const struct predication *p, struct hw_mach_block *const way[2], uint32_t reg)
{
    if (is_read_before(way[0], reg) || is_read_before(way[1], reg))
        return false;
    return !p->is_elsewhere[reg] || (is_written_in(way[0], reg) && is_written_in(way[1], reg));
}

static void begin_registers(struct predication *p, struct hw_mach_block *block,
                            struct hw_mach_block *const way[2])
{
    for (unsigned k = 0; k < 2; k++)
        for (const struct hw_mach_insn *insn = way[k]->first; insn; insn = insn->behind)
            for (unsigned i = 0; i < insn->written; i++) {
                const struct hw_mach_operand *to = &insn->operand[i];
                if (!hw_mach_is_reg(to) || !begins(p, way, to->reg))
                    continue;
                struct hw_mach_insn begin = {.form = "", .operands = 1, .written = 1, .operand = {*to}};
                begin.operand[0].kind = HW_MACH_OPERAND_REG;
                begin.operand[0].value = 0;
                hw_mach_insn(p->function, block, NULL, &begin);
            }
}

static const char *move_of(const struct hw_mach_reg *reg)
{
    static const char *const forms[] = {"MOV %0, %1", "MOV %0, %1\nMOV %0', %1'",
                                        "MOV %0, %1\nMOV %0', %1'\nMOV %0'', %1''\nMOV %0''', %1'''"};

    return reg->file == HW_MACH_FILE_PREDICATES ? "PSETP.AND.AND %0, PT, %1, PT, PT" : forms[reg->words / 2];
}

static void guard_all(struct predication *p, struct hw_mach_block *block, const struct hw_mach_block *way,
                      const struct hw_mach_operand *guard)
{
    for (const struct hw_mach_insn *insn = way->first; insn != way->last; insn = insn->behind) {
        if (insn->form && !*insn->form)
            continue; /* a register begins only for those who go this way: begin_registers knows better */
        struct hw_mach_insn *copy = hw_mach_insn(p->function, block, NULL, insn);
        copy->guard = *guard;
        if (!copy->form) /* it is no mere copy any more */
            copy->form = move_of(&p->function->reg[copy->operand[0].reg]);
    }
}

static void empty(struct hw_mach_block *block)
{
    block->first = block->last = NULL;
    block->to_count = block->from_count = 0;
}

static void join_ways(struct predication *p, struct hw_mach_block *block, struct hw_mach_block *const way[2])
{
    const struct hw_mach_insn end = {
        .form = hw_codegen_jump, .stays = true, .line = block->last->line, .file = block->last->file};
    struct hw_mach_operand guard = block->last->operand[0];

    hw_mach_remove(block, block->last);
    begin_registers(p, block, way);
    guard_all(p, block, way[0], &guard);
    guard.inv = !guard.inv;
    guard_all(p, block, way[1], &guard);
    hw_mach_insn(p->function, block, NULL, &end);
    p->joins->pops[0][block->number] = !p->joins->push[block->number] && p->joins->pops[0][way[0]->number];
    p->joins->pops[1][block->number] = false;
    p->joins->push[block->number] = 0;
    block->to[0] = way[0]->to[0];
    block->to_count = 1;
    empty(way[0]);
    empty(way[1]);
}

static void look_at(struct predication *p, struct hw_mach_block *block)
{
    if (!block->last || block->last->form != hw_codegen_branch || block->to[0] == block->to[1] ||
        !hw_mach_is_reg(&block->last->operand[0]))
        return;
    const uint32_t guard = block->last->operand[0].reg;
    const unsigned lines = measure(p, block->to[0], guard) + measure(p, block->to[1], guard);
    struct hw_mach_block *const way[] = {p->function->block[block->to[0]], p->function->block[block->to[1]]};
    if (lines > MOST_LINES || way[0]->to[0] != way[1]->to[0])
        return;
    const uint32_t push = p->joins->push[block->number];
    if (push && push != way[0]->to[0] + 1)
        return;
    join_ways(p, block, way);
}

void hw_codegen_predicate(struct hw_mach_function *function, struct hw_codegen_joins *joins)
{
    struct predication p = {.function = function, .joins = joins};

    p.block = hw_arena_array(function->arena, (size_t)function->regs + 1, sizeof *p.block);
    p.is_elsewhere = hw_arena_array(function->arena, (size_t)function->regs + 1, sizeof *p.is_elsewhere);
    note_all(&p);
    for (uint32_t i = function->block_count; i-- > 0;)
        look_at(&p, function->block[i]);
}
