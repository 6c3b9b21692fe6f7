/* SPDX-License-Identifier: MIT */
/* How work of streams is kept, and submitted. */
#include "cuda/core/streams/stream_work.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/graphs/conditional.h"
#include "cuda/core/graphs/updatable_node.h"
#include "cuda/core/ipc/ipc_event.h"
#include "cuda/core/launches/launch_output.h"
#include "cuda/core/memory/page_locked.h"
#include "cuda/core/streams/stream_memory_ops.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_capture.h"
#include "cuda/core/streams/stream_queue.h"

#include <stdlib.h>
#include <string.h>

/* --- keeping --- */

/* Memory of the host that a program may use for something else as soon as a call is over. */
static bool pageable(const struct hw_cuda_end *end)
{
    unsigned flags;

    return end->memory && !end->device &&
           hw_cuda_host_flags((void *)(uintptr_t)end->memory, &flags) != cudaSuccess;
}

/* Bytes from the first to the last of a box in memory. */
static size_t span_of(const struct hw_cuda_end *end, const struct hw_cuda_copy_work *copy)
{
    if (copy->width == 0 || copy->height == 0 || copy->depth == 0)
        return 0;
    return ((end->z + copy->depth - 1) * end->rows + end->y + copy->height - 1) * end->pitch + end->x +
           copy->width;
}

static struct hw_cuda_work *keep_with(const struct hw_cuda_work *work, const void *bytes, size_t count)
{
    struct hw_cuda_work *kept = malloc(sizeof *kept + count);

    if (!kept)
        return NULL;
    *kept = *work;
    if (count)
        memcpy(kept + 1, bytes, count);
    return kept;
}

struct hw_cuda_work *hw_cuda_work_keep(const struct hw_cuda_work *work)
{
    struct hw_cuda_work *kept;

    if (work->kind == HW_CUDA_WORK_KERNEL) {
        kept = keep_with(work, work->kernel.parameters, work->kernel.parameter_bytes);
        if (kept)
            kept->kernel.parameters = kept + 1;
    } else if (work->kind == HW_CUDA_WORK_LIBRARY) {
        kept = keep_with(work, work->library.data, work->library.bytes);
        if (kept)
            kept->library.data = kept + 1;
    } else if (work->kind == HW_CUDA_WORK_MEMORY_OPS) {
        kept = keep_with(work, work->memory_ops.op, work->memory_ops.count * sizeof *work->memory_ops.op);
        if (kept)
            kept->memory_ops.op = (const struct hw_memory_op *)(kept + 1);
    } else if (work->kind == HW_CUDA_WORK_CONDITIONS) {
        kept = keep_with(work, work->conditions.list, work->conditions.count * sizeof *work->conditions.list);
        if (kept)
            kept->conditions.list = (const struct hw_cuda_condition_value *)(kept + 1);
    } else {
        kept = keep_with(work, NULL, 0);
        if (kept && work->kind == HW_CUDA_WORK_SHARED_WAIT)
            hw_shared_event_retain(kept->shared_wait.event);
        if (kept && work->kind == HW_CUDA_WORK_CONDITIONAL)
            hw_cuda_conditional_use(&kept->conditional);
    }
    return kept;
}

struct hw_cuda_work *hw_cuda_work_keep_now(const struct hw_cuda_work *work)
{
    if (!hw_cuda_work_reads_host(work) || work->source_in_order)
        return hw_cuda_work_keep(work);
    struct hw_cuda_work *kept =
        keep_with(work, work->copy.from.memory, span_of(&work->copy.from, &work->copy));
    if (kept)
        kept->copy.from.memory = kept + 1;
    return kept;
}

void hw_cuda_work_drop(struct hw_cuda_work *work)
{
    if (work && work->kind == HW_CUDA_WORK_SHARED_WAIT)
        hw_shared_event_release(work->shared_wait.event);
    if (work && work->kind == HW_CUDA_WORK_CONDITIONAL)
        hw_cuda_conditional_release(&work->conditional);
    if (work && work->kind == HW_CUDA_WORK_KERNEL)
        hw_cuda_updatable_release(work->kernel.updatable);
    free(work);
}

