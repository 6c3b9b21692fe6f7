/* SPDX-License-Identifier: MIT */
/* Liveness of a module: each kernel is solved, and what its functions do to registers counts where they are
 * called.
 *
 * The effects of a function come from two solutions: with nothing live where it returns, what is live at its
 * beginning is what it reads; with everything live there, a register that is live at its beginning and not
 * read keeps its value.  Calls nest, so all functions are solved again until nothing changes.  Then a
 * function that is called from its own kernel alone has live at its return what is live behind its calls. */
#include "flow/liveness.h"

#include <stdlib.h>

struct module_analysis {
    const struct hw_module *module;
    struct hw_live_code *codes;        /* of the module's kernels */
    struct hw_register_set *at_return; /* of one kernel's functions, while it is solved */
    const struct hw_live_code *code;   /* that kernel */
    struct hw_call_effects abi;        /* of functions that it calls and that are not known */
};

static const struct hw_call_effects *callee_effects(void *context, const struct hw_live_call *call)
{
    const struct module_analysis *analysis = context;

    if (call->function != HW_CFG_OUTSIDE)
        return &analysis->code->functions[call->function].effects;
    if (call->kernel != HW_CFG_OUTSIDE && analysis->codes[call->kernel].flow->function_count)
        return &analysis->codes[call->kernel].functions[0].effects;
    return &analysis->abi;
}

/* Before a kernel's instructions are followed. */
static void begin(struct module_analysis *analysis, const struct hw_live_code *code)
{
    analysis->code = code;
    analysis->abi = hw_call_effects_abi(code->flow->kernel->registers);
}

static hw_status solve(struct module_analysis *analysis, struct hw_live_code *code)
{
    begin(analysis, code);
    return hw_live_solve(code, analysis->at_return, callee_effects, analysis);
}

static struct hw_register_set at_entry(struct module_analysis *analysis, struct hw_live_code *code,
                                       uint32_t function)
{
    return hw_live_at_entry(code, code->flow->functions[function].block, callee_effects, analysis);
}

/* ---------------------------------------------------------------- what functions do */

/* Solve with `set` live at all returns; what is then live at the beginnings is added to reads or keeps. */
static hw_status add_effects(struct module_analysis *analysis, struct hw_live_code *code,
                             const struct hw_register_set *set, bool is_kept, bool *changed)
{
    const uint32_t count = code->flow->function_count;

    for (uint32_t i = 0; i < count; i++)
        analysis->at_return[i] = *set;
    hw_status status = solve(analysis, code);
    for (uint32_t i = 0; status == HW_OK && i < count; i++) {
        struct hw_call_effects *effects = &code->functions[i].effects;
        struct hw_register_set *into = is_kept ? &effects->keeps : &effects->reads;
        const struct hw_register_set before = *into, found = at_entry(analysis, code, i);
        hw_registers_add(into, &found);
        *changed |= !hw_registers_equal(into, &before);
    }
    return status;
}

/* What the instructions of each function write, and what they call. */
static void add_writes(struct module_analysis *analysis, struct hw_live_code *code, bool *changed)
{
    const struct hw_flow_graph *flow = code->flow;

    begin(analysis, code);
    for (uint32_t b = 0; b < flow->block_count; b++) {
        struct hw_register_set *into = &code->functions[flow->blocks[b].function].effects.writes;
        const struct hw_register_set before = *into;
        for (uint32_t i = 0; flow->blocks[b].is_reached && i < flow->blocks[b].count; i++) {
            const uint32_t insn = flow->blocks[b].first + i;
            const struct hw_live_call *call = hw_live_call_at(code, insn);
            hw_registers_add(into, &code->points[insn].writes);
            if (call)
                hw_registers_add(into, &callee_effects(analysis, call)->writes);
        }
        *changed |= !hw_registers_equal(into, &before);
    }
}

