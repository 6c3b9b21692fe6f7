/* SPDX-License-Identifier: MIT */
/* The instructions of a kernel as liveness sees them: reads, writes, what is overwritten, and calls. */
#include "flow/liveness.h"

#include <halfwarp/effects.h>

#include "module/module_internal.h"

#include <stdlib.h>
#include <string.h>

/* Whether an instruction writes only a part of a register: half of one on Tesla, or in some lanes. */
static bool is_partial(const struct hw_flow_graph *flow, const struct hw_semantics *view)
{
    const unsigned written = hw_semantics_written(view);

    if (view->op == HW_OP_MOV && view->mod[HW_MOD_LANES] && view->mod[HW_MOD_LANES] != 0xf)
        return true;
    if (strcmp(hw_isa_name(flow->target.isa), "tesla") != 0)
        return false;
    for (unsigned i = 0; i < written && i < view->operand_count; i++)
        if (view->operand[i].kind == HW_OPERAND_REG && view->operand[i].bytes < 4)
            return true;
    return false;
}

static bool decode(const struct hw_flow_graph *flow, uint32_t number, struct hw_insn *insn)
{
    const struct hw_kernel *kernel = flow->kernel;
    size_t at = flow->address[number];

    return hw_decode_code(&flow->target, kernel->code, hw_code_whole(&flow->target, kernel->code_bytes), &at,
                          insn) == HW_OK &&
           insn->form;
}

/* A guard as a number, which another guard with the same condition has, too. */
static uint8_t guard_number(const struct hw_guard *guard)
{
    return hw_guard_is_test(guard) && guard->kind != HW_GUARD_COND
               ? (uint8_t)(1 + guard->kind * 16 + guard->reg * 2 + guard->test)
               : 0;
}

/* Which kernel or function of the module has this name; HW_CFG_OUTSIDE: none. */
static uint32_t kernel_number(const struct hw_module *module, const char *name)
{
    const struct hw_kernel *kernel = name ? hw_module_find_kernel(module, name) : NULL;

    for (size_t i = 0; kernel && i < module->kernel_count; i++)
        if (module->kernels[i] == kernel)
            return (uint32_t)i;
    return HW_CFG_OUTSIDE;
}

static bool add_call(struct hw_live_code *code, const struct hw_flow_edge *edge, bool is_conditional)
{
    const struct hw_flow_graph *flow = code->flow;
    const struct hw_flow_block *block = &flow->blocks[edge->from];
    struct hw_live_call call = {.insn = block->first + block->count - 1,
                                .function = HW_CFG_OUTSIDE,
                                .kernel = HW_CFG_OUTSIDE,
                                .is_conditional = is_conditional};

    if (!hw_module_grow(&code->calls, code->call_count, sizeof call))
        return false;
    if (edge->to != HW_CFG_OUTSIDE)
        call.function = flow->blocks[edge->to].function;
    else
        call.kernel = kernel_number(flow->module, edge->callee);
    for (uint32_t i = block->first; i < call.insn; i++)
        hw_registers_add(&call.arguments, &code->points[i].writes);
    const struct hw_register_set possible = hw_call_arguments();
    hw_registers_keep(&call.arguments, &possible);
    code->calls[code->call_count++] = call;
    return true;
}

static bool read_insns(struct hw_live_code *code)
{
    const struct hw_flow_graph *flow = code->flow;

    for (uint32_t i = 0; i < flow->insn_count; i++) {
        struct hw_insn insn;
        struct hw_effects effects;
        struct hw_semantics view;
        if (!decode(flow, i, &insn))
            continue;
        hw_insn_effects(&insn, &effects);
        hw_insn_semantics(&insn, &view);
        hw_registers_of_reads(&code->points[i].reads, &effects);
        hw_registers_of_writes(&code->points[i].writes, &effects);
        code->guards[i] = guard_number(&view.guard);
        if (!hw_guard_is_test(&view.guard) && !is_partial(flow, &view))
            code->kills[i] = code->points[i].writes;
    }
    for (uint32_t i = 0; i < flow->edge_count; i++) {
        const struct hw_flow_edge *edge = &flow->edges[i];
        struct hw_insn insn;
        struct hw_semantics view = {.guard.kind = HW_GUARD_ALWAYS};
        if (edge->kind != HW_CFG_CALL)
            continue;
        const struct hw_flow_block *block = &flow->blocks[edge->from];
        if (decode(flow, block->first + block->count - 1, &insn))
            hw_insn_semantics(&insn, &view);
        if (!add_call(code, edge, hw_guard_is_test(&view.guard)))
            return false;
    }
    return true;
}

/* Whether what is live at the end of `from` includes what is live at the beginning of `to` by this edge. */
static bool carries(const struct hw_flow_edge *edge)
{
    return edge->kind != HW_CFG_CALL && edge->to != HW_CFG_OUTSIDE;
}

/* Predecessors by block. */
static bool reverse(struct hw_live_code *code)
{
    const struct hw_flow_graph *flow = code->flow;

    code->before_first = calloc(flow->block_count + 2, sizeof *code->before_first);
    code->before = malloc((flow->edge_count + 1) * sizeof *code->before);
    if (!code->before_first || !code->before)
        return false;
    for (uint32_t i = 0; i < flow->block_count; i++)
        code->has_unknown_exits |= flow->blocks[i].has_unknown_exits;
    uint32_t *next = code->before_first + 1; /* becomes the first of each block as they are filled */
    for (uint32_t i = 0; i < flow->edge_count; i++)
        if (carries(&flow->edges[i]) && flow->edges[i].to + 1 < flow->block_count)
            next[flow->edges[i].to + 1]++;
    for (uint32_t i = 1; i < flow->block_count; i++)
        next[i] += next[i - 1];
    for (uint32_t i = 0; i < flow->edge_count; i++)
        if (carries(&flow->edges[i]))
            code->before[next[flow->edges[i].to]++] = flow->edges[i].from;
    return true;
}

bool hw_live_code_read(struct hw_live_code *code)
{
    const struct hw_flow_graph *flow = code->flow;

    code->points = calloc(flow->insn_count + 1, sizeof *code->points);
    code->kills = calloc(flow->insn_count + 1, sizeof *code->kills);
    code->guards = calloc(flow->insn_count + 1, sizeof *code->guards);
    code->functions = calloc(flow->function_count + 1, sizeof *code->functions);
    code->exits = calloc(flow->block_count + 1, sizeof *code->exits);
    return code->points && code->kills && code->guards && code->functions && code->exits &&
           read_insns(code) && reverse(code);
}

void hw_live_code_free(struct hw_live_code *code)
{
    free(code->points);
    free(code->kills);
    free(code->guards);
    free(code->before);
    free(code->before_first);
    free(code->calls);
    free(code->functions);
    free(code->exits);
    *code = (struct hw_live_code){.flow = NULL};
}

const struct hw_live_call *hw_live_call_at(const struct hw_live_code *code, uint32_t insn)
{
    uint32_t low = 0, high = code->call_count;

    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (code->calls[middle].insn < insn)
            low = middle + 1;
        else
            high = middle;
    }
    return low < code->call_count && code->calls[low].insn == insn ? &code->calls[low] : NULL;
}
