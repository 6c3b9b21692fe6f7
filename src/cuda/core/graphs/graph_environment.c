/* SPDX-License-Identifier: MIT */
/* See graph_environment.h.  Each environment has an item that is done when the environment has ended, and
 * order is kept by which items come after which (streams/stream_queue.h):
 *
 *     - the end of an environment comes after its nodes, and after the ends of those in it;
 *     - a tail begins after the end of the environment that has launched it, and of the tails before it.
 *
 * A kernel that launches a graph is not done meanwhile, so the ends that get one more to come after have not
 * come yet. */
#include "cuda/core/graphs/graph_environment.h"

#include "cuda/core/executor/executor.h"
#include "cuda/core/graphs/device_graph.h"
#include "cuda/core/graphs/graph_node.h"
#include "cuda/core/handle.h"
#include "cuda/core/launches/launch_output.h"
#include "cuda/core/streams/host_callbacks.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_queue.h"

#include <stdlib.h>

/* The guide: so many graphs that a graph fires, and so many tails that wait. */
#define FIRED_MAX 120u
#define TAILS_MAX 255u

/* Streams for graphs, as device code names them (cuda_device_runtime_api.h). */
#define TAIL_STREAM    UINT64_C(0x0100000000000000)
#define FIRE_STREAM    UINT64_C(0x0200000000000000)
#define SIBLING_STREAM UINT64_C(0x0300000000000000)

struct hw_cuda_environment {
    struct hw_cuda_environment *next;   /* of all that have not ended */
    struct hw_cuda_environment *parent; /* NULL: it is a stream's */
    cudaStream_t stream;
    hw_exec exec;     /* as the program knows it: it may be gone */
    uint64_t number;  /* of that; 0: a stream's */
    bool launchable;  /* device code can launch it */
    bool by_device;   /* device code has launched it */
    uint64_t printed; /* of the output of each kernel (launches/launch_output.h); 0: one of its own */
    unsigned fired, tails;
    struct hw_cuda_pending *begin; /* NULL: it has begun */
    struct hw_cuda_pending *end;
    struct hw_cuda_pending *behind_tails;  /* what begins behind its tails; NULL: nothing does */
    struct hw_cuda_environment *last_tail; /* which it has launched; NULL: none */
};

static struct hw_cuda_environment *environments;

static struct hw_cuda_environment *create(const struct hw_cuda_environment *like)
{
    struct hw_cuda_environment *made = malloc(sizeof *made);

    if (!made)
        return NULL;
    *made = *like;
    made->end = hw_cuda_item_add(
        made->stream,
        hw_cuda_work_keep(&(struct hw_cuda_work){.kind = HW_CUDA_WORK_ENVIRONMENT, .environment = made}),
        NULL);
    if (!made->end) {
        free(made);
        return NULL;
    }
    made->next = environments;
    environments = made;
    return made;
}

void hw_cuda_environment_ended(struct hw_cuda_environment *environment)
{
    struct hw_cuda_environment **link = &environments;

    while (*link && *link != environment)
        link = &(*link)->next;
    if (!*link) /* of the process that this one was forked from */
        return;
    *link = environment->next;
    free(environment);
}

uint64_t hw_cuda_environment_graph(const struct hw_cuda_environment *environment)
{
    return environment && environment->launchable ? (uint64_t)(uintptr_t)environment->exec : 0;
}

/* --- the items of a graph in its environment --- */

/* Where the items of its nodes go. */
static struct hw_cuda_graph_launch launch_of(struct hw_cuda_environment *environment)
{
    return (struct hw_cuda_graph_launch){.stream = environment->stream,
                                         .asked = environment->end->asked,
                                         .environment = environment,
                                         .printed = environment->printed};
}

/* Make the environment's first item, after which the nodes come. */
static struct hw_cuda_pending *add_begin(struct hw_cuda_environment *environment,
                                         const struct hw_cuda_conditions_work *conditions)
{
    environment->end->asked = environment->parent->end->asked;
    const struct hw_cuda_graph_launch launch = launch_of(environment);
    struct hw_cuda_pending *begin = hw_cuda_graph_add_begin(&launch, conditions);

    if (!begin)
        return NULL;
    begin->seen_by = &environment->begin;
    environment->begin = begin;
    return begin;
}

/* What comes before has been said of both ends. */
static cudaError_t go(struct hw_cuda_environment *environment, hw_graph graph, struct hw_cuda_pending *begin)
{
    const struct hw_cuda_graph_launch launch = launch_of(environment);
    struct hw_cuda_pending *end = environment->end;

    end->waiting++;
    hw_cuda_item_go(begin);
    const cudaError_t error = hw_cuda_graph_queue(graph, &launch, begin, end);
    hw_cuda_item_go(end);
    hw_cuda_item_release(begin);
    hw_cuda_item_release(end);
    return error;
}

/* The end of an environment that nothing is in, for there is no memory. */
static cudaError_t give_up(struct hw_cuda_environment *environment)
{
    if (environment)
        hw_cuda_item_go(environment->end);
    return cudaErrorMemoryAllocation;
}

/* --- the host's launch --- */

