/* SPDX-License-Identifier: MIT */
/* Work of streams: done in the call that asks for it. */
#include "cuda/core/cuda_core.h"

cudaError_t hw_cuda_work(cudaStream_t stream, hw_cuda_work_fn *work, void *data, size_t bytes)
{
    (void)stream, (void)bytes;
    return work(data);
}
