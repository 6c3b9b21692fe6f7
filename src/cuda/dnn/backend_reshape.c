/* SPDX-License-Identifier: MIT */
/* Reshapes in graphs.  A view has the elements in the order of memory as both tensors describe it, which
 * transposes where their strides say so; a logical reshape has them in the order of coordinates. */
#include "cuda/dnn/backend_graph.h"

#include <stdlib.h>

/* Whether each element has a place of its own in memory, without gaps. */
static bool is_dense(const struct cudnnTensorStruct *tensor)
{
    int64_t step = 1;

    for (int done = 0; done < tensor->dims; done++) {
        int next = -1; /* the coordinate that has the next stride; those of size 1 have any */
        for (int i = 0; i < tensor->dims && next < 0; i++)
            if (tensor->size[i] > 1 && tensor->stride[i] == step)
                next = i;
        if (next >= 0)
            step *= tensor->size[next];
    }
    return step == (int64_t)hw_dnn_count(tensor);
}

void hw_dnn_reshape_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                        struct hw_dnn_graph *graph)
{
    struct hw_dnn_step step = hw_dnn_graph_step(HW_DNN_STEP_RESHAPE);

    step.logical = hw_dnn_node_integer(operation, CUDNN_ATTR_OPERATION_RESHAPE_MODE,
                                       CUDNN_RESHAPE_VIEW_ONLY) == CUDNN_RESHAPE_LOGICAL;
    step.x = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_RESHAPE_XDESC, true);
    step.y = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_RESHAPE_YDESC, true);
    if (!hw_dnn_is_ready(call))
        return;
    const struct cudnnTensorStruct *x = &graph->slot[step.x].layout, *y = &graph->slot[step.y].layout;
    hw_dnn_need(call, hw_dnn_count(x) == hw_dnn_count(y));
    hw_dnn_support(call, step.logical || (is_dense(x) && is_dense(y)), "a view of a tensor with gaps");
    hw_dnn_graph_push(call, graph, &step);
}

/* Where an element is in memory. */
static size_t offset_in(const struct cudnnTensorStruct *layout, size_t index)
{
    size_t offset = 0;

    for (int i = layout->dims - 1; i >= 0; i--) {
        offset += index % (size_t)layout->size[i] * (size_t)layout->stride[i];
        index /= (size_t)layout->size[i];
    }
    return offset;
}

cudaError_t hw_dnn_do_reshape(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step)
{
    const struct hw_dnn_slot *x = &graph->slot[step->x], *y = &graph->slot[step->y];
    const size_t count = hw_dnn_count(&x->layout);
    cudaError_t error = cudaSuccess;
    double *values = hw_dnn_gather(&x->operand, &error);
    double *memory = values ? hw_dnn_room(&y->operand, &error) : NULL;

    if (memory && !step->logical) {
        for (size_t i = 0; i < count; i++)
            memory[offset_in(&x->layout, i)] = values[i];
        for (size_t i = 0; i < count; i++)
            values[i] = memory[offset_in(&y->layout, i)];
    }
    if (memory)
        error = hw_dnn_spread(&y->operand, values, 1, 0);
    free(values), free(memory);
    return error;
}
