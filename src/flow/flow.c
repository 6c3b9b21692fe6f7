/* SPDX-License-Identifier: MIT */
/* The control-flow graph of a kernel: its blocks as the scheduler cuts them (src/sched/cfg.c), and its
 * functions. */
#include "flow/flow_internal.h"

#include <stdlib.h>

uint32_t hw_flow_insn_at(const struct hw_flow_graph *flow, uint64_t address)
{
    uint32_t low = 0, high = flow->insn_count;

    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (flow->address[middle] < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t hw_flow_block_of(const struct hw_flow_graph *flow, uint32_t insn)
{
    uint32_t low = 0, high = flow->block_count;

    while (low + 1 < high) {
        const uint32_t middle = (low + high) / 2;
        if (flow->blocks[middle].first <= insn)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool take_blocks(struct hw_flow_maker *maker)
{
    struct hw_flow_graph *flow = maker->flow;
    const struct hw_cfg *cfg = &maker->cfg;

    flow->blocks = calloc(cfg->block_count ? cfg->block_count : 1, sizeof *flow->blocks);
    if (!flow->blocks)
        return false;
    flow->block_count = cfg->block_count;
    for (uint32_t i = 0; i < cfg->block_count; i++) {
        flow->blocks[i].first = cfg->block[i].first;
        flow->blocks[i].count = cfg->block[i].count;
    }
    return true;
}

static bool take_addresses(struct hw_flow_maker *maker)
{
    struct hw_flow_graph *flow = maker->flow;

    flow->address = malloc((maker->cfg.count + 1) * sizeof *flow->address);
    if (!flow->address)
        return false;
    flow->insn_count = maker->cfg.count;
    for (uint32_t i = 0; i < flow->insn_count; i++)
        flow->address[i] = maker->cfg.step[i].offset;
    return true;
}

/* ---------------------------------------------------------------- functions */

static struct hw_flow_function *function_at(const struct hw_flow_graph *flow, uint32_t block)
{
    for (uint32_t i = 0; i < flow->function_count; i++)
        if (flow->functions[i].block == block)
            return &flow->functions[i];
    return NULL;
}

/* The function that begins with a block, added where there is none. */
static bool add_function(struct hw_flow_graph *flow, uint32_t block, const char *name, bool is_called)
{
    struct hw_flow_function *function = function_at(flow, block);

    if (!function) {
        if (!hw_module_grow(&flow->functions, flow->function_count, sizeof *flow->functions))
            return false;
        function = &flow->functions[flow->function_count++];
        *function = (struct hw_flow_function){.block = block, .is_called = is_called};
    }
    if (!function->name)
        function->name = name;
    function->is_called &= is_called;
    return true;
}

static bool add_symbols(struct hw_flow_maker *maker)
{
    struct hw_flow_graph *flow = maker->flow;

    for (size_t i = 0; i < flow->module->symbol_count; i++) {
        const struct hw_symbol *symbol = flow->module->symbols[i];
        if (symbol->type != HW_SYMBOL_FUNCTION || !symbol->section || !symbol->value ||
            !hw_is_code_of(symbol->section, flow->kernel))
            continue;
        const uint32_t insn = hw_flow_insn_at(flow, symbol->value);
        if (insn < flow->insn_count && !add_function(flow, hw_flow_block_of(flow, insn), symbol->name, true))
            return false;
    }
    return true;
}

static bool add_called(struct hw_flow_maker *maker)
{
    for (uint32_t i = 0; i < maker->cfg.count; i++) {
        const struct hw_sched_insn *step = &maker->cfg.step[i];
        if (step->calls && step->target != HW_NOWHERE &&
            !add_function(maker->flow, hw_flow_block_of(maker->flow, step->target), NULL, true))
            return false;
    }
    return true;
}

static int compare_functions(const void *left, const void *right)
{
    const struct hw_flow_function *one = left, *other = right;

    return one->block < other->block ? -1 : one->block > other->block;
}

/* Functions by their blocks, and the function of each block. */
static void assign_blocks(struct hw_flow_graph *flow)
{
    uint32_t function = 0;

    qsort(flow->functions, flow->function_count, sizeof *flow->functions, compare_functions);
    for (uint32_t i = 0; i < flow->block_count; i++) {
        if (function + 1 < flow->function_count && flow->functions[function + 1].block == i)
            function++;
        flow->blocks[i].function = function;
    }
}

static bool find_functions(struct hw_flow_maker *maker)
{
    struct hw_flow_graph *flow = maker->flow;

    if (!flow->block_count)
        return true;
    if (!add_function(flow, 0, flow->kernel->name, false) || !add_symbols(maker) || !add_called(maker))
        return false;
    assign_blocks(flow);
    return true;
}

/* ---------------------------------------------------------------- the whole */

static bool make(struct hw_flow_maker *maker)
{
    const struct hw_flow_graph *flow = maker->flow;
    const struct hw_kernel *kernel = flow->kernel;
    const size_t whole = hw_code_whole(&flow->target, kernel->code_bytes);

    if (hw_cfg_decode(&flow->target, kernel->code, whole, &maker->cfg) != HW_OK || !take_addresses(maker))
        return false;
    hw_flow_mark_leaders(maker);
    return hw_cfg_connect(&maker->cfg) == HW_OK && take_blocks(maker) && find_functions(maker) &&
           hw_flow_connect(maker);
}

hw_status hw_flow_graph_read(const struct hw_module *module, const struct hw_kernel *kernel,
                             struct hw_flow_graph *flow, struct hw_error *error)
{
    struct hw_flow_maker maker = {.flow = flow};

    *flow = (struct hw_flow_graph){.module = module, .kernel = kernel};
    hw_status status = hw_target_find(module->target, &flow->target, error);
    if (status != HW_OK)
        return status;
    flow->target.program = module->program;
    if (!make(&maker))
        status =
            hw_fail(error, HW_ERR_NO_MEMORY, "flow", "out of memory for the graph of %.200s", kernel->name);
    hw_cfg_free(&maker.cfg);
    return status;
}

void hw_flow_graph_free(struct hw_flow_graph *flow)
{
    free(flow->address);
    free(flow->blocks);
    free(flow->edges);
    free(flow->functions);
    *flow = (struct hw_flow_graph){.kernel = NULL};
}

const char *hw_flow_edge_name(unsigned kind)
{
    static const char *const name[] = {"fall-through", "taken", "call", "return"};

    return kind < sizeof name / sizeof name[0] ? name[kind] : "?";
}
