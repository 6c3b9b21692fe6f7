/* SPDX-License-Identifier: MIT */
/* See curand_call.h. */
#include "cuda/rand/curand_call.h"

#include "cuda/core/cuda_core.h"

static const char *status_name(curandStatus_t status)
{
#define CASE(number, name) \
    case name: return #name;
    switch (status) {
        HW_CURAND_STATUSES(CASE)
    }
#undef CASE
    return NULL;
}

curandStatus_t hw_rand_leave(const char *call, curandStatus_t status)
{
    hw_cuda_unlock(cudaSuccess);
    hw_cuda_log_call(call, (int)status, status_name(status));
    return status;
}
