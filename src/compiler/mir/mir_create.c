/* SPDX-License-Identifier: MIT */
/* Creates and changes functions of the MIR: see mir.h. */
#include "compiler/mir/mir.h"

#include <string.h>

struct hw_mir_function *hw_mir_function(struct hw_arena *arena)
{
    struct hw_mir_function *function = hw_arena_alloc(arena, sizeof *function);

    function->arena = arena;
    function->reg_capacity = 16;
    function->reg = hw_arena_array(arena, function->reg_capacity, sizeof *function->reg);
    return function;
}

struct hw_mir_block *hw_mir_block(struct hw_mir_function *function)
{
    struct hw_mir_block *block = hw_arena_alloc(function->arena, sizeof *block);

    function->block = hw_arena_grow(function->arena, function->block, function->block_count,
                                    &function->block_capacity, sizeof(struct hw_mir_block *));
    block->number = function->block_count;
    function->block[function->block_count++] = block;
    return block;
}

void hw_mir_edge(struct hw_mir_function *function, uint32_t from, uint32_t to)
{
    struct hw_mir_block *a = function->block[from], *b = function->block[to];

    a->to = hw_arena_grow(function->arena, a->to, a->to_count, &a->to_capacity, sizeof *a->to);
    a->to[a->to_count++] = to;
    b->from = hw_arena_grow(function->arena, b->from, b->from_count, &b->from_capacity, sizeof *b->from);
    b->from[b->from_count++] = from;
}

uint32_t hw_mir_reg(struct hw_mir_function *function, enum hw_mir_file file, unsigned words)
{
    function->reg = hw_arena_grow(function->arena, function->reg, (size_t)function->regs + 1,
                                  &function->reg_capacity, sizeof *function->reg);
    function->reg[++function->regs] =
        (struct hw_mir_reg){.file = (uint8_t)file, .words = (uint8_t)words, .phys = HW_MIR_UNASSIGNED};
    return function->regs;
}

uint32_t hw_mir_precolored(struct hw_mir_function *function, unsigned at, unsigned words)
{
    const uint32_t number = hw_mir_reg(function, HW_MIR_FILE_GENERAL, words);

    function->reg[number].is_precolored = true;
    function->reg[number].phys = (uint16_t)at;
    return number;
}

struct hw_mir_insn *hw_mir_insn(struct hw_mir_function *function, struct hw_mir_block *block,
                                struct hw_mir_insn *next, const struct hw_mir_insn *insn)
{
    struct hw_mir_insn *made = hw_arena_alloc(function->arena, sizeof *made);

    *made = *insn;
    made->next = next;
    made->prev = next ? next->prev : block->last;
    *(made->prev ? &made->prev->next : &block->first) = made;
    *(next ? &next->prev : &block->last) = made;
    return made;
}

void hw_mir_remove(struct hw_mir_block *block, struct hw_mir_insn *insn)
{
    *(insn->prev ? &insn->prev->next : &block->first) = insn->next;
    *(insn->next ? &insn->next->prev : &block->last) = insn->prev;
}

static struct hw_mir_block *copy_block(struct hw_mir_function *to, const struct hw_mir_block *from)
{
    struct hw_mir_block *block = hw_arena_alloc(to->arena, sizeof *block);

    *block = *from;
    block->first = block->last = NULL;
    block->to_capacity = block->to_count; /* edges are shared; what is added goes to a copy */
    block->from_capacity = block->from_count;
    for (const struct hw_mir_insn *insn = from->first; insn; insn = insn->next)
        hw_mir_insn(to, block, NULL, insn);
    return block;
}

struct hw_mir_function *hw_mir_copy(const struct hw_mir_function *function)
{
    struct hw_mir_function *copy = hw_arena_alloc(function->arena, sizeof *copy);

    *copy = *function;
    copy->block_capacity = function->block_count + 1;
    copy->block = hw_arena_array(function->arena, copy->block_capacity, sizeof(struct hw_mir_block *));
    for (uint32_t i = 0; i < function->block_count; i++)
        copy->block[i] = copy_block(copy, function->block[i]);
    copy->reg_capacity = (size_t)function->regs + 1;
    copy->reg = hw_arena_array(function->arena, copy->reg_capacity, sizeof *copy->reg);
    memcpy(copy->reg, function->reg, copy->reg_capacity * sizeof *copy->reg);
    return copy;
}
