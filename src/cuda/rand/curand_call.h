/* SPDX-License-Identifier: MIT */
/* Calls of cuRAND: all of them hold the lock of src/cuda, and the log has each with its status. */
#ifndef HW_CUDA_RAND_CURAND_CALL_H
#define HW_CUDA_RAND_CURAND_CALL_H

#include "cuda/rand/curand.h"

/* Leave the lock and tell the log; `status` again. */
curandStatus_t hw_rand_leave(const char *call, curandStatus_t status);

/* The body of a function that needs no device. */
#define LOCKED_CALL(work) \
    hw_cuda_lock();       \
    return hw_rand_leave(__func__, (work))

#endif
