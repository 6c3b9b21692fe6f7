/* SPDX-License-Identifier: MIT */
/* Liveness of one kernel is a backward dataflow problem over its blocks. */
#include "flow/liveness.h"

#include "dataflow.h"

/* The context of the solver. */
struct live_problem {
    const struct hw_live_code *code;
    hw_live_callee_fn *callee;
    void *context;
};

/* A call: the callee's reads, and what is live behind it and kept. */
static void step_call(const struct hw_live_call *call, const struct hw_call_effects *effects,
                      struct hw_register_set *live)
{
    const struct hw_register_set behind = *live;

    hw_registers_keep(live, &effects->keeps);
    hw_registers_add(live, &effects->reads);
    if (call->function == HW_CFG_OUTSIDE && call->kernel == HW_CFG_OUTSIDE)
        hw_registers_add(live, &call->arguments);
    if (call->is_conditional)
        hw_registers_add(live, &behind);
}

/* The set of a guard: it is emptied for one that has none. */
static struct hw_register_set *set_of(struct hw_live_guarded *guarded, uint8_t guard)
{
    for (unsigned i = 0; i < HW_LIVE_GUARDS; i++)
        if (guarded->set[i].guard == guard)
            return &guarded->set[i].registers;
    const unsigned number = guarded->next++ % HW_LIVE_GUARDS;
    guarded->set[number].guard = guard;
    guarded->set[number].registers = (struct hw_register_set){.predicates = 0};
    return &guarded->set[number].registers;
}

/* The number of the guard with the opposite condition (guard_number of live_code.c). */
static uint8_t opposite(uint8_t guard)
{
    return (uint8_t)(((guard - 1) ^ 1) + 1);
}

/* What an instruction writes under the guard that all its readers have is not live before it. */
static void step_guard(const struct hw_live_code *code, uint32_t insn, const struct hw_register_set *live,
                       struct hw_register_set *kills, struct hw_live_guarded *guarded)
{
    const struct hw_live_point *point = &code->points[insn];
    const uint8_t guard = code->guards[insn];
    struct hw_register_set written = point->writes, found = point->reads, rest = {.predicates = 0};

    if (guard) {
        /* What is read in any case is needed only where the guard fails, from here on. */
        rest = point->writes;
        hw_registers_keep(&rest, live);
        hw_registers_remove(&rest, &point->reads);
        hw_registers_keep(&written, set_of(guarded, guard));
        hw_registers_add(kills, &written);
        for (unsigned i = 0; i < HW_LIVE_GUARDS; i++)
            hw_registers_remove(&rest, &guarded->set[i].registers);
        hw_registers_remove(&found, live);
        written = *set_of(guarded, guard);
        hw_registers_keep(&written, &point->reads);
        hw_registers_add(&found, &written);
    }
    /* Who reads it otherwise, too, or writes it is not sure. */
    for (unsigned i = 0; i < HW_LIVE_GUARDS; i++) {
        hw_registers_remove(&guarded->set[i].registers, &point->reads);
        hw_registers_remove(&guarded->set[i].registers, &point->writes);
    }
    if (point->writes.predicates || point->writes.uniform_predicates)
        *guarded = (struct hw_live_guarded){.next = 0}; /* the condition may be another before */
    else if (guard) {
        hw_registers_add(set_of(guarded, guard), &found);
        hw_registers_add(set_of(guarded, opposite(guard)), &rest);
    }
}

void hw_live_step(const struct hw_live_code *code, uint32_t insn, hw_live_callee_fn *callee, void *context,
                  struct hw_register_set *live, struct hw_live_guarded *guarded)
{
    const struct hw_live_call *call = hw_live_call_at(code, insn);
    struct hw_register_set kills = code->kills[insn];

    if (call)
        step_call(call, callee(context, call), live);
    if (code->follows_guards)
        step_guard(code, insn, live, &kills, guarded);
    hw_registers_remove(live, &kills);
    hw_registers_add(live, &code->points[insn].reads);
}

static void step_block(const struct live_problem *problem, uint32_t number, struct hw_register_set *live)
{
    const struct hw_flow_block *block = &problem->code->flow->blocks[number];
    struct hw_live_guarded guarded = {.next = 0};

    for (uint32_t i = block->first + block->count; i-- > block->first;)
        hw_live_step(problem->code, i, problem->callee, problem->context, live, &guarded);
}

static void transfer(void *context, uint32_t node, void *state)
{
    step_block(context, node, state);
}

static bool merge(void *context, void *into, const void *from)
{
    struct hw_register_set *set = into;
    const struct hw_register_set before = *set;

    (void)context;
    hw_registers_add(set, from);
    return !hw_registers_equal(set, &before);
}

/* The predecessors of a block, then the blocks of its function whose exits are not known. */
static uint32_t predecessor(void *context, uint32_t node, uint32_t *cursor)
{
    const struct hw_live_code *code = ((struct live_problem *)context)->code;
    const struct hw_flow_graph *flow = code->flow;
    const uint32_t first = code->before_first[node], count = code->before_first[node + 1] - first;

    if (*cursor < count)
        return code->before[first + (*cursor)++];
    for (uint32_t from = *cursor - count; code->has_unknown_exits && from < flow->block_count; from++) {
        if (!flow->blocks[from].has_unknown_exits ||
            flow->blocks[from].function != flow->blocks[node].function)
            continue;
        *cursor = count + from + 1;
        return from;
    }
    return HW_DATAFLOW_END;
}

hw_status hw_live_solve(struct hw_live_code *code, const struct hw_register_set *at_return,
                        hw_live_callee_fn *callee, void *context)
{
    const struct hw_flow_graph *flow = code->flow;
    struct live_problem problem = {code, callee, context};
    const struct hw_dataflow dataflow = {.node_count = flow->block_count,
                                         .state_bytes = sizeof *code->exits,
                                         .entry = code->exits,
                                         .is_backward = true,
                                         .context = &problem,
                                         .transfer = transfer,
                                         .merge = merge,
                                         .successor = predecessor};

    for (uint32_t i = 0; i < flow->block_count; i++) {
        code->exits[i] = (struct hw_register_set){.predicates = 0};
        if (flow->blocks[i].returns)
            code->exits[i] = at_return[flow->blocks[i].function];
        if (flow->blocks[i].ends)
            hw_registers_add(&code->exits[i], &code->at_end);
    }
    return hw_dataflow_solve(&dataflow);
}

struct hw_register_set hw_live_at_entry(const struct hw_live_code *code, uint32_t block,
                                        hw_live_callee_fn *callee, void *context)
{
    const struct live_problem problem = {code, callee, context};
    struct hw_register_set live = code->exits[block];

    step_block(&problem, block, &live);
    return live;
}
