/* SPDX-License-Identifier: MIT */
/* How the calls of recurrent networks, of all interfaces, become work. */
#ifndef HW_CUDA_DNN_RNN_ARGUMENTS_H
#define HW_CUDA_DNN_RNN_ARGUMENTS_H

#include "cuda/dnn/rnn.h"

/* What the sequences of a call are: by a descriptor of data, or by one tensor a step, as cuDNN 6 has it. */
struct hw_dnn_rnn_input {
    const struct cudnnRNNDataStruct *data;
    int steps;
    const cudnnTensorDescriptor_t *step; /* not NULL: this */
};

struct hw_dnn_rnn_data {
    struct hw_dnn_rnn_input as;
    const void *memory;
};

struct hw_dnn_rnn_tensor {
    cudnnTensorDescriptor_t descriptor;
    const void *memory;
};

/* What calls of all interfaces bring; not all have everything. */
struct hw_dnn_rnn_arguments {
    struct hw_dnn_rnn_data x, y, dx, dy;
    struct hw_dnn_rnn_tensor hx, cx, hy, cy, dhx, dcx, dhy, dcy;
    cudnnDataType_t weight_type;
    const void *weights;
    size_t weight_bytes;
    bool training; /* forward: it keeps something */
    const void *reserve;
    size_t reserve_bytes;
};

/* Do the call's work, and end it. */
cudnnStatus_t hw_dnn_rnn_call_forward(struct hw_dnn_call *call, cudnnRNNDescriptor_t descriptor,
                                      const struct hw_dnn_rnn_arguments *arguments);
cudnnStatus_t hw_dnn_rnn_call_backward_data(struct hw_dnn_call *call, cudnnRNNDescriptor_t descriptor,
                                            const struct hw_dnn_rnn_arguments *arguments);
cudnnStatus_t hw_dnn_rnn_call_backward_weights(struct hw_dnn_call *call, cudnnRNNDescriptor_t descriptor,
                                               const struct hw_dnn_rnn_arguments *arguments);

#endif
