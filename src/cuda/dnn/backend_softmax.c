/* SPDX-License-Identifier: MIT */
/* Softmax in graphs, of the last coordinate.  The sink is one more score of each row, whose weight is left
 * out.  A row of which all scores are minus infinity has weights of 0, as in cudnn-frontend's reference
 * (test/python/sdpa/fp16_ref.py). */
#include "cuda/dnn/backend_graph.h"

#include <math.h>
#include <stdlib.h>

void hw_dnn_softmax_slots(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                          struct hw_dnn_graph *graph, struct hw_dnn_step *step)
{
    step->statistics =
        hw_dnn_graph_slot_if_set(call, graph, operation, CUDNN_ATTR_OPERATION_SOFTMAX_STATS_DESC);
    step->most = hw_dnn_graph_slot_if_set(call, graph, operation, CUDNN_ATTR_OPERATION_SOFTMAX_MAX_DESC);
    step->sum = hw_dnn_graph_slot_if_set(call, graph, operation, CUDNN_ATTR_OPERATION_SOFTMAX_SUM_EXP_DESC);
    step->b = hw_dnn_graph_slot_if_set(call, graph, operation, CUDNN_ATTR_OPERATION_SOFTMAX_SINK_DESC);
    step->log2 = hw_dnn_node_integer(operation, CUDNN_ATTR_OPERATION_SOFTMAX_STATS_LOG2, 0);
}

/* Numbers of rows are tensors of which the last size is 1. */
void hw_dnn_softmax_push(struct hw_dnn_call *call, struct hw_dnn_graph *graph, const struct hw_dnn_step *step)
{
    if (!hw_dnn_is_ready(call))
        return;
    const struct cudnnTensorStruct *x = hw_dnn_graph_tensor(graph, step->x);
    const int results[] = {step->statistics, step->most, step->sum};
    struct cudnnTensorStruct rows = *x;
    rows.size[rows.dims - 1] = 1;
    hw_dnn_need(call, hw_dnn_same_size(x, hw_dnn_graph_tensor(graph, step->y)));
    for (unsigned i = 0; i < sizeof results / sizeof *results; i++)
        hw_dnn_need(call, results[i] == HW_DNN_NO_SLOT ||
                              hw_dnn_same_size(hw_dnn_graph_tensor(graph, results[i]), &rows));
    hw_dnn_need(call,
                step->b == HW_DNN_NO_SLOT || hw_dnn_stretches(hw_dnn_graph_tensor(graph, step->b), &rows));
    hw_dnn_graph_push(call, graph, step);
}

void hw_dnn_softmax_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                        struct hw_dnn_graph *graph)
{
    struct hw_dnn_step step = hw_dnn_graph_step(HW_DNN_STEP_SOFTMAX);

    step.x = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_SOFTMAX_XDESC, true);
    step.y = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_SOFTMAX_YDESC, true);
    hw_dnn_softmax_slots(call, operation, graph, &step);
    hw_dnn_softmax_push(call, graph, &step);
}

/* --- work --- */

/* What a row has beside its weights. */
struct softmax_row {
    double most, sum;
};

static struct softmax_row weigh(double *scores, size_t count, double sink)
{
    struct softmax_row row = {.most = sink};

    for (size_t i = 0; i < count; i++)
        row.most = isnan(scores[i]) || scores[i] > row.most ? scores[i] : row.most;
    const double from = isinf(row.most) && row.most < 0 ? 0 : row.most;
    row.sum = exp(sink - from);
    for (size_t i = 0; i < count; i++)
        row.sum += scores[i] = exp(scores[i] - from);
    for (size_t i = 0; i < count && row.sum != 0; i++)
        scores[i] /= row.sum;
    return row;
}

static cudaError_t spread_if(const struct hw_dnn_graph *graph, int slot, const double *values)
{
    return slot == HW_DNN_NO_SLOT ? cudaSuccess : hw_dnn_spread(&graph->slot[slot].operand, values, 1, 0);
}

static double *room(size_t count, cudaError_t *error)
{
    double *made = *error == cudaSuccess ? malloc(count * sizeof *made) : NULL;

    if (!made && *error == cudaSuccess)
        *error = cudaErrorMemoryAllocation;
    return made;
}

cudaError_t hw_dnn_do_softmax(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step)
{
    const struct cudnnTensorStruct *tensor = hw_dnn_graph_tensor(graph, step->x);
    const size_t columns = (size_t)tensor->size[tensor->dims - 1], rows = hw_dnn_count(tensor) / columns;
    struct cudnnTensorStruct of_rows = *tensor;
    cudaError_t error = cudaSuccess;
    double *scores = hw_dnn_gather(&graph->slot[step->x].operand, &error);
    double *sink =
        step->b == HW_DNN_NO_SLOT || !scores ? NULL : hw_dnn_gather(&graph->slot[step->b].operand, &error);
    double *statistics = room(rows, &error), *most = room(rows, &error), *sum = room(rows, &error);

    of_rows.size[of_rows.dims - 1] = 1;
    for (size_t i = 0; error == cudaSuccess && i < rows; i++) {
        const double own =
            sink ? sink[hw_dnn_place_in(hw_dnn_graph_tensor(graph, step->b), &of_rows, i)] : -INFINITY;
        const struct softmax_row row = weigh(scores + i * columns, columns, own);
        most[i] = row.most;
        sum[i] = row.sum;
        statistics[i] = (row.most + log(row.sum)) * (step->log2 ? M_LOG2E : 1);
    }
    if (error == cudaSuccess)
        error = hw_dnn_spread(&graph->slot[step->y].operand, scores, 1, 0);
    if (error == cudaSuccess)
        error = spread_if(graph, step->statistics, statistics);
    if (error == cudaSuccess)
        error = spread_if(graph, step->most, most);
    if (error == cudaSuccess)
        error = spread_if(graph, step->sum, sum);
    free(scores), free(sink), free(statistics), free(most), free(sum);
    return error;
}
