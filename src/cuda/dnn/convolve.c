/* SPDX-License-Identifier: MIT */
/* The work of convolutions (convolution.h): where operands are, and in which numbers it is done. */
#include "cuda/dnn/convolution.h"

cudaError_t hw_dnn_do_convolution(void *data)
{
    const struct hw_dnn_convolution *work = data;
    const struct hw_dnn_hosts host = {
        .x = hw_dnn_host(&work->x),
        .w = hw_dnn_host(&work->w),
        .y = hw_dnn_host(&work->y),
        .added = work->added.memory ? hw_dnn_host(&work->added) : NULL,
        .bias = work->bias.memory ? hw_dnn_host(&work->bias) : NULL,
    };
    const cudnnDataType_t type = work->x.tensor.type;
    const bool narrow = type == CUDNN_DATA_FLOAT || type == CUDNN_DATA_HALF || type == CUDNN_DATA_BFLOAT16;

    if (!host.x || !host.w || !host.y || (work->added.memory && !host.added) ||
        (work->bias.memory && !host.bias))
        return cudaErrorInvalidDevicePointer;
    return narrow ? hw_dnn_convolve_floats(work, &host) : hw_dnn_convolve_doubles(work, &host);
}
