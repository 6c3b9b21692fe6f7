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

/* Slots, or HW_DNN_NO_SLOT: of convolutions x, w and y; of the others the operands and the result y. */
struct hw_dnn_step {
    bool convolves;
    int x, w, y, b, t, dy;
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
/* Add an operation as a step. */
void hw_dnn_graph_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                      struct hw_dnn_graph *graph);
/* The steps of a graph's descriptor; its tensors' memory by a variant pack; do it in the handle's stream. */
void hw_dnn_graph_make(struct hw_dnn_call *call, const struct hw_dnn_node *node, struct hw_dnn_graph *graph);
void hw_dnn_graph_bind(struct hw_dnn_call *call, const struct hw_dnn_node *pack, struct hw_dnn_graph *graph);
void hw_dnn_graph_run(struct hw_dnn_call *call, struct hw_dnn_graph *graph);

/* Which operands a mode takes, as letters; NULL: there is no such mode (pointwise.c). */
const char *hw_dnn_pointwise_operands(cudnnPointwiseMode_t mode);
double hw_dnn_pointwise_value(const struct hw_dnn_pointwise *pointwise, double x, double b, double t,
                              double dy);

#endif
