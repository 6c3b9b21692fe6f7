/* SPDX-License-Identifier: MIT */
/* See mach_allocate.h.  Rounds: what cannot share places is found, copies whose ends can share one are taken
 * away, the rest is colored; registers that find no place are computed again before each read, if that can
 * be, or kept in memory, loaded before each read and stored behind each write; the next round has only those
 * short lives of them. */
#include "compiler/mach/mach_allocate.h"

#include "compiler/mach/mach_color.h"
#include "compiler/mach/mach_join.h"
#include "compiler/mach/mach_remake.h"

#include <string.h>

#define ROUNDS 16u

struct allocation {
    struct hw_mach_function *function;
    const struct hw_mach_places *places;
    struct hw_mach_joining joining;
    uint32_t regs; /* that there were when the round began */
    bool *must;    /* registers of loads and stores that earlier rounds have made */
    size_t must_room;
    uint32_t bytes;
};

/* --- copies ---------------------------------------------------------------------------------------- */

static bool is_needless(const struct allocation *a, const struct hw_mach_insn *insn)
{
    const struct hw_mach_operand *to = &insn->operand[0], *from = &insn->operand[1];

    return hw_mach_is_copy(insn) && to->kind == HW_MACH_OPERAND_REG && from->kind == HW_MACH_OPERAND_REG &&
           a->function->reg[to->reg].file == a->function->reg[from->reg].file &&
           a->function->reg[to->reg].at == a->function->reg[from->reg].at;
}

static void drop_copies(struct allocation *a)
{
    for (uint32_t i = 0; i < a->function->block_count; i++)
        for (struct hw_mach_insn *insn = a->function->block[i]->first, *behind; insn; insn = behind) {
            behind = insn->behind;
            if (is_needless(a, insn))
                hw_mach_remove(a->function->block[i], insn);
        }
}

/* --- registers in memory --------------------------------------------------------------------------- */

/* Marks for all registers that there are now. */
static void extend_marks(struct allocation *a)
{
    const size_t regs = (size_t)a->function->regs + 1;

    if (regs <= a->must_room)
        return;
    bool *must = hw_arena_array(a->function->arena, 2 * regs, sizeof *must);
    if (a->must_room)
        memcpy(must, a->must, a->must_room * sizeof *must);
    a->must = must;
    a->must_room = 2 * regs;
}

static uint32_t short_lived(struct allocation *a, uint32_t like)
{
    const uint32_t reg = hw_mach_reg(a->function, (enum hw_mach_file)a->function->reg[like].file,
                                     a->function->reg[like].words);

    extend_marks(a);
    a->must[reg] = true;
    return reg;
}

/* One instruction's reads and writes of a register. */
static void keep_in_memory(struct allocation *a, struct hw_mach_block *block, struct hw_mach_insn *insn,
                           uint32_t reg, uint32_t at)
{
    const struct hw_mach_places *places = a->places;
    bool reads = false, writes = false;
    uint32_t now = 0;

    for (unsigned i = 0; i <= insn->operands; i++) {
        struct hw_mach_operand *operand = i < insn->operands ? &insn->operand[i] : &insn->guard;
        if (!hw_mach_is_reg(operand) || operand->reg > a->regs ||
            hw_mach_same(&a->joining, operand->reg) != reg)
            continue;
        const bool written = i < insn->written;
        reads |= !written || !hw_mach_is_whole(insn, i);
        writes |= written;
        now = now ? now : short_lived(a, reg);
        operand->reg = now;
    }
    if (reads)
        places->load(places->context, block, insn, now, at);
    if (writes)
        places->store(places->context, block, insn->behind, now, at);
}

static void keep_all(struct allocation *a, const uint32_t *left, uint32_t count, uint32_t *at)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t bytes = 4u * a->function->reg[left[i]].words;
        a->bytes = (a->bytes + bytes - 1) / bytes * bytes;
        at[left[i]] = a->bytes;
        a->bytes += bytes;
    }
    for (uint32_t b = 0; b < a->function->block_count; b++)
        for (struct hw_mach_insn *insn = a->function->block[b]->first, *behind; insn; insn = behind) {
            behind = insn->behind;
            for (unsigned i = 0; i <= insn->operands; i++) {
                const struct hw_mach_operand *operand = i < insn->operands ? &insn->operand[i] : &insn->guard;
                if (!hw_mach_is_reg(operand) || operand->reg > a->regs)
                    continue;
                const uint32_t reg = hw_mach_same(&a->joining, operand->reg);
                if (at[reg] != UINT32_MAX)
                    keep_in_memory(a, a->function->block[b], insn, reg, at[reg]);
            }
        }
}

/* --- rounds ---------------------------------------------------------------------------------------- */

static void forget_places(struct hw_mach_function *function)
{
    for (uint32_t reg = 0; reg <= function->regs; reg++)
        if (!function->reg[reg].is_fixed)
            function->reg[reg].at = HW_MACH_UNPLACED;
}

