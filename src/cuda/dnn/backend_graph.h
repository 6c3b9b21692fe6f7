/* SPDX-License-Identifier: MIT */
/* A graph of operations as work: tensors in slots, and steps between them.  Virtual tensors live in the host
 * while the graph runs.  Each step is done as a whole, one after the other. */
#ifndef HW_CUDA_DNN_BACKEND_GRAPH_H
#define HW_CUDA_DNN_BACKEND_GRAPH_H

#include "cuda/dnn/backend_node.h"
#include "cuda/dnn/convolution.h"

enum { HW_DNN_NO_SLOT = -1 };

struct hw_dnn_slot {
    struct hw_dnn_operand operand;
    int64_t id;
    bool is_virtual, by_value;
    bool counts;  /* it is read or written: not only multiplied by 0 */
    double value; /* by value */
};

struct hw_dnn_pointwise {
    cudnnPointwiseMode_t mode;
    double lower, upper, slope; /* of ReLU */
    double elu_alpha, softplus_beta, swish_beta;
};

enum hw_dnn_step_kind {
    HW_DNN_STEP_POINTWISE,
    HW_DNN_STEP_CONVOLUTION,
    HW_DNN_STEP_MATMUL,
    HW_DNN_STEP_ATTENTION
};

/* Slots, or HW_DNN_NO_SLOT: of convolutions x, w and y; of products the factors x and b, and y; of pointwise
 * operations the operands and the result y; of attention Q, K, V and the scale in x, w, b and t, O in y, and
 * statistics. */
struct hw_dnn_step {
    enum hw_dnn_step_kind kind;
    int x, w, y, b, t, dy, statistics;
    struct hw_dnn_convolution convolution;
    struct hw_dnn_pointwise pointwise;
    double alpha_x, alpha_b;
};

struct hw_dnn_graph {
    int slots, steps;
    struct hw_dnn_slot slot[HW_DNN_MOST_SLOTS];
    struct hw_dnn_step step[HW_DNN_MOST_STEPS];
};

/* The value of a tensor's descriptor. */
struct cudnnTensorStruct hw_dnn_backend_tensor(struct hw_dnn_call *call, const struct hw_dnn_node *node);
/* The slot of a tensor of an operation.  One that does not count, as it is multiplied by 0, need not be in
 * memory. */
int hw_dnn_graph_slot(struct hw_dnn_call *call, struct hw_dnn_graph *graph,
                      const struct hw_dnn_node *operation, cudnnBackendAttributeName_t name, bool counts);
/* Add an operation as a step. */
void hw_dnn_graph_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                      struct hw_dnn_graph *graph);
/* The steps of a graph's descriptor; its tensors' memory by a variant pack; do it in the handle's stream. */
void hw_dnn_graph_make(struct hw_dnn_call *call, const struct hw_dnn_node *node, struct hw_dnn_graph *graph);
void hw_dnn_graph_bind(struct hw_dnn_call *call, const struct hw_dnn_node *pack, struct hw_dnn_graph *graph);
void hw_dnn_graph_run(struct hw_dnn_call *call, struct hw_dnn_graph *graph);

/* Products of matrices (backend_matmul.c): their slots and sizes, and the work. */
void hw_dnn_matmul_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                       struct hw_dnn_graph *graph, struct hw_dnn_step *step);
cudaError_t hw_dnn_do_matmul(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step);

/* The same of scaled dot-product attention (backend_attention.c). */
void hw_dnn_attention_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                          struct hw_dnn_graph *graph, struct hw_dnn_step *step);
cudaError_t hw_dnn_do_attention(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step);

/* Which operands a mode takes, as letters; NULL: there is no such mode (pointwise.c). */
const char *hw_dnn_pointwise_operands(cudnnPointwiseMode_t mode);
double hw_dnn_pointwise_value(const struct hw_dnn_pointwise *pointwise, double x, double b, double t,
                              double dy);

#endif
