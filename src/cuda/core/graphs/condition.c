/* SPDX-License-Identifier: MIT */
/* Conditions of graphs; see conditional.h. */
#include "cuda/core/graphs/conditional.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/handle.h"
#include "cuda/core/log/reason.h"

#include <stdlib.h>

#define ASSIGN_DEFAULT 1u

cudaError_t hw_cuda_condition_create(uint64_t *handle, hw_graph graph, struct hw_cuda_context *context,
                                     uint32_t initial, unsigned flags)
{
    if (!handle || hw_cuda_graph_check(graph) != cudaSuccess)
        return cudaErrorInvalidValue;
    if (flags & ~ASSIGN_DEFAULT)
        return hw_cuda_fail(cudaErrorInvalidValue, "flags %u; expected 0 or 1 (assign the default)", flags);
    if (!context)
        context = hw_cuda.context;
    if (!hw_cuda_context_is_valid(context))
        return hw_cuda_fail_handle(cudaErrorInvalidValue, "context", context);
    hw_condition made = malloc(sizeof *made);
    if (!made || !hw_cuda_handle_add(made, HW_CUDA_CONDITION)) {
        free(made);
        return cudaErrorMemoryAllocation;
    }
    *made = (struct hw_cuda_condition){.next = graph->conditions,
                                       .uses = 1,
                                       .graph = graph,
                                       .context = context,
                                       .initial = initial,
                                       .assigns = flags & ASSIGN_DEFAULT};
    graph->conditions = made;
    *handle = (uintptr_t)made;
    return cudaSuccess;
}

hw_condition hw_cuda_condition_of(uint64_t handle)
{
    hw_condition found = (hw_condition)(uintptr_t)handle; /* NOLINT: handles are addresses */

    return hw_cuda_is(found, HW_CUDA_CONDITION) ? found : NULL;
}

void hw_cuda_condition_use(hw_condition condition)
{
    condition->uses++;
}

void hw_cuda_condition_release(hw_condition condition)
{
    if (--condition->uses > 0)
        return;
    hw_cuda_handle_remove(condition);
    free(condition);
}

void hw_cuda_conditions_let_go(hw_graph graph)
{
    while (graph->conditions) {
        hw_condition condition = graph->conditions;
        graph->conditions = condition->next;
        condition->graph = NULL;
        hw_cuda_condition_release(condition);
    }
}

bool hw_cuda_condition_is_unused(hw_graph graph)
{
    hw_graph inner;

    for (hw_condition condition = graph->conditions; condition; condition = condition->next)
        if (!condition->node)
            return true;
    for (hw_node node = graph->first; node; node = node->next)
        for (size_t i = 0; (inner = hw_cuda_inner_graph(node->work, i)); i++)
            if (hw_cuda_condition_is_unused(inner))
                return true;
    return false;
}

const char *hw_cuda_condition_set(uint64_t handle, const struct hw_cuda_context *context, uint32_t value)
{
    hw_condition condition = hw_cuda_condition_of(handle);

    if (!condition)
        return "is no condition of a graph";
    if (condition->context != context)
        return "is a condition of another context";
    condition->value = value;
    return NULL;
}

/* --- of all nodes of a graph and of the graphs within --- */

typedef void condition_fn(hw_condition condition, void *context);

static void for_each(hw_graph graph, condition_fn *visit, void *context)
{
    hw_graph inner;

    for (hw_node node = graph->first; node; node = node->next) {
        if (node->work->kind == HW_CUDA_WORK_CONDITIONAL)
            visit(node->work->conditional.condition, context);
        for (size_t i = 0; (inner = hw_cuda_inner_graph(node->work, i)); i++)
            for_each(inner, visit, context);
    }
}

struct taker {
    uint64_t exec;
    bool taken;
};

static void find_taken(hw_condition condition, void *context)
{
    struct taker *taker = context;

    taker->taken |= condition->exec && condition->exec != taker->exec;
}

static void take(hw_condition condition, void *context)
{
    condition->exec = *(const uint64_t *)context;
}

static void give_back(hw_condition condition, void *context)
{
    if (condition->exec == *(const uint64_t *)context)
        condition->exec = 0;
}

bool hw_cuda_conditions_are_taken(hw_graph graph, uint64_t exec)
{
    struct taker taker = {.exec = exec};

    for_each(graph, find_taken, &taker);
    if (taker.taken)
        hw_cuda_fail(cudaErrorNotSupported, "a graph with conditional nodes is instantiated already; CUDA "
                                            "allows one executable graph of it at a time");
    return taker.taken;
}

void hw_cuda_conditions_take(hw_graph graph, uint64_t exec)
{
    for_each(graph, take, &exec);
}

void hw_cuda_conditions_return(hw_graph graph, uint64_t exec)
{
    for_each(graph, give_back, &exec);
}

struct value_list {
    struct hw_cuda_condition_value *value; /* NULL: only counted */
    size_t count;
};

/* A condition without a default is undefined when a launch begins: it is 0 here. */
static void add_value(hw_condition condition, void *context)
{
    struct value_list *list = context;

    if (list->value)
        list->value[list->count] = (struct hw_cuda_condition_value){
            .condition = condition, .value = condition->assigns ? condition->initial : 0};
    list->count++;
}

cudaError_t hw_cuda_conditions_at_launch(hw_graph graph, struct hw_cuda_condition_value **values,
                                         size_t *count)
{
    struct value_list list = {.value = NULL};

    for_each(graph, add_value, &list);
    *values = malloc((list.count + 1) * sizeof **values);
    if (!*values)
        return cudaErrorMemoryAllocation;
    list = (struct value_list){.value = *values};
    for_each(graph, add_value, &list);
    *count = list.count;
    return cudaSuccess;
}

void hw_cuda_conditions_assign(const struct hw_cuda_condition_value *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (hw_cuda_is(list[i].condition, HW_CUDA_CONDITION))
            list[i].condition->value = list[i].value;
}