static hw_status find_effects(struct module_analysis *analysis)
{
    const struct hw_register_set none = {.predicates = 0}, all = hw_registers_all();
    hw_status status = HW_OK;

    for (size_t i = 0; i < analysis->module->kernel_count; i++)
        for (uint32_t k = 0; k < analysis->codes[i].flow->function_count; k++)
            analysis->codes[i].functions[k].effects.reads = hw_call_stack();

    for (bool changed = true; changed && status == HW_OK;) {
        changed = false;
        for (size_t i = 0; i < analysis->module->kernel_count && status == HW_OK; i++) {
            struct hw_live_code *code = &analysis->codes[i];
            add_writes(analysis, code, &changed);
            code->follows_guards = true;
            status = add_effects(analysis, code, &none, false, &changed);
            code->follows_guards = false;
            if (status == HW_OK)
                status = add_effects(analysis, code, &all, true, &changed);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- a kernel */

/* Where functions return to callers that are not known. */
static void begin_returns(struct hw_live_code *code)
{
    const struct hw_flow_graph *flow = code->flow;

    /* Where the code sets it, it keeps it to the end, as nvdisasm says, too. */
    code->at_end = hw_call_stack();
    if (flow->function_count)
        hw_registers_keep(&code->at_end, &code->functions[0].effects.writes);
    for (uint32_t i = 0; i < flow->function_count; i++) {
        struct hw_live_function *function = &code->functions[i];
        const bool is_entry = !i && !flow->kernel->function;
        if (!is_entry && !flow->functions[i].is_called)
            function->at_return = hw_call_live_at_return(flow->kernel->registers, &function->effects);
    }
}

/* What is live behind an instruction, which is the last of its block where it is a call. */
static const struct hw_register_set *behind_call(const struct hw_live_code *code,
                                                 const struct hw_live_call *call)
{
    return &code->exits[hw_flow_block_of(code->flow, call->insn)];
}

/* What is live behind calls goes to the returns of what they call. */
static bool spread(struct hw_live_code *code)
{
    bool changed = false;

    for (uint32_t i = 0; i < code->call_count; i++) {
        const struct hw_live_call *call = &code->calls[i];
        if (call->function == HW_CFG_OUTSIDE)
            continue;
        struct hw_live_function *function = &code->functions[call->function];
        const struct hw_register_set before = function->at_return;
        hw_registers_add(&function->at_return, behind_call(code, call));
        changed |= !hw_registers_equal(&function->at_return, &before);
    }
    return changed;
}

static void store_points(struct module_analysis *analysis, struct hw_live_code *code)
{
    const struct hw_flow_graph *flow = code->flow;

    begin(analysis, code);
    for (uint32_t b = 0; b < flow->block_count; b++) {
        struct hw_register_set live = code->exits[b];
        struct hw_live_guarded guarded = {.next = 0};
        for (uint32_t i = flow->blocks[b].count; i-- > 0;) {
            const uint32_t insn = flow->blocks[b].first + i;
            struct hw_live_point *point = &code->points[insn];
            const struct hw_live_call *call = hw_live_call_at(code, insn);
            point->behind = live;
            hw_live_step(code, insn, callee_effects, analysis, &live, &guarded);
            point->before = live;
            if (!call)
                continue;
            hw_registers_add(&point->writes, &callee_effects(analysis, call)->writes);
            hw_registers_add(&point->reads, &callee_effects(analysis, call)->reads);
            if (call->function == HW_CFG_OUTSIDE && call->kernel == HW_CFG_OUTSIDE)
                hw_registers_add(&point->reads, &call->arguments);
        }
    }
}

static hw_status find_live(struct module_analysis *analysis, struct hw_live_code *code)
{
    hw_status status = HW_OK;

    begin_returns(code);
    for (bool changed = true; changed && status == HW_OK;) {
        for (uint32_t i = 0; i < code->flow->function_count; i++)
            analysis->at_return[i] = code->functions[i].at_return;
        status = solve(analysis, code);
        changed = status == HW_OK && spread(code);
    }
    if (status == HW_OK)
        store_points(analysis, code);
    return status;
}

/* ---------------------------------------------------------------- the module */

static hw_status analyse(struct module_analysis *analysis)
{
    size_t functions = 1;

    for (size_t i = 0; i < analysis->module->kernel_count; i++) {
        const uint32_t count = analysis->codes[i].flow->function_count;
        if (!hw_live_code_read(&analysis->codes[i]))
            return HW_ERR_NO_MEMORY;
        functions = count > functions ? count : functions;
    }
    analysis->at_return = calloc(functions, sizeof *analysis->at_return);
    if (!analysis->at_return)
        return HW_ERR_NO_MEMORY;
    hw_status status = find_effects(analysis);
    for (size_t i = 0; i < analysis->module->kernel_count && status == HW_OK; i++)
        status = find_live(analysis, &analysis->codes[i]);
    return status;
}

static hw_status read_flows(const struct hw_module *module, struct hw_liveness *liveness,
                            struct hw_live_code *codes, struct hw_error *error)
{
    hw_status status = HW_OK;

    for (size_t i = 0; i < module->kernel_count && status == HW_OK; i++) {
        liveness->kernel_count = i + 1;
        status = hw_flow_graph_read(module, module->kernels[i], &liveness->kernels[i].flow, error);
        codes[i].flow = &liveness->kernels[i].flow;
    }
    return status;
}

hw_status hw_liveness_read(const struct hw_module *module, struct hw_liveness *liveness,
                           struct hw_error *error)
{
    const size_t count = module->kernel_count;
    struct module_analysis analysis = {.module = module, .codes = calloc(count + 1, sizeof *analysis.codes)};

    *liveness = (struct hw_liveness){.kernels = calloc(count + 1, sizeof *liveness->kernels)};
    hw_status status = analysis.codes && liveness->kernels ? HW_OK : HW_ERR_NO_MEMORY;
    if (status == HW_OK)
        status = read_flows(module, liveness, analysis.codes, error);
    if (status == HW_OK)
        status = analyse(&analysis);
    for (size_t i = 0; i < count && analysis.codes; i++) {
        if (status == HW_OK) {
            liveness->kernels[i].points = analysis.codes[i].points;
            analysis.codes[i].points = NULL;
        }
        hw_live_code_free(&analysis.codes[i]);
    }
    free(analysis.codes);
    free(analysis.at_return);
    return status == HW_ERR_NO_MEMORY ? hw_fail(error, status, "flow", "out of memory for live registers")
                                      : status;
}

void hw_liveness_free(struct hw_liveness *liveness)
{
    for (size_t i = 0; i < liveness->kernel_count; i++) {
        hw_flow_graph_free(&liveness->kernels[i].flow);
        free(liveness->kernels[i].points);
    }
    free(liveness->kernels);
    *liveness = (struct hw_liveness){.kernels = NULL};
}
