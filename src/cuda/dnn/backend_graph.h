/* SPDX-License-Identifier: MIT */
/* A graph of operations as work: tensors in slots, and steps between them.  Virtual tensors live in the host
 * while the graph runs.  Each step is done as a whole, one after the other. */
#ifndef HW_CUDA_DNN_BACKEND_GRAPH_H
#define HW_CUDA_DNN_BACKEND_GRAPH_H

#include "cuda/dnn/backend_node.h"
#include "cuda/dnn/convolution.h"

enum { HW_DNN_NO_SLOT = -1 };

struct hw_dnn_slot {
    struct hw_dnn_operand operand;   /* what is virtual is dense, in the order of coordinates */
    struct cudnnTensorStruct layout; /* as the program describes it, for views */
    int64_t id;
    bool is_virtual, by_value;
    bool counts;  /* it is read or written: not only multiplied by 0 */
    double value; /* by value */
};

struct hw_dnn_pointwise {
    cudnnPointwiseMode_t mode;
    int axis;                   /* of GEN_INDEX */
    double lower, upper, slope; /* of ReLU */
    double elu_alpha, softplus_beta, swish_beta;
};

enum hw_dnn_step_kind {
    HW_DNN_STEP_POINTWISE,
    HW_DNN_STEP_CONVOLUTION,
    HW_DNN_STEP_MATMUL,
    HW_DNN_STEP_REDUCTION,
    HW_DNN_STEP_RESHAPE,
    HW_DNN_STEP_BAND_MASK,
    HW_DNN_STEP_SOFTMAX
};

/* Slots, or HW_DNN_NO_SLOT.  Most have operands in x and b, and the result in y.  Convolutions have x, w and
 * y; pointwise operations t and dy, too.  Products may have the rows, columns and inner sizes that count in
 * w, t and dy.  Masks have what is put where they mask in b, lengths of rows and columns in t and w, and the
 * bound in dy.  Softmax has its sink in b, and three more results. */
struct hw_dnn_step {
    enum hw_dnn_step_kind kind;
    int x, w, y, b, t, dy, statistics, most, sum;
    struct hw_dnn_convolution convolution;
    struct hw_dnn_pointwise pointwise; /* and the mode by which a mask compares */
    cudnnReduceTensorOp_t reduction;
    bool turned;    /* of a product: b is the transpose of what is meant */
    bool left;      /* of a mask: the bound is that on the left */
    bool logical;   /* of a reshape: in the order of coordinates, else of memory */
    bool log2;      /* of softmax: statistics are logarithms to the base 2 */
    double padding; /* of a product: what is beyond the sizes that count */
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
/* The same of a tensor that the operation may lack. */
int hw_dnn_graph_slot_if_set(struct hw_dnn_call *call, struct hw_dnn_graph *graph,
                             const struct hw_dnn_node *operation, cudnnBackendAttributeName_t name);
/* The slot of the tensor of this number; one for what is only between steps, in double precision. */
int hw_dnn_graph_slot_of(const struct hw_dnn_graph *graph, int64_t id);
int hw_dnn_graph_own_slot(struct hw_dnn_call *call, struct hw_dnn_graph *graph, int dims, const int *size);
const struct cudnnTensorStruct *hw_dnn_graph_tensor(const struct hw_dnn_graph *graph, int slot);

/* A step without slots; add one. */
struct hw_dnn_step hw_dnn_graph_step(enum hw_dnn_step_kind kind);
void hw_dnn_graph_push(struct hw_dnn_call *call, struct hw_dnn_graph *graph, const struct hw_dnn_step *step);

/* Whether descriptors of a type are operations; add the steps of one, or of all of a graph's descriptor. */
bool hw_dnn_graph_takes(cudnnBackendDescriptorType_t type);
void hw_dnn_graph_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                      struct hw_dnn_graph *graph);
void hw_dnn_graph_add_all(struct hw_dnn_call *call, const struct hw_dnn_node *node,
                          struct hw_dnn_graph *graph);
/* Bring the steps in an order in which each tensor is written before it is read (backend_order.c). */
void hw_dnn_graph_order(struct hw_dnn_call *call, struct hw_dnn_graph *graph);
/* All steps of a graph that is complete, in their order; its tensors' memory by a variant pack; do it in the
 * handle's stream.
 */
void hw_dnn_graph_make(struct hw_dnn_call *call, const struct hw_dnn_node *node, struct hw_dnn_graph *graph);
void hw_dnn_graph_bind(struct hw_dnn_call *call, const struct hw_dnn_node *pack, struct hw_dnn_graph *graph);
void hw_dnn_graph_run(struct hw_dnn_call *call, struct hw_dnn_graph *graph);

/* Kinds of operations (backend_pointwise.c and its neighbours): their steps, and the work. */
void hw_dnn_pointwise_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                          struct hw_dnn_graph *graph);
void hw_dnn_matmul_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                       struct hw_dnn_graph *graph);
void hw_dnn_reduction_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                          struct hw_dnn_graph *graph);
void hw_dnn_reshape_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                        struct hw_dnn_graph *graph);
void hw_dnn_band_mask_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                          struct hw_dnn_graph *graph);
void hw_dnn_softmax_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                        struct hw_dnn_graph *graph);
void hw_dnn_attention_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                          struct hw_dnn_graph *graph);
cudaError_t hw_dnn_do_pointwise(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step);
cudaError_t hw_dnn_do_matmul(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step);
cudaError_t hw_dnn_do_graph_reduction(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step);
cudaError_t hw_dnn_do_reshape(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step);
cudaError_t hw_dnn_do_band_mask(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step);
cudaError_t hw_dnn_do_softmax(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step);

/* An operand that a step may have: its values, which the caller frees, and what they are the values of. */
struct hw_dnn_gathered {
    double *values; /* NULL: there is none */
    const struct cudnnTensorStruct *tensor;
    bool whole; /* it has the result's sizes */
};
struct hw_dnn_gathered hw_dnn_gather_slot(const struct hw_dnn_graph *graph, int slot,
                                          const struct cudnnTensorStruct *result, cudaError_t *error);
/* Its value for an element of the result; 0 where there is none. */
double hw_dnn_gathered_at(const struct hw_dnn_gathered *operand, const struct cudnnTensorStruct *result,
                          size_t i);

/* Check the slots of softmax, and of a product, and add the step. */
void hw_dnn_matmul_push(struct hw_dnn_call *call, struct hw_dnn_graph *graph, const struct hw_dnn_step *step);
void hw_dnn_softmax_push(struct hw_dnn_call *call, struct hw_dnn_graph *graph,
                         const struct hw_dnn_step *step);
/* The slots of an operation's softmax but x and y. */
void hw_dnn_softmax_slots(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                          struct hw_dnn_graph *graph, struct hw_dnn_step *step);

/* Which operands a mode takes, as letters; NULL: there is no such mode (pointwise.c). */
const char *hw_dnn_pointwise_operands(cudnnPointwiseMode_t mode);
double hw_dnn_pointwise_value(const struct hw_dnn_pointwise *pointwise, double x, double b, double t,
                              double dy);

#endif
