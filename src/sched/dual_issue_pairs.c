/* SPDX-License-Identifier: MIT */
/* This pass finds the pairs of instructions in a function that may dual-issue on GK104 and GK110.  Both are
 * in one basic block, since a jump may lead to the second.  Both are in one group, since compilers never pair
 * the last instruction of a group with the next. */
#include "sched/sched_insn.h"

static bool may_pair(const struct hw_cfg *flow, uint32_t number)
{
    const struct hw_sched_insn *step = &flow->step[number];
    return !step->unstated && step->least == 1 && step[1].offset == step->offset + HW_PAIR_BYTES &&
           !hw_jumps_to_itself(flow, number + 1);
}

static void mark_block(const struct hw_target *target, const uint8_t *code, size_t length,
                       struct hw_cfg *flow, const struct hw_basic_block *block)
{
    struct hw_insn insn[2];
    for (uint32_t i = 0; i < block->count; i++) {
        size_t at = flow->step[block->first + i].offset;
        if (hw_decode_code(target, code, length, &at, &insn[i % 2]) != HW_OK)
            return;
        if (i && may_pair(flow, block->first + i - 1))
            flow->step[block->first + i - 1].pairs =
                hw_pair_is_common(target, &insn[1 - i % 2], &insn[i % 2]);
    }
}

void hw_pairs_mark(const struct hw_target *target, const uint8_t *code, size_t length, struct hw_cfg *flow)
{
    for (uint32_t i = 0; i < flow->block_count; i++)
        mark_block(target, code, length, flow, &flow->block[i]);
}
