/* SPDX-License-Identifier: MIT */
/* See managed_batch.h. */
#include "cuda/core/memory/managed_batch.h"

#include "cuda/core/log/reason.h"
#include "cuda/core/memory/batch_entry.h"
#include "cuda/core/memory/managed.h"
#include "cuda/core/streams/stream.h"

static cudaError_t check(const struct hw_managed_batch *batch, unsigned long long flags, cudaStream_t stream)
{
    const cudaError_t error = hw_cuda_stream_check_batch(stream);

    if (error != cudaSuccess)
        return error;
    if (!batch->address || !batch->bytes || batch->count == 0 || flags)
        return hw_cuda_fail(
            cudaErrorInvalidValue,
            "%zu ranges, flags %#llx; expected 1 or more, lists of addresses and sizes, and 0", batch->count,
            flags);
    for (size_t i = 0; i < batch->count; i++)
        if (!hw_cuda_managed_has(batch->address[i], batch->bytes[i]))
            return hw_cuda_fail(cudaErrorInvalidValue, "range %zu: %zu bytes at %p are no managed memory", i,
                                batch->bytes[i], batch->address[i]);
    return cudaSuccess;
}

cudaError_t hw_cuda_managed_prefetch_batch(const struct hw_managed_batch *batch, unsigned long long flags,
                                           cudaStream_t stream)
{
    cudaError_t error = check(batch, flags, stream);

    if (error == cudaSuccess && !batch->to)
        error = hw_cuda_fail(cudaErrorInvalidValue, "the locations are null");
    if (error == cudaSuccess)
        error = hw_batch_check(batch->first, batch->to_count, batch->count);
    for (size_t i = 0; i < batch->count && error == cudaSuccess; i++) {
        const struct hw_location *to = &batch->to[hw_batch_entry(batch->first, batch->to_count, i)];
        error =
            hw_cuda_managed_prefetch(batch->address[i], batch->bytes[i], hw_cuda_location_place(*to), stream);
    }
    return error;
}

cudaError_t hw_cuda_managed_discard_batch(const struct hw_managed_batch *batch, unsigned long long flags,
                                          cudaStream_t stream)
{
    return check(batch, flags, stream);
}
