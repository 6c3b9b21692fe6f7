/* SPDX-License-Identifier: MIT */
/* Scaled dot-product attention in graphs, forward: O = softmax(scale Q K^T) V for each image and head, where
 * several heads of Q may share one of K and V.  All is computed in double precision, and O is rounded once.
 * Statistics are the logarithm of each row's sum of exponentials. */
#include "cuda/dnn/backend_graph.h"
#include "cuda/dnn/gemm.h"

#include <math.h>
#include <stdlib.h>

enum { IMAGES, HEADS, ROWS, DEPTH, DIMS }; /* coordinates of Q, K, V and O */

static int slot_if_given(struct hw_dnn_call *call, struct hw_dnn_graph *graph,
                         const struct hw_dnn_node *operation, cudnnBackendAttributeName_t name)
{
    return hw_dnn_node_find(operation, name) ? hw_dnn_graph_slot(call, graph, operation, name, true)
                                             : HW_DNN_NO_SLOT;
}

static const struct cudnnTensorStruct *tensor_of(const struct hw_dnn_graph *graph, int slot)
{
    return &graph->slot[slot].operand.tensor;
}

static bool fits(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step)
{
    const struct cudnnTensorStruct *q = tensor_of(graph, step->x), *k = tensor_of(graph, step->w),
                                   *v = tensor_of(graph, step->b), *o = tensor_of(graph, step->y);

    if (q->dims != DIMS || k->dims != DIMS || v->dims != DIMS || o->dims != DIMS)
        return false;
    return q->size[IMAGES] == k->size[IMAGES] && q->size[IMAGES] == v->size[IMAGES] &&
           q->size[IMAGES] == o->size[IMAGES] && q->size[HEADS] == o->size[HEADS] &&
           q->size[HEADS] % k->size[HEADS] == 0 && q->size[HEADS] % v->size[HEADS] == 0 &&
           q->size[ROWS] == o->size[ROWS] && k->size[ROWS] == v->size[ROWS] &&
           q->size[DEPTH] == k->size[DEPTH] && v->size[DEPTH] == o->size[DEPTH];
}

void hw_dnn_attention_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                          struct hw_dnn_graph *graph, struct hw_dnn_step *step)
{
    step->kind = HW_DNN_STEP_ATTENTION;
    step->x = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_SDPA_FWD_QDESC, true);
    step->w = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_SDPA_FWD_KDESC, true);
    step->b = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_SDPA_FWD_VDESC, true);
    step->y = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_SDPA_FWD_ODESC, true);
    step->t = slot_if_given(call, graph, operation, CUDNN_ATTR_OPERATION_SDPA_FWD_SCALEDESC);
    step->statistics = slot_if_given(call, graph, operation, CUDNN_ATTR_OPERATION_SDPA_FWD_STATSDESC);
    if (!hw_dnn_is_ready(call))
        return;
    hw_dnn_need(call, fits(graph, step));
    if (step->t != HW_DNN_NO_SLOT)
        hw_dnn_need(call, hw_dnn_count(tensor_of(graph, step->t)) == 1);
    if (hw_dnn_is_ready(call) && step->statistics != HW_DNN_NO_SLOT) {
        const struct cudnnTensorStruct *q = tensor_of(graph, step->x);
        const int size[] = {q->size[IMAGES], q->size[HEADS], q->size[ROWS], 1};
        const struct cudnnTensorStruct rows = hw_dnn_packed(CUDNN_DATA_FLOAT, DIMS, size);
        hw_dnn_need(call, hw_dnn_same_size(tensor_of(graph, step->statistics), &rows));
    }
}

/* A row of scores becomes one of weights; the logarithm of the sum of its exponentials. */
static double weigh(double *scores, size_t count, double scale)
{
    double most = -INFINITY, sum = 0;

    for (size_t i = 0; i < count; i++) {
        scores[i] *= scale;
        most = isnan(scores[i]) || scores[i] > most ? scores[i] : most;
    }
    for (size_t i = 0; i < count; i++)
        sum += scores[i] = exp(scores[i] - most);
    for (size_t i = 0; i < count; i++)
        scores[i] /= sum;
    return most + log(sum);
}

