/* SPDX-License-Identifier: MIT */
/* Graphs are done (backend_graph.h). */
#include "cuda/dnn/backend_graph.h"
#include "cuda/dnn/gemm.h"

#include <stdlib.h>

static cudaError_t do_convolution(const struct hw_dnn_graph *graph, struct hw_dnn_step *step)
{
    step->convolution.x = graph->slot[step->x].operand;
    step->convolution.w = graph->slot[step->w].operand;
    step->convolution.y = graph->slot[step->y].operand;
    return hw_dnn_do_convolution(&step->convolution);
}

/* Room for what is no memory of the device. */
static cudaError_t begin(struct hw_dnn_graph *graph)
{
    bool enough = true;

    for (int i = 0; i < graph->slots; i++) {
        struct hw_dnn_slot *slot = &graph->slot[i];
        const struct cudnnTensorStruct *tensor = &slot->operand.tensor;
        if (slot->by_value)
            slot->operand.host = &slot->value;
        if (slot->is_virtual)
            slot->operand.host = calloc(hw_dnn_span(tensor), hw_dnn_type_bytes(tensor->type));
        enough = enough && (slot->operand.host || !slot->is_virtual);
    }
    return enough ? cudaSuccess : cudaErrorMemoryAllocation;
}

static bool has_slot(const struct hw_dnn_step *step, int slot)
{
    return step->x == slot || step->w == slot || step->y == slot || step->b == slot || step->t == slot ||
           step->dy == slot || step->statistics == slot || step->most == slot || step->sum == slot;
}

/* Scores of attention are large: what no step from this one on has is freed.  Room that has not been written
 * takes no memory yet. */
static void release(struct hw_dnn_graph *graph, int first)
{
    for (int i = 0; i < graph->slots; i++) {
        bool needed = !graph->slot[i].is_virtual;
        for (int k = first; k < graph->steps && !needed; k++)
            needed = has_slot(&graph->step[k], i);
        if (!needed) {
            free(graph->slot[i].operand.host);
            graph->slot[i].operand.host = NULL;
        }
    }
}

static cudaError_t do_step(const struct hw_dnn_graph *graph, struct hw_dnn_step *step)
{
    switch (step->kind) {
    case HW_DNN_STEP_CONVOLUTION: return do_convolution(graph, step);
    case HW_DNN_STEP_MATMUL: return hw_dnn_do_matmul(graph, step);
    case HW_DNN_STEP_REDUCTION: return hw_dnn_do_graph_reduction(graph, step);
    case HW_DNN_STEP_RESHAPE: return hw_dnn_do_reshape(graph, step);
    case HW_DNN_STEP_BAND_MASK: return hw_dnn_do_band_mask(graph, step);
    case HW_DNN_STEP_SOFTMAX: return hw_dnn_do_softmax(graph, step);
    default: return hw_dnn_do_pointwise(graph, step);
    }
}

static cudaError_t do_graph(void *data)
{
    struct hw_dnn_graph *graph = data;
    cudaError_t error = begin(graph);

    for (int i = 0; i < graph->steps && error == cudaSuccess; i++) {
        error = do_step(graph, &graph->step[i]);
        release(graph, i + 1);
    }
    release(graph, graph->steps);
    return error;
}

/* A constant is in the host's memory, now. */
static void read_value(struct hw_dnn_call *call, struct hw_dnn_slot *slot, const void *from)
{
    struct cudnnTensorStruct *tensor = &slot->operand.tensor;

    hw_dnn_support(call, hw_dnn_count(tensor) == 1, "a tensor by value of more than one element");
    if (!hw_dnn_is_ready(call))
        return;
    hw_dnn_load_doubles(tensor, from, &slot->value);
    tensor->type = CUDNN_DATA_DOUBLE;
}

void hw_dnn_graph_bind(struct hw_dnn_call *call, const struct hw_dnn_node *pack, struct hw_dnn_graph *graph)
{
    const struct hw_dnn_attribute *ids = hw_dnn_node_find(pack, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS),
                                  *pointers = hw_dnn_node_find(pack, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS);

    for (int i = 0; i < graph->slots && hw_dnn_is_ready(call); i++) {
        struct hw_dnn_slot *slot = &graph->slot[i];
        void *memory = NULL;
        for (int64_t k = 0; k < ids->count; k++)
            if (((const int64_t *)ids->values)[k] == slot->id)
                memory = ((void **)pointers->values)[k];
        hw_dnn_need(call, memory || slot->is_virtual || !slot->counts);
        if (slot->by_value && memory)
            read_value(call, slot, memory);
        else
            slot->operand.memory = memory;
    }
}

void hw_dnn_graph_run(struct hw_dnn_call *call, struct hw_dnn_graph *graph)
{
    for (int i = 0; i < graph->steps; i++)
        if (graph->step[i].kind == HW_DNN_STEP_CONVOLUTION || graph->step[i].kind == HW_DNN_STEP_MATMUL)
            hw_dnn_need_gemm(call);
    hw_dnn_work(call, do_graph, graph, sizeof *graph);
}
