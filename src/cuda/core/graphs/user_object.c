/* SPDX-License-Identifier: MIT */
/* Objects of the program that live as long as graphs need them.  The function that ends one is called by the
 * thread that calls host functions. */
#include "cuda/core/graphs/cuda_graph.h"

#include "cuda/core/graphs/graph_node.h"
#include "cuda/core/handle.h"
#include "cuda/core/streams/host_callbacks.h"
#include "cuda/core/streams/stream_queue.h"

#include <stdlib.h>

#define NO_DESTRUCTOR_SYNC 1u

struct hw_cuda_user_object {
    void *pointer;
    void (*destroy)(void *pointer);
    uint64_t count;
};

static cudaError_t check(hw_user_object object, unsigned count)
{
    return hw_cuda_is(object, HW_CUDA_USER_OBJECT) && count > 0 ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t hw_cuda_user_object_create(hw_user_object *object, void *pointer, void (*destroy)(void *pointer),
                                       unsigned count, unsigned flags)
{
    if (!object || !destroy || count == 0 || flags != NO_DESTRUCTOR_SYNC)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_host_caller_start();
    if (error != cudaSuccess)
        return error;
    hw_user_object made = malloc(sizeof *made);
    if (!made || !hw_cuda_handle_add(made, HW_CUDA_USER_OBJECT)) {
        free(made);
        return cudaErrorMemoryAllocation;
    }
    *made = (struct hw_cuda_user_object){pointer, destroy, count};
    *object = made;
    return cudaSuccess;
}

cudaError_t hw_cuda_user_object_retain(hw_user_object object, unsigned count)
{
    const cudaError_t error = check(object, count);

    if (error == cudaSuccess)
        object->count += count;
    return error;
}

cudaError_t hw_cuda_user_object_release(hw_user_object object, unsigned count)
{
    if (check(object, count) != cudaSuccess || object->count < count)
        return cudaErrorInvalidValue;
    object->count -= count;
    if (object->count > 0)
        return cudaSuccess;
    hw_cuda_handle_remove(object);
    hw_cuda_call_later(object->destroy, object->pointer);
    free(object);
    return cudaSuccess;
}

/* --- of graphs --- */

static struct hw_cuda_held *find_held(hw_graph graph, hw_user_object object)
{
    struct hw_cuda_held *held = graph->held;

    while (held && held->object != object)
        held = held->next;
    return held;
}

static cudaError_t hold(hw_graph graph, hw_user_object object, unsigned count)
{
    struct hw_cuda_held *held = find_held(graph, object);

    if (!held) {
        held = calloc(1, sizeof *held);
        if (!held)
            return cudaErrorMemoryAllocation;
        held->object = object;
        held->next = graph->held;
        graph->held = held;
    }
    held->count += count;
    return cudaSuccess;
}

cudaError_t hw_cuda_graph_retain(hw_graph graph, hw_user_object object, unsigned count, unsigned flags)
{
    if (hw_cuda_graph_check(graph) != cudaSuccess || check(object, count) != cudaSuccess ||
        (flags & ~HW_USER_OBJECT_MOVE) || ((flags & HW_USER_OBJECT_MOVE) && object->count < count))
        return cudaErrorInvalidValue;
    const cudaError_t error = hold(graph, object, count);
    if (error == cudaSuccess && !(flags & HW_USER_OBJECT_MOVE))
        object->count += count;
    return error;
}

cudaError_t hw_cuda_graph_release(hw_graph graph, hw_user_object object, unsigned count)
{
    if (hw_cuda_graph_check(graph) != cudaSuccess || check(object, count) != cudaSuccess)
        return cudaErrorInvalidValue;
    struct hw_cuda_held **link = &graph->held;
    while (*link && (*link)->object != object)
        link = &(*link)->next;
    struct hw_cuda_held *held = *link;
    if (!held || held->count < count)
        return cudaErrorInvalidValue;
    held->count -= count;
    if (held->count == 0) {
        *link = held->next;
        free(held);
    }
    return hw_cuda_user_object_release(object, count);
}

void hw_cuda_graph_hold_same(hw_graph copy, hw_graph graph)
{
    for (const struct hw_cuda_held *held = graph->held; held; held = held->next)
        hw_cuda_graph_retain(copy, held->object, held->count, 0);
}

void hw_cuda_graph_let_go(hw_graph graph)
{
    while (graph->held) {
        struct hw_cuda_held *held = graph->held;
        graph->held = held->next;
        hw_cuda_user_object_release(held->object, held->count);
        free(held);
    }
}
