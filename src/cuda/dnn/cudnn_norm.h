/* SPDX-License-Identifier: MIT */
/* cuDNN: batch normalization, by both of its interfaces. */
#ifndef HW_CUDA_DNN_CUDNN_NORM_H
#define HW_CUDA_DNN_CUDNN_NORM_H

#include "cuda/dnn/cudnn.h"

#include "cuda/dnn/cudnn_layers.h"

typedef enum {
    CUDNN_BATCHNORM_PER_ACTIVATION,
    CUDNN_BATCHNORM_SPATIAL,
    CUDNN_BATCHNORM_SPATIAL_PERSISTENT
} cudnnBatchNormMode_t;
typedef enum {
    CUDNN_BATCHNORM_OPS_BN,
    CUDNN_BATCHNORM_OPS_BN_ACTIVATION,
    CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION
} cudnnBatchNormOps_t;
typedef enum { CUDNN_NORM_PER_ACTIVATION, CUDNN_NORM_PER_CHANNEL } cudnnNormMode_t;
typedef enum { CUDNN_NORM_ALGO_STANDARD, CUDNN_NORM_ALGO_PERSIST } cudnnNormAlgo_t;
typedef enum {
    CUDNN_NORM_OPS_NORM,
    CUDNN_NORM_OPS_NORM_ACTIVATION,
    CUDNN_NORM_OPS_NORM_ADD_ACTIVATION
} cudnnNormOps_t;

#endif
