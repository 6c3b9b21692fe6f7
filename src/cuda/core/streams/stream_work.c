/* SPDX-License-Identifier: MIT */
/* What each kind of work does, and how it is kept. */
#include "cuda/core/streams/stream_work.h"

#include "cuda/core/memory/allocation.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/memory/copy.h"
#include "cuda/core/launches/device_time.h"
#include "cuda/core/graphs/graph_node.h"
#include "cuda/core/launches/launch.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_capture.h"
#include "cuda/core/streams/stream_event.h"
#include "cuda/core/streams/stream_queue.h"

#include <stdlib.h>
#include <string.h>

/* --- copies and fills --- */

static cudaError_t check_copy(const struct hw_cuda_work *work)
{
    const struct hw_cuda_copy_work *copy = &work->copy;

    return hw_cuda_copy_check(&copy->to, &copy->from, copy->width, copy->height, copy->depth);
}

static void tell_copied(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t bytes,
                        cudaStream_t stream)
{
    if (bytes)
        hw_cuda_time_copy(to, from, bytes, stream);
}

static cudaError_t run_copy(cudaStream_t stream, const struct hw_cuda_work *work)
{
    const struct hw_cuda_copy_work *copy = &work->copy;
    const cudaError_t error =
        hw_cuda_copy_piece(&copy->to, &copy->from, copy->width, copy->height, copy->depth);

    if (error == cudaSuccess)
        tell_copied(&copy->to, &copy->from, copy->width * copy->height * copy->depth, stream);
    return error;
}

static cudaError_t each_slice(const struct hw_cuda_fill_work *fill, bool write)
{
    cudaError_t error = cudaSuccess;

    for (size_t z = 0; error == cudaSuccess && z < fill->depth; z++) {
        void *slice = (void *)((uintptr_t)fill->address + z * fill->slice); /* may be no address at all */
        error = write ? hw_cuda_fill_elements(slice, fill->pitch, fill->value, fill->element, fill->width,
                                              fill->height)
                      : hw_cuda_fill_check(slice, fill->pitch, fill->element, fill->width, fill->height);
    }
    return error;
}

static cudaError_t check_fill(const struct hw_cuda_work *work)
{
    return each_slice(&work->fill, false);
}

static cudaError_t run_fill(cudaStream_t stream, const struct hw_cuda_work *work)
{
    const struct hw_cuda_fill_work *fill = &work->fill;
    const cudaError_t error = each_slice(fill, true);

    if (error == cudaSuccess)
        hw_cuda_time_fill(fill->width * fill->element * fill->height * fill->depth, stream);
    return error;
}

/* --- the others --- */

static cudaError_t check_nothing(const struct hw_cuda_work *work)
{
    (void)work;
    return cudaSuccess;
}

static cudaError_t run_nothing(cudaStream_t stream, const struct hw_cuda_work *work)
{
    (void)stream;
    (void)work;
    return cudaSuccess;
}

static cudaError_t check_kernel(const struct hw_cuda_work *work)
{
    return hw_cuda_kernel_check(&work->kernel);
}

static cudaError_t run_kernel(cudaStream_t stream, const struct hw_cuda_work *work)
{
    return hw_cuda_kernel_run(&work->kernel, stream);
}

static cudaError_t run_record(cudaStream_t stream, const struct hw_cuda_work *work)
{
    hw_cuda_event_happens(work->event, stream);
    return cudaSuccess;
}

static cudaError_t run_wait(cudaStream_t stream, const struct hw_cuda_work *work)
{
    hw_cuda_event_holds(work->event, stream);
    return cudaSuccess;
}

static cudaError_t run_memory(cudaStream_t stream, const struct hw_cuda_work *work)
{
    (void)stream;
    hw_cuda_memory_run(work);
    return cudaSuccess;
}

static cudaStream_t library_stream; /* of the library's work that runs */

static cudaError_t run_library(cudaStream_t stream, const struct hw_cuda_work *work)
{
    library_stream = stream;
    return work->library.function(work->library.data);
}

