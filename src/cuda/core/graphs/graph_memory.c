/* SPDX-License-Identifier: MIT */
/* Memory that nodes of graphs allocate and free.
 *
 * Such memory has its address from when the node is added, so it is allocated then, for as long as the graph
 * or anything that was made of it is there, or the program has not freed what a launch allocated.  Nodes and
 * programs only say whether it is in use. */
#include "cuda/core/graphs/cuda_graph.h"

#include "cuda/core/memory/allocation.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/graphs/graph_memory.h"
#include "cuda/core/graphs/graph_node.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_capture.h"

#include <stdlib.h>

struct reservation {
    struct reservation *next;
    const struct hw_cuda_context *context; /* NULL, and no address: it is gone */
    void *address;
    size_t bytes;
    int device;
    unsigned graphs; /* that know it */
    bool used;
};

/* What a graph allocates. */
struct hw_cuda_memory_use {
    struct hw_cuda_memory_use *next;
    struct reservation *memory;
};

static struct reservation *reservations;

#define DEVICES 32
static struct memory_sums {
    uint64_t used, used_high, reserved, reserved_high;
} sums[DEVICES];

static struct memory_sums *sums_of(const struct reservation *memory)
{
    return &sums[memory->device];
}

static struct reservation *find(const void *address)
{
    struct reservation *memory = reservations;

    while (memory && memory->address != address)
        memory = memory->next;
    return address ? memory : NULL;
}

static void drop(struct reservation *memory)
{
    struct reservation **link = &reservations;

    if (memory->graphs > 0 || memory->used)
        return;
    while (*link != memory)
        link = &(*link)->next;
    *link = memory->next;
    if (memory->address) {
        sums_of(memory)->reserved -= memory->bytes;
        hw_cuda_block_leave(memory->address);
        hw_cuda_block_remove(memory->address);
    }
    free(memory);
}

static void set_used(struct reservation *memory, bool used)
{
    struct memory_sums *sum = sums_of(memory);

    if (memory->used == used)
        return;
    memory->used = used;
    sum->used = used ? sum->used + memory->bytes : sum->used - memory->bytes;
    if (sum->used > sum->used_high)
        sum->used_high = sum->used;
}

static cudaError_t share(hw_graph graph, struct reservation *memory)
{
    struct hw_cuda_memory_use *use = malloc(sizeof *use);

    if (!use)
        return cudaErrorMemoryAllocation;
    *use = (struct hw_cuda_memory_use){graph->memory, memory};
    graph->memory = use;
    memory->graphs++;
    return cudaSuccess;
}

cudaError_t hw_cuda_memory_share(hw_graph copy, hw_graph graph)
{
    cudaError_t error = cudaSuccess;

    for (const struct hw_cuda_memory_use *use = graph->memory; use && error == cudaSuccess; use = use->next)
        error = share(copy, use->memory);
    return error;
}

bool hw_cuda_memory_shared(hw_graph graph)
{
    for (const struct hw_cuda_memory_use *use = graph->memory; use; use = use->next)
        if (use->memory->graphs > 1)
            return true;
    return false;
}

void hw_cuda_memory_unshare(hw_graph graph)
{
    while (graph->memory) {
        struct hw_cuda_memory_use *use = graph->memory;
        graph->memory = use->next;
        use->memory->graphs--;
        drop(use->memory);
        free(use);
    }
}

/* --- nodes --- */

static cudaError_t reserve(size_t bytes, struct reservation **memory)
{
    struct reservation *made = calloc(1, sizeof *made);
    const cudaError_t error =
        made ? hw_cuda_block_add(hw_cuda.context, NULL, bytes, &made->address) : cudaErrorMemoryAllocation;

    if (error != cudaSuccess) {
        free(made);
        return error;
    }
    made->context = hw_cuda.context;
    made->device = hw_cuda.context->device->ordinal % DEVICES;
    made->bytes = bytes;
    made->next = reservations;
    reservations = made;
    struct memory_sums *sum = sums_of(made);
    sum->reserved += bytes;
    if (sum->reserved > sum->reserved_high)
        sum->reserved_high = sum->reserved;
    *memory = made;
    return cudaSuccess;
}

cudaError_t hw_cuda_node_add_alloc(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                   size_t bytes, void **address)
{
    struct reservation *memory;

    if (!address || bytes == 0 || hw_cuda_graph_check(graph) != cudaSuccess || graph->owned)
        return cudaErrorInvalidValue;
    cudaError_t error = reserve(bytes, &memory);
    if (error == cudaSuccess)
        error = share(graph, memory);
    if (error != cudaSuccess)
        return error;
    *address = memory->address;
    return hw_cuda_node_add(
        node, graph, before, count,
        &(struct hw_cuda_work){.kind = HW_CUDA_WORK_ALLOC, .memory = {memory->address, bytes}});
}

