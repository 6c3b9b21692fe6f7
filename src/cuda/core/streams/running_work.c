/* SPDX-License-Identifier: MIT */
/* See running_work.h: a table has the steps of each kind of work, another what is asked of work that waits.
 */
#include "cuda/core/streams/running_work.h"

#include "cuda/base/message.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/executor/item_order.h"
#include "cuda/core/graphs/conditional.h"
#include "cuda/core/graphs/updatable_node.h"
#include "cuda/core/launches/device_time.h"
#include "cuda/core/launches/injected_fault.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_event.h"

#include <pthread.h>
#include <stdio.h>

#define LONG_BYTES ((size_t)1 << 16) /* a copy of less is over before another thread has woken up */

/* --- kernels --- */

static cudaError_t prepare_kernel(struct hw_cuda_running *running)
{
    return hw_cuda_launch_prepare(&running->work->kernel, running->stream, &running->launch);
}

static cudaError_t check_kernel(struct hw_cuda_running *running)
{
    return hw_cuda_launch_check(running->launch);
}

static cudaError_t begin_kernel(struct hw_cuda_running *running)
{
    cudaError_t error = cudaSuccess;

    if (running->work->kernel.updatable)
        error = hw_cuda_updatable_begin(running, &running->skipped);
    if (error != cudaSuccess || running->skipped) {
        hw_cuda_launch_drop(running->launch);
        running->launch = NULL;
        return error;
    }
    running->launch->tree.item = running->item;
    running->launch->injected = hw_cuda_inject_fault(running->launch);
    hw_cuda_launch_begin(running->launch);
    return cudaSuccess;
}

static enum hw_cuda_visit visit_kernel(struct hw_cuda_running *running)
{
    return hw_cuda_launch_visit(running->launch);
}

static cudaError_t end_kernel(struct hw_cuda_running *running)
{
    return hw_cuda_launch_end(running->launch);
}

static uint32_t wants_kernel(const struct hw_cuda_running *running)
{
    return hw_cuda_launch_wants(running->launch);
}

static uint64_t moves_of_kernel(const struct hw_cuda_running *running)
{
    return hw_cuda_launch_moves(running->launch);
}

static void stop_kernel(struct hw_cuda_running *running, const char *why)
{
    hw_cuda_launch_stop(running->launch, why);
}

static void describe_kernel(const struct hw_cuda_running *running, char *text, size_t bytes)
{
    snprintf(text, bytes, "%s", hw_cuda_launch_name(running->launch));
}

/* --- copies and fills --- */

/* Where time counts that they take, if they take any. */
static struct hw_busy_time *busy_time_of(const struct hw_cuda_running *running)
{
    return hw_cuda_work_is_long(running->work)
               ? &hw_cuda_stream_context(running->stream)->device->memory_moves
               : NULL;
}

static void count_begin(const struct hw_cuda_running *running, cudaError_t error)
{
    struct hw_busy_time *time = busy_time_of(running);

    if (time && error == cudaSuccess)
        hw_busy_begin(time, hw_cuda_seconds());
}

static void count_end(const struct hw_cuda_running *running)
{
    struct hw_busy_time *time = busy_time_of(running);

    if (time)
        hw_busy_end(time, hw_cuda_seconds());
}

static void tell_copied(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t bytes,
                        cudaStream_t stream)
{
    if (bytes)
        hw_cuda_time_copy(to, from, bytes, stream);
}

static cudaError_t check_copy(struct hw_cuda_running *running)
{
    return hw_cuda_copy_check(&running->work->copy);
}

static cudaError_t begin_copy(struct hw_cuda_running *running)
{
    const cudaError_t error = hw_cuda_copy_begin(&running->work->copy, &running->move);

    count_begin(running, error);
    return error;
}

static enum hw_cuda_visit visit_copy(struct hw_cuda_running *running)
{
    hw_cuda_copy_move(&running->move);
    return HW_CUDA_VISIT_OVER;
}

static cudaError_t end_copy(struct hw_cuda_running *running)
{
    const struct hw_cuda_copy_work *copy = &running->work->copy;

    hw_cuda_copy_end(&running->move);
    count_end(running);
    tell_copied(&copy->to, &copy->from, copy->width * copy->height * copy->depth, running->stream);
    return cudaSuccess;
}