bool hw_cuda_work_reads_host(const struct hw_cuda_work *work)
{
    return work->kind == HW_CUDA_WORK_COPY && pageable(&work->copy.from);
}

bool hw_cuda_work_writes_host(const struct hw_cuda_work *work)
{
    return work->kind == HW_CUDA_WORK_COPY && pageable(&work->copy.to);
}

/* --- submitting --- */

cudaError_t hw_cuda_submit(cudaStream_t stream, const struct hw_cuda_work *work)
{
    bool taken = false;
    cudaError_t error = cudaSuccess;

    stream = hw_cuda_stream_resolve(stream);
    if (hw_cuda_capturing())
        error = hw_cuda_capture_work(stream, work, &taken);
    return error == cudaSuccess && !taken ? hw_cuda_queue_work(stream, work) : error;
}

cudaError_t hw_cuda_finish(cudaStream_t stream, cudaError_t error)
{
    struct hw_cuda_context *context = hw_cuda_stream_context(stream);

    if (error != cudaSuccess)
        return error;
    if (hw_cuda_queue_busy())
        hw_cuda_queue_wait(hw_cuda_stream_resolve(stream));
    hw_cuda_output_flush();
    return context ? hw_cuda_fault_told(context) : cudaSuccess;
}

cudaError_t hw_cuda_fill(cudaStream_t stream, const struct hw_cuda_fill_work *fill)
{
    const cudaError_t error = hw_cuda_stream_check(stream);

    return error == cudaSuccess
               ? hw_cuda_submit(stream, &(struct hw_cuda_work){.kind = HW_CUDA_WORK_FILL, .fill = *fill})
               : error;
}

cudaError_t hw_cuda_fill_now(cudaStream_t stream, const struct hw_cuda_fill_work *fill)
{
    struct hw_cuda_pointer about;
    const cudaError_t error = hw_cuda_fill(stream, fill);

    return error == cudaSuccess && hw_cuda_host_pointer(fill->address, &about)
               ? hw_cuda_finish(stream, cudaSuccess)
               : error;
}

cudaError_t hw_cuda_call_host(cudaStream_t stream, const struct hw_cuda_host_work *host)
{
    const cudaError_t error = hw_cuda_stream_check(stream);

    return error == cudaSuccess
               ? hw_cuda_submit(stream, &(struct hw_cuda_work){.kind = HW_CUDA_WORK_HOST, .host = *host})
               : error;
}

static cudaError_t submit_library(cudaStream_t stream, const struct hw_cuda_library_work *library)
{
    return hw_cuda_submit(stream, &(struct hw_cuda_work){.kind = HW_CUDA_WORK_LIBRARY, .library = *library});
}

cudaError_t hw_cuda_work(cudaStream_t stream, hw_cuda_work_fn *work, void *data, size_t bytes)
{
    return submit_library(stream,
                          &(struct hw_cuda_library_work){.function = work, .data = data, .bytes = bytes});
}

cudaError_t hw_cuda_work_short(cudaStream_t stream, hw_cuda_work_fn *work, void *data, size_t bytes)
{
    return submit_library(stream, &(struct hw_cuda_library_work){
                                      .function = work, .data = data, .bytes = bytes, .is_short = true});
}

/* Memory of the host that it reads or writes is not kept: it rather waits for what is before it. */
cudaError_t hw_cuda_copy_line(cudaStream_t stream, hw_cuda_work_fn *copy, void *data, size_t bytes)
{
    if (!hw_cuda_capturing())
        hw_cuda_finish(stream, cudaSuccess);
    return submit_library(stream, &(struct hw_cuda_library_work){
                                      .function = copy, .data = data, .bytes = bytes, .copies = true});
}
