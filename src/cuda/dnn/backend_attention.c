/* SPDX-License-Identifier: MIT */
/* Scaled dot-product attention in graphs, forward: O = softmax(g(scale Q K^T)) V for each image and head,
 * where several heads of Q may share one of K and V, and g is the operations of a graph of its own, such as
 * masks.  It becomes the steps of its parts.  All but g is computed in double precision, and O is rounded
 * once. */
#include "cuda/dnn/backend_graph.h"

enum { IMAGES, HEADS, ROWS, DEPTH, DIMS }; /* coordinates of Q, K, V and O */

/* The slots of an attention. */
struct attention {
    int q, k, v, o, scale, scores, weights;
};

static bool fits(const struct hw_dnn_graph *graph, const struct attention *p)
{
    const struct cudnnTensorStruct *q = hw_dnn_graph_tensor(graph, p->q),
                                   *k = hw_dnn_graph_tensor(graph, p->k),
                                   *v = hw_dnn_graph_tensor(graph, p->v),
                                   *o = hw_dnn_graph_tensor(graph, p->o);

    if (q->dims != DIMS || k->dims != DIMS || v->dims != DIMS || o->dims != DIMS)
        return false;
    return q->size[IMAGES] == k->size[IMAGES] && q->size[IMAGES] == v->size[IMAGES] &&
           q->size[IMAGES] == o->size[IMAGES] && q->size[HEADS] == o->size[HEADS] &&
           q->size[HEADS] % k->size[HEADS] == 0 && q->size[HEADS] % v->size[HEADS] == 0 &&
           q->size[ROWS] == o->size[ROWS] && k->size[ROWS] == v->size[ROWS] &&
           q->size[DEPTH] == k->size[DEPTH] && v->size[DEPTH] == o->size[DEPTH];
}

/* scale Q K^T */
static void add_scores(struct hw_dnn_call *call, struct hw_dnn_graph *graph, struct attention *p)
{
    const struct cudnnTensorStruct *q = hw_dnn_graph_tensor(graph, p->q),
                                   *k = hw_dnn_graph_tensor(graph, p->k);
    const int size[] = {q->size[IMAGES], q->size[HEADS], q->size[ROWS], k->size[ROWS]};
    struct hw_dnn_step product = hw_dnn_graph_step(HW_DNN_STEP_MATMUL),
                       scaling = hw_dnn_graph_step(HW_DNN_STEP_POINTWISE);

    product.x = p->q;
    product.b = p->k;
    product.turned = true;
    product.y = hw_dnn_graph_own_slot(call, graph, DIMS, size);
    hw_dnn_matmul_push(call, graph, &product);
    p->scores = product.y;
    p->weights = hw_dnn_graph_own_slot(call, graph, DIMS, size);
    if (p->scale == HW_DNN_NO_SLOT || !hw_dnn_is_ready(call))
        return;
    hw_dnn_need(call, hw_dnn_count(hw_dnn_graph_tensor(graph, p->scale)) == 1);
    hw_dnn_need(call, hw_dnn_graph_tensor(graph, p->scale)->dims == DIMS);
    scaling.pointwise.mode = CUDNN_POINTWISE_MUL;
    scaling.alpha_x = scaling.alpha_b = 1;
    scaling.x = product.y;
    scaling.b = p->scale;
    scaling.y = hw_dnn_graph_own_slot(call, graph, DIMS, size);
    hw_dnn_graph_push(call, graph, &scaling);
    p->scores = scaling.y;
}

/* The operations between the scores and softmax.  They know their operand and result by number. */
static void add_between(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                        struct hw_dnn_graph *graph, struct attention *p)
{
    const struct hw_dnn_node *between =
        hw_dnn_node_child(operation, CUDNN_ATTR_OPERATION_SDPA_FWD_SUBGRAPH, 0);

    if (!between || !hw_dnn_is_ready(call))
        return;
    graph->slot[p->scores].id =
        hw_dnn_node_integer(operation, CUDNN_ATTR_OPERATION_SDPA_FWD_SUBGRAPH_INPUT_UID, -1);
    hw_dnn_graph_add_all(call, between, graph);
    p->scores = hw_dnn_graph_slot_of(
        graph, hw_dnn_node_integer(operation, CUDNN_ATTR_OPERATION_SDPA_FWD_SUBGRAPH_OUTPUT_UID, -1));
    hw_dnn_need(call, p->scores != HW_DNN_NO_SLOT);
}

void hw_dnn_attention_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                          struct hw_dnn_graph *graph)
{
    const struct hw_dnn_node *of_softmax =
        hw_dnn_node_child(operation, CUDNN_ATTR_OPERATION_SDPA_FWD_SOFTMAX_DESC, 0);
    struct hw_dnn_step softmax = hw_dnn_graph_step(HW_DNN_STEP_SOFTMAX),
                       product = hw_dnn_graph_step(HW_DNN_STEP_MATMUL);
    struct attention p = {
        .q = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_SDPA_FWD_QDESC, true),
        .k = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_SDPA_FWD_KDESC, true),
        .v = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_SDPA_FWD_VDESC, true),
        .o = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_SDPA_FWD_ODESC, true),
        .scale = hw_dnn_graph_slot_if_set(call, graph, operation, CUDNN_ATTR_OPERATION_SDPA_FWD_SCALEDESC)};

    if (hw_dnn_is_ready(call))
        hw_dnn_need(call, fits(graph, &p));
    if (!hw_dnn_is_ready(call))
        return;
    add_scores(call, graph, &p);
    add_between(call, operation, graph, &p);
    if (of_softmax)
        hw_dnn_softmax_slots(call, of_softmax, graph, &softmax);
    if (hw_dnn_node_find(operation, CUDNN_ATTR_OPERATION_SDPA_FWD_STATSDESC))
        softmax.statistics =
            hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_SDPA_FWD_STATSDESC, true);
    softmax.x = p.scores;
    softmax.y = p.weights;
    hw_dnn_softmax_push(call, graph, &softmax);
    product.x = p.weights;
    product.b = p.v;
    product.y = p.o;
    hw_dnn_matmul_push(call, graph, &product);
}