static cudaError_t check_fill(struct hw_cuda_running *running)
{
    return hw_cuda_fill_check(&running->work->fill);
}

static cudaError_t begin_fill(struct hw_cuda_running *running)
{
    const cudaError_t error = hw_cuda_fill_begin(&running->work->fill, &running->rows);

    count_begin(running, error);
    return error;
}

static enum hw_cuda_visit visit_fill(struct hw_cuda_running *running)
{
    hw_cuda_fill_write(&running->rows);
    return HW_CUDA_VISIT_OVER;
}

static cudaError_t end_fill(struct hw_cuda_running *running)
{
    const struct hw_cuda_fill_work *fill = &running->work->fill;

    count_end(running);
    hw_cuda_time_fill(fill->width * fill->element * fill->height * fill->depth, running->stream);
    return cudaSuccess;
}

/* --- operations on memory --- */

static cudaError_t check_memory_ops(struct hw_cuda_running *running)
{
    return hw_cuda_memory_ops_check(&running->work->memory_ops);
}

static cudaError_t begin_memory_ops(struct hw_cuda_running *running)
{
    return hw_cuda_memory_ops_begin(&running->work->memory_ops);
}

static enum hw_cuda_visit visit_memory_ops(struct hw_cuda_running *running)
{
    return hw_cuda_memory_ops_visit(&running->work->memory_ops, &running->memory_ops) ? HW_CUDA_VISIT_OVER
                                                                                      : HW_CUDA_VISIT_WAITS;
}

static cudaError_t end_memory_ops(struct hw_cuda_running *running)
{
    return hw_cuda_memory_ops_end(&running->work->memory_ops, &running->memory_ops);
}

static uint64_t moves_of_memory_ops(const struct hw_cuda_running *running)
{
    return running->memory_ops.next;
}

static void stop_memory_ops(struct hw_cuda_running *running, const char *why)
{
    hw_cuda_memory_ops_stop(&running->memory_ops, why);
}

static void describe_memory_ops(const struct hw_cuda_running *running, char *text, size_t bytes)
{
    hw_cuda_memory_ops_describe(&running->work->memory_ops, &running->memory_ops, text, bytes);
}

/* --- waits for other processes --- */

static enum hw_cuda_visit visit_shared_wait(struct hw_cuda_running *running)
{
    return hw_shared_wait_visit(&running->work->shared_wait, &running->shared_wait) ? HW_CUDA_VISIT_OVER
                                                                                    : HW_CUDA_VISIT_WAITS;
}

static cudaError_t end_shared_wait(struct hw_cuda_running *running)
{
    return hw_shared_wait_end(&running->work->shared_wait, &running->shared_wait);
}

static void stop_shared_wait(struct hw_cuda_running *running, const char *why)
{
    hw_shared_wait_stop(&running->shared_wait, why);
}

static void describe_shared_wait(const struct hw_cuda_running *running, char *text, size_t bytes)
{
    hw_shared_wait_describe(&running->work->shared_wait, text, bytes);
}

/* --- the others, which begin does --- */

static cudaError_t do_record(struct hw_cuda_running *running)
{
    hw_cuda_event_happens(running->work->event, running->stream, running->item);
    return cudaSuccess;
}

static cudaError_t do_wait(struct hw_cuda_running *running)
{
    hw_cuda_event_holds(running->work->event, running->stream);
    return cudaSuccess;
}

static cudaError_t do_memory(struct hw_cuda_running *running)
{
    hw_cuda_memory_run(running->work);
    return cudaSuccess;
}

static cudaError_t do_conditional(struct hw_cuda_running *running)
{
    return hw_cuda_conditional_decide(running->item);
}

static cudaError_t do_conditions(struct hw_cuda_running *running)
{
    hw_cuda_conditions_assign(running->work->conditions.list, running->work->conditions.count);
    return cudaSuccess;
}

static cudaStream_t copy_stream; /* of the library's copy that runs */

/* Functions of the math libraries keep plans and tables, so one of them computes at a time.  It takes no
 * other lock meanwhile, except the memory's. */
static pthread_mutex_t computing = PTHREAD_MUTEX_INITIALIZER;

/* Where the time counts in which a library computes; NULL: it does not. */
static struct hw_busy_time *library_time_of(const struct hw_cuda_running *running)
{
    return hw_cuda_work_is_long(running->work) ? &hw_cuda_stream_context(running->stream)->device->kernels_run
                                               : NULL;
}

