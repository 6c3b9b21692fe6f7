/* SPDX-License-Identifier: MIT */
/* Allocates registers by graph coloring, in iterations: see mir_allocate.h.  Build the interference graph,
 * coalesce copies, color the rest.  A register that gets no color is rematerialised before each use, if
 * possible, or spilled: loaded before each use and stored after each definition.  The next iteration has only
 * the short live ranges of these. */
#include "compiler/mir/mir_allocate.h"

#include "compiler/mir/mir_color.h"
#include "compiler/mir/mir_coalesce.h"
#include "compiler/mir/mir_rematerialise.h"

#include <string.h>

#define MAX_ITERATIONS 16u

struct allocation {
    struct hw_mir_function *function;
    const struct hw_mir_register_set *allocatable;
    struct hw_mir_coalescing joining;
    uint32_t regs;  /* the registers that there were when the iteration began */
    bool *no_spill; /* registers of spill code that earlier iterations have created */
    size_t no_spill_capacity;
    uint32_t bytes;
};

/* --- copies ---------------------------------------------------------------------------------------- */

static bool is_needless(const struct allocation *a, const struct hw_mir_insn *insn)
{
    const struct hw_mir_operand *to = &insn->operand[0], *from = &insn->operand[1];

    return hw_mir_is_copy(insn) && to->kind == HW_MIR_OPERAND_REG && from->kind == HW_MIR_OPERAND_REG &&
           a->function->reg[to->reg].file == a->function->reg[from->reg].file &&
           a->function->reg[to->reg].phys == a->function->reg[from->reg].phys;
}

static void drop_copies(struct allocation *a)
{
    for (uint32_t i = 0; i < a->function->block_count; i++)
        for (struct hw_mir_insn *insn = a->function->block[i]->first, *next; insn; insn = next) {
            next = insn->next;
            if (is_needless(a, insn))
                hw_mir_remove(a->function->block[i], insn);
        }
}

/* --- registers in memory --------------------------------------------------------------------------- */

/* Marks for all registers that there are now. */
static void extend_marks(struct allocation *a)
{
    const size_t regs = (size_t)a->function->regs + 1;

    if (regs <= a->no_spill_capacity)
        return;
    bool *no_spill = hw_arena_array(a->function->arena, 2 * regs, sizeof *no_spill);
    if (a->no_spill_capacity)
        memcpy(no_spill, a->no_spill, a->no_spill_capacity * sizeof *no_spill);
    a->no_spill = no_spill;
    a->no_spill_capacity = 2 * regs;
}

static uint32_t short_lived_register(struct allocation *a, uint32_t like)
{
    const uint32_t reg =
        hw_mir_reg(a->function, (enum hw_mir_file)a->function->reg[like].file, a->function->reg[like].words);

    extend_marks(a);
    a->no_spill[reg] = true;
    return reg;
}

/* One instruction's reads and writes of a register. */
static void insert_spills(struct allocation *a, struct hw_mir_block *block, struct hw_mir_insn *insn,
                          uint32_t reg, uint32_t at)
{
    const struct hw_mir_register_set *allocatable = a->allocatable;
    bool reads = false, writes = false;
    uint32_t now = 0;

    for (unsigned i = 0; i <= insn->operands; i++) {
        struct hw_mir_operand *operand = i < insn->operands ? &insn->operand[i] : &insn->guard;
        if (!hw_mir_is_reg(operand) || operand->reg > a->regs ||
            hw_mir_representative(&a->joining, operand->reg) != reg)
            continue;
        const bool written = i < insn->written;
        reads |= !written || !hw_mir_is_full_def(insn, i);
        writes |= written;
        now = now ? now : short_lived_register(a, reg);
        operand->reg = now;
    }
    if (reads)
        allocatable->load(allocatable->context, block, insn, now, at);
    if (writes)
        allocatable->store(allocatable->context, block, insn->next, now, at);
}

static void spill_registers(struct allocation *a, const uint32_t *spilled, uint32_t count, uint32_t *at)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t bytes = 4u * a->function->reg[spilled[i]].words;
        a->bytes = (a->bytes + bytes - 1) / bytes * bytes;
        at[spilled[i]] = a->bytes;
        a->bytes += bytes;
    }
    for (uint32_t b = 0; b < a->function->block_count; b++)
        for (struct hw_mir_insn *insn = a->function->block[b]->first, *next; insn; insn = next) {
            next = insn->next;
            for (unsigned i = 0; i <= insn->operands; i++) {
                const struct hw_mir_operand *operand = i < insn->operands ? &insn->operand[i] : &insn->guard;
                if (!hw_mir_is_reg(operand) || operand->reg > a->regs)
                    continue;
                const uint32_t reg = hw_mir_representative(&a->joining, operand->reg);
                if (at[reg] != UINT32_MAX)
                    insert_spills(a, a->function->block[b], insn, reg, at[reg]);
            }
        }
}

/* --- iterations -------------------------------------------------------------------------------------- */

static void clear_assignments(struct hw_mir_function *function)
{
    for (uint32_t reg = 0; reg <= function->regs; reg++)
        if (!function->reg[reg].is_precolored)
            function->reg[reg].phys = HW_MIR_UNASSIGNED;
}

/* False: a register that must not be spilled gets no color. */
static bool color_registers(struct allocation *a, const bool *cheap, struct hw_mir_coloring *coloring)
{
    *coloring = (struct hw_mir_coloring){.function = a->function,
                                         .graph = &a->joining.graph,
                                         .allocatable = a->allocatable,
                                         .representative = a->joining.representative,
                                         .no_spill = a->no_spill,
                                         .cheap = cheap};
    clear_assignments(a->function);
    return hw_mir_color(coloring);
}

