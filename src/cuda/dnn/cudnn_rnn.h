/* SPDX-License-Identifier: MIT */
/* cuDNN: recurrent networks, by the interfaces of cuDNN 6 to 9. */
#ifndef HW_CUDA_DNN_CUDNN_RNN_H
#define HW_CUDA_DNN_CUDNN_RNN_H

#include "cuda/dnn/cudnn.h"

typedef enum { CUDNN_FWD_MODE_INFERENCE, CUDNN_FWD_MODE_TRAINING } cudnnForwardMode_t;
typedef enum { CUDNN_RNN_RELU, CUDNN_RNN_TANH, CUDNN_LSTM, CUDNN_GRU } cudnnRNNMode_t;
typedef enum {
    CUDNN_RNN_NO_BIAS,
    CUDNN_RNN_SINGLE_INP_BIAS,
    CUDNN_RNN_DOUBLE_BIAS,
    CUDNN_RNN_SINGLE_REC_BIAS
} cudnnRNNBiasMode_t;
typedef enum { CUDNN_UNIDIRECTIONAL, CUDNN_BIDIRECTIONAL } cudnnDirectionMode_t;
typedef enum { CUDNN_LINEAR_INPUT, CUDNN_SKIP_INPUT } cudnnRNNInputMode_t;
typedef enum { CUDNN_RNN_CLIP_NONE, CUDNN_RNN_CLIP_MINMAX } cudnnRNNClipMode_t;
typedef enum {
    CUDNN_RNN_ALGO_STANDARD,
    CUDNN_RNN_ALGO_PERSIST_STATIC,
    CUDNN_RNN_ALGO_PERSIST_DYNAMIC,
    CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H,
    CUDNN_RNN_ALGO_COUNT
} cudnnRNNAlgo_t;
typedef enum {
    CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED,
    CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED,
    CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED
} cudnnRNNDataLayout_t;
typedef enum { CUDNN_WGRAD_MODE_ADD, CUDNN_WGRAD_MODE_SET } cudnnWgradMode_t;

#define CUDNN_RNN_PADDED_IO_ENABLED 1u

#endif
