/* SPDX-License-Identifier: MIT */
/* cuDNN as programs of cuDNN 8 and 9 call it: all types, and the functions that its table, cudnn.api, has. */
#ifndef HW_CUDA_DNN_CUDNN_API_H
#define HW_CUDA_DNN_CUDNN_API_H

#include "cuda/dnn/cudnn_backend.h"
#include "cuda/dnn/cudnn_convolution.h"
#include "cuda/dnn/cudnn_ctc.h"
#include "cuda/dnn/cudnn_layers.h"
#include "cuda/dnn/cudnn_norm.h"
#include "cuda/dnn/cudnn_rnn.h"
#include "cuda/dnn/cudnn_tensor.h"

#include "generated/api/cudnn.h"

#endif