static cudaError_t begin_library(struct hw_cuda_running *running)
{
    struct hw_busy_time *time = library_time_of(running);

    if (time)
        hw_busy_begin(time, hw_cuda_seconds());
    return cudaSuccess;
}

static enum hw_cuda_visit visit_library(struct hw_cuda_running *running)
{
    const struct hw_cuda_library_work *library = &running->work->library;
    const bool computes = hw_cuda_work_is_long(running->work);

    if (computes)
        pthread_mutex_lock(&computing);
    else
        copy_stream = running->stream;
    running->library = library->function(library->data);
    if (computes)
        pthread_mutex_unlock(&computing);
    return HW_CUDA_VISIT_OVER;
}

static cudaError_t end_library(struct hw_cuda_running *running)
{
    struct hw_busy_time *time = library_time_of(running);

    if (time)
        hw_busy_end(time, hw_cuda_seconds());
    return running->library;
}

void hw_cuda_copied(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t bytes)
{
    tell_copied(to, from, bytes, copy_stream);
}

/* What runs elsewhere has no step: host functions are another thread's, and a child's nodes are work of their
 * own. */
static const struct {
    cudaError_t (*prepare)(struct hw_cuda_running *running);
    cudaError_t (*check)(struct hw_cuda_running *running);
    cudaError_t (*begin)(struct hw_cuda_running *running);
    enum hw_cuda_visit (*visit)(struct hw_cuda_running *running);
    cudaError_t (*end)(struct hw_cuda_running *running);
} kinds[HW_CUDA_WORK_KINDS] = {
    [HW_CUDA_WORK_KERNEL] = {prepare_kernel, check_kernel, begin_kernel, visit_kernel, end_kernel},
    [HW_CUDA_WORK_COPY] = {NULL, check_copy, begin_copy, visit_copy, end_copy},
    [HW_CUDA_WORK_FILL] = {NULL, check_fill, begin_fill, visit_fill, end_fill},
    [HW_CUDA_WORK_RECORD] = {NULL, NULL, do_record, NULL, NULL},
    [HW_CUDA_WORK_WAIT] = {NULL, NULL, do_wait, NULL, NULL},
    [HW_CUDA_WORK_LIBRARY] = {NULL, NULL, begin_library, visit_library, end_library},
    [HW_CUDA_WORK_SHARED_WAIT] = {NULL, NULL, NULL, visit_shared_wait, end_shared_wait},
    [HW_CUDA_WORK_MEMORY_OPS] = {NULL, check_memory_ops, begin_memory_ops, visit_memory_ops, end_memory_ops},
    [HW_CUDA_WORK_ALLOC] = {NULL, NULL, do_memory, NULL, NULL},
    [HW_CUDA_WORK_FREE] = {NULL, NULL, do_memory, NULL, NULL},
    [HW_CUDA_WORK_CONDITIONAL] = {NULL, NULL, do_conditional, NULL, NULL},
    [HW_CUDA_WORK_CONDITIONS] = {NULL, NULL, do_conditions, NULL, NULL},
};

cudaError_t hw_cuda_running_prepare(struct hw_cuda_running *running, cudaStream_t stream,
                                    const struct hw_cuda_work *work)
{
    *running = (struct hw_cuda_running){.stream = stream, .work = work};
    return kinds[work->kind].prepare ? kinds[work->kind].prepare(running) : cudaSuccess;
}

cudaError_t hw_cuda_running_check(struct hw_cuda_running *running, cudaStream_t stream,
                                  const struct hw_cuda_work *work)
{
    cudaError_t error = hw_cuda_running_prepare(running, stream, work);

    if (error != cudaSuccess || !kinds[work->kind].check)
        return error;
    error = kinds[work->kind].check(running);
    if (error != cudaSuccess)
        hw_cuda_running_drop(running);
    return error;
}

cudaError_t hw_cuda_work_check(const struct hw_cuda_work *work)
{
    struct hw_cuda_running running;
    const cudaError_t error = hw_cuda_running_check(&running, NULL, work);

    if (error == cudaSuccess)
        hw_cuda_running_drop(&running);
    return error;
}

cudaError_t hw_cuda_running_begin(struct hw_cuda_running *running)
{
    return kinds[running->work->kind].begin ? kinds[running->work->kind].begin(running) : cudaSuccess;
}

