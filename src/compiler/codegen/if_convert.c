/* SPDX-License-Identifier: MIT */
/* Performs if-conversion: see if_convert.h.
 *
 * If both sides of a branch are short and lead to the same block, the instructions of both are moved to the
 * block with the branch, under opposite guards.  A predicated write keeps the old value if its guard is
 * false, so a register that only predicated instructions write would look live before the branch.  An empty
 * definition (an instruction without text) starts its live range here. */
#include "compiler/codegen/if_convert.h"

#include <string.h>

#include "compiler/codegen/isel.h"

#define MAX_LINES 8u /* of both sides together */

struct if_conversion {
    struct hw_mir_function *function;
    struct hw_codegen_reconvergence *reconvergence;
    uint32_t *block;    /* by register: 1 + the block that names it; 0: none */
    bool *is_elsewhere; /* by register: several blocks name it */
};

/* --- which ------------------------------------------------------------------------------------------- */

static void count_use(struct if_conversion *p, const struct hw_mir_operand *operand, uint32_t block)
{
    if (!hw_mir_is_reg(operand))
        return;
    if (p->block[operand->reg] && p->block[operand->reg] != block + 1)
        p->is_elsewhere[operand->reg] = true;
    p->block[operand->reg] = block + 1;
}

static void count_uses(struct if_conversion *p)
{
    for (uint32_t i = 0; i < p->function->block_count; i++)
        for (const struct hw_mir_insn *insn = p->function->block[i]->first; insn; insn = insn->next) {
            for (unsigned k = 0; k < insn->operands; k++)
                count_use(p, &insn->operand[k], i);
            count_use(p, &insn->guard, i);
        }
}

static unsigned lines_of(const char *template)
{
    unsigned lines = template && *template;

    for (; template && *template; template ++)
        lines += *template == '\n';
    return lines;
}

/* What all lanes do together, and what has labels, stays where it is. */
static bool may_be_guarded(const struct hw_mir_insn *insn)
{
    static const char *const never[] = {"BAR", "VOTE", "SHFL", "BPT", "SSY", "MEMBAR", "TEX", "TLD"};

    if (insn->implicit || insn->guard.kind != HW_MIR_OPERAND_NONE ||
        (insn->template && strchr(insn->template, '$')))
        return false;
    for (unsigned i = 0; insn->template && i < sizeof never / sizeof never[0]; i++)
        if (strncmp(insn->template, never[i], strlen(never[i])) == 0)
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

/* The lines of a side; MOST_LINES + 1: it cannot be predicated by this register. */
static unsigned count_lines(const struct if_conversion *p, uint32_t number, uint32_t guard)
{
    const struct hw_mir_block *block = p->function->block[number];
    unsigned lines = 0;

    if (number == 0 || block->from_count != 1 || block->to_count != 1 || !block->last ||
        block->last->template != hw_codegen_jump || p->reconvergence->push[number] ||
        p->reconvergence->is_join[number])
        return MAX_LINES + 1;
    for (const struct hw_mir_insn *insn = block->first; insn != block->last; insn = insn->next) {
        if (!may_be_guarded(insn) || writes(insn, guard))
            return MAX_LINES + 1;
        lines += insn->template ? lines_of(insn->template) : p->function->reg[insn->operand[0].reg].words;
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

/* Whether the old value of a register is dead: both sides write the register, or no other block names it. */
static bool is_dead_before(const struct if_conversion *p, struct hw_mir_block *const side[2], uint32_t reg)
{
    if (is_read_before(side[0], reg) || is_read_before(side[1], reg))
        return false;
    return !p->is_elsewhere[reg] || (is_written_in(side[0], reg) && is_written_in(side[1], reg));
}

static void define_registers(struct if_conversion *p, struct hw_mir_block *block,
                             struct hw_mir_block *const side[2])
{
    for (unsigned k = 0; k < 2; k++)
        for (const struct hw_mir_insn *insn = side[k]->first; insn; insn = insn->next)
            for (unsigned i = 0; i < insn->written; i++) {
                const struct hw_mir_operand *to = &insn->operand[i];
                if (!hw_mir_is_reg(to) || !is_dead_before(p, side, to->reg))
                    continue;
                struct hw_mir_insn begin = {.template = "", .operands = 1, .written = 1, .operand = {*to}};
                begin.operand[0].kind = HW_MIR_OPERAND_REG;
                begin.operand[0].value = 0;
                hw_mir_insn(p->function, block, NULL, &begin);
            }
}

static const char *move_of(const struct hw_mir_reg *reg)
{
    static const char *const templates[] = {"MOV %0, %1", "MOV %0, %1\nMOV %0', %1'",
                                            "MOV %0, %1\nMOV %0', %1'\nMOV %0'', %1''\nMOV %0''', %1'''"};

    return reg->file == HW_MIR_FILE_PREDICATES ? "PSETP.AND.AND %0, PT, %1, PT, PT"
                                               : templates[reg->words / 2];
}

static void predicate_side(struct if_conversion *p, struct hw_mir_block *block,
                           const struct hw_mir_block *side, const struct hw_mir_operand *guard)
{
    for (const struct hw_mir_insn *insn = side->first; insn != side->last; insn = insn->next) {
        if (insn->template && !*insn->template)
            continue; /* an empty definition of this side alone: define_registers decides about both */
        struct hw_mir_insn *copy = hw_mir_insn(p->function, block, NULL, insn);
        copy->guard = *guard;
        if (!copy->template) /* it is no mere copy any more */
            copy->template = move_of(&p->function->reg[copy->operand[0].reg]);
    }
}

/* The block replaces its sides as the predecessor of the block where these reconverge. */
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

static void clear_block(struct hw_mir_block *block)
{
    block->first = block->last = NULL;
    block->to_count = block->from_count = 0;
}

static void convert_sides(struct if_conversion *p, struct hw_mir_block *block,
                          struct hw_mir_block *const side[2])
{
    const struct hw_mir_insn end = {.template = hw_codegen_jump,
                                    .has_side_effects = true,
                                    .line = block->last->line,
                                    .file = block->last->file};
    struct hw_mir_operand guard = block->last->operand[0];

    hw_mir_remove(block, block->last);
    define_registers(p, block, side);
    predicate_side(p, block, side[0], &guard);
    guard.inv = !guard.inv;
    predicate_side(p, block, side[1], &guard);
    hw_mir_insn(p->function, block, NULL, &end);
    p->reconvergence->pops[0][block->number] =
        !p->reconvergence->push[block->number] && p->reconvergence->pops[0][side[0]->number];
    p->reconvergence->pops[1][block->number] = false;
    p->reconvergence->push[block->number] = 0;
    join_edges(p->function, block, side);
    clear_block(side[0]);
    clear_block(side[1]);
}

static void convert_block(struct if_conversion *p, struct hw_mir_block *block)
{
    if (!block->last || block->last->template != hw_codegen_branch || block->to[0] == block->to[1] ||
        !hw_mir_is_reg(&block->last->operand[0]))
        return;
    const uint32_t guard = block->last->operand[0].reg;
    const unsigned lines = count_lines(p, block->to[0], guard) + count_lines(p, block->to[1], guard);
    struct hw_mir_block *const side[] = {p->function->block[block->to[0]], p->function->block[block->to[1]]};
    if (lines > MAX_LINES || side[0]->to[0] != side[1]->to[0])
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
    count_uses(&p);
    for (uint32_t i = function->block_count; i-- > 0;)
        convert_block(&p, function->block[i]);
}
