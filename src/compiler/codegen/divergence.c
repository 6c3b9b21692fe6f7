/* SPDX-License-Identifier: MIT */
/* Performs divergence analysis: see divergence.h.
 *
 * A value is divergent if it comes from a lane's own coordinates, from memory, or from a divergent value.  A
 * phi is also divergent if its block joins divergent control flow.  So is a value that is used outside a loop
 * with a divergent exit, since lanes leave the loop in different iterations.  All blocks are visited until
 * nothing changes.
 *
 * This does not use the solver of dataflow.h, which propagates states along the edges of the flow graph.  In
 * SSA form a value has one state in the entire function, so divergence is propagated sparsely, from
 * definitions to uses; and a divergent branch makes phis of other blocks divergent (control dependence),
 * which are not its successors. */
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

struct divergence_analysis {
    struct hw_codegen_divergence *divergence;
    bool *is_divergent_join; /* by rpo: diverged lanes arrive by different edges, so its phis are divergent */
    uint32_t *divergent_loop; /* by rpo: 1 + a loop around it with a divergent exit; 0: none */
    uint32_t *stack;          /* of a depth-first search */
    bool *seen;
    bool changes;
};

/* Whether a value that is used at a block may come from different iterations of a loop (temporal divergence).
 */
static bool is_from_divergent_loop(const struct divergence_analysis *r, const struct hw_ir_value *value,
                                   uint32_t rpo)
{
    if (!value->from->block)
        return false;
    const uint32_t from = r->divergence->flow->rpo[value->from->block->number];
    return from != HW_IR_NOWHERE && r->divergent_loop[from] &&
           !hw_codegen_is_in_loop(&r->divergence->loops, r->divergent_loop[from] - 1, rpo);
}

static bool is_divergent(const struct divergence_analysis *r, const struct hw_ir_insn *insn, uint32_t rpo)
{
    if (is_source(insn) || (insn->op == HW_IR_PHI && r->is_divergent_join[rpo]))
        return true;
    for (uint32_t i = 0; i < insn->operands; i++) {
        const struct hw_ir_value *value = insn->operand[i].value;
        if (r->divergence->is_divergent_value[value->number] || is_from_divergent_loop(r, value, rpo))
            return true;
    }
    return false;
}

/* A branch diverges: the blocks between it and its immediate post-dominator that have several predecessors
 * join divergent control flow; a loop that does not contain the post-dominator has a divergent exit. */
static void mark_divergent_joins(struct divergence_analysis *r, uint32_t branch)
{
    const struct hw_ir_flow *flow = r->divergence->flow;
    const uint32_t ipdom = r->divergence->ipdom[branch],
                   loop = hw_codegen_loop_without(&r->divergence->loops, branch, ipdom);
    uint32_t depth = 0;

    for (uint32_t i = 0; i < flow->count; i++) {
        r->seen[i] = false;
        if (loop < r->divergence->loops.count && hw_codegen_is_in_loop(&r->divergence->loops, loop, i) &&
            !r->divergent_loop[i])
            r->divergent_loop[i] = loop + 1;
    }
    r->stack[depth++] = branch;
    while (depth) {
        const struct hw_ir_block *block = flow->order[r->stack[--depth]];
        for (uint32_t i = 0; i < block->to_count; i++) {
            const uint32_t to = flow->rpo[block->to[i]->number];
            if (r->seen[to])
                continue;
            r->seen[to] = true;
            r->is_divergent_join[to] |= block->to[i]->from_count > 1;
            if (to != ipdom)
                r->stack[depth++] = to;
        }
    }
}

static void visit_block(struct divergence_analysis *r, uint32_t rpo)
{
    struct hw_codegen_divergence *divergence = r->divergence;

    for (const struct hw_ir_insn *insn = divergence->flow->order[rpo]->first; insn; insn = insn->next) {
        const bool is_end = (hw_ir_op_is((enum hw_ir_op)insn->op) & HW_IR_IS_END) != 0;
        if (is_end ? insn->op != HW_IR_BRANCH || divergence->is_divergent[rpo]
                   : !insn->results || divergence->is_divergent_value[insn->result[0].number])
            continue;
        if (!is_divergent(r, insn, rpo))
            continue;
        r->changes = true;
        for (unsigned i = 0; i < insn->results; i++)
            divergence->is_divergent_value[insn->result[i].number] = true;
        if (is_end) {
            divergence->is_divergent[rpo] = true;
            mark_divergent_joins(r, rpo);
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
    struct divergence_analysis r = {.divergence = &divergence,
                                    .is_divergent_join = hw_arena_array(arena, flow->count, sizeof(bool)),
                                    .divergent_loop = hw_arena_array(arena, flow->count, sizeof(uint32_t)),
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