/* Launches of a graph that device code has made come before. */
static void come_after_others(struct hw_cuda_pending *begin, uint64_t number)
{
    for (const struct hw_cuda_environment *other = environments; other; other = other->next)
        if (other->number == number && other->by_device)
            hw_cuda_item_after(begin, other->end);
}

cudaError_t hw_cuda_environment_launch(hw_exec exec, cudaStream_t stream,
                                       const struct hw_cuda_conditions_work *conditions)
{
    cudaError_t error = exec->calls ? hw_cuda_host_caller_start() : cudaSuccess;

    if (error == cudaSuccess && (exec->flags & HW_EXEC_DEVICE || (exec->updatable && exec->changed)))
        error = hw_cuda_device_graph_upload(exec, stream);
    if (error != cudaSuccess)
        return error;
    struct hw_cuda_environment *whole = create(&(struct hw_cuda_environment){.stream = stream});
    if (!whole)
        return cudaErrorMemoryAllocation;
    struct hw_cuda_environment *own =
        create(&(struct hw_cuda_environment){.parent = whole,
                                             .stream = stream,
                                             .exec = exec,
                                             .number = exec->number,
                                             .launchable = exec->flags & HW_EXEC_DEVICE,
                                             .printed = exec->decides ? hw_cuda_output_number() : 0});
    struct hw_cuda_pending *begin = own ? add_begin(own, conditions) : NULL, *end = whole->end;
    if (!begin) {
        give_up(own);
        return give_up(whole);
    }
    hw_cuda_item_after_lane(begin);
    hw_cuda_item_after(begin, exec->last);
    come_after_others(begin, exec->number);
    hw_cuda_item_ends_lane(end);
    hw_cuda_item_after(end, own->end);
    if (exec->last)
        exec->last->seen_by = NULL;
    exec->last = end;
    end->seen_by = &exec->last;
    end->waiting++;
    error = go(own, exec->graph, begin);
    hw_cuda_item_go(end);
    if (hw_cuda_executor_is_off()) /* each call does its work */
        hw_cuda_queue_wait_item(end);
    hw_cuda_item_release(end);
    hw_cuda_executor_chance();
    return error;
}

/* --- launches of kernels --- */

/* Whether a launch of the graph by this kernel would run beside another one of it, or wait for one: that is
 * an error (the guide).  A graph may launch itself as its tail, once. */
static bool is_busy(const struct hw_cuda_environment *own, uint64_t number, bool tail)
{
    for (const struct hw_cuda_environment *other = environments; other; other = other->next)
        if (other->number == number && (other->by_device || !other->begin) && !(tail && other == own))
            return true;
    return false;
}

static cudaError_t check_launch(const struct hw_cuda_environment *own, hw_exec exec, uint64_t stream)
{
    const bool tail = stream == TAIL_STREAM;

    if (!own || hw_cuda_exec_check(exec) != cudaSuccess || hw_cuda_executor_must_end())
        return cudaErrorInvalidValue;
    if (stream != TAIL_STREAM && stream != FIRE_STREAM && stream != SIBLING_STREAM)
        return cudaErrorInvalidValue;
    if (tail ? own->tails == TAILS_MAX : own->fired == FIRED_MAX)
        return cudaErrorInvalidValue;
    return is_busy(own, exec->number, tail) ? cudaErrorInvalidValue : cudaSuccess;
}

/* It begins behind the launching graph's environment and the tails that this has launched before. */
static void order_tail(struct hw_cuda_environment *own, struct hw_cuda_environment *tail)
{
    struct hw_cuda_pending *behind = own->behind_tails;

    hw_cuda_item_after(tail->begin, own->end);
    if (own->last_tail) {
        hw_cuda_item_after(tail->begin, own->last_tail->end);
        own->last_tail->behind_tails = tail->begin;
    }
    if (behind)
        hw_cuda_item_after(behind, tail->end);
    tail->behind_tails = behind;
    own->last_tail = tail;
    own->tails++;
}

cudaError_t hw_cuda_environment_launch_from(struct hw_cuda_environment *own, struct hw_cuda_pending *item,
                                            hw_exec exec, uint64_t stream)
{
    hw_graph graph = NULL;
    cudaError_t error = check_launch(own, exec, stream);

    if (error == cudaSuccess)
        error = hw_cuda_device_graph_uploaded(exec, hw_cuda_stream_context(own->stream), &graph);
    if (error != cudaSuccess)
        return error;
    struct hw_cuda_environment *made =
        create(&(struct hw_cuda_environment){.parent = stream == FIRE_STREAM ? own : own->parent,
                                             .stream = own->stream,
                                             .exec = exec,
                                             .number = exec->number,
                                             .launchable = true,
                                             .by_device = true});
    struct hw_cuda_pending *begin =
        made ? add_begin(made, &(struct hw_cuda_conditions_work){.count = 0}) : NULL;
    if (!begin)
        return give_up(made);
    hw_cuda_item_after(made->parent->end, made->end);
    if (stream == TAIL_STREAM)
        order_tail(own, made);
    else
        own->fired++;
    if (stream != TAIL_STREAM && hw_cuda_executor_is_off()) /* kernels run alone */
        hw_cuda_item_after(begin, item);
    return go(made, graph, begin);
}
