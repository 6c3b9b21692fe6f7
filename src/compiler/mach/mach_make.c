/* SPDX-License-Identifier: MIT */
/* Making functions of machine code: see mach.h. */
#include "compiler/mach/mach.h"

#include <string.h>

struct hw_mach_function *hw_mach_function(struct hw_arena *arena)
{
    struct hw_mach_function *function = hw_arena_take(arena, sizeof *function);

    function->arena = arena;
    function->reg_room = 16;
    function->reg = hw_arena_array(arena, function->reg_room, sizeof *function->reg);
    return function;
}

struct hw_mach_block *hw_mach_block(struct hw_mach_function *function)
{
    struct hw_mach_block *block = hw_arena_take(function->arena, sizeof *block);

    function->block = hw_arena_grow(function->arena, function->block, function->block_count,
                                    &function->block_room, sizeof(struct hw_mach_block *));
    block->number = function->block_count;
    function->block[function->block_count++] = block;
    return block;
}

void hw_mach_edge(struct hw_mach_function *function, uint32_t from, uint32_t to)
{
    struct hw_mach_block *a = function->block[from], *b = function->block[to];

    a->to = hw_arena_grow(function->arena, a->to, a->to_count, &a->to_room, sizeof *a->to);
    a->to[a->to_count++] = to;
    b->from = hw_arena_grow(function->arena, b->from, b->from_count, &b->from_room, sizeof *b->from);
    b->from[b->from_count++] = from;
}

uint32_t hw_mach_reg(struct hw_mach_function *function, enum hw_mach_file file, unsigned words)
{
    function->reg = hw_arena_grow(function->arena, function->reg, (size_t)function->regs + 1,
                                  &function->reg_room, sizeof *function->reg);
    function->reg[++function->regs] =
        (struct hw_mach_reg){.file = (uint8_t)file, .words = (uint8_t)words, .at = HW_MACH_UNPLACED};
    return function->regs;
}

uint32_t hw_mach_fixed(struct hw_mach_function *function, unsigned at, unsigned words)
{
    const uint32_t number = hw_mach_reg(function, HW_MACH_FILE_GENERAL, words);

    function->reg[number].is_fixed = true;
    function->reg[number].at = (uint16_t)at;
    return number;
}

struct hw_mach_insn *hw_mach_insn(struct hw_mach_function *function, struct hw_mach_block *block,
                                  struct hw_mach_insn *behind, const struct hw_mach_insn *insn)
{
    struct hw_mach_insn *made = hw_arena_take(function->arena, sizeof *made);

    *made = *insn;
    made->behind = behind;
    made->before = behind ? behind->before : block->last;
    *(made->before ? &made->before->behind : &block->first) = made;
    *(behind ? &behind->before : &block->last) = made;
    return made;
}

void hw_mach_remove(struct hw_mach_block *block, struct hw_mach_insn *insn)
{
    *(insn->before ? &insn->before->behind : &block->first) = insn->behind;
    *(insn->behind ? &insn->behind->before : &block->last) = insn->before;
}

static struct hw_mach_block *copy_block(struct hw_mach_function *to, const struct hw_mach_block *from)
{
    struct hw_mach_block *block = hw_arena_take(to->arena, sizeof *block);

    *block = *from;
    block->first = block->last = NULL;
    block->to_room = block->to_count; /* edges are shared; what is added goes to a copy */
    block->from_room = block->from_count;
    for (const struct hw_mach_insn *insn = from->first; insn; insn = insn->behind)
        hw_mach_insn(to, block, NULL, insn);
    return block;
}

struct hw_mach_function *hw_mach_copy(const struct hw_mach_function *function)
{
    struct hw_mach_function *copy = hw_arena_take(function->arena, sizeof *copy);

    *copy = *function;
    copy->block_room = function->block_count + 1;
    copy->block = hw_arena_array(function->arena, copy->block_room, sizeof(struct hw_mach_block *));
    for (uint32_t i = 0; i < function->block_count; i++)
        copy->block[i] = copy_block(copy, function->block[i]);
    copy->reg_room = (size_t)function->regs + 1;
    copy->reg = hw_arena_array(function->arena, copy->reg_room, sizeof *copy->reg);
    memcpy(copy->reg, function->reg, copy->reg_room * sizeof *copy->reg);
    return copy;
}
