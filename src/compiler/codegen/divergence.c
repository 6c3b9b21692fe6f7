/* SPDX-License-Identifier: MIT */
/* See divergence.h.
 *
 * A value differs between lanes if it comes from a lane's own coordinates, from memory, or from what differs;
 * phis also where lanes come by different ways; and what leaves a loop that lanes leave in different rounds.
 * Rounds over the function until nothing changes. */
#include "compiler/codegen/divergence.h"

#include "compiler/ir/ir_special.h"

static bool is_source(const struct hw_ir_insn *insn)
{
    const unsigned is = hw_ir_op_is((enum hw_ir_op)insn->op);

    if (insn->op == HW_IR_SPECIAL)
        return insn->how.number <= HW_IR_SPECIAL_TID_Z || insn->how.number == HW_IR_SPECIAL_LANEID ||
               (insn->how.number >= HW_IR_SPECIAL_LANEMASK_EQ &&
                insn->how.number <= HW_IR_SPECIAL_LANEMASK_GT);
    if (insn->op == HW_IR_LOAD)
        return insn->how.space != HW_IR_SPACE_PARAM && insn->how.space != HW_IR_SPACE_CONST;
    return insn->op == HW_IR_ARGUMENT || (is & (HW_IR_IS_READ | HW_IR_IS_WRITE)) != 0;
}

struct divergence_state {
    struct hw_codegen_divergence *divergence;
    bool *mixes;      /* by rpo: lanes come there by different ways */
    uint32_t *leaves; /* by rpo: 1 + a loop around it that lanes leave in different rounds; 0: none */
    uint32_t *stack;
    bool *seen;
    bool changes;
};

/* Whether a value that is read at a place may have come from different rounds of a loop. */
static bool has_left(const struct divergence_state *r, const struct hw_ir_value *value, uint32_t at)
{
    if (!value->from->block)
        return false;
    const uint32_t from = r->divergence->flow->rpo[value->from->block->number];
    return from != HW_IR_NOWHERE && r->leaves[from] &&
           !hw_codegen_is_in_loop(&r->divergence->loops, r->leaves[from] - 1, at);
}

static bool is_divergent(const struct divergence_state *r, const struct hw_ir_insn *insn, uint32_t at)
{
    if (is_source(insn) || (insn->op == HW_IR_PHI && r->mixes[at]))
        return true;
    for (uint32_t i = 0; i < insn->operands; i++) {
        const struct hw_ir_value *value = insn->operand[i].value;
        if (r->divergence->is_divergent_value[value->number] || has_left(r, value, at))
            return true;
    }
    return false;
}

/* Lanes that part at a block come by different ways to what lies before the place where they meet. */
static void mix(struct divergence_state *r, uint32_t branch)
{
    const struct hw_ir_flow *flow = r->divergence->flow;
    const uint32_t ipdom = r->divergence->ipdom[branch],
                   loop = hw_codegen_loop_without(&r->divergence->loops, branch, ipdom);
    uint32_t depth = 0;

    for (uint32_t i = 0; i < flow->count; i++) {
        r->seen[i] = false;
        if (loop < r->divergence->loops.count && hw_codegen_is_in_loop(&r->divergence->loops, loop, i) &&
            !r->leaves[i])
            r->leaves[i] = loop + 1;
    }
    r->stack[depth++] = branch;
    while (depth) {
        const struct hw_ir_block *block = flow->order[r->stack[--depth]];
        for (uint32_t i = 0; i < block->to_count; i++) {
            const uint32_t to = flow->rpo[block->to[i]->number];
            if (r->seen[to])
                continue;
            r->seen[to] = true;
            r->mixes[to] |= block->to[i]->from_count > 1;
            if (to != ipdom)
                r->stack[depth++] = to;
        }
    }
}

static void visit_block(struct divergence_state *r, uint32_t at)
{
    struct hw_codegen_divergence *divergence = r->divergence;

    for (const struct hw_ir_insn *insn = divergence->flow->order[at]->first; insn; insn = insn->next) {
        const bool is_end = (hw_ir_op_is((enum hw_ir_op)insn->op) & HW_IR_IS_END) != 0;
        if (is_end ? insn->op != HW_IR_BRANCH || divergence->is_divergent[at]
                   : !insn->results || divergence->is_divergent_value[insn->result[0].number])
            continue;
        if (!is_divergent(r, insn, at))
            continue;
        r->changes = true;
        for (unsigned i = 0; i < insn->results; i++)
            divergence->is_divergent_value[insn->result[i].number] = true;
        if (is_end) {
            divergence->is_divergent[at] = true;
            mix(r, at);
        }
    }
}

struct hw_codegen_divergence hw_codegen_divergence(const struct hw_ir_function *function,
                                                   const struct hw_ir_flow *flow)
{
    struct hw_arena *arena = function->arena;
    struct hw_codegen_divergence divergence = {
        .flow = flow,
        .ipdom = hw_codegen_ipdom(flow, NULL, arena),
        .loops = hw_codegen_loops(flow, arena),
        .is_divergent = hw_arena_array(arena, flow->count, sizeof(bool)),
        .is_divergent_value = hw_arena_array(arena, (size_t)function->values + 1, sizeof(bool))};
    struct divergence_state r = {.divergence = &divergence,
                                 .mixes = hw_arena_array(arena, flow->count, sizeof(bool)),
                                 .leaves = hw_arena_array(arena, flow->count, sizeof(uint32_t)),
                                 .stack = hw_arena_array(arena, flow->count + 1, sizeof(uint32_t)),
                                 .seen = hw_arena_array(arena, flow->count, sizeof(bool)),
                                 .changes = true};

    while (r.changes) {
        r.changes = false;
        for (uint32_t i = 0; i < flow->count; i++)
            visit_block(&r, i);
    }
    return divergence;
}
