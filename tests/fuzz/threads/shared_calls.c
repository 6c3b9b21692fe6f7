/* SPDX-License-Identifier: MIT */
/* Calls about objects that all threads share: they create, use and destroy them as chance has it. */
#include "caller.h"

#include <string.h>

#define BYTES 1024u

cudaStream_t caller_any_stream(struct caller *caller)
{
    const uint32_t slot = caller_below(caller, SLOTS + 2);

    if (slot < SLOTS)
        return atomic_load(&caller->world->stream[slot]);
    return (cudaStream_t)(uintptr_t)(slot - SLOTS + 1); /* the default streams */
}

static uint32_t slot(struct caller *caller)
{
    return caller_below(caller, SLOTS);
}

static cudaEvent_t any_event(struct caller *caller)
{
    return atomic_load(&caller->world->event[slot(caller)]);
}

/* Put an object into a slot, and take what was there. */
#define REPLACE(caller, kind, object) atomic_exchange(&(caller)->world->kind[slot(caller)], object)
#define ANY(caller, kind)             atomic_load(&(caller)->world->kind[slot(caller)])

/* --- streams and events --- */

static void count_call(void *counter)
{
    atomic_fetch_add((_Atomic uint64_t *)counter, 1);
}

static void refused_call(cudaStream_t stream, cudaError_t status, void *world)
{
    if (status == cudaSuccess && cudaStreamQuery(stream) != cudaErrorNotPermitted)
        world_fail(world, "a call within a callback was not refused");
    cudaGetLastError();
}

static void call_stream(struct caller *caller)
{
    cudaStream_t stream = NULL;
    unsigned flags;
    int priority;

    switch (caller_below(caller, 12)) {
    case 0:
    case 1:
        if (CALL(caller, cudaStreamCreateWithPriority(&stream, caller_below(caller, 2),
                                                      -(int)caller_below(caller, 3))) &&
            (stream = REPLACE(caller, stream, stream)))
            CALL(caller, cudaStreamDestroy(stream));
        break;
    case 2:
        if ((stream = REPLACE(caller, stream, NULL)))
            CALL(caller, cudaStreamDestroy(stream));
        break;
    case 3: CALL(caller, cudaStreamQuery(caller_any_stream(caller))); break;
    case 4: CALL(caller, cudaStreamSynchronize(caller_any_stream(caller))); break;
    case 5: CALL(caller, cudaStreamWaitEvent(caller_any_stream(caller), any_event(caller), 0)); break;
    case 6: CALL(caller, cudaStreamGetPriority(caller_any_stream(caller), &priority)); break;
    case 7: CALL(caller, cudaStreamGetFlags(caller_any_stream(caller), &flags)); break;
    case 8:
        CALL(caller, cudaLaunchHostFunc(caller_any_stream(caller), count_call, &caller->world->functions));
        break;
    case 9:
        CALL(caller, cudaStreamAddCallback(caller_any_stream(caller), refused_call, caller->world, 0));
        break;
    case 10: CALL(caller, cudaStreamWaitEvent(caller->stream, any_event(caller), 0)); break;
    default: CALL(caller, cudaDeviceSynchronize()); break;
    }
}

static void call_event(struct caller *caller)
{
    cudaEvent_t event = NULL;
    float milliseconds;

    switch (caller_below(caller, 7)) {
    case 0:
    case 1:
        if (CALL(caller,
                 cudaEventCreateWithFlags(&event, caller_below(caller, 2) * cudaEventDisableTiming)) &&
            (event = REPLACE(caller, event, event)))
            CALL(caller, cudaEventDestroy(event));
        break;
    case 2:
        if ((event = REPLACE(caller, event, NULL)))
            CALL(caller, cudaEventDestroy(event));
        break;
    case 3: CALL(caller, cudaEventRecord(any_event(caller), caller_any_stream(caller))); break;
    case 4: CALL(caller, cudaEventQuery(any_event(caller))); break;
    case 5: CALL(caller, cudaEventSynchronize(any_event(caller))); break;
    default: CALL(caller, cudaEventElapsedTime(&milliseconds, any_event(caller), any_event(caller))); break;
    }
}

/* --- memory: nobody reads or writes it, as others may free it --- */

/* In some stream, which may be gone. */
static void free_async(struct caller *caller, void *memory)
{
    if (!CALL(caller, cudaFreeAsync(memory, caller_any_stream(caller))))
        CALL(caller, cudaFree(memory));
}

