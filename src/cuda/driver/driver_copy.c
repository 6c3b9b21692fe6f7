/* SPDX-License-Identifier: MIT */
/* Copies of bytes that lie in a row.  Their `Async` forms are the same with a stream: work is done in the
 * call that asks for it, so only the stream's handle can be wrong. */
#include "cuda/driver/driver_copy.h"

#include "cuda/core/reason.h"

bool hw_cu_is_device(CUdeviceptr address)
{
    return hw_cuda_bytes_from(hw_cu_pointer(address)) > 0;
}

static struct hw_cuda_end on_device(CUdeviceptr address)
{
    return (struct hw_cuda_end){.memory = hw_cu_pointer(address), .device = true};
}

static struct hw_cuda_end on_host(const void *pointer)
{
    return (struct hw_cuda_end){.memory = pointer};
}

static struct hw_cuda_end anywhere(CUdeviceptr address)
{
    return (struct hw_cuda_end){.memory = hw_cu_pointer(address), .device = hw_cu_is_device(address)};
}

static struct hw_cuda_end in_array(CUarray array, size_t offset)
{
    return (struct hw_cuda_end){.array = array, .x = offset};
}

/* What an end has to be before anything is read through it. */
static CUresult check_end(const char *which, const struct hw_cuda_end *end, bool empty)
{
    if (end->memory || empty)
        return CUDA_SUCCESS;
    if (end->array && hw_cuda_array_known(end->array))
        return CUDA_SUCCESS;
    return hw_cuda_fail_handle(end->array ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE, which,
                               end->array);
}

CUresult hw_cu_copy(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t width, size_t height,
                    size_t depth, CUstream stream)
{
    const bool empty = width == 0 || height == 0 || depth == 0;
    CUresult result = hw_cu_error(hw_cuda_stream_check(stream));

    if (result == CUDA_SUCCESS)
        result = check_end("destination", to, empty);
    if (result == CUDA_SUCCESS)
        result = check_end("source", from, empty);
    return result == CUDA_SUCCESS ? hw_cu_error(hw_cuda_copy(to, from, width, height, depth, stream))
                                  : result;
}

static CUresult copy_lanes(struct hw_cuda_end to, struct hw_cuda_end from, size_t bytes, CUstream stream)
{
    return hw_cu_copy(&to, &from, bytes, 1, 1, stream);
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
    HW_WAITING_CALL(copy_lanes(on_device(to), on_host(from), bytes, NULL));
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    HW_CONTEXT_CALL(copy_lanes(on_device(to), on_host(from), bytes, stream));
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    HW_WAITING_CALL(copy_lanes(on_host(to), on_device(from), bytes, NULL));
}

CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    HW_CONTEXT_CALL(copy_lanes(on_host(to), on_device(from), bytes, stream));
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    HW_WAITING_CALL(copy_lanes(on_device(to), on_device(from), bytes, NULL));
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    HW_CONTEXT_CALL(copy_lanes(on_device(to), on_device(from), bytes, stream));
}

CUresult cuMemcpyDtoA_v2(CUarray to, size_t offset, CUdeviceptr from, size_t bytes)
{
    HW_WAITING_CALL(copy_lanes(in_array(to, offset), on_device(from), bytes, NULL));
}

CUresult cuMemcpyAtoD_v2(CUdeviceptr to, CUarray from, size_t offset, size_t bytes)
{
    HW_WAITING_CALL(copy_lanes(on_device(to), in_array(from, offset), bytes, NULL));
}

CUresult cuMemcpyHtoA_v2(CUarray to, size_t offset, const void *from, size_t bytes)
{
    HW_WAITING_CALL(copy_lanes(in_array(to, offset), on_host(from), bytes, NULL));
}

CUresult cuMemcpyHtoAAsync_v2(CUarray to, size_t offset, const void *from, size_t bytes, CUstream stream)
{
    HW_CONTEXT_CALL(copy_lanes(in_array(to, offset), on_host(from), bytes, stream));
}

CUresult cuMemcpyAtoH_v2(void *to, CUarray from, size_t offset, size_t bytes)
{
    HW_WAITING_CALL(copy_lanes(on_host(to), in_array(from, offset), bytes, NULL));
}

CUresult cuMemcpyAtoHAsync_v2(void *to, CUarray from, size_t offset, size_t bytes, CUstream stream)
{
    HW_CONTEXT_CALL(copy_lanes(on_host(to), in_array(from, offset), bytes, stream));
}

CUresult cuMemcpyAtoA_v2(CUarray to, size_t to_offset, CUarray from, size_t from_offset, size_t bytes)
{
    HW_WAITING_CALL(copy_lanes(in_array(to, to_offset), in_array(from, from_offset), bytes, NULL));
}

/* --- between any two addresses --- */

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    HW_WAITING_CALL(copy_lanes(anywhere(to), anywhere(from), bytes, NULL));
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    HW_CONTEXT_CALL(copy_lanes(anywhere(to), anywhere(from), bytes, stream));
}

/* All devices have one memory, so the contexts have only to be there. */
static CUresult copy_peer(CUdeviceptr to, CUcontext there, CUdeviceptr from, CUcontext here, size_t bytes,
                          CUstream stream)
{
    if (!hw_cuda_context_known(there) || !hw_cuda_context_known(here))
        return hw_cuda_fail_handle(CUDA_ERROR_INVALID_CONTEXT, "context",
                                   hw_cuda_context_known(there) ? here : there);
    return copy_lanes(on_device(to), on_device(from), bytes, stream);
}

CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext there, CUdeviceptr from, CUcontext here, size_t bytes)
{
    HW_WAITING_CALL(copy_peer(to, there, from, here, bytes, NULL));
}

CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext there, CUdeviceptr from, CUcontext here, size_t bytes,
                           CUstream stream)
{
    HW_CONTEXT_CALL(copy_peer(to, there, from, here, bytes, stream));
}
