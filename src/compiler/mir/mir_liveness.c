/* SPDX-License-Identifier: MIT */
/* Computes liveness by a backward dataflow analysis (dataflow.h).  An instruction that does not fully define
 * a register keeps its old value live. */
#include "compiler/mir/mir_liveness.h"

#include <string.h>

#include "dataflow.h"

struct liveness {
    const struct hw_mir_function *function;
    uint32_t words; /* of a set */
};

static void add_reg(uint64_t *set, uint32_t reg)
{
    set[reg / 64] |= (uint64_t)1 << reg % 64;
}

static void remove_reg(uint64_t *set, uint32_t reg)
{
    set[reg / 64] &= ~((uint64_t)1 << reg % 64);
}

void hw_mir_live_before(uint64_t *set, const struct hw_mir_insn *insn)
{
    for (unsigned i = 0; i < insn->written; i++)
        if (hw_mir_is_reg(&insn->operand[i]) && hw_mir_is_full_def(insn, i))
            remove_reg(set, insn->operand[i].reg);
    for (unsigned i = 0; insn->implicit && i < insn->implicit->writes; i++)
        remove_reg(set, insn->implicit->written[i]);
    for (unsigned i = 0; insn->implicit && i < insn->implicit->reads; i++)
        add_reg(set, insn->implicit->read[i]);
    for (unsigned i = 0; i < insn->operands; i++)
        if (hw_mir_is_reg(&insn->operand[i]) && (i >= insn->written || !hw_mir_is_full_def(insn, i)))
            add_reg(set, insn->operand[i].reg);
    if (hw_mir_is_reg(&insn->guard))
        add_reg(set, insn->guard.reg);
}

/* From what is live at a block's exit to what is live at its entry. */
static void transfer_live(void *context, uint32_t block, void *set)
{
    const struct liveness *liveness = context;

    for (const struct hw_mir_insn *insn = liveness->function->block[block]->last; insn; insn = insn->prev)
        hw_mir_live_before(set, insn);
}

static bool merge_live(void *context, void *into, const void *from)
{
    const struct liveness *liveness = context;
    const uint64_t *added = from;
    uint64_t *set = into, grown = 0;

    for (uint32_t i = 0; i < liveness->words; i++) {
        grown |= added[i] & ~set[i];
        set[i] |= added[i];
    }
    return grown != 0;
}

static uint32_t next_predecessor(void *context, uint32_t number, uint32_t *cursor)
{
    const struct liveness *liveness = context;
    const struct hw_mir_block *block = liveness->function->block[number];

    return *cursor < block->from_count ? block->from[(*cursor)++] : HW_DATAFLOW_END;
}

struct hw_mir_liveness hw_mir_liveness(const struct hw_mir_function *function)
{
    struct hw_mir_liveness live = {.words = function->regs / 64 + 1};
    struct liveness liveness = {.function = function, .words = live.words};
    const size_t words = (size_t)live.words * function->block_count;

    live.in = hw_arena_array(function->arena, words, sizeof *live.in);
    live.out = hw_arena_array(function->arena, words, sizeof *live.out);
    const struct hw_dataflow problem = {.node_count = function->block_count,
                                        .state_bytes = live.words * sizeof *live.out,
                                        .entry = live.out,
                                        .is_backward = true,
                                        .context = &liveness,
                                        .transfer = transfer_live,
                                        .merge = merge_live,
                                        .successor = next_predecessor};
    if (hw_dataflow_solve(&problem) != HW_OK)
        hw_arena_fail(function->arena);
    memcpy(live.in, live.out, words * sizeof *live.in);
    for (uint32_t i = 0; i < function->block_count; i++)
        transfer_live(&liveness, i, hw_mir_liveness_set(&live, live.in, i));
    return live;
}