static uint32_t create_rematerialised(void *context, uint32_t reg)
{
    return short_lived_register(context, reg);
}

static bool reads_any(const struct hw_mir_insn *insn, const bool *of)
{
    for (unsigned i = 1; i < insn->operands; i++)
        if (hw_mir_is_reg(&insn->operand[i]) && of[insn->operand[i].reg])
            return true;
    return false;
}

#define MAX_SHARE 50u /* at most one of so many instructions, by cost */

/* Whether a register is rematerialised: rather than spilled in any case, else if it is seldom read. */
static bool is_rematerialised(const struct allocation *a, const struct hw_mir_rematerialising *remaking,
                              uint32_t reg)
{
    return remaking->by[reg] && (a->allocatable->load || remaking->cost[reg] <= remaking->all / MAX_SHARE);
}

/* Rematerialises those of the uncolored registers that can be, and removes them from the list; but not from
 * sources that are uncolored themselves. */
static void rematerialise_registers(struct allocation *a, struct hw_mir_rematerialising *remaking,
                                    struct hw_mir_coloring *coloring)
{
    const size_t regs = (size_t)a->regs + 1;
    bool *is_spilled = hw_arena_array(a->function->arena, regs, sizeof *is_spilled);
    uint32_t *chosen = hw_arena_array(a->function->arena, regs, sizeof *chosen), kept = 0, count = 0;

    for (uint32_t i = 0; i < coloring->spilled_count; i++)
        is_spilled[coloring->spilled[i]] = true;
    for (uint32_t i = 0; i < coloring->spilled_count; i++) {
        const uint32_t reg = coloring->spilled[i];
        if (is_rematerialised(a, remaking, reg) && !reads_any(remaking->by[reg], is_spilled))
            chosen[count++] = reg;
        else
            coloring->spilled[kept++] = reg;
    }
    coloring->spilled_count = kept;
    for (uint32_t i = 0; i < count; i++)
        hw_mir_rematerialise(remaking, chosen[i], create_rematerialised, a);
}

/* Candidates for rematerialisation are searched only if some registers get no color. */
static bool assign_registers(struct allocation *a, struct hw_mir_coloring *coloring, bool *done)
{
    if (!color_registers(a, NULL, coloring))
        return false;
    *done = coloring->spilled_count == 0;
    if (*done || !a->allocatable->can_rematerialise)
        return true;
    struct hw_mir_rematerialising remaking =
        hw_mir_rematerialising(a->function, a->joining.representative, a->allocatable->can_rematerialise);
    bool *cheap = hw_arena_array(a->function->arena, (size_t)a->regs + 1, sizeof *cheap);
    for (uint32_t reg = 1; reg <= a->regs; reg++)
        cheap[reg] = is_rematerialised(a, &remaking, reg);
    if (!color_registers(a, cheap, coloring) && !color_registers(a, NULL, coloring))
        return false;
    *done = coloring->spilled_count == 0;
    rematerialise_registers(a, &remaking, coloring);
    return true;
}

static bool do_iteration(struct allocation *a, bool *done)
{
    struct hw_mir_function *function = a->function;
    const uint32_t regs = function->regs;
    struct hw_mir_coloring coloring;

    a->regs = regs;
    extend_marks(a);
    for (uint32_t reg = 1; reg <= regs; reg++)
        a->no_spill[reg] |= function->reg[reg].no_spill;
    clear_assignments(function);
    a->joining = hw_mir_coalescing(function, a->allocatable, a->no_spill);
    if (!assign_registers(a, &coloring, done))
        return false;
    if (*done) {
        for (uint32_t reg = 1; reg <= regs; reg++)
            function->reg[reg].phys = function->reg[hw_mir_representative(&a->joining, reg)].phys;
        return true;
    }
    if (!coloring.spilled_count)
        return true;
    if (!a->allocatable->load) {
        for (uint32_t i = 0; i < coloring.spilled_count; i++)
            a->bytes += 4u * function->reg[coloring.spilled[i]].words;
        return false;
    }
    uint32_t *at = hw_arena_array(function->arena, (size_t)regs + 1, sizeof *at);
    for (uint32_t reg = 0; reg <= regs; reg++)
        at[reg] = UINT32_MAX;
    spill_registers(a, coloring.spilled, coloring.spilled_count, at);
    return true;
}

static void count_used(const struct hw_mir_function *function, struct hw_mir_allocated *allocated)
{
    for (uint32_t i = 1; i <= function->regs; i++) {
        const struct hw_mir_reg *reg = &function->reg[i];
        if (reg->phys != HW_MIR_UNASSIGNED && reg->phys + reg->words > allocated->used[reg->file])
            allocated->used[reg->file] = (uint16_t)(reg->phys + reg->words);
    }
}

bool hw_mir_allocate(struct hw_mir_function *function, const struct hw_mir_register_set *allocatable,
                     struct hw_mir_allocated *allocated)
{
    struct allocation a = {.function = function, .allocatable = allocatable};
    bool done = false;

    *allocated = (struct hw_mir_allocated){0};
    if (!function->regs)
        return true;
    for (unsigned iteration = 0; iteration < MAX_ITERATIONS && !done; iteration++)
        if (!do_iteration(&a, &done)) {
            allocated->bytes = a.bytes;
            return false;
        }
    if (!done)
        return false;
    drop_copies(&a);
    count_used(function, allocated);
    allocated->bytes = a.bytes;
    return true;
}