static void call_memory(struct caller *caller)
{
    struct cudaPointerAttributes attributes;
    size_t bytes, total;
    void *memory = NULL;
    unsigned flags;

    switch (caller_below(caller, 12)) {
    case 0:
    case 1:
        if (CALL(caller, cudaMalloc(&memory, 1 + caller_below(caller, 100000))) &&
            (memory = REPLACE(caller, memory, memory)))
            CALL(caller, cudaFree(memory));
        break;
    case 2:
        if (CALL(caller, cudaMallocAsync(&memory, BYTES, caller_any_stream(caller))) &&
            (memory = REPLACE(caller, memory, memory)))
            free_async(caller, memory);
        break;
    case 3: /* once: the address may then be of another thread's own memory */
        if ((memory = REPLACE(caller, memory, NULL)))
            free_async(caller, memory);
        break;
    case 4:
        if ((memory = REPLACE(caller, memory, NULL)))
            CALL(caller, cudaFree(memory));
        break;
    case 5:
        if (CALL(caller, cudaHostAlloc(&memory, BYTES, cudaHostAllocMapped)) &&
            (memory = REPLACE(caller, pinned, memory)))
            CALL(caller, cudaFreeHost(memory));
        break;
    case 6:
        if ((memory = REPLACE(caller, pinned, NULL)))
            CALL(caller, cudaFreeHost(memory));
        break;
    case 7:
        if (CALL(caller, cudaMallocManaged(&memory, BYTES, 1)) && (memory = REPLACE(caller, managed, memory)))
            CALL(caller, cudaFree(memory));
        break;
    case 8: CALL(caller, cudaPointerGetAttributes(&attributes, ANY(caller, memory))); break;
    case 9: CALL(caller, cudaHostGetDevicePointer(&memory, ANY(caller, pinned), 0)); break;
    case 10: CALL(caller, cudaHostGetFlags(&flags, ANY(caller, pinned))); break;
    default: CALL(caller, cudaMemGetInfo(&bytes, &total)); break;
    }
}

static void call_pool(struct caller *caller)
{
    const struct hw_pool_properties properties = {.allocation_type = HW_ALLOCATION_PINNED,
                                                  .location = {HW_LOCATION_DEVICE, caller->device}};
    cudaMemPool_t pool = NULL;
    uint64_t bytes = 0;
    void *memory;

    switch (caller_below(caller, 4)) {
    case 0:
        if (CALL(caller, cudaMemPoolCreate(&pool, &properties)) && (pool = REPLACE(caller, pool, pool)))
            CALL(caller, cudaMemPoolDestroy(pool));
        break;
    case 1:
        if ((pool = ANY(caller, pool)) &&
            CALL(caller, cudaMallocFromPoolAsync(&memory, BYTES, pool, caller->stream)))
            CALL(caller, cudaFreeAsync(memory, caller->stream));
        break;
    case 2: CALL(caller, cudaMemPoolGetAttribute(ANY(caller, pool), HW_POOL_USED, &bytes)); break;
    default: CALL(caller, cudaMemPoolTrimTo(ANY(caller, pool), 0)); break;
    }
}

/* --- graphs --- */

static void destroy_nothing(void *pointer)
{
    (void)pointer;
}

static void make_graph(struct caller *caller)
{
    const struct hw_node_host host = {count_call, &caller->world->functions};
    hw_node first, second;
    hw_graph graph = NULL;

    if (!CALL(caller, cudaGraphCreate(&graph, 0)))
        return;
    CALL(caller, cudaGraphAddEmptyNode(&first, graph, NULL, 0));
    CALL(caller, cudaGraphAddHostNode(&second, graph, &first, 1, &host));
    if ((graph = REPLACE(caller, graph, graph)))
        CALL(caller, cudaGraphDestroy(graph));
}

/* The own stream's work as a graph, with what others do to events meanwhile. */
static void capture(struct caller *caller)
{
    hw_graph graph = NULL;

    if (!CALL(caller, cudaStreamBeginCapture(caller->stream, HW_CAPTURE_THREAD)))
        return;
    CALL(caller, cudaLaunchHostFunc(caller->stream, count_call, &caller->world->functions));
    if (caller_below(caller, 2))
        CALL(caller, cudaEventRecord(any_event(caller), caller->stream));
    if (caller_below(caller, 4) == 0)
        CALL(caller, cudaStreamWaitEvent(caller->stream, any_event(caller), 0));
    CALL(caller, cudaStreamEndCapture(caller->stream, &graph));
    if (graph && (graph = REPLACE(caller, graph, graph)))
        CALL(caller, cudaGraphDestroy(graph));
}

