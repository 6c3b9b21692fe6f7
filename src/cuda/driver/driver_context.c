/* SPDX-License-Identifier: MIT */
/* Contexts: each host thread has a stack of them, of which the topmost is current.  One may be on several
 * stacks. */
#include "cuda/driver/driver_call.h"
#include "cuda/driver/driver_later.h"
#include "cuda/driver/legacy.h"

#define VERSION_3010 0x80000000u /* among a context's flags: cuCtxCreate of toolkits before 3.2 made it */

static bool flags_fit(unsigned flags)
{
    const unsigned schedule = flags & CU_CTX_SCHED_MASK;

    return !(flags & ~(unsigned)CU_CTX_FLAGS_MASK) && !(schedule & (schedule - 1));
}

static CUresult create(CUcontext *context, unsigned flags, CUdevice device, unsigned version)
{
    if (!context || !flags_fit(flags))
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_context_create(context, flags | version, device));
}

CUresult cuCtxCreate_v2(CUcontext *context, unsigned flags, CUdevice device)
{
    HW_DRIVER_CALL(create(context, flags, device, 0));
}

CUresult cuCtxCreate(CUcontext *context, unsigned flags, CUdevice device)
{
    HW_DRIVER_CALL(create(context, flags, device, VERSION_3010));
}

/* A primary context is not the driver's to destroy. */
static CUresult destroy(CUcontext context)
{
    return hw_cuda_context_destroy(context) == cudaSuccess ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxDestroy_v2(CUcontext context)
{
    HW_DRIVER_CALL(destroy(context));
}

CUresult cuCtxDestroy(CUcontext context)
{
    return cuCtxDestroy_v2(context);
}

/* --- counts of users --- */

static CUresult attach(CUcontext *context, unsigned flags)
{
    if (!context || flags)
        return CUDA_ERROR_INVALID_VALUE;
    *context = hw_cuda_current();
    return hw_cu_error(hw_cuda_context_attach(*context));
}

CUresult cuCtxAttach(CUcontext *context, unsigned flags)
{
    HW_CONTEXT_CALL(attach(context, flags));
}

/* Only of the current context. */
static CUresult detach(CUcontext context)
{
    if (!hw_cuda_context_known(context) || context != hw_cuda_current())
        return CUDA_ERROR_INVALID_CONTEXT;
    return hw_cuda_context_detach(context) == cudaSuccess ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxDetach(CUcontext context)
{
    HW_DRIVER_CALL(detach(context));
}

/* --- the thread's stack --- */

static CUresult push(CUcontext context)
{
    return hw_cuda_context_known(context) ? hw_cu_error(hw_cuda_push(context)) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxPushCurrent_v2(CUcontext context)
{
    HW_DRIVER_CALL(push(context));
}

CUresult cuCtxPushCurrent(CUcontext context)
{
    return cuCtxPushCurrent_v2(context);
}

CUresult cuCtxPopCurrent_v2(CUcontext *context)
{
    HW_DRIVER_CALL(hw_cu_error(hw_cuda_pop(context)));
}

CUresult cuCtxPopCurrent(CUcontext *context)
{
    return cuCtxPopCurrent_v2(context);
}

static CUresult set_current(CUcontext context)
{
    if (context && !hw_cuda_context_known(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    return hw_cu_error(hw_cuda_set_current(context));
}

CUresult cuCtxSetCurrent(CUcontext context)
{
    HW_DRIVER_CALL(set_current(context));
}

static CUresult get_current(CUcontext *context)
{
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    *context = hw_cuda_current();
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    HW_DRIVER_CALL(get_current(context));
}

/* --- what a context has --- */

/* The current one, also where a kernel's fault forbids its use. */
static CUresult get_device(CUdevice *device)
{
    const CUcontext context = hw_cuda_current();

    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    if (!hw_cuda_context_known(context))
        return context ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_ERROR_INVALID_CONTEXT;
    *device = hw_cuda_context_device(context);
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    HW_DRIVER_CALL(get_device(device));
}

static CUresult get_version(CUcontext context, unsigned *version)
{
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    if (!context)
        context = hw_cuda_current();
    if (!hw_cuda_context_known(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    *version = hw_cuda_context_flags(context) & VERSION_3010 ? 3010 : 3020;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned *version)
{
    HW_DRIVER_CALL(get_version(context, version));
}

static CUresult get_flags(unsigned *flags)
{
    if (!flags)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = hw_cuda_context_flags(hw_cuda_current()) & CU_CTX_FLAGS_MASK;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetFlags(unsigned *flags)
{
    HW_CONTEXT_CALL(get_flags(flags));
}

CUresult cuCtxSynchronize(void)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_device_wait()));
}

CUresult cuCtxSetLimit(int limit, size_t value)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_set_limit(limit, value)));
}

CUresult cuCtxGetLimit(size_t *value, int limit)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_get_limit(limit, value)));
}

CUresult cuCtxSetCacheConfig(int config)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_set_cache(config)));
}

CUresult cuCtxGetCacheConfig(int *config)
{
    HW_CONTEXT_CALL(hw_cu_give(config, hw_cuda_get_cache()));
}

CUresult cuCtxGetSharedMemConfig(int *config)
{
    HW_CONTEXT_CALL(hw_cu_give(config, hw_cuda_get_banks()));
}

CUresult cuCtxSetSharedMemConfig(int config)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_set_banks(config)));
}

/* --- peers --- */

static CUresult enable_peer(CUcontext peer, unsigned flags)
{
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cuda_context_known(peer) ? hw_cu_error(hw_cuda_enable_peer(peer)) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    HW_CONTEXT_CALL(enable_peer(peer, flags));
}

static CUresult disable_peer(CUcontext peer)
{
    return hw_cuda_context_known(peer) ? hw_cu_error(hw_cuda_disable_peer(peer)) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxDisablePeerAccess(CUcontext peer)
{
    HW_CONTEXT_CALL(disable_peer(peer));
}
