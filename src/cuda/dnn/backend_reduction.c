/* SPDX-License-Identifier: MIT */
/* Reductions in graphs: a coordinate of the result has the operand's size, or 1, or a factor of it, and then
 * as many elements in turn become one (heads of Q that share one of K). */
#include "cuda/dnn/backend_graph.h"
#include "cuda/dnn/reduce.h"

static bool reduces(const struct cudnnTensorStruct *x, const struct cudnnTensorStruct *y)
{
    for (int i = 0; i < x->dims && x->dims == y->dims; i++)
        if (x->size[i] % y->size[i] != 0)
            return false;
    return x->dims == y->dims;
}

void hw_dnn_reduction_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                          struct hw_dnn_graph *graph)
{
    const struct hw_dnn_node *reduction =
        hw_dnn_node_child(operation, CUDNN_ATTR_OPERATION_REDUCTION_DESC, 0);
    struct hw_dnn_step step = hw_dnn_graph_step(HW_DNN_STEP_REDUCTION);

    step.reduction = (cudnnReduceTensorOp_t)hw_dnn_node_integer(reduction, CUDNN_ATTR_REDUCTION_OPERATOR, 0);
    step.x = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_REDUCTION_XDESC, true);
    step.y = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_REDUCTION_YDESC, true);
    if (hw_dnn_is_ready(call))
        hw_dnn_need(call, reduces(hw_dnn_graph_tensor(graph, step.x), hw_dnn_graph_tensor(graph, step.y)));
    hw_dnn_graph_push(call, graph, &step);
}

cudaError_t hw_dnn_do_graph_reduction(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step)
{
    struct hw_dnn_reduction work = {.a = graph->slot[step->x].operand,
                                    .c = graph->slot[step->y].operand,
                                    .op = step->reduction,
                                    .alpha = 1};

    return hw_dnn_do_reduction(&work);
}
