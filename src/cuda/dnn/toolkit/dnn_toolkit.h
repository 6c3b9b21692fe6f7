/* SPDX-License-Identifier: MIT */
/* What differs between libcudnn.so.8 and libcudnn.so.9, which are the same objects otherwise. */
#ifndef HW_CUDA_DNN_TOOLKIT_DNN_TOOLKIT_H
#define HW_CUDA_DNN_TOOLKIT_DNN_TOOLKIT_H

#include "cuda/dnn/cudnn.h"

struct hw_dnn_version {
    int major, minor, patch;
    size_t cudart; /* as cudnnGetCudartVersion says it */
};

struct hw_dnn_toolkit {
    struct hw_dnn_version version; /* where a program has neither a cuDNN of NVIDIA's nor a runtime
                                      (dnn_version.h) */
    int major_factor;              /* of cudnnGetVersion's number: 8500, 90100 */
    size_t device;                 /* as cudnnGetMaxDeviceVersion says it */
    const int *status;             /* the number that programs know a status by */
};

/* Each library brings one. */
extern const struct hw_dnn_toolkit hw_dnn_toolkit;

#endif
