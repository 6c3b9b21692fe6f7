/* SPDX-License-Identifier: MIT */
/* cuDNN: softmax, pooling, activations, local response normalization, dropout, spatial transformers. */
#ifndef HW_CUDA_DNN_CUDNN_LAYERS_H
#define HW_CUDA_DNN_CUDNN_LAYERS_H

#include "cuda/dnn/cudnn.h"

typedef enum { CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_LOG } cudnnSoftmaxAlgorithm_t;
typedef enum { CUDNN_SOFTMAX_MODE_INSTANCE, CUDNN_SOFTMAX_MODE_CHANNEL } cudnnSoftmaxMode_t;
typedef enum {
    CUDNN_POOLING_MAX,
    CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING,
    CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING,
    CUDNN_POOLING_MAX_DETERMINISTIC
} cudnnPoolingMode_t;
typedef enum {
    CUDNN_ACTIVATION_SIGMOID,
    CUDNN_ACTIVATION_RELU,
    CUDNN_ACTIVATION_TANH,
    CUDNN_ACTIVATION_CLIPPED_RELU,
    CUDNN_ACTIVATION_ELU,
    CUDNN_ACTIVATION_IDENTITY,
    CUDNN_ACTIVATION_SWISH
} cudnnActivationMode_t;
typedef enum { CUDNN_LRN_CROSS_CHANNEL_DIM1 } cudnnLRNMode_t;
typedef enum { CUDNN_SAMPLER_BILINEAR } cudnnSamplerType_t;

#define CUDNN_LRN_MIN_N    1
#define CUDNN_LRN_MAX_N    16
#define CUDNN_LRN_MIN_K    1e-5
#define CUDNN_LRN_MIN_BETA 0.01

#endif
