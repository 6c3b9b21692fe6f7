/* SPDX-License-Identifier: MIT */
/* What differs between libcudnn.so.8 and libcudnn.so.9, which are the same objects otherwise. */
#ifndef HW_CUDA_DNN_TOOLKIT_DNN_TOOLKIT_H
#define HW_CUDA_DNN_TOOLKIT_DNN_TOOLKIT_H

#include "cuda/dnn/cudnn.h"

struct hw_dnn_toolkit {
    int major, minor;
    size_t version, cudart; /* as cudnnGetVersion and cudnnGetCudartVersion say them */
    const int *status;      /* the number that programs know a status by */
};

/* Each library brings one. */
extern const struct hw_dnn_toolkit hw_dnn_toolkit;

#endif
