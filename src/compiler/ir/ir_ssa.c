/* SPDX-License-Identifier: MIT */
/* Constructs static single assignment by the algorithm of Cytron and others: see ir_ssa.h.  A variable gets
 * phis at the dominance frontier of its writes, if it is live there; then a traversal of the dominator tree
 * gives every read its value. */
#include "compiler/ir/ir_ssa.h"

/* What the construction has found about a variable.  Blocks by rpo. */
struct spread {
    enum hw_ir_kind kind;
    uint32_t *writes, *reads; /* blocks that write it; that read it before they write it */
    uint32_t write_count, read_count;
    size_t write_capacity, read_capacity;
    struct hw_ir_value *value; /* the reaching definition, during the traversal */
};

struct ssa {
    struct hw_ir_function *function;
    const struct hw_ir_flow *flow;
    struct hw_arena *arena;
    struct spread *of;   /* by variable */
    uint32_t **frontier; /* by rpo: where its dominance ends */
    uint32_t *frontier_count;
    size_t *frontier_capacity;
    uint32_t *live, *has; /* by rpo: the last variable that is live there; that has a phi there */
    uint32_t *stack;
    struct was { /* values that the traversal has changed, to be restored */
        uint32_t variable;
        struct hw_ir_value *value;
    } * was;
    size_t was_count, was_capacity;
};

static void push_block(struct ssa *ssa, uint32_t **list, uint32_t *count, size_t *capacity, uint32_t rpo)
{
    if (*count && (*list)[*count - 1] == rpo)
        return;
    *list = hw_arena_grow(ssa->arena, *list, *count, capacity, sizeof **list);
    (*list)[(*count)++] = rpo;
}

static bool is_variable(const struct hw_ir_value *value)
{
    return value->from->op == HW_IR_VARIABLE;
}

/* --- where it is read and written ------------------------------------------------------------------ */

static void read_in(struct ssa *ssa, const struct hw_ir_value *value, uint32_t rpo)
{
    struct spread *of = &ssa->of[value->from->how.number];

    of->kind = (enum hw_ir_kind)value->kind;
    if (!of->write_count || of->writes[of->write_count - 1] != rpo)
        push_block(ssa, &of->reads, &of->read_count, &of->read_capacity, rpo);
}

static void write_in(struct ssa *ssa, const struct hw_ir_value *value, uint32_t rpo)
{
    struct spread *of = &ssa->of[value->variable];

    of->kind = (enum hw_ir_kind)value->kind;
    push_block(ssa, &of->writes, &of->write_count, &of->write_capacity, rpo);
}

static void look_at(struct ssa *ssa, uint32_t rpo)
{
    for (const struct hw_ir_insn *insn = ssa->flow->order[rpo]->first; insn; insn = insn->next) {
        for (uint32_t i = 0; i < insn->operands; i++)
            if (is_variable(insn->operand[i].value))
                read_in(ssa, insn->operand[i].value, rpo);
        for (uint32_t i = 0; i < insn->results; i++)
            if (insn->result[i].variable)
                write_in(ssa, &insn->result[i], rpo);
    }
}

/* --- phis ------------------------------------------------------------------------------------------ */

/* A block with several before it ends the dominance of each of them, and of what dominates those up to what
 * dominates the block itself. */
static void find_frontiers(struct ssa *ssa)
{
    const struct hw_ir_flow *flow = ssa->flow;

    for (uint32_t i = 0; i < flow->count; i++)
        for (uint32_t k = 0; flow->order[i]->from_count > 1 && k < flow->order[i]->from_count; k++) {
            uint32_t rpo = flow->rpo[flow->order[i]->from[k]->number];
            for (; rpo != HW_IR_NOWHERE && (i == 0 || rpo != flow->idom[i]); rpo = flow->idom[rpo]) {
                push_block(ssa, &ssa->frontier[rpo], &ssa->frontier_count[rpo], &ssa->frontier_capacity[rpo],
                           i);
                if (rpo == 0)
                    break;
            }
        }
}

/* Mark where a variable is live: from its reads backward up to its writes. */
static void find_live_blocks(struct ssa *ssa, uint32_t variable)
{
    const struct spread *of = &ssa->of[variable];
    uint32_t depth = 0;

    for (uint32_t i = 0; i < of->write_count; i++)
        ssa->has[of->writes[i]] = variable; /* for now: it is written there */
    for (uint32_t i = 0; i < of->read_count; i++)
        if (ssa->live[of->reads[i]] != variable) {
            ssa->live[of->reads[i]] = variable;
            ssa->stack[depth++] = of->reads[i];
        }
    while (depth) {
        const struct hw_ir_block *block = ssa->flow->order[ssa->stack[--depth]];
        for (uint32_t i = 0; i < block->from_count; i++) {
            const uint32_t from = ssa->flow->rpo[block->from[i]->number];
            if (from == HW_IR_NOWHERE || ssa->has[from] == variable || ssa->live[from] == variable)
                continue;
            ssa->live[from] = variable;
            ssa->stack[depth++] = from;
        }
    }
    for (uint32_t i = 0; i < of->write_count; i++)
        ssa->has[of->writes[i]] = 0;
}

static void add_phi(struct ssa *ssa, uint32_t variable, uint32_t rpo)
{
    struct hw_ir_block *block = ssa->flow->order[rpo];
    const struct hw_ir_made made = {
        .op = HW_IR_PHI, .results = 1, .kind = &(uint8_t){(uint8_t)ssa->of[variable].kind}};
    struct hw_ir_insn *phi = hw_ir_insn(ssa->function, block, block->first, &made);

    phi->result->variable = variable;
}

