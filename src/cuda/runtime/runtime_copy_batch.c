/* SPDX-License-Identifier: MIT */
/* Batches of copies, whose arguments CUDA 13 changed: before, a place for the index of a copy that fails
 * stands before the last ones. */
#include "cuda/core/memory/copy_batch.h"

#include "cuda/core/streams/per_thread_stream.h"
#include "cuda/runtime/runtime.h"

#include <stdarg.h>

#define WITHOUT_FAILED 13000 /* the toolkit */

static bool has_failed(void)
{
    return hw_soname.version < WITHOUT_FAILED;
}

/* --- lines --- */

/* The last arguments are on the stack: only those that there are may be touched. */
struct last_arguments {
    size_t attribute_count, *failed;
    cudaStream_t stream;
};

static struct last_arguments read_last(va_list rest)
{
    struct last_arguments last = {.attribute_count = va_arg(rest, size_t)};

    if (has_failed())
        last.failed = va_arg(rest, size_t *);
    last.stream = va_arg(rest, cudaStream_t);
    return last;
}

cudaError_t cudaMemcpyBatchAsync(void *const *to, const void *const *from, const size_t *bytes, size_t count,
                                 const struct hw_copy_attributes *attributes, const size_t *first, ...)
{
    va_list rest;

    va_start(rest, first);
    const struct last_arguments last = read_last(rest);
    va_end(rest);
    const struct hw_copy_batch batch = {to, from, bytes, count, attributes, first, last.attribute_count};
    HW_DEVICE_CALL(hw_cuda_copy_batch(&batch, last.failed, hw_stream(last.stream)));
}

cudaError_t cudaMemcpyBatchAsync_ptsz(void *const *to, const void *const *from, const size_t *bytes,
                                      size_t count, const struct hw_copy_attributes *attributes,
                                      const size_t *first, ...)
{
    va_list rest;

    va_start(rest, first);
    const struct last_arguments last = read_last(rest);
    va_end(rest);
    const struct hw_copy_batch batch = {to, from, bytes, count, attributes, first, last.attribute_count};
    HW_DEVICE_CALL(hw_cuda_copy_batch(&batch, last.failed, hw_stream(hw_per_thread_stream(last.stream))));
}

/* --- boxes --- */

static cudaStream_t boxes_stream(uint64_t flags_or_stream, cudaStream_t stream)
{
    return has_failed() ? stream : (cudaStream_t)(uintptr_t)flags_or_stream;
}

cudaError_t cudaMemcpy3DBatchAsync(size_t count, const struct hw_copy_box *boxes, uint64_t failed_or_flags,
                                   uint64_t flags_or_stream, cudaStream_t stream)
{
    size_t *failed = has_failed() ? (size_t *)(uintptr_t)failed_or_flags : NULL;

    HW_DEVICE_CALL(hw_cuda_copy_boxes(count, boxes, failed, has_failed() ? flags_or_stream : failed_or_flags,
                                      hw_stream(boxes_stream(flags_or_stream, stream))));
}

cudaError_t cudaMemcpy3DBatchAsync_ptsz(size_t count, const struct hw_copy_box *boxes,
                                        uint64_t failed_or_flags, uint64_t flags_or_stream,
                                        cudaStream_t stream)
{
    const cudaStream_t own = hw_per_thread_stream(boxes_stream(flags_or_stream, stream));

    return cudaMemcpy3DBatchAsync(count, boxes, failed_or_flags,
                                  has_failed() ? flags_or_stream : (uint64_t)(uintptr_t)own, own);
}
