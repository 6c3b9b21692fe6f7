/* SPDX-License-Identifier: MIT */
/* Reshapes in graphs.  A view has the elements in the order of memory as both tensors describe it, which
 * transposes where their strides say so; a logical reshape has them in the order of coordinates.  A view of a
 * tensor with gaps or repetitions, such as a part of a packed one, may exchange its dimensions only. */
#include "cuda/dnn/backend_graph.h"

#include <stdlib.h>
#include <string.h>

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

/* Which dimension of x each of y is, by size and stride; those of size 1 are none.  False: y has others. */
static bool find_dimensions(const struct cudnnTensorStruct *x, const struct cudnnTensorStruct *y,
                            int of[CUDNN_DIM_MAX])
{
    bool taken[CUDNN_DIM_MAX] = {false};

    for (int i = 0; i < y->dims; i++) {
        of[i] = -1;
        for (int j = 0; j < x->dims && y->size[i] > 1 && of[i] < 0; j++)
            if (!taken[j] && x->size[j] == y->size[i] && x->stride[j] == y->stride[i])
                of[i] = j;
        if (of[i] >= 0)
            taken[of[i]] = true;
        else if (y->size[i] > 1)
            return false;
    }
    return true;
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
    int of[CUDNN_DIM_MAX];
    hw_dnn_support(call, step.logical || (is_dense(x) && is_dense(y)) || find_dimensions(x, y, of),
                   "a view of a tensor with gaps that does not only exchange dimensions");
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

/* The elements of x in the order of y, whose dimensions are those of x. */
static void exchange(const struct cudnnTensorStruct *x, const struct cudnnTensorStruct *y,
                     const int of[CUDNN_DIM_MAX], const double *from, double *to)
{
    const size_t count = hw_dnn_count(y);
    size_t pitch[CUDNN_DIM_MAX];

    for (int i = x->dims - 1; i >= 0; i--)
        pitch[i] = i == x->dims - 1 ? 1 : pitch[i + 1] * (size_t)x->size[i + 1];
    for (size_t element = 0; element < count; element++) {
        size_t index = element, at = 0;
        for (int i = y->dims - 1; i >= 0; i--) {
            at += of[i] < 0 ? 0 : index % (size_t)y->size[i] * pitch[of[i]];
            index /= (size_t)y->size[i];
        }
        to[element] = from[at];
    }
}

cudaError_t hw_dnn_do_reshape(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step)
{
    const struct hw_dnn_slot *x = &graph->slot[step->x], *y = &graph->slot[step->y];
    const size_t count = hw_dnn_count(&x->layout);
    cudaError_t error = cudaSuccess;
    double *values = hw_dnn_gather(&x->operand, &error);
    double *memory = values ? hw_dnn_room(&y->operand, &error) : NULL;

    int of[CUDNN_DIM_MAX];

    if (memory && !step->logical && is_dense(&x->layout) && is_dense(&y->layout)) {
        for (size_t i = 0; i < count; i++)
            memory[offset_in(&x->layout, i)] = values[i];
        for (size_t i = 0; i < count; i++)
            values[i] = memory[offset_in(&y->layout, i)];
    } else if (memory && !step->logical && find_dimensions(&x->layout, &y->layout, of)) {
        exchange(&x->layout, &y->layout, of, values, memory);
        memcpy(values, memory, count * sizeof *values);
    }
    if (memory)
        error = hw_dnn_spread(&y->operand, values, 1, 0);
    free(values), free(memory);
    return error;
}
