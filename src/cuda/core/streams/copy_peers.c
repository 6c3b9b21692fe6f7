/* SPDX-License-Identifier: MIT */
/* Which contexts a copy is in order with; see copy_peers.h. */
#include "cuda/core/streams/copy_peers.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/memory/allocation.h"
#include "cuda/core/memory/array.h"

static struct hw_cuda_context *owner_of(const struct hw_cuda_end *end)
{
    return end->array ? end->array->context : hw_cuda_memory_context(end->memory);
}

static bool is_device(const struct hw_cuda_end *end)
{
    return end->device || end->array;
}

unsigned hw_cuda_copy_peers(cudaStream_t stream, const struct hw_cuda_work *work,
                            struct hw_cuda_context *peer[HW_CUDA_COPY_PEERS])
{
    unsigned count = 0;

    if (stream || work->kind != HW_CUDA_WORK_COPY || !is_device(&work->copy.to) ||
        !is_device(&work->copy.from))
        return 0;
    struct hw_cuda_context *const owner[HW_CUDA_COPY_PEERS] = {owner_of(&work->copy.to),
                                                               owner_of(&work->copy.from)};
    for (unsigned i = 0; i < HW_CUDA_COPY_PEERS; i++)
        if (owner[i] && owner[i] != hw_cuda.context && (count == 0 || owner[i] != peer[0]))
            peer[count++] = owner[i];
    return count;
}