enum hw_cuda_visit hw_cuda_running_visit(struct hw_cuda_running *running)
{
    return kinds[running->work->kind].visit ? kinds[running->work->kind].visit(running) : HW_CUDA_VISIT_OVER;
}

cudaError_t hw_cuda_running_end(struct hw_cuda_running *running)
{
    return kinds[running->work->kind].end ? kinds[running->work->kind].end(running) : cudaSuccess;
}

void hw_cuda_running_drop(struct hw_cuda_running *running)
{
    if (running->work->kind == HW_CUDA_WORK_KERNEL)
        hw_cuda_launch_drop(running->launch);
    if (running->work->kind == HW_CUDA_WORK_CONDITIONAL)
        hw_cuda_conditional_drop(&running->work->conditional);
}

/* --- work that waits --- */

static const struct {
    uint32_t (*wants)(const struct hw_cuda_running *running);
    uint64_t (*moves)(const struct hw_cuda_running *running);
    void (*stop)(struct hw_cuda_running *running, const char *why);
    void (*describe)(const struct hw_cuda_running *running, char *text, size_t bytes);
} waiting[HW_CUDA_WORK_KINDS] = {
    [HW_CUDA_WORK_KERNEL] = {wants_kernel, moves_of_kernel, stop_kernel, describe_kernel},
    [HW_CUDA_WORK_MEMORY_OPS] = {NULL, moves_of_memory_ops, stop_memory_ops, describe_memory_ops},
    [HW_CUDA_WORK_SHARED_WAIT] = {NULL, NULL, stop_shared_wait, describe_shared_wait},
};

uint32_t hw_cuda_running_wants(const struct hw_cuda_running *running)
{
    return waiting[running->work->kind].wants ? waiting[running->work->kind].wants(running) : 0;
}

uint64_t hw_cuda_running_moves(const struct hw_cuda_running *running)
{
    return waiting[running->work->kind].moves ? waiting[running->work->kind].moves(running) : 0;
}

void hw_cuda_running_stop(struct hw_cuda_running *running, const char *why)
{
    if (waiting[running->work->kind].stop)
        waiting[running->work->kind].stop(running, why);
}

void hw_cuda_running_describe(const struct hw_cuda_running *running, char *text, size_t bytes)
{
    waiting[running->work->kind].describe(running, text, bytes);
}

bool hw_cuda_work_waits(const struct hw_cuda_work *work)
{
    return work->kind == HW_CUDA_WORK_SHARED_WAIT ||
           (work->kind == HW_CUDA_WORK_MEMORY_OPS && hw_cuda_memory_ops_wait(&work->memory_ops));
}

bool hw_cuda_work_writes(const struct hw_cuda_work *work)
{
    return work->kind == HW_CUDA_WORK_MEMORY_OPS || work->kind == HW_CUDA_WORK_COPY ||
           work->kind == HW_CUDA_WORK_FILL || work->kind == HW_CUDA_WORK_LIBRARY;
}

/* In a drawn order all work on memory may come late. */
static bool may_come_late(void)
{
    return hw_cuda_item_order() == HW_CUDA_ORDER_DRAWN;
}

static bool is_long(size_t row, size_t height, size_t depth)
{
    if (may_come_late())
        return true;
    return row && height && depth && row >= (LONG_BYTES + height - 1) / height / depth;
}

bool hw_cuda_work_is_long(const struct hw_cuda_work *work)
{
    const struct hw_cuda_fill_work *fill = &work->fill;

    switch (work->kind) {
    case HW_CUDA_WORK_KERNEL: return true;
    case HW_CUDA_WORK_COPY: return is_long(work->copy.width, work->copy.height, work->copy.depth);
    case HW_CUDA_WORK_FILL: return is_long(fill->width * fill->element, fill->height, fill->depth);
    case HW_CUDA_WORK_MEMORY_OPS: return may_come_late();
    case HW_CUDA_WORK_LIBRARY: return !work->library.is_short && !work->library.copies;
    /* Others have the lock, and their turns, between what is repeated. */
    case HW_CUDA_WORK_CONDITIONAL: return hw_cuda_conditional_repeats(&work->conditional);
    default: return false;
    }
}

void hw_cuda_running_forget(void)
{
    computing = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}
