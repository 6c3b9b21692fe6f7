/* SPDX-License-Identifier: MIT */
/* What finalizing checks, and what the library gives then: for each graph that it takes, one engine, number
 * 0, without knobs or workspace. */
#include "cuda/dnn/backend_graph.h"
#include "cuda/dnn/backend_node.h"
#include "cuda/dnn/backend_text.h"

#include <limits.h>
#include <stdlib.h>

static void give(struct hw_dnn_call *call, struct hw_dnn_node *node, cudnnBackendAttributeName_t name,
                 cudnnBackendAttributeType_t type, int64_t count, const void *values)
{
    if (hw_dnn_is_ready(call))
        hw_dnn_check(call, hw_dnn_node_set(node, name, type, count, values), CUDNN_STATUS_ALLOC_FAILED);
}

static void check_convolution(struct hw_dnn_call *call, const struct hw_dnn_node *node)
{
    static const struct {
        cudnnBackendAttributeName_t name;
        int64_t least;
    } arrays[] = {{CUDNN_ATTR_CONVOLUTION_DILATIONS, 1},
                  {CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, 1},
                  {CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, 0},
                  {CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, 0}};
    const int64_t dims = hw_dnn_node_integer(node, CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, 0);

    for (unsigned i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        const struct hw_dnn_attribute *array = hw_dnn_node_find(node, arrays[i].name);
        hw_dnn_need(call, array->count == dims);
        for (int64_t d = 0; d < array->count; d++) {
            const int64_t value = ((const int64_t *)array->values)[d];
            hw_dnn_need(call, value >= arrays[i].least && value <= INT_MAX);
        }
    }
}

static void check_graph(struct hw_dnn_call *call, struct hw_dnn_node *node)
{
    static const int64_t engines = 1;
    struct hw_dnn_graph graph = {0};

    /* One without a handle may be the operations within an attention, whose operand that one writes. */
    if (hw_dnn_node_find(node, CUDNN_ATTR_OPERATIONGRAPH_HANDLE))
        hw_dnn_graph_make(call, node, &graph);
    else
        hw_dnn_graph_add_all(call, node, &graph);
    give(call, node, CUDNN_ATTR_OPERATIONGRAPH_ENGINE_GLOBAL_COUNT, CUDNN_TYPE_INT64, 1, &engines);
}

static void check_operation(struct hw_dnn_call *call, const struct hw_dnn_node *node)
{
    struct hw_dnn_graph graph = {0};

    hw_dnn_graph_add(call, node, &graph);
}

/* What a configuration needs of memory: nothing. */
static bool give_needs(struct hw_dnn_node *config)
{
    static const int64_t bytes = 0;

    return hw_dnn_node_set(config, CUDNN_ATTR_ENGINECFG_WORKSPACE_SIZE, CUDNN_TYPE_INT64, 1, &bytes) &&
           hw_dnn_node_set(config, CUDNN_ATTR_ENGINECFG_SHARED_MEMORY_USED, CUDNN_TYPE_INT64, 1, &bytes);
}