void hw_cuda_copied(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t bytes)
{
    tell_copied(to, from, bytes, library_stream);
}

/* What runs elsewhere has no function: host functions are another thread's, and the rest are nodes of graphs,
 * which know how. */
static const struct {
    cudaError_t (*check)(const struct hw_cuda_work *work);
    cudaError_t (*run)(cudaStream_t stream, const struct hw_cuda_work *work);
} kinds[HW_CUDA_WORK_KINDS] = {
    [HW_CUDA_WORK_EMPTY] = {check_nothing, run_nothing},
    [HW_CUDA_WORK_KERNEL] = {check_kernel, run_kernel},
    [HW_CUDA_WORK_COPY] = {check_copy, run_copy},
    [HW_CUDA_WORK_FILL] = {check_fill, run_fill},
    [HW_CUDA_WORK_HOST] = {check_nothing, run_nothing},
    [HW_CUDA_WORK_RECORD] = {check_nothing, run_record},
    [HW_CUDA_WORK_WAIT] = {check_nothing, run_wait},
    [HW_CUDA_WORK_LIBRARY] = {check_nothing, run_library},
    [HW_CUDA_WORK_CHILD] = {check_nothing, run_nothing},
    [HW_CUDA_WORK_ALLOC] = {check_nothing, run_memory},
    [HW_CUDA_WORK_FREE] = {check_nothing, run_memory},
};

cudaError_t hw_cuda_work_check(const struct hw_cuda_work *work)
{
    return kinds[work->kind].check(work);
}

cudaError_t hw_cuda_work_run(cudaStream_t stream, const struct hw_cuda_work *work)
{
    return kinds[work->kind].run(stream, work);
}

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
    } else {
        kept = keep_with(work, NULL, 0);
    }
    return kept;
}

struct hw_cuda_work *hw_cuda_work_keep_now(const struct hw_cuda_work *work)
{
    if (work->kind != HW_CUDA_WORK_COPY || !pageable(&work->copy.from))
        return hw_cuda_work_keep(work);
    struct hw_cuda_work *kept =
        keep_with(work, work->copy.from.memory, span_of(&work->copy.from, &work->copy));
    if (kept)
        kept->copy.from.memory = kept + 1;
    return kept;
}

void hw_cuda_work_drop(struct hw_cuda_work *work)
{
    free(work);
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
    if (!hw_cuda_capturing() && !hw_cuda_queue_busy() && work->kind != HW_CUDA_WORK_HOST)
        return kinds[work->kind].run(stream, work);
    if (hw_cuda_capturing())
        error = hw_cuda_capture_work(stream, work, &taken);
    return error == cudaSuccess && !taken ? hw_cuda_queue_work(stream, work) : error;
}

cudaError_t hw_cuda_finish(cudaStream_t stream, cudaError_t error)
{
    if (error != cudaSuccess || !hw_cuda_queue_busy())
        return error;
    struct hw_cuda_context *context = hw_cuda_stream_context(stream);
    hw_cuda_queue_wait(hw_cuda_stream_resolve(stream));
    return hw_cuda_fault_told(context);
}

cudaError_t hw_cuda_fill(cudaStream_t stream, const struct hw_cuda_fill_work *fill)
{
    const cudaError_t error = hw_cuda_stream_check(stream);

    return error == cudaSuccess
               ? hw_cuda_submit(stream, &(struct hw_cuda_work){.kind = HW_CUDA_WORK_FILL, .fill = *fill})
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
    return submit_library(stream, &(struct hw_cuda_library_work){work, data, bytes, false});
}

/* Memory of the host that it reads or writes is not kept: it rather waits for what is before it. */
cudaError_t hw_cuda_copy_line(cudaStream_t stream, hw_cuda_work_fn *copy, void *data, size_t bytes)
{
    if (!hw_cuda_capturing())
        hw_cuda_finish(stream, cudaSuccess);
    return submit_library(stream, &(struct hw_cuda_library_work){copy, data, bytes, true});
}
