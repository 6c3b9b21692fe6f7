/* SPDX-License-Identifier: MIT */
/* See mach_live.h.  Backward over the blocks until nothing changes; an instruction that does not write all of
 * a register leaves what was in it live. */
#include "compiler/mach/mach_live.h"

#include <string.h>

static void add(uint64_t *set, uint32_t reg)
{
    set[reg / 64] |= (uint64_t)1 << reg % 64;
}

static void take(uint64_t *set, uint32_t reg)
{
    set[reg / 64] &= ~((uint64_t)1 << reg % 64);
}

void hw_mach_live_before(uint64_t *set, const struct hw_mach_insn *insn)
{
    for (unsigned i = 0; i < insn->written; i++)
        if (hw_mach_is_reg(&insn->operand[i]) && hw_mach_is_whole(insn, i))
            take(set, insn->operand[i].reg);
    for (unsigned i = 0; insn->passed && i < insn->passed->writes; i++)
        take(set, insn->passed->written[i]);
    for (unsigned i = 0; insn->passed && i < insn->passed->reads; i++)
        add(set, insn->passed->read[i]);
    for (unsigned i = 0; i < insn->operands; i++)
        if (hw_mach_is_reg(&insn->operand[i]) && (i >= insn->written || !hw_mach_is_whole(insn, i)))
            add(set, insn->operand[i].reg);
    if (hw_mach_is_reg(&insn->guard))
        add(set, insn->guard.reg);
}

static bool look_at(const struct hw_mach_function *function, const struct hw_mach_live *live, uint32_t number,
                    uint64_t *set)
{
    const struct hw_mach_block *block = function->block[number];
    uint64_t *out = hw_mach_live_set(live, live->out, number), *in = hw_mach_live_set(live, live->in, number);

    for (uint32_t i = 0; i < block->to_count; i++) {
        const uint64_t *next = hw_mach_live_set(live, live->in, block->to[i]);
        for (uint32_t k = 0; k < live->words; k++)
            out[k] |= next[k];
    }
    memcpy(set, out, live->words * sizeof *set);
    for (const struct hw_mach_insn *insn = block->last; insn; insn = insn->before)
        hw_mach_live_before(set, insn);
    if (memcmp(set, in, live->words * sizeof *set) == 0)
        return false;
    memcpy(in, set, live->words * sizeof *set);
    return true;
}

struct hw_mach_live hw_mach_live(const struct hw_mach_function *function)
{
    struct hw_mach_live live = {.words = function->regs / 64 + 1};
    uint64_t *set = hw_arena_array(function->arena, live.words, sizeof *set);
    bool changed = true;

    live.in = hw_arena_array(function->arena, (size_t)live.words * function->block_count, sizeof *live.in);
    live.out = hw_arena_array(function->arena, (size_t)live.words * function->block_count, sizeof *live.out);
    while (changed) {
        changed = false;
        for (uint32_t i = function->block_count; i-- > 0;)
            changed |= look_at(function, &live, i, set);
    }
    return live;
}
