/* SPDX-License-Identifier: MIT */
/* Recurrent networks: what their descriptors hold, and what the files of the topic share.
 *
 * All interfaces become one piece of work.  Its sequences are dense arrays of doubles,
 * [step][sequence][vector], in which the places behind the end of a sequence are 0.  What training keeps for
 * the gradients is in the reserve space, as doubles. */
#ifndef HW_CUDA_DNN_RNN_H
#define HW_CUDA_DNN_RNN_H

#include "cuda/dnn/cudnn_rnn.h"
#include "cuda/dnn/tensor.h"

struct cudnnRNNStruct {
    bool set;
    bool of_6; /* set by the interface of cuDNN 6, which learns the input's size later */
    cudnnRNNAlgo_t algo;
    cudnnRNNMode_t mode;
    cudnnRNNBiasMode_t bias;
    cudnnDirectionMode_t direction;
    cudnnRNNInputMode_t input_mode;
    cudnnDataType_t type, math_type;
    cudnnMathType_t math;
    int input, hidden, projected, layers; /* projected: the size of h, hidden where there is no projection */
    cudnnDropoutDescriptor_t dropout;
    uint32_t flags;
    cudnnRNNClipMode_t clip;
    cudnnNanPropagation_t clip_nan;
    double clip_least, clip_most;
};

/* What a network is prepared for: nothing differs here. */
struct cudnnPersistentRNNPlan {
    int batch;
};

struct cudnnRNNDataStruct {
    cudnnDataType_t type;
    cudnnRNNDataLayout_t layout;
    int longest, batch, vector; /* longest 0: not set */
    int *length;                /* one a sequence, allocated */
    double fill;
    bool has_fill;
};

/* --- the network and its weights (rnn_weights.c) --- */

/* A descriptor in numbers.  A "pseudo layer" is one direction of a layer. */
struct hw_dnn_network {
    cudnnRNNMode_t mode;
    int layers, directions, input, hidden, output; /* output: numbers of h in one direction */
    int gates, slots;                              /* products with x; numbers that a cell keeps */
    bool skips_input, input_bias, recurrent_bias, projects, clips;
    double least, most; /* of cells */
};

/* A matrix or bias among the weights, which are all matrices of all pseudo layers, then all biases; those of
 * a pseudo layer's gates stand one behind the other.  rows 0: there is none. */
struct hw_dnn_weight {
    size_t offset;
    int rows, columns;
};

struct hw_dnn_network hw_dnn_network(const struct cudnnRNNStruct *rnn, int input);
int hw_dnn_layer_input(const struct hw_dnn_network *network, int layer);
struct hw_dnn_weight hw_dnn_rnn_matrix(const struct hw_dnn_network *network, int pseudo, int id);
struct hw_dnn_weight hw_dnn_rnn_bias(const struct hw_dnn_network *network, int pseudo, int id);
size_t hw_dnn_weight_count(const struct hw_dnn_network *network);
/* A descriptor's value if it is set, else the call has a bad parameter. */
struct cudnnRNNStruct hw_dnn_rnn(struct hw_dnn_call *call, const struct cudnnRNNStruct *descriptor);

/* --- work --- */

/* Data of all sequences. */
struct hw_dnn_sequences {
    void *memory; /* NULL: none */
    cudnnDataType_t type;
    cudnnRNNDataLayout_t layout;
    int vector;
    double fill; /* of a result, behind ends */
};

/* The lengths stand behind it. */
struct hw_dnn_rnn_work {
    struct hw_dnn_network network;
    struct cudnnDropoutStruct dropout;
    bool training;
    int steps, batch;
    struct hw_dnn_sequences x, y, dx, dy;
    struct hw_dnn_operand hx, cx, hy, cy, dhx, dcx, dhy, dcy, w, dw; /* memory NULL: none */
    void *reserve;
    int length[];
};

/* What training keeps of a pseudo layer, and of a layer; in the reserve space or the work's own room. */
struct hw_dnn_kept {
    double *slots, *cells, *slot_gradients, *h_gradients; /* the last with a projection */
    double *output;                                       /* of the layer, all directions */
    uint8_t *stays;                                       /* dropout of the layer's input */
};

/* 0: more than there can be. */
size_t hw_dnn_reserve_bytes(const struct hw_dnn_network *network, int steps, int batch);
struct hw_dnn_kept hw_dnn_kept(const struct hw_dnn_network *network, void *reserve, int steps, int batch,
                               int layer, int direction);

/* Sequences as dense doubles, and back (rnn_sequences.c). */
double *hw_dnn_sequences_load(const struct hw_dnn_rnn_work *work, const struct hw_dnn_sequences *from,
                              cudaError_t *error);
cudaError_t hw_dnn_sequences_store(const struct hw_dnn_rnn_work *work, const struct hw_dnn_sequences *to,
                                   const double *values);
/* Zeroed doubles; NULL and an error where there are none, or was one before. */
double *hw_dnn_doubles(size_t count, cudaError_t *error);
/* The values of an operand, or zeros where it has none. */
double *hw_dnn_gather_or_zeros(const struct hw_dnn_operand *operand, size_t count, cudaError_t *error);

/* One step of a cell, for one sequence: from the products with x (`in`) and h (`recurrent`), which have the
 * biases, to its slots and the new cell and h (before a projection). */
void hw_dnn_cell_forward(const struct hw_dnn_network *network, const double *in, const double *recurrent,
                         const double *old_h, double *slots, double *cell, double *h);
/* Back: dh is the gradient of h (before a projection), dcell that of the cell, which becomes the old cell's.
 * Slot gradients are those of the sums before activations: of the products with x, and behind them what of
 * those with h differs. `dh` becomes the part of the old h's gradient that does not come through the matrix.
 */
void hw_dnn_cell_backward(const struct hw_dnn_network *network, const double *slots, const double *cell,
                          const double *old_cell, const double *old_h, double *dh, double *dcell,
                          double *slot_gradients);
/* h of an LSTM's slots and cell, before a projection. */
void hw_dnn_cell_output(const struct hw_dnn_network *network, const double *slots, const double *cell,
                        double *h);
/* The slot that is a gate's gradient for the products with h. */
int hw_dnn_recurrent_slot(const struct hw_dnn_network *network, int gate);

cudaError_t hw_dnn_rnn_forward(void *work);
cudaError_t hw_dnn_rnn_backward_data(void *work);
cudaError_t hw_dnn_rnn_backward_weights(void *work);

#endif
