/* SPDX-License-Identifier: MIT */
/* Finds registers that can be rematerialised: see mir_rematerialise.h.
 *
 * Such a register has one full definition, and so has each source.  Values come from SSA form, so the
 * definition precedes each use, and a source's definition precedes it: whenever a source gets a new value
 * the register does, too, before it is read.  So a source that is live at a use of the register holds what
 * the register was computed from. */
#include "compiler/mir/mir_rematerialise.h"

#include "compiler/mir/mir_liveness.h"

#include <string.h>

#define DEEP 8u /* loops around a block, from where on more do not count */

struct rematerialisation_search {
    struct hw_mir_rematerialising *remaking;
    const uint32_t *representative;
    uint32_t *writes; /* by register: how many instructions write it, or another that is one with it */
    bool *is_whole;   /* by register: they write all of it */
};

static const struct hw_mir_operand *operand_of(const struct hw_mir_insn *insn, unsigned i)
{
    return i < insn->operands ? &insn->operand[i] : &insn->guard;
}

/* --- definitions ------------------------------------------------------------------------------------- */

static bool is_single(const struct rematerialisation_search *search, uint32_t reg)
{
    return search->writes[reg] == 1 && search->is_whole[reg] &&
           !search->remaking->function->reg[reg].is_precolored && search->representative[reg] == reg;
}

static uint64_t cost_at(const struct hw_mir_block *block)
{
    return (uint64_t)1 << 3 * (block->depth < DEEP ? block->depth : DEEP);
}

static void count_writes(struct rematerialisation_search *search, struct hw_mir_block *block)
{
    for (struct hw_mir_insn *insn = block->first; insn; insn = insn->next) {
        search->remaking->all += cost_at(block);
        for (unsigned i = 0; i < insn->written; i++) {
            if (!hw_mir_is_reg(&insn->operand[i]))
                continue;
            const uint32_t reg = search->representative[insn->operand[i].reg];
            search->is_whole[reg] = hw_mir_is_full_def(insn, i);
            search->remaking->by[reg] = search->writes[reg]++ ? NULL : insn;
            search->remaking->where[reg] = block;
        }
        for (unsigned i = 0; insn->implicit && i < insn->implicit->writes; i++)
            search->writes[search->representative[insn->implicit->written[i]]] += 2;
    }
}

/* Whether the instruction of a register can stand elsewhere. */
static bool is_free(const struct rematerialisation_search *search, uint32_t reg,
                    bool (*can_rematerialise)(const struct hw_mir_insn *insn))
{
    const struct hw_mir_insn *insn = search->remaking->by[reg];

    if (!insn || !is_single(search, reg) || search->remaking->function->reg[reg].no_spill ||
        !insn->template || insn->written != 1 || insn->has_side_effects || insn->implicit ||
        !can_rematerialise(insn))
        return false;
    for (unsigned i = 1; i < insn->operands; i++)
        if (hw_mir_is_reg(&insn->operand[i]) &&
            (search->remaking->function->reg[insn->operand[i].reg].file != HW_MIR_FILE_GENERAL ||
             !is_single(search, insn->operand[i].reg)))
            return false;
    return true;
}

static bool reads_registers(const struct hw_mir_insn *insn)
{
    for (unsigned i = 1; i < insn->operands; i++)
        if (hw_mir_is_reg(&insn->operand[i]))
            return true;
    return false;
}

/* --- uses -------------------------------------------------------------------------------------------- */

static void look_at_sources(struct hw_mir_rematerialising *remaking, uint32_t reg,
                            const struct hw_mir_block *block, const uint64_t *live)
{
    const struct hw_mir_insn *by = remaking->by[reg];

    remaking->cost[reg] += cost_at(block);
    for (unsigned i = 1; i < by->operands; i++) {
        const struct hw_mir_operand *from = &by->operand[i];
        if (!hw_mir_is_reg(from) || hw_mir_is_live(live, from->reg))
            continue;
        remaking->cost[reg] += cost_at(block);
        remaking->needs_roots[reg] = true;
        if (!remaking->is_root[from->reg])
            remaking->by[reg] = NULL;
    }
}

/* `live`: before the instruction. */
static void look_at(struct hw_mir_rematerialising *remaking, const struct hw_mir_insn *insn,
                    const struct hw_mir_block *block, const uint64_t *live)
{
    for (unsigned i = 0; i <= insn->operands; i++) {
        const struct hw_mir_operand *operand = operand_of(insn, i);
        if (!hw_mir_is_reg(operand) || !remaking->by[operand->reg] || remaking->by[operand->reg] == insn)
            continue;
        look_at_sources(remaking, operand->reg, block, live);
    }
    for (unsigned i = 0; insn->implicit && i < insn->implicit->reads; i++)
        remaking->by[insn->implicit->read[i]] = NULL;
}

