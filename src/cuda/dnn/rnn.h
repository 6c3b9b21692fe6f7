/* SPDX-License-Identifier: MIT */
/* Recurrent networks: what their descriptors hold, and what the files of the topic share. */
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
    int input, hidden, projected, layers;
    cudnnDropoutDescriptor_t dropout;
    uint32_t flags;
    cudnnRNNClipMode_t clip;
    cudnnNanPropagation_t clip_nan;
    double clip_least, clip_most;
};

struct cudnnRNNDataStruct {
    cudnnDataType_t type;
    cudnnRNNDataLayout_t layout;
    int longest, batch, vector; /* longest 0: not set */
    int *length;                /* one a sequence, allocated */
    double fill;
    bool has_fill;
};

#endif
