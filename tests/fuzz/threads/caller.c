/* SPDX-License-Identifier: MIT */
/* See caller.h: a thread's own work, whose results it knows, in its own streams and in those of others. */
#include "caller.h"

#include "unit/ops/splitmix.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define BYTES (WORDS * sizeof(uint32_t))

/* --- failures --- */

void world_fail(struct world *world, const char *format, ...)
{
    va_list arguments;

    if (atomic_flag_test_and_set(&world->told))
        return;
    va_start(arguments, format);
    vsnprintf(world->report, sizeof world->report, format, arguments);
    va_end(arguments);
    atomic_store(&world->failed, true);
}

bool world_has_failed(const struct world *world)
{
    return atomic_load(&world->failed);
}

/* What functions may say about handles and memory that others destroy, captures and limits. */
static bool is_documented(cudaError_t error)
{
    static const cudaError_t errors[] = {
        cudaSuccess,
        cudaErrorMemoryAllocation,
        cudaErrorInvalidValue,
        cudaErrorInvalidDevice,
        cudaErrorInvalidDevicePointer,
        cudaErrorInvalidHostPointer,
        cudaErrorInvalidResourceHandle,
        cudaErrorNotReady,
        cudaErrorPeerAccessAlreadyEnabled,
        cudaErrorPeerAccessNotEnabled,
        cudaErrorHostMemoryAlreadyRegistered,
        cudaErrorHostMemoryNotRegistered,
        cudaErrorNotPermitted,
        cudaErrorNotSupported,
        cudaErrorIllegalState,
    };

    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (error == errors[i])
            return true;
    return error >= cudaErrorStreamCaptureUnsupported && error <= cudaErrorGraphExecUpdateFailure;
}

bool caller_call(struct caller *caller, cudaError_t error, const char *call)
{
    struct world *world = caller->world;

    atomic_fetch_add(&world->calls, 1);
    if (error == cudaSuccess)
        return true;
    atomic_fetch_add(&world->errors, 1);
    if (!is_documented(error))
        world_fail(world, "%.200s gave %d %s", call, (int)error, cudaGetErrorString(error));
    cudaGetLastError();
    return false;
}

uint32_t caller_below(struct caller *caller, uint32_t count)
{
    return (uint32_t)(splitmix64(&caller->random) >> 33) % count;
}

/* --- own work --- */

void caller_touch_device(void)
{
    struct kernel_arguments arguments;
    void *memory;

    if (cudaMalloc(&memory, BYTES) != cudaSuccess)
        abort();
    for (enum function i = 0; i < FUNCTIONS; i++) {
        kernel_arguments_set(&arguments, memory, memory, 0);
        if (i != FUNCTION_SCATTER && i != FUNCTION_ADD)
            cudaLaunchKernel(kernel_stub(i), (dim3){1, 1, 1}, (dim3){32, 1, 1}, arguments.list, 0, NULL);
    }
    cudaDeviceSynchronize();
    cudaFree(memory);
}

/* Calls that have to be successful, as nobody else knows of what they are about. */
static void must(struct caller *caller, cudaError_t error, const char *call)
{
    if (!caller_call(caller, error, call) && !world_has_failed(caller->world))
        world_fail(caller->world, "%.200s gave %d %s to the only user", call, (int)error,
                   cudaGetErrorString(error));
}
#define MUST(call) must(caller, call, #call)

void caller_begin(struct caller *caller)
{
    caller->device = (int)(caller->number % DEVICES);
    MUST(cudaSetDevice(caller->device));
    MUST(cudaStreamCreateWithFlags(&caller->stream, 1));
    MUST(cudaEventCreateWithFlags(&caller->event, cudaEventDisableTiming));
    MUST(cudaMallocHost((void **)&caller->pinned, BYTES));
    for (unsigned i = 0; i < 2; i++) {
        MUST(cudaMalloc((void **)&caller->memory[i], BYTES));
        MUST(cudaMemcpyAsync(caller->memory[i], caller->model[i], BYTES, cudaMemcpyHostToDevice,
                             caller->stream));
    }
    MUST(cudaStreamSynchronize(caller->stream));
}

/* Wait for all that was given to a stream.  Others may have destroyed it since, unless it is the own. */
static void wait_for(struct caller *caller, cudaStream_t stream)
{
    if (stream == caller->stream) {
        MUST(cudaEventRecord(caller->event, stream));
        MUST(cudaEventSynchronize(caller->event));
        return;
    }
    while (!world_has_failed(caller->world) && !CALL(caller, cudaDeviceSynchronize()))
        ; /* it is an error while a stream of the device is captured */
}

static void compare(struct caller *caller, unsigned which)
{
    MUST(cudaMemcpyAsync(caller->pinned, caller->memory[which], BYTES, cudaMemcpyDeviceToHost,
                         caller->stream));
    MUST(cudaStreamSynchronize(caller->stream));
    for (uint32_t i = 0; i < WORDS; i++)
        if (caller->pinned[i] != caller->model[which][i]) {
            world_fail(caller->world, "word %u of a thread's own buffer is 0x%x, not 0x%x", i,
                       caller->pinned[i], caller->model[which][i]);
            return;
        }
    atomic_fetch_add(&caller->world->compared, 1);
}

/* A kernel, of one buffer to the other, in some stream of the device. */
static void compute(struct caller *caller)
{
    const unsigned to = caller_below(caller, 2);
    const cudaStream_t stream = caller_below(caller, 2) ? caller->stream : caller_any_stream(caller);
    const struct work work = {.kind = WORK_FUNCTION,
                              .function = caller_below(caller, FUNCTIONS),
                              .blocks = 2,
                              .threads = 1,
                              .number = caller_below(caller, 16)};
    struct kernel_arguments arguments;

    MUST(cudaSetDevice(caller->device));
    kernel_arguments_set(&arguments, caller->memory[to], caller->memory[1 - to], work.number);
    if (CALL(caller, cudaLaunchKernel(kernel_stub(work.function), (dim3){work.blocks, 1, 1},
                                      (dim3){32u * work.threads, 1, 1}, arguments.list, 0, stream)))
        work_do(&work, caller->model[to], caller->model[1 - to]);
    wait_for(caller, stream);
    if (caller_below(caller, 4) == 0)
        compare(caller, to);
}

void caller_step(struct caller *caller)
{
    if (caller_below(caller, 5) == 0)
        compute(caller);
    else
        caller_call_shared(caller);
}

void caller_end(struct caller *caller)
{
    MUST(cudaSetDevice(caller->device));
    for (unsigned i = 0; i < 2; i++) {
        compare(caller, i);
        MUST(cudaFree(caller->memory[i]));
    }
    MUST(cudaFreeHost(caller->pinned));
    MUST(cudaEventDestroy(caller->event));
    MUST(cudaStreamDestroy(caller->stream));
}
