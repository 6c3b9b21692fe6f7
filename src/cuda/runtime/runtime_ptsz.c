/* SPDX-License-Identifier: MIT */
/* Functions of the runtime API in the per-thread default stream that the table, cudart.api, does not make. */
#include "cuda/runtime/runtime.h"

#include "cuda/core/streams/per_thread_stream.h"

cudaError_t cudaLaunchKernelExC_ptsz(const struct hw_launch_config *launch, const void *kernel,
                                     void **arguments)
{
    if (!launch)
        return cudaLaunchKernelExC(launch, kernel, arguments);
    struct hw_launch_config own = *launch;
    own.stream = hw_per_thread_stream(own.stream);
    return cudaLaunchKernelExC(&own, kernel, arguments);
}

/* The stream is the fourth argument before CUDA 13. */
cudaError_t cudaMemPrefetchAsync_ptsz(const void *address, size_t bytes, uint64_t where,
                                      uint64_t stream_or_flags, cudaStream_t stream)
{
    if (hw_soname.version < 13000)
        stream_or_flags = (uintptr_t)hw_per_thread_stream((cudaStream_t)(uintptr_t)stream_or_flags);
    return cudaMemPrefetchAsync(address, bytes, where, stream_or_flags, hw_per_thread_stream(stream));
}