/* False: one that must have a place finds none. */
static bool color(struct allocation *a, const bool *cheap, struct hw_mach_coloring *coloring)
{
    *coloring = (struct hw_mach_coloring){.function = a->function,
                                          .graph = &a->joining.graph,
                                          .places = a->places,
                                          .same = a->joining.same,
                                          .must = a->must,
                                          .cheap = cheap};
    forget_places(a->function);
    return hw_mach_color(coloring);
}

static uint32_t make_again(void *context, uint32_t reg)
{
    return short_lived(context, reg);
}

static bool reads_any(const struct hw_mach_insn *insn, const bool *of)
{
    for (unsigned i = 1; i < insn->operands; i++)
        if (hw_mach_is_reg(&insn->operand[i]) && of[insn->operand[i].reg])
            return true;
    return false;
}

#define FEW_AGAIN 50u /* of so many instructions one may be for that */

/* Whether a register is to be computed again: rather than kept in memory in any case, else where it is seldom
 * read. */
static bool is_remade(const struct allocation *a, const struct hw_mach_remaking *remaking, uint32_t reg)
{
    return remaking->by[reg] && (a->places->load || remaking->cost[reg] <= remaking->all / FEW_AGAIN);
}

/* Of registers that have no place compute those again that can be, and take them from the list; not from what
 * has no place either. */
static void remake(struct allocation *a, struct hw_mach_remaking *remaking, struct hw_mach_coloring *coloring)
{
    const size_t regs = (size_t)a->regs + 1;
    bool *is_left = hw_arena_array(a->function->arena, regs, sizeof *is_left);
    uint32_t *chosen = hw_arena_array(a->function->arena, regs, sizeof *chosen), kept = 0, count = 0;

    for (uint32_t i = 0; i < coloring->left_count; i++)
        is_left[coloring->left[i]] = true;
    for (uint32_t i = 0; i < coloring->left_count; i++) {
        const uint32_t reg = coloring->left[i];
        if (is_remade(a, remaking, reg) && !reads_any(remaking->by[reg], is_left))
            chosen[count++] = reg;
        else
            coloring->left[kept++] = reg;
    }
    coloring->left_count = kept;
    for (uint32_t i = 0; i < count; i++)
        hw_mach_remake(remaking, chosen[i], make_again, a);
}

/* Which can be computed again is asked when some have no place. */
static bool find_places(struct allocation *a, struct hw_mach_coloring *coloring, bool *done)
{
    if (!color(a, NULL, coloring))
        return false;
    *done = coloring->left_count == 0;
    if (*done || !a->places->repeats)
        return true;
    struct hw_mach_remaking remaking = hw_mach_remaking(a->function, a->joining.same, a->places->repeats);
    bool *cheap = hw_arena_array(a->function->arena, (size_t)a->regs + 1, sizeof *cheap);
    for (uint32_t reg = 1; reg <= a->regs; reg++)
        cheap[reg] = is_remade(a, &remaking, reg);
    if (!color(a, cheap, coloring) && !color(a, NULL, coloring))
        return false;
    *done = coloring->left_count == 0;
    remake(a, &remaking, coloring);
    return true;
}

static bool do_round(struct allocation *a, bool *done)
{
    struct hw_mach_function *function = a->function;
    const uint32_t regs = function->regs;
    struct hw_mach_coloring coloring;

    a->regs = regs;
    extend_marks(a);
    for (uint32_t reg = 1; reg <= regs; reg++)
        a->must[reg] |= function->reg[reg].stays;
    forget_places(function);
    a->joining = hw_mach_joining(function, a->places, a->must);
    if (!find_places(a, &coloring, done))
        return false;
    if (*done) {
        for (uint32_t reg = 1; reg <= regs; reg++)
            function->reg[reg].at = function->reg[hw_mach_same(&a->joining, reg)].at;
        return true;
    }
    if (!coloring.left_count)
        return true;
    if (!a->places->load) {
        for (uint32_t i = 0; i < coloring.left_count; i++)
            a->bytes += 4u * function->reg[coloring.left[i]].words;
        return false;
    }
    uint32_t *at = hw_arena_array(function->arena, (size_t)regs + 1, sizeof *at);
    for (uint32_t reg = 0; reg <= regs; reg++)
        at[reg] = UINT32_MAX;
    keep_all(a, coloring.left, coloring.left_count, at);
    return true;
}

static void count_used(const struct hw_mach_function *function, struct hw_mach_allocated *allocated)
{
    for (uint32_t i = 1; i <= function->regs; i++) {
        const struct hw_mach_reg *reg = &function->reg[i];
        if (reg->at != HW_MACH_UNPLACED && reg->at + reg->words > allocated->used[reg->file])
            allocated->used[reg->file] = (uint16_t)(reg->at + reg->words);
    }
}

bool hw_mach_allocate(struct hw_mach_function *function, const struct hw_mach_places *places,
                      struct hw_mach_allocated *allocated)
{
    struct allocation a = {.function = function, .places = places};
    bool done = false;

    *allocated = (struct hw_mach_allocated){0};
    if (!function->regs)
        return true;
    for (unsigned round = 0; round < ROUNDS && !done; round++)
        if (!do_round(&a, &done)) {
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