/* A graph frees memory of graphs only, and each once. */
cudaError_t hw_cuda_node_add_free(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                  void *address)
{
    if (hw_cuda_graph_check(graph) != cudaSuccess || graph->owned || !find(address))
        return cudaErrorInvalidValue;
    for (hw_node other = graph->first; other; other = other->next)
        if (other->work->kind == HW_CUDA_WORK_FREE && other->work->memory.address == address)
            return cudaErrorInvalidValue;
    return hw_cuda_node_add(node, graph, before, count,
                            &(struct hw_cuda_work){.kind = HW_CUDA_WORK_FREE, .memory = {address, 0}});
}

cudaError_t hw_cuda_memory_ready(hw_graph graph, bool frees)
{
    for (hw_node node = graph->memory ? graph->first : NULL; node; node = node->next) {
        struct reservation *memory =
            node->work->kind == HW_CUDA_WORK_ALLOC ? find(node->work->memory.address) : NULL;
        if (!memory || !memory->used)
            continue;
        if (!frees)
            return cudaErrorInvalidValue;
        set_used(memory, false);
    }
    return cudaSuccess;
}

void hw_cuda_memory_run(const struct hw_cuda_work *work)
{
    struct reservation *memory = find(work->memory.address);

    if (memory)
        set_used(memory, work->kind == HW_CUDA_WORK_ALLOC);
}

/* --- what programs do with it --- */

bool hw_cuda_memory_leave(const void *address, cudaError_t *error)
{
    struct reservation *memory = find(address);

    if (!memory)
        return false;
    *error = memory->used ? cudaSuccess : cudaErrorInvalidDevicePointer;
    set_used(memory, false);
    drop(memory);
    return true;
}

void hw_cuda_memory_clear(const struct hw_cuda_context *context)
{
    for (struct reservation *memory = reservations; memory; memory = memory->next) {
        if (memory->context != context)
            continue;
        set_used(memory, false);
        sums_of(memory)->reserved -= memory->bytes;
        memory->context = NULL;
        memory->address = NULL;
    }
}

cudaError_t hw_cuda_capture_alloc(void **address, size_t bytes, cudaStream_t stream, bool *taken)
{
    hw_graph graph;
    hw_node node;
    struct hw_cuda_nodes *nodes = hw_cuda_capture_nodes(hw_cuda_stream_resolve(stream), &graph);

    *taken = nodes;
    if (!nodes)
        return cudaSuccess;
    const cudaError_t error = hw_cuda_node_add_alloc(&node, graph, nodes->node, nodes->count, bytes, address);
    if (error != cudaSuccess)
        return error;
    nodes->count = 0;
    return hw_cuda_nodes_add(nodes, &node, NULL, 1) ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t hw_cuda_capture_free(void *address, cudaStream_t stream, bool *taken)
{
    hw_graph graph;
    hw_node node;
    struct hw_cuda_nodes *nodes = hw_cuda_capture_nodes(hw_cuda_stream_resolve(stream), &graph);

    *taken = nodes;
    if (!nodes)
        return cudaSuccess;
    const cudaError_t error = hw_cuda_node_add_free(&node, graph, nodes->node, nodes->count, address);
    if (error != cudaSuccess)
        return error;
    nodes->count = 0;
    return hw_cuda_nodes_add(nodes, &node, NULL, 1) ? cudaSuccess : cudaErrorMemoryAllocation;
}

/* --- sums --- */

static cudaError_t find_sum(int device, int attribute, const void *value, uint64_t **sum)
{
    if (device < 0 || device >= DEVICES || !hw_cuda_device_at(device))
        return cudaErrorInvalidDevice;
    uint64_t *const all[] = {&sums[device].used, &sums[device].used_high, &sums[device].reserved,
                             &sums[device].reserved_high};
    if (!value || attribute < 0 || attribute >= (int)(sizeof all / sizeof *all))
        return cudaErrorInvalidValue;
    *sum = all[attribute];
    return cudaSuccess;
}

cudaError_t hw_cuda_graph_memory_get(int device, int attribute, void *value)
{
    uint64_t *sum;
    const cudaError_t error = find_sum(device, attribute, value, &sum);

    if (error == cudaSuccess)
        *(uint64_t *)value = *sum;
    return error;
}

/* Only what was at most may be set, and to 0: it then is what is now. */
cudaError_t hw_cuda_graph_memory_set(int device, int attribute, const void *value)
{
    uint64_t *sum;
    const cudaError_t error = find_sum(device, attribute, value, &sum);

    if (error != cudaSuccess)
        return error;
    if (attribute % 2 == 0 || *(const uint64_t *)value != 0)
        return cudaErrorInvalidValue;
    *sum = sum[-1];
    return cudaSuccess;
}

/* No more is reserved than graphs know of. */
cudaError_t hw_cuda_graph_memory_trim(int device)
{
    return hw_cuda_device_at(device) ? cudaSuccess : cudaErrorInvalidDevice;
}
