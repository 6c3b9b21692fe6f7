/* SPDX-License-Identifier: MIT */
/* Attributes of launches, which both interfaces have alike since CUDA 11.8: a number and 64 bytes each. */
#ifndef HW_CUDA_CORE_LAUNCHES_LAUNCH_ATTRIBUTE_H
#define HW_CUDA_CORE_LAUNCHES_LAUNCH_ATTRIBUTE_H

#include "cuda/core/streams/stream_work.h"

struct hw_cuda_launch_attribute {
    int number;
    char hole[4];
    union {
        int whole;
        unsigned dimension[3];
        struct {
            cudaEvent_t event;
            int event_flags, at_begin; /* the latter: it happens when blocks begin, with no word from them */
        };
        char bytes[64];
    } value;
};

_Static_assert(sizeof(struct hw_cuda_launch_attribute) == 72, "cudaLaunchAttribute");

#pragma GCC visibility push(default)

/* Launch a kernel with attributes.  Those that only make launches faster are of no effect;
 * cudaErrorNotSupported: what devices of these generations have not. */
cudaError_t hw_cuda_kernel_submit_with(cudaStream_t stream, const struct hw_cuda_kernel_work *work,
                                       const struct hw_cuda_launch_attribute *attributes, unsigned count);

#pragma GCC visibility pop
#endif
