/* SPDX-License-Identifier: MIT */
/* A call of cuDNN: its arguments are checked one after the other; the first wrong one decides the call's
 * status, and no work is done then. */
#ifndef HW_CUDA_DNN_DNN_CALL_H
#define HW_CUDA_DNN_DNN_CALL_H

#include "cuda/core/cuda_core.h"
#include "cuda/dnn/cudnn_api.h"

#include <stdbool.h>

struct cudnnContext {
    cudaStream_t stream;
};

struct hw_dnn_call {
    const char *name;
    cudnnHandle_t handle; /* NULL: a call without */
    cudnnStatus_t status;
};

/* Begin a call, with the lock of src/cuda and a device; and one that needs no device. */
struct hw_dnn_call hw_dnn_begin(const char *name, cudnnHandle_t handle);
struct hw_dnn_call hw_dnn_begin_plain(const char *name);
bool hw_dnn_is_ready(const struct hw_dnn_call *call);
/* Note that something is wrong, unless something was before; with CUDNN_STATUS_BAD_PARAM; and with
 * CUDNN_STATUS_NOT_SUPPORTED, saying what, once a sentence. */
void hw_dnn_check(struct hw_dnn_call *call, bool right, cudnnStatus_t status);
void hw_dnn_need(struct hw_dnn_call *call, bool right);
void hw_dnn_support(struct hw_dnn_call *call, bool supported, const char *what);
/* Unless something is wrong, do work in the stream of the handle (hw_cuda_work). */
void hw_dnn_work(struct hw_dnn_call *call, hw_cuda_work_fn *work, void *data, size_t bytes);
cudnnStatus_t hw_dnn_end(const struct hw_dnn_call *call);

/* Write a result that the caller may not want. */
#define HW_DNN_GIVE(to, value) \
    do {                       \
        if (to)                \
            *(to) = (value);   \
    } while (0)

/* End a call that HALFWARP_FAIL makes fail. */
struct hw_injected;
cudnnStatus_t hw_dnn_injected(const struct hw_injected *injected);

/* The program's callback (dnn_handle.c): what calls tell it. */
void hw_dnn_tell(const struct hw_dnn_call *call, const char *status);
const char *hw_dnn_status_name(int number);

#endif
