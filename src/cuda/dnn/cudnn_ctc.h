/* SPDX-License-Identifier: MIT */
/* cuDNN: connectionist temporal classification. */
#ifndef HW_CUDA_DNN_CUDNN_CTC_H
#define HW_CUDA_DNN_CUDNN_CTC_H

#include "cuda/dnn/cudnn.h"

typedef enum { CUDNN_CTC_LOSS_ALGO_DETERMINISTIC, CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC } cudnnCTCLossAlgo_t;
typedef enum { CUDNN_LOSS_NORMALIZATION_NONE, CUDNN_LOSS_NORMALIZATION_SOFTMAX } cudnnLossNormalizationMode_t;
typedef enum { CUDNN_CTC_ZERO_OOB_GRADIENTS, CUDNN_CTC_SKIP_OOB_GRADIENTS } cudnnCTCGradMode_t;

#endif
