/* SPDX-License-Identifier: MIT */
/* The descriptors and handles that programs hold: which pointers are ones, and of which kind. */
#ifndef HW_CUDA_DNN_DNN_OBJECT_H
#define HW_CUDA_DNN_DNN_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

enum hw_dnn_kind {
    HW_DNN_HANDLE = 1,
    HW_DNN_TENSOR,
    HW_DNN_FILTER,
    HW_DNN_OP_TENSOR,
    HW_DNN_REDUCE,
    HW_DNN_ACTIVATION,
    HW_DNN_POOLING,
    HW_DNN_LRN,
    HW_DNN_SPATIAL,
    HW_DNN_DROPOUT,
    HW_DNN_CONVOLUTION,
    HW_DNN_RNN,
    HW_DNN_RNN_DATA,
    HW_DNN_RNN_PLAN,
    HW_DNN_CTC,
    HW_DNN_BACKEND
};

/* All of these with the lock of src/cuda.  Zeroed memory; NULL: there is none. */
void *hw_dnn_object_new(enum hw_dnn_kind kind, size_t bytes);
/* False: it is none of that kind. */
bool hw_dnn_object_free(void *object, enum hw_dnn_kind kind);
bool hw_dnn_is(const void *object, enum hw_dnn_kind kind);

#endif