static void call_graph(struct caller *caller)
{
    hw_user_object object = NULL;
    hw_graph graph = NULL;
    hw_exec exec = NULL;
    hw_node wrong;
    size_t count;
    int result;

    switch (caller_below(caller, 10)) {
    case 0: make_graph(caller); break;
    case 1: capture(caller); break;
    case 2:
        if ((graph = REPLACE(caller, graph, NULL)))
            CALL(caller, cudaGraphDestroy(graph));
        break;
    case 3:
    case 4:
        if (CALL(caller, cudaGraphInstantiateWithFlags(&exec, ANY(caller, graph), 0)) &&
            (exec = REPLACE(caller, exec, exec)))
            CALL(caller, cudaGraphExecDestroy(exec));
        break;
    case 5:
    case 6: CALL(caller, cudaGraphLaunch(ANY(caller, exec), caller_any_stream(caller))); break;
    case 7: CALL(caller, cudaGraphExecUpdate(ANY(caller, exec), ANY(caller, graph), &wrong, &result)); break;
    case 8:
        count = 0;
        CALL(caller, cudaGraphGetNodes(ANY(caller, graph), NULL, &count));
        if (CALL(caller, cudaGraphClone(&graph, ANY(caller, graph))) &&
            (graph = REPLACE(caller, graph, graph)))
            CALL(caller, cudaGraphDestroy(graph));
        break;
    default:
        if (!CALL(caller, cudaUserObjectCreate(&object, caller, destroy_nothing, 1, 1)))
            break;
        if ((graph = ANY(caller, graph)))
            CALL(caller, cudaGraphRetainUserObject(graph, object, 1, 0));
        if ((object = REPLACE(caller, object, object)))
            CALL(caller, cudaUserObjectRelease(object, 1));
        break;
    }
}

/* --- the rest --- */

static void call_device(struct caller *caller)
{
    struct cudaFuncAttributes attributes;
    struct cudaDeviceProp properties;
    int value, device = (int)caller_below(caller, DEVICES);
    size_t limit;

    switch (caller_below(caller, 9)) {
    case 0: CALL(caller, cudaSetDevice(device)); break;
    case 1: CALL(caller, cudaGetDevice(&value)); break;
    case 2: CALL(caller, cudaGetDeviceProperties(&properties, device)); break;
    case 3: CALL(caller, cudaDeviceGetAttribute(&value, 1 + (int)caller_below(caller, 90), device)); break;
    case 4:
        CALL(caller, cudaFuncGetAttributes(&attributes, kernel_stub(caller_below(caller, FUNCTIONS))));
        break;
    case 5: CALL(caller, cudaDeviceGetLimit(&limit, caller_below(caller, 3))); break;
    case 6: CALL(caller, cudaDeviceEnablePeerAccess(device, 0)); break;
    case 7: CALL(caller, cudaDeviceDisablePeerAccess(device)); break;
    default:
        CALL(caller, cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                         &value, kernel_stub(caller_below(caller, FUNCTIONS)), 64, 0));
        break;
    }
}

void caller_call_shared(struct caller *caller)
{
    switch (caller_below(caller, 10)) {
    case 0:
    case 1:
    case 2: call_stream(caller); break;
    case 3:
    case 4: call_event(caller); break;
    case 5:
    case 6: call_memory(caller); break;
    case 7: call_pool(caller); break;
    case 8: call_graph(caller); break;
    default: call_device(caller); break;
    }
}

/* --- the end of a round: nobody else calls --- */

#define CLEAR(world, kind, destroy)                                                                     \
    for (uint32_t i = 0; i < SLOTS; i++) {                                                              \
        const __typeof__(atomic_load(&(world)->kind[0])) it = atomic_exchange(&(world)->kind[i], NULL); \
        if (it)                                                                                         \
            destroy;                                                                                    \
    }

void world_clear(struct world *world)
{
    for (int i = 0; i < DEVICES; i++) {
        cudaSetDevice(i);
        cudaDeviceSynchronize();
    }
    CLEAR(world, exec, cudaGraphExecDestroy(it))
    CLEAR(world, graph, cudaGraphDestroy(it))
    CLEAR(world, object, cudaUserObjectRelease(it, 1))
    CLEAR(world, stream, cudaStreamDestroy(it))
    CLEAR(world, event, cudaEventDestroy(it))
    CLEAR(world, memory, cudaFree(it))
    CLEAR(world, managed, cudaFree(it))
    CLEAR(world, pinned, cudaFreeHost(it))
    CLEAR(world, pool, cudaMemPoolDestroy(it))
    cudaGetLastError();
}
