/* SPDX-License-Identifier: MIT */
/* Copies of bytes that lie in a row.  Their `Async` forms are the same with a stream: work is done in the
 * call that asks for it, so only the stream's handle can be wrong. */
#include "cuda/driver/driver_copy.h"

#include "cuda/core/log/reason.h"
#include "cuda/driver/driver_work.h"

bool hw_cu_is_device(CUdeviceptr address)
{
    return hw_cuda_bytes_from(hw_cu_pointer(address)) > 0;
}

struct hw_cuda_end hw_cu_end_on_device(CUdeviceptr address)
{
    return (struct hw_cuda_end){.memory = hw_cu_pointer(address), .device = true};
}

struct hw_cuda_end hw_cu_end_on_host(const void *pointer)
{
    struct hw_cuda_end end = {.memory = pointer};

    hw_cuda_place_end(&end);
    return end;
}

struct hw_cuda_end hw_cu_end_anywhere(CUdeviceptr address)
{
    return (struct hw_cuda_end){.memory = hw_cu_pointer(address), .device = hw_cu_is_device(address)};
}

struct hw_cuda_end hw_cu_end_in_array(CUarray array, size_t offset)
{
    return (struct hw_cuda_end){.array = array, .x = offset};
}

/* What an end has to be before anything is read through it. */
static CUresult check_end(const char *which, const struct hw_cuda_end *end, bool empty)
{
    if (end->memory || empty)
        return CUDA_SUCCESS;
    if (end->array && hw_cuda_array_is_valid(end->array))
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

CUresult hw_cu_copy_line(struct hw_cuda_end to, struct hw_cuda_end from, size_t bytes, CUstream stream)
{
    return hw_cu_copy(&to, &from, bytes, 1, 1, stream);
}

/* --- between any two addresses --- */

/* All devices have one memory, so the contexts have only to be there. */
CUresult hw_cu_copy_peer(CUdeviceptr to, CUcontext there, CUdeviceptr from, CUcontext here, size_t bytes,
                         CUstream stream)
{
    if (!hw_cuda_context_is_valid(there) || !hw_cuda_context_is_valid(here))
        return hw_cuda_fail_handle(CUDA_ERROR_INVALID_CONTEXT, "context",
                                   hw_cuda_context_is_valid(there) ? here : there);
    return hw_cu_copy_line(hw_cu_end_on_device(to), hw_cu_end_on_device(from), bytes, stream);
}

/* An address is as wide as a pointer. */
CUresult hw_cu_copy_batch(const CUdeviceptr *to, const CUdeviceptr *from, const size_t *bytes, size_t count,
                          const struct hw_copy_attributes *attributes, const size_t *first,
                          size_t attribute_count, size_t *failed, CUstream stream)
{
    const struct hw_copy_batch batch = {.to = (void *const *)(const void *)to,
                                        .from = (const void *const *)(const void *)from,
                                        .bytes = bytes,
                                        .count = count,
                                        .attributes = attributes,
                                        .first = first,
                                        .attribute_count = attribute_count};

    return hw_cu_error(hw_cuda_copy_batch(&batch, failed, stream));
}