static void add_phis(struct ssa *ssa, uint32_t variable)
{
    const struct spread *of = &ssa->of[variable];
    uint32_t depth = 0;

    find_live_blocks(ssa, variable);
    for (uint32_t i = 0; i < of->write_count; i++)
        ssa->stack[depth++] = of->writes[i];
    while (depth) {
        const uint32_t from = ssa->stack[--depth];
        for (uint32_t i = 0; i < ssa->frontier_count[from]; i++) {
            const uint32_t rpo = ssa->frontier[from][i];
            if (ssa->has[rpo] == variable || ssa->live[rpo] != variable)
                continue;
            ssa->has[rpo] = variable;
            add_phi(ssa, variable, rpo);
            ssa->stack[depth++] = rpo;
        }
    }
}

/* --- values ---------------------------------------------------------------------------------------- */

static struct hw_ir_value *value_of(struct ssa *ssa, uint32_t variable)
{
    struct spread *of = &ssa->of[variable];

    return of->value ? of->value : hw_ir_undefined(ssa->function, of->kind);
}

static void set_value(struct ssa *ssa, struct hw_ir_value *value)
{
    struct spread *of = &ssa->of[value->variable];

    ssa->was = hw_arena_grow(ssa->arena, ssa->was, ssa->was_count, &ssa->was_capacity, sizeof *ssa->was);
    ssa->was[ssa->was_count++] = (struct was){value->variable, of->value};
    of->value = value;
}

static void rename_in(struct ssa *ssa, const struct hw_ir_block *block)
{
    for (struct hw_ir_insn *insn = block->first; insn; insn = insn->next) {
        for (uint32_t i = 0; insn->op != HW_IR_PHI && i < insn->operands; i++)
            if (is_variable(insn->operand[i].value))
                hw_ir_set_operand(insn, i, value_of(ssa, insn->operand[i].value->from->how.number));
        for (uint32_t i = 0; i < insn->results; i++)
            if (insn->result[i].variable)
                set_value(ssa, &insn->result[i]);
    }
}

/* Sets the operands of the successors' phis for this edge.  They are visited in any order, so each is set by
 * its index: until then it is undefined. */
static void set_phi_operands(struct ssa *ssa, const struct hw_ir_block *block)
{
    for (uint32_t i = 0; i < block->to_count; i++) {
        const struct hw_ir_block *to = block->to[i];
        for (struct hw_ir_insn *phi = to->first; phi && phi->op == HW_IR_PHI; phi = phi->next) {
            if (!phi->result->variable)
                continue;
            struct hw_ir_value *value = value_of(ssa, phi->result->variable);
            while (phi->operands < to->from_count)
                hw_ir_add_operand(ssa->function, phi,
                                  hw_ir_undefined(ssa->function, (enum hw_ir_kind)phi->result->kind));
            for (uint32_t k = 0; k < to->from_count; k++)
                if (to->from[k] == block)
                    hw_ir_set_operand(phi, k, value);
        }
    }
}

/* Down the dominator tree: blocks in the order of their numbers there (flow->first). */
static void rename_variables(struct ssa *ssa)
{
    const struct hw_ir_flow *flow = ssa->flow;
    uint32_t *by_number = hw_arena_array(ssa->arena, flow->count, sizeof *by_number);
    size_t *mark = hw_arena_array(ssa->arena, flow->count, sizeof *mark);
    uint32_t depth = 0;

    for (uint32_t i = 0; i < flow->count; i++)
        by_number[flow->first[i]] = i;
    for (uint32_t i = 0; i < flow->count; i++) {
        const uint32_t rpo = by_number[i];
        while (depth && !hw_ir_dominates(flow, ssa->stack[depth - 1], rpo))
            for (const size_t down_to = mark[--depth]; ssa->was_count > down_to;) {
                const struct was *was = &ssa->was[--ssa->was_count];
                ssa->of[was->variable].value = was->value;
            }
        ssa->stack[depth] = rpo;
        mark[depth++] = ssa->was_count;
        rename_in(ssa, flow->order[rpo]);
        set_phi_operands(ssa, flow->order[rpo]);
    }
}

void hw_ir_ssa(struct hw_ir_function *function, const struct hw_ir_flow *flow)
{
    struct hw_arena *arena = function->arena;
    struct ssa ssa = {.function = function, .flow = flow, .arena = arena};

    ssa.of = hw_arena_array(arena, (size_t)function->variables + 1, sizeof *ssa.of);
    ssa.frontier = hw_arena_array(arena, flow->count, sizeof *ssa.frontier);
    ssa.frontier_count = hw_arena_array(arena, flow->count, sizeof *ssa.frontier_count);
    ssa.frontier_capacity = hw_arena_array(arena, flow->count, sizeof *ssa.frontier_capacity);
    ssa.live = hw_arena_array(arena, flow->count, sizeof *ssa.live);
    ssa.has = hw_arena_array(arena, flow->count, sizeof *ssa.has);
    ssa.stack = hw_arena_array(arena, 2 * (size_t)flow->count + 1, sizeof *ssa.stack);
    for (uint32_t i = 0; i < flow->count; i++)
        look_at(&ssa, i);
    find_frontiers(&ssa);
    for (uint32_t variable = 1; variable <= function->variables; variable++)
        if (ssa.of[variable].read_count)
            add_phis(&ssa, variable);
    rename_variables(&ssa);
    for (uint32_t i = 0; i < flow->count; i++)
        for (struct hw_ir_insn *insn = flow->order[i]->first; insn; insn = insn->next)
            for (uint32_t k = 0; k < insn->results; k++)
                insn->result[k].variable = 0;
    function->variables = 0;
}
