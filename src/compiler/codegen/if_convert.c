/* SPDX-License-Identifier: MIT */
/* See if_convert.h.
 *
 * Where both ways out of a branch are short and lead to the same block, the instructions of each stand behind
 * each other in the block with the branch, under opposite guards.  A register that only they write would seem
 * to hold something before, for an instruction under a guard keeps what was there: an instruction without
 * text says that it begins here. */
#include "compiler/codegen/if_convert.h"

#include <string.h>

#include "compiler/codegen/isel.h"

#define MOST_LINES 8u /* of both ways together */

struct if_conversion {
    struct hw_mir_function *function;
    struct hw_codegen_reconvergence *reconvergence;
    uint32_t *block;    /* by register: 1 + the block that names it; 0: none */
    bool *is_elsewhere; /* by register: several blocks name it */
};

/* --- which ------------------------------------------------------------------------------------------- */

static void note(struct if_conversion *p, const struct hw_mir_operand *operand, uint32_t block)
{
    if (!hw_mir_is_reg(operand))
        return;
    if (p->block[operand->reg] && p->block[operand->reg] != block + 1)
        p->is_elsewhere[operand->reg] = true;
    p->block[operand->reg] = block + 1;
}

static void note_all(struct if_conversion *p)
{
    for (uint32_t i = 0; i < p->function->block_count; i++)
        for (const struct hw_mir_insn *insn = p->function->block[i]->first; insn; insn = insn->next) {
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
static bool may_be_guarded(const struct hw_mir_insn *insn)
{
    static const char *const never[] = {"BAR", "VOTE", "SHFL", "BPT", "SSY", "MEMBAR", "TEX", "TLD"};

    if (insn->implicit || insn->guard.kind != HW_MIR_OPERAND_NONE || (insn->form && strchr(insn->form, '$')))
        return false;
    for (unsigned i = 0; insn->form && i < sizeof never / sizeof never[0]; i++)
        if (strncmp(insn->form, never[i], strlen(never[i])) == 0)
            return false;
    return true;
}

static bool writes(const struct hw_mir_insn *insn, uint32_t reg)
{
    for (unsigned i = 0; i < insn->written; i++)
        if (hw_mir_is_reg(&insn->operand[i]) && insn->operand[i].reg == reg)
            return true;
    return false;
}

/* The lines of a way; MOST_LINES + 1: it is none that could be guarded by this register. */
static unsigned measure(const struct if_conversion *p, uint32_t number, uint32_t guard)
{
    const struct hw_mir_block *block = p->function->block[number];
    unsigned lines = 0;

    if (number == 0 || block->from_count != 1 || block->to_count != 1 || !block->last ||
        block->last->form != hw_codegen_jump || p->reconvergence->push[number] ||
        p->reconvergence->is_join[number])
        return MOST_LINES + 1;
    for (const struct hw_mir_insn *insn = block->first; insn != block->last; insn = insn->next) {
        if (!may_be_guarded(insn) || writes(insn, guard))
            return MOST_LINES + 1;
        lines += insn->form ? lines_of(insn->form) : p->function->reg[insn->operand[0].reg].words;
    }
    return lines;
}

/* --- guards ------------------------------------------------------------------------------------------ */

static bool is_read_before(const struct hw_mir_block *side, uint32_t reg)
{
    for (const struct hw_mir_insn *insn = side->first; insn; insn = insn->next) {
        for (unsigned i = insn->written; i < insn->operands; i++)
            if (hw_mir_is_reg(&insn->operand[i]) && insn->operand[i].reg == reg)
                return true;
        if (writes(insn, reg))
            return false;
    }
    return false;
}

static bool is_written_in(const struct hw_mir_block *side, uint32_t reg)
{
    for (const struct hw_mir_insn *insn = side->first; insn; insn = insn->next)
        if (writes(insn, reg))
            return true;
    return false;
}

/* Whether a register holds nothing of interest before: both ways write it, or nobody else knows it. */
static bool begins(const struct if_conversion *p, struct hw_mir_block *const side[2], uint32_t reg)
{
    if (is_read_before(side[0], reg) || is_read_before(side[1], reg))
        return false;
    return !p->is_elsewhere[reg] || (is_written_in(side[0], reg) && is_written_in(side[1], reg));
}

static void begin_registers(struct if_conversion *p, struct hw_mir_block *block,
                            struct hw_mir_block *const side[2])
{
    for (unsigned k = 0; k < 2; k++)
        for (const struct hw_mir_insn *insn = side[k]->first; insn; insn = insn->next)
            for (unsigned i = 0; i < insn->written; i++) {
                const struct hw_mir_operand *to = &insn->operand[i];
                if (!hw_mir_is_reg(to) || !begins(p, side, to->reg))
                    continue;
                struct hw_mir_insn begin = {.form = "", .operands = 1, .written = 1, .operand = {*to}};
                begin.operand[0].kind = HW_MIR_OPERAND_REG;
                begin.operand[0].value = 0;
                hw_mir_insn(p->function, block, NULL, &begin);
            }
}

static const char *move_of(const struct hw_mir_reg *reg)
{
    static const char *const forms[] = {"MOV %0, %1", "MOV %0, %1\nMOV %0', %1'",
                                        "MOV %0, %1\nMOV %0', %1'\nMOV %0'', %1''\nMOV %0''', %1'''"};

    return reg->file == HW_MIR_FILE_PREDICATES ? "PSETP.AND.AND %0, PT, %1, PT, PT" : forms[reg->words / 2];
}

static void guard_all(struct if_conversion *p, struct hw_mir_block *block, const struct hw_mir_block *side,
                      const struct hw_mir_operand *guard)
{
    for (const struct hw_mir_insn *insn = side->first; insn != side->last; insn = insn->next) {
        if (insn->form && !*insn->form)
            continue; /* a register begins only for those who go this way: begin_registers knows better */
        struct hw_mir_insn *copy = hw_mir_insn(p->function, block, NULL, insn);
        copy->guard = *guard;
        if (!copy->form) /* it is no mere copy any more */
            copy->form = move_of(&p->function->reg[copy->operand[0].reg]);
    }
}

/* The block itself takes its sides' place before the block where these reconverge. */
static void join_edges(struct hw_mir_function *function, struct hw_mir_block *block,
                       struct hw_mir_block *const side[2])
{
    struct hw_mir_block *merge = function->block[side[0]->to[0]];
    uint32_t kept = 0;

    for (uint32_t i = 0; i < merge->from_count; i++)
        if (merge->from[i] == side[0]->number)
            merge->from[kept++] = block->number;
        else if (merge->from[i] != side[1]->number)
            merge->from[kept++] = merge->from[i];
    merge->from_count = kept;
    block->to[0] = merge->number;
    block->to_count = 1;
}

static void empty(struct hw_mir_block *block)
{
    block->first = block->last = NULL;
    block->to_count = block->from_count = 0;
}

static void convert_sides(struct if_conversion *p, struct hw_mir_block *block,
                          struct hw_mir_block *const side[2])
{
    const struct hw_mir_insn end = {.form = hw_codegen_jump,
                                    .has_side_effects = true,
                                    .line = block->last->line,
                                    .file = block->last->file};
    struct hw_mir_operand guard = block->last->operand[0];

    hw_mir_remove(block, block->last);
    begin_registers(p, block, side);
    guard_all(p, block, side[0], &guard);
    guard.inv = !guard.inv;
    guard_all(p, block, side[1], &guard);
    hw_mir_insn(p->function, block, NULL, &end);
    p->reconvergence->pops[0][block->number] =
        !p->reconvergence->push[block->number] && p->reconvergence->pops[0][side[0]->number];
    p->reconvergence->pops[1][block->number] = false;
    p->reconvergence->push[block->number] = 0;
    join_edges(p->function, block, side);
    empty(side[0]);
    empty(side[1]);
}

static void convert_block(struct if_conversion *p, struct hw_mir_block *block)
{
    if (!block->last || block->last->form != hw_codegen_branch || block->to[0] == block->to[1] ||
        !hw_mir_is_reg(&block->last->operand[0]))
        return;
    const uint32_t guard = block->last->operand[0].reg;
    const unsigned lines = measure(p, block->to[0], guard) + measure(p, block->to[1], guard);
    struct hw_mir_block *const side[] = {p->function->block[block->to[0]], p->function->block[block->to[1]]};
    if (lines > MOST_LINES || side[0]->to[0] != side[1]->to[0])
        return;
    const uint32_t push = p->reconvergence->push[block->number];
    if (push && push != side[0]->to[0] + 1)
        return;
    convert_sides(p, block, side);
}

void hw_codegen_if_convert(struct hw_mir_function *function, struct hw_codegen_reconvergence *reconvergence)
{
    struct if_conversion p = {.function = function, .reconvergence = reconvergence};

    p.block = hw_arena_array(function->arena, (size_t)function->regs + 1, sizeof *p.block);
    p.is_elsewhere = hw_arena_array(function->arena, (size_t)function->regs + 1, sizeof *p.is_elsewhere);
    note_all(&p);
    for (uint32_t i = function->block_count; i-- > 0;)
        convert_block(&p, function->block[i]);
}