/* The configuration of the one engine. */
static struct hw_dnn_node *configure(struct hw_dnn_node *graph)
{
    static const int64_t index = 0;
    struct hw_dnn_node *engine = hw_dnn_node_new(CUDNN_BACKEND_ENGINE_DESCRIPTOR);
    struct hw_dnn_node *config = hw_dnn_node_new(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    bool made =
        engine && config &&
        hw_dnn_node_set(engine, CUDNN_ATTR_ENGINE_OPERATION_GRAPH, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1,
                        &graph) &&
        hw_dnn_node_set(engine, CUDNN_ATTR_ENGINE_GLOBAL_INDEX, CUDNN_TYPE_INT64, 1, &index) &&
        hw_dnn_node_set(config, CUDNN_ATTR_ENGINECFG_ENGINE, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &engine) &&
        give_needs(config);

    if (engine) {
        engine->finalized = true;
        hw_dnn_node_drop(engine);
    }
    if (config)
        config->finalized = true;
    if (!made && config)
        hw_dnn_node_drop(config);
    return made ? config : NULL;
}

static void check_heuristics(struct hw_dnn_call *call, struct hw_dnn_node *node)
{
    const int64_t mode = hw_dnn_node_integer(node, CUDNN_ATTR_ENGINEHEUR_MODE, 0);

    hw_dnn_need(call, mode >= 0 && mode < CUDNN_HEUR_MODES_COUNT);
    if (!hw_dnn_is_ready(call))
        return;
    struct hw_dnn_node *config = configure(hw_dnn_node_child(node, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, 0));
    hw_dnn_check(call, config != NULL, CUDNN_STATUS_ALLOC_FAILED);
    give(call, node, CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &config);
    if (config)
        hw_dnn_node_drop(config);
}

/* A plan is made of a configuration, or of the text of another plan.  It has a text in each case. */
static void check_plan(struct hw_dnn_call *call, struct hw_dnn_node *node)
{
    const struct hw_dnn_attribute *given =
        hw_dnn_node_find(node, CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION);
    size_t length = 0;

    if (given) {
        struct hw_dnn_node *plan = hw_dnn_node_read(call, given->values, (size_t)given->count);
        struct hw_dnn_node *config =
            plan ? hw_dnn_node_child(plan, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, 0) : NULL;
        hw_dnn_need(call, plan && plan->type == node->type && config);
        give(call, node, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &config);
        if (plan)
            hw_dnn_node_drop(plan);
    }
    hw_dnn_need(call, hw_dnn_node_find(node, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG) != NULL);
    char *text = hw_dnn_is_ready(call) ? hw_dnn_node_text(node, &length) : NULL;
    hw_dnn_check(call, text != NULL, CUDNN_STATUS_ALLOC_FAILED);
    give(call, node, CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION, CUDNN_TYPE_CHAR, (int64_t)length, text);
    free(text);
}

void hw_dnn_node_check(struct hw_dnn_call *call, struct hw_dnn_node *node)
{
    static const int64_t workspace = 0;

    switch (node->type) {
    case CUDNN_BACKEND_TENSOR_DESCRIPTOR: hw_dnn_backend_tensor(call, node); break;
    case CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR: check_convolution(call, node); break;
    case CUDNN_BACKEND_POINTWISE_DESCRIPTOR:
        hw_dnn_support(call,
                       hw_dnn_pointwise_operands((cudnnPointwiseMode_t)hw_dnn_node_integer(
                           node, CUDNN_ATTR_POINTWISE_MODE, 0)) != NULL,
                       "a pointwise operation of this mode");
        break;
    case CUDNN_BACKEND_REDUCTION_DESCRIPTOR:
        hw_dnn_need(call, (uint64_t)hw_dnn_node_integer(node, CUDNN_ATTR_REDUCTION_OPERATOR, 0) <=
                              CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS);
        break;
    case CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR: check_graph(call, node); break;
    case CUDNN_BACKEND_ENGINE_DESCRIPTOR:
        hw_dnn_need(call, hw_dnn_node_integer(node, CUDNN_ATTR_ENGINE_GLOBAL_INDEX, 0) == 0);
        break;
    case CUDNN_BACKEND_ENGINECFG_DESCRIPTOR:
        hw_dnn_check(call, give_needs(node), CUDNN_STATUS_ALLOC_FAILED);
        break;
    case CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR: check_heuristics(call, node); break;
    case CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR:
        check_plan(call, node);
        give(call, node, CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, CUDNN_TYPE_INT64, 1, &workspace);
        break;
    case CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR:
        hw_dnn_need(call, hw_dnn_node_count(node, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS) ==
                              hw_dnn_node_count(node, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS));
        break;
    default:
        if (hw_dnn_graph_takes(node->type))
            check_operation(call, node);
    }
}
