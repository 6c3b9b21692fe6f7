/* SPDX-License-Identifier: MIT */
/* Pointwise operations in graphs: operands are stretched to the size of the result. */
#include "cuda/dnn/backend_graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct hw_dnn_pointwise pointwise_of(const struct hw_dnn_node *node)
{
    return (struct hw_dnn_pointwise){
        .mode = (cudnnPointwiseMode_t)hw_dnn_node_integer(node, CUDNN_ATTR_POINTWISE_MODE, 0),
        .axis = (int)hw_dnn_node_integer(node, CUDNN_ATTR_POINTWISE_AXIS, -1),
        .lower = hw_dnn_node_number(node, CUDNN_ATTR_POINTWISE_RELU_LOWER_CLIP, 0),
        .upper = hw_dnn_node_number(node, CUDNN_ATTR_POINTWISE_RELU_UPPER_CLIP, (double)INFINITY),
        .slope = hw_dnn_node_number(node, CUDNN_ATTR_POINTWISE_RELU_LOWER_CLIP_SLOPE, 0),
        .elu_alpha = hw_dnn_node_number(node, CUDNN_ATTR_POINTWISE_ELU_ALPHA, 1),
        .softplus_beta = hw_dnn_node_number(node, CUDNN_ATTR_POINTWISE_SOFTPLUS_BETA, 1),
        .swish_beta = hw_dnn_node_number(node, CUDNN_ATTR_POINTWISE_SWISH_BETA, 1)};
}

/* The slot of an operand whose letter is among those that the mode takes. */
static int operand_slot(struct hw_dnn_call *call, struct hw_dnn_graph *graph,
                        const struct hw_dnn_node *operation, const char *operands, char letter,
                        cudnnBackendAttributeName_t name, double factor)
{
    if (!strchr(operands, letter) || (factor == 0 && !hw_dnn_node_find(operation, name)))
        return HW_DNN_NO_SLOT;
    return hw_dnn_graph_slot(call, graph, operation, name, factor != 0);
}

void hw_dnn_pointwise_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                          struct hw_dnn_graph *graph)
{
    struct hw_dnn_step step = hw_dnn_graph_step(HW_DNN_STEP_POINTWISE);

    step.pointwise =
        pointwise_of(hw_dnn_node_child(operation, CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, 0));
    const char *operands = hw_dnn_pointwise_operands(step.pointwise.mode);
    const bool backward = strchr(operands, 'd') != NULL;
    const bool makes_index = step.pointwise.mode == CUDNN_POINTWISE_GEN_INDEX;
    /* Indices are made of the operand's sizes: its values do not count. */
    step.alpha_x = makes_index ? 0 : hw_dnn_node_number(operation, CUDNN_ATTR_OPERATION_POINTWISE_ALPHA1, 1);
    step.alpha_b = hw_dnn_node_number(operation, CUDNN_ATTR_OPERATION_POINTWISE_ALPHA2, 1);
    step.x = operand_slot(call, graph, operation, operands, 'x', CUDNN_ATTR_OPERATION_POINTWISE_XDESC,
                          step.alpha_x);
    step.b = operand_slot(call, graph, operation, operands, 'b', CUDNN_ATTR_OPERATION_POINTWISE_BDESC,
                          step.alpha_b);
    step.t = operand_slot(call, graph, operation, operands, 't', CUDNN_ATTR_OPERATION_POINTWISE_TDESC, 1);
    step.dy = operand_slot(call, graph, operation, operands, 'd', CUDNN_ATTR_OPERATION_POINTWISE_DYDESC, 1);
    step.y = hw_dnn_graph_slot(
        call, graph, operation,
        backward ? CUDNN_ATTR_OPERATION_POINTWISE_DXDESC : CUDNN_ATTR_OPERATION_POINTWISE_YDESC, true);
    if (!hw_dnn_is_ready(call))
        return;
    if (makes_index)
        hw_dnn_need(call, step.pointwise.axis >= 0 &&
                              step.pointwise.axis < hw_dnn_graph_tensor(graph, step.y)->dims);
    const int slots[] = {step.x, step.b, step.t, step.dy};
    for (unsigned i = 0; i < sizeof slots / sizeof *slots; i++)
        if (slots[i] != HW_DNN_NO_SLOT)
            hw_dnn_need(call, hw_dnn_stretches(hw_dnn_graph_tensor(graph, slots[i]),
                                               hw_dnn_graph_tensor(graph, step.y)));
    hw_dnn_graph_push(call, graph, &step);
}

/* --- work --- */

/* One that a factor of 0 multiplies is not there. */
static struct hw_dnn_gathered gather(const struct hw_dnn_graph *graph, int slot,
                                     const struct cudnnTensorStruct *result, double factor,
                                     cudaError_t *error)
{
    return hw_dnn_gather_slot(graph, factor == 0 ? HW_DNN_NO_SLOT : slot, result, error);
}

/* Each element becomes its coordinate on an axis. */
static void give_indices(const struct cudnnTensorStruct *tensor, int axis, double *y)
{
    const size_t count = hw_dnn_count(tensor), size = (size_t)tensor->size[axis];
    size_t step = 1;

    for (int i = axis + 1; i < tensor->dims; i++)
        step *= (size_t)tensor->size[i];
    for (size_t i = 0; i < count; i++)
        y[i] = (double)(i / step % size);
}

cudaError_t hw_dnn_do_pointwise(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step)
{
    const struct hw_dnn_operand *result = &graph->slot[step->y].operand;
    const struct cudnnTensorStruct *tensor = &result->tensor;
    cudaError_t error = cudaSuccess;
    struct hw_dnn_gathered x = gather(graph, step->x, tensor, step->alpha_x, &error),
                           b = gather(graph, step->b, tensor, step->alpha_b, &error),
                           t = gather(graph, step->t, tensor, 1, &error),
                           dy = gather(graph, step->dy, tensor, 1, &error);
    double *y = error == cudaSuccess ? hw_dnn_room(result, &error) : NULL;

    if (y && step->pointwise.mode == CUDNN_POINTWISE_GEN_INDEX) {
        give_indices(tensor, step->pointwise.axis, y);
        error = hw_dnn_spread(result, y, 1, 0);
    } else if (y) {
        const size_t count = hw_dnn_count(tensor);
        for (size_t i = 0; i < count; i++)
            y[i] =
                hw_dnn_pointwise_value(&step->pointwise, step->alpha_x * hw_dnn_gathered_at(&x, tensor, i),
                                       step->alpha_b * hw_dnn_gathered_at(&b, tensor, i),
                                       hw_dnn_gathered_at(&t, tensor, i), hw_dnn_gathered_at(&dy, tensor, i));
        error = hw_dnn_spread(result, y, 1, 0);
    }
    free(x.values), free(b.values), free(t.values), free(dy.values), free(y);
    return error;
}
