/* SPDX-License-Identifier: MIT */
/* Masks of a diagonal band, of scores of attention: a score stays where it is in the band, elsewhere another
 * number is put.  With a bound on the right, row + lengths of columns - of rows + bound is compared with the
 * column; with one on the left, column + bound - lengths of columns + of rows with the row.  That is how
 * cudnn-frontend composes the mask of other operations for older libraries (diagonal_band_mask.h). */
#include "cuda/dnn/backend_graph.h"

#include <stdlib.h>

void hw_dnn_band_mask_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                          struct hw_dnn_graph *graph)
{
    struct hw_dnn_step step = hw_dnn_graph_step(HW_DNN_STEP_BAND_MASK);

    step.left = hw_dnn_node_find(operation, CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_LEFT_BOUND_DESC) != NULL;
    step.pointwise.mode = (cudnnPointwiseMode_t)hw_dnn_node_integer(
        operation, CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_COMPARISON_MODE, 0);
    step.x = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_XDESC, true);
    step.b = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_BDESC, true);
    step.y = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_YDESC, true);
    step.t = hw_dnn_graph_slot_if_set(call, graph, operation,
                                      CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_SEQ_LEN_QDESC);
    step.w = hw_dnn_graph_slot_if_set(call, graph, operation,
                                      CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_SEQ_LEN_KVDESC);
    const int right = hw_dnn_graph_slot_if_set(
        call, graph, operation, CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_SHIFT_RIGHT_BOUND_DESC);
    step.dy = step.left ? hw_dnn_graph_slot(call, graph, operation,
                                            CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_LEFT_BOUND_DESC, true)
                        : right;
    hw_dnn_support(call, !step.left || right == HW_DNN_NO_SLOT, "a mask with bounds on both sides");
    hw_dnn_support(
        call, step.pointwise.mode >= CUDNN_POINTWISE_CMP_EQ && step.pointwise.mode <= CUDNN_POINTWISE_CMP_LE,
        "a mask that does not compare");
    if (!hw_dnn_is_ready(call))
        return;
    const struct cudnnTensorStruct *y = hw_dnn_graph_tensor(graph, step.y);
    const int operands[] = {step.b, step.t, step.w, step.dy};
    hw_dnn_need(call, y->dims >= 2 && hw_dnn_same_size(hw_dnn_graph_tensor(graph, step.x), y));
    for (unsigned i = 0; i < sizeof operands / sizeof *operands && hw_dnn_is_ready(call); i++)
        hw_dnn_need(call, operands[i] == HW_DNN_NO_SLOT ||
                              hw_dnn_stretches(hw_dnn_graph_tensor(graph, operands[i]), y));
    hw_dnn_graph_push(call, graph, &step);
}

cudaError_t hw_dnn_do_band_mask(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step)
{
    const struct hw_dnn_operand *result = &graph->slot[step->y].operand;
    const struct cudnnTensorStruct *y = &result->tensor;
    const size_t count = hw_dnn_count(y), columns = (size_t)y->size[y->dims - 1],
                 rows = (size_t)y->size[y->dims - 2];
    cudaError_t error = cudaSuccess;
    const struct hw_dnn_gathered x = hw_dnn_gather_slot(graph, step->x, y, &error),
                                 b = hw_dnn_gather_slot(graph, step->b, y, &error),
                                 of_rows = hw_dnn_gather_slot(graph, step->t, y, &error),
                                 of_columns = hw_dnn_gather_slot(graph, step->w, y, &error),
                                 bound = hw_dnn_gather_slot(graph, step->dy, y, &error);

    for (size_t i = 0; error == cudaSuccess && i < count; i++) {
        const double row = (double)(i / columns % rows), column = (double)(i % columns),
                     shift = hw_dnn_gathered_at(&of_columns, y, i) - hw_dnn_gathered_at(&of_rows, y, i),
                     by = hw_dnn_gathered_at(&bound, y, i);
        const bool stays =
            step->left ? hw_dnn_pointwise_value(&step->pointwise, column + by - shift, row, 0, 0) != 0
                       : hw_dnn_pointwise_value(&step->pointwise, row + shift + by, column, 0, 0) != 0;
        if (!stays)
            x.values[i] = hw_dnn_gathered_at(&b, y, i);
    }
    if (error == cudaSuccess)
        error = hw_dnn_spread(result, x.values, 1, 0);
    free(x.values), free(b.values), free(of_rows.values), free(of_columns.values), free(bound.values);
    return error;
}