struct hw_mir_rematerialising
hw_mir_rematerialising(struct hw_mir_function *function, const uint32_t *representative,
                       bool (*can_rematerialise)(const struct hw_mir_insn *insn))
{
    const size_t regs = (size_t)function->regs + 1;
    struct hw_mir_rematerialising remaking = {
        .function = function,
        .by = hw_arena_array(function->arena, regs, sizeof(struct hw_mir_insn *)),
        .where = hw_arena_array(function->arena, regs, sizeof(struct hw_mir_block *)),
        .is_root = hw_arena_array(function->arena, regs, sizeof(bool)),
        .needs_roots = hw_arena_array(function->arena, regs, sizeof(bool)),
        .cost = hw_arena_array(function->arena, regs, sizeof(uint64_t))};
    struct rematerialisation_search search = {
        .remaking = &remaking,
        .representative = representative,
        .writes = hw_arena_array(function->arena, regs, sizeof(uint32_t)),
        .is_whole = hw_arena_array(function->arena, regs, sizeof(bool))};
    const struct hw_mir_liveness live = hw_mir_liveness(function);
    uint64_t *set = hw_arena_array(function->arena, live.words, sizeof *set);
    bool *is_wanted = hw_arena_array(function->arena, regs, sizeof *is_wanted);

    for (uint32_t i = 0; i < function->block_count; i++)
        count_writes(&search, function->block[i]);
    /* One that others are one with is written by these, too. */
    for (uint32_t reg = 1; reg < regs; reg++)
        if (representative[reg] != reg)
            search.writes[representative[reg]] += 2;
    for (uint32_t reg = 1; reg < regs; reg++)
        is_wanted[reg] = is_free(&search, reg, can_rematerialise);
    for (uint32_t reg = 1; reg < regs; reg++) {
        remaking.by[reg] = is_wanted[reg] ? remaking.by[reg] : NULL;
        remaking.is_root[reg] = remaking.by[reg] && !reads_registers(remaking.by[reg]);
    }
    for (uint32_t i = 0; i < function->block_count; i++) {
        memcpy(set, hw_mir_liveness_set(&live, live.out, i), live.words * sizeof *set);
        for (const struct hw_mir_insn *insn = function->block[i]->last; insn; insn = insn->prev) {
            hw_mir_live_before(set, insn);
            look_at(&remaking, insn, function->block[i], set);
        }
    }
    return remaking;
}

/* --- doing it --------------------------------------------------------------------------------------------
 */

struct rematerialisation_site {
    struct hw_mir_block *block;
    struct hw_mir_insn *next; /* what is made stands before it */
    uint32_t (*make)(void *, uint32_t);
    void *context;
};

/* The register that a copy of the instruction of `reg` writes. */
static uint32_t copy_definition(struct hw_mir_rematerialising *remaking,
                                const struct rematerialisation_site *site, uint32_t reg)
{
    struct hw_mir_insn insn = *remaking->by[reg];

    for (unsigned i = 1; remaking->needs_roots[reg] && i < insn.operands; i++)
        if (hw_mir_is_reg(&insn.operand[i]) && remaking->is_root[insn.operand[i].reg])
            insn.operand[i].reg = copy_definition(remaking, site, insn.operand[i].reg);
    insn.operand[0].reg = site->make(site->context, reg);
    hw_mir_insn(remaking->function, site->block, site->next, &insn);
    return insn.operand[0].reg;
}

void hw_mir_rematerialise(struct hw_mir_rematerialising *remaking, uint32_t reg,
                          uint32_t (*make)(void *, uint32_t), void *context)
{
    struct hw_mir_function *function = remaking->function;
    struct hw_mir_insn *by = remaking->by[reg];

    for (uint32_t b = 0; b < function->block_count; b++)
        for (struct hw_mir_insn *insn = function->block[b]->first; insn; insn = insn->next) {
            const struct rematerialisation_site site = {function->block[b], insn, make, context};
            uint32_t now = 0;
            for (unsigned i = 0; insn != by && i <= insn->operands; i++) {
                struct hw_mir_operand *operand = i < insn->operands ? &insn->operand[i] : &insn->guard;
                if (!hw_mir_is_reg(operand) || operand->reg != reg)
                    continue;
                now = now ? now : copy_definition(remaking, &site, reg);
                operand->reg = now;
            }
        }
    hw_mir_remove(remaking->where[reg], by);
}
