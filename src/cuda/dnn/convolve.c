/* SPDX-License-Identifier: MIT */
/* The work of convolutions (convolution.h): where operands are, and in which numbers it is done. */
#include "cuda/dnn/convolution.h"

#include <stdlib.h>

static const struct hw_dnn_operand *result_of(const struct hw_dnn_convolution *work)
{
    switch (work->direction) {
    case HW_CONVOLVE_BACKWARD_DATA: return &work->x;
    case HW_CONVOLVE_BACKWARD_FILTER: return &work->w;
    default: return &work->y;
    }
}

/* alpha is 0: nothing is convolved, and the operands need not be in memory. */
static cudaError_t scale(const struct hw_dnn_operand *result, double beta)
{
    cudaError_t error = cudaSuccess;
    double *zeros = hw_dnn_room(result, &error);

    if (zeros)
        error = hw_dnn_spread(result, zeros, 0, beta);
    free(zeros);
    return error;
}

cudaError_t hw_dnn_do_convolution(void *data)
{
    const struct hw_dnn_convolution *work = data;
    const bool fused = work->added.memory || work->bias.memory || work->activation.set;

    if (work->alpha == 0 && !fused)
        return scale(result_of(work), work->beta);
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
