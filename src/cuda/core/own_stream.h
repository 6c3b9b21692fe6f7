/* SPDX-License-Identifier: MIT */
/* Functions whose names end in _ptsz or _ptds: what programs call that are compiled for default streams of
 * their threads.  For them stream 0 is the calling thread's own, which has a handle, too, so that they are
 * calls of the other form. */
#ifndef HW_CUDA_CORE_OWN_STREAM_H
#define HW_CUDA_CORE_OWN_STREAM_H

#include "cuda/core/cuda_abi.h"

#define HW_OWN_STREAM ((cudaStream_t)2)

static inline cudaStream_t hw_own_stream(cudaStream_t stream)
{
    return stream ? stream : HW_OWN_STREAM;
}

/* A function of the interface with a parameter `stream`. */
#define OWN_STREAM(name, parameters, arguments)                                        \
    __attribute__((visibility("default"))) HW_INTERFACE_RESULT name##_ptsz parameters; \
    HW_INTERFACE_RESULT name##_ptsz parameters                                         \
    {                                                                                  \
        stream = hw_own_stream(stream);                                                \
        return name arguments;                                                         \
    }
/* One without, of which `other` is the form that has one; it waits for its work. */
#define OWN_WAITING(name, other, parameters, arguments)                                \
    __attribute__((visibility("default"))) HW_INTERFACE_RESULT name##_ptds parameters; \
    HW_INTERFACE_RESULT name##_ptds parameters                                         \
    {                                                                                  \
        const HW_INTERFACE_RESULT error = other arguments;                             \
        return error == 0 ? HW_INTERFACE_SYNCHRONIZE(HW_OWN_STREAM) : error;           \
    }
/* One without that does not wait; and one that has no other form: the legacy default stream waits for the
 * thread's own, and that for it. */
#define OWN_PLAIN(name, other, parameters, arguments)                                  \
    __attribute__((visibility("default"))) HW_INTERFACE_RESULT name##_ptds parameters; \
    HW_INTERFACE_RESULT name##_ptds parameters                                         \
    {                                                                                  \
        return other arguments;                                                        \
    }

#endif
