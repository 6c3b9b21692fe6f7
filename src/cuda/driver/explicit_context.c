/* SPDX-License-Identifier: MIT */
/* Calls for a context that the program names (CUDA 13); NULL is the current one.
 *
 * Clients that put `_v2` behind every name they look up, as Numba 0.60 does, call these without a context, so
 * that the argument is whatever the register held.  Therefore what is no context means the current one, too.
 */
#include "cuda/driver/driver_work.h"

static bool is_context(CUcontext context)
{
    hw_cuda_lock();
    const bool known = hw_cuda_context_is_valid(context);
    hw_cuda_unlock(cudaSuccess);
    return known;
}

CUresult hw_cu_enter_context(CUcontext context)
{
    return is_context(context) ? cuCtxPushCurrent_v2(context) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult hw_cu_leave_context(CUresult result)
{
    CUcontext given;

    cuCtxPopCurrent_v2(&given);
    return result;
}