/* What work holds, dense. */
struct attention {
    double *q, *k, *v, *o, *scores, *statistics;
    double scale;
};

/* The matrix of a tensor for an image and a head of Q. */
static size_t matrix_at(const struct cudnnTensorStruct *tensor, size_t image, size_t head, size_t heads)
{
    const size_t own = (size_t)tensor->size[HEADS];

    return (image * own + head / (heads / own)) * (size_t)tensor->size[ROWS] * (size_t)tensor->size[DEPTH];
}

static void attend(const struct attention *work, const struct hw_dnn_graph *graph,
                   const struct hw_dnn_step *step)
{
    const struct cudnnTensorStruct *q = tensor_of(graph, step->x), *k = tensor_of(graph, step->w),
                                   *v = tensor_of(graph, step->b), *o = tensor_of(graph, step->y);
    const size_t images = (size_t)q->size[IMAGES], heads = (size_t)q->size[HEADS], m = (size_t)q->size[ROWS],
                 n = (size_t)k->size[ROWS], depth = (size_t)q->size[DEPTH], wide = (size_t)v->size[DEPTH];

    for (size_t i = 0; i < images * heads; i++) {
        const size_t image = i / heads, head = i % heads;
        const struct hw_dnn_matrix of_q = {work->q + matrix_at(q, image, head, heads), depth, false},
                                   of_k = {work->k + matrix_at(k, image, head, heads), depth, true},
                                   of_v = {work->v + matrix_at(v, image, head, heads), wide, false},
                                   of_scores = {work->scores, n, false};
        hw_dnn_gemm_doubles(m, n, depth, of_q, of_k, 0, work->scores, n);
        for (size_t row = 0; row < m; row++)
            work->statistics[i * m + row] = weigh(work->scores + row * n, n, work->scale);
        hw_dnn_gemm_doubles(m, wide, n, of_scores, of_v, 0, work->o + matrix_at(o, image, head, heads), wide);
    }
}

static double *gather(const struct hw_dnn_graph *graph, int slot, cudaError_t *error)
{
    return *error == cudaSuccess ? hw_dnn_gather(&graph->slot[slot].operand, error) : NULL;
}

static double *room(size_t count, cudaError_t *error)
{
    double *made = *error == cudaSuccess ? malloc(count * sizeof *made) : NULL;

    if (!made && *error == cudaSuccess)
        *error = cudaErrorMemoryAllocation;
    return made;
}

cudaError_t hw_dnn_do_attention(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step)
{
    const struct cudnnTensorStruct *q = tensor_of(graph, step->x), *k = tensor_of(graph, step->w);
    const struct hw_dnn_operand *result = &graph->slot[step->y].operand;
    const size_t rows = (size_t)q->size[ROWS];
    cudaError_t error = cudaSuccess;
    double *scale = step->t == HW_DNN_NO_SLOT ? NULL : gather(graph, step->t, &error);
    const struct attention work = {
        .q = gather(graph, step->x, &error),
        .k = gather(graph, step->w, &error),
        .v = gather(graph, step->b, &error),
        .o = room(hw_dnn_count(&result->tensor), &error),
        .scores = room(rows * (size_t)k->size[ROWS], &error),
        .statistics = room((size_t)q->size[IMAGES] * (size_t)q->size[HEADS] * rows, &error),
        .scale = scale ? *scale : 1,
    };

    if (error == cudaSuccess) {
        attend(&work, graph, step);
        error = hw_dnn_spread(result, work.o, 1, 0);
    }
    if (error == cudaSuccess && step->statistics != HW_DNN_NO_SLOT)
        error = hw_dnn_spread(&graph->slot[step->statistics].operand, work.statistics, 1, 0);
    free(scale), free(work.q), free(work.k), free(work.v), free(work.o), free(work.scores);
    free(work.statistics);
    return error;
}
