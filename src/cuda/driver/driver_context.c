/* SPDX-License-Identifier: MIT */
/* Contexts: each host thread has a stack of them, of which the topmost is current.  One may be on several
 * stacks. */
#include "cuda/driver/driver_work.h"

#define VERSION_3010 0x80000000u /* among a context's flags: cuCtxCreate of toolkits before 3.2 made it */

static bool flags_fit(unsigned flags)
{
    const unsigned schedule = flags & CU_CTX_SCHED_MASK;

    return !(flags & ~(unsigned)CU_CTX_FLAGS_MASK) && !(schedule & (schedule - 1));
}

CUresult hw_cu_context_create(CUcontext *context, unsigned flags, CUdevice device, unsigned version)
{
    if (!context || !flags_fit(flags))
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_context_create(context, flags | version, device));
}

CUresult cuCtxCreate(CUcontext *context, unsigned flags, CUdevice device)
{
    HW_DRIVER_CALL(hw_cu_context_create(context, flags, device, VERSION_3010));
}

/* A primary context is not the driver's to destroy. */
CUresult hw_cu_ctx_destroy_v2(CUcontext context)
{
    return hw_cuda_context_destroy(context) == cudaSuccess ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

/* --- counts of users --- */

CUresult hw_cu_ctx_attach(CUcontext *context, unsigned flags)
{
    if (!context || flags)
        return CUDA_ERROR_INVALID_VALUE;
    *context = hw_cuda_current();
    return hw_cu_error(hw_cuda_context_attach(*context));
}

/* Only of the current context. */
CUresult hw_cu_ctx_detach(CUcontext context)
{
    if (!hw_cuda_context_is_valid(context) || context != hw_cuda_current())
        return CUDA_ERROR_INVALID_CONTEXT;
    return hw_cuda_context_detach(context) == cudaSuccess ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

/* --- the thread's stack --- */

CUresult hw_cu_ctx_push_current_v2(CUcontext context)
{
    return hw_cuda_context_is_valid(context) ? hw_cu_error(hw_cuda_push(context))
                                             : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult hw_cu_ctx_set_current(CUcontext context)
{
    if (context && !hw_cuda_context_is_valid(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    return hw_cu_error(hw_cuda_set_current(context));
}

CUresult hw_cu_ctx_get_current(CUcontext *context)
{
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    *context = hw_cuda_current();
    return CUDA_SUCCESS;
}

/* --- what a context has --- */

/* The current one, also where a kernel's fault forbids its use. */
CUresult hw_cu_ctx_get_device(CUdevice *device)
{
    const CUcontext context = hw_cuda_current();

    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    if (!hw_cuda_context_is_valid(context))
        return context ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_ERROR_INVALID_CONTEXT;
    *device = hw_cuda_context_device(context);
    return CUDA_SUCCESS;
}

CUresult hw_cu_ctx_get_api_version(CUcontext context, unsigned *version)
{
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    if (!context)
        context = hw_cuda_current();
    if (!hw_cuda_context_is_valid(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    *version = hw_cuda_context_flags(context) & VERSION_3010 ? 3010 : 3020;
    return CUDA_SUCCESS;
}

CUresult hw_cu_ctx_get_flags(unsigned *flags)
{
    if (!flags)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = hw_cuda_context_flags(hw_cuda_current()) & CU_CTX_FLAGS_MASK;
    return CUDA_SUCCESS;
}

/* --- peers --- */

CUresult hw_cu_ctx_enable_peer_access(CUcontext peer, unsigned flags)
{
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cuda_context_is_valid(peer) ? hw_cu_error(hw_cuda_enable_peer(peer))
                                          : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult hw_cu_ctx_disable_peer_access(CUcontext peer)
{
    return hw_cuda_context_is_valid(peer) ? hw_cu_error(hw_cuda_disable_peer(peer))
                                          : CUDA_ERROR_INVALID_CONTEXT;
}
