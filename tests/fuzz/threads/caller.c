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
    const struct cudaChannelFormatDesc texel = {32, 0, 0, 0, cudaChannelFormatKindUnsigned};

    caller->device = (int)(caller->number % DEVICES);
    MUST(cudaSetDevice(caller->device));
    MUST(cudaStreamCreateWithFlags(&caller->stream, 1));
    MUST(cudaEventCreateWithFlags(&caller->event, cudaEventDisableTiming));
    MUST(cudaMallocHost((void **)&caller->pinned, BYTES));
    MUST(cudaHostAlloc((void **)&caller->words, BYTES, 1 | cudaHostAllocMapped));
    MUST(cudaMallocArray(&caller->array, &texel, WORDS, 0, 0));
    for (unsigned i = 0; i < 2; i++) {
        MUST(cudaMalloc((void **)&caller->memory[i], BYTES));
        MUST(cudaMemcpyAsync(caller->memory[i], caller->model[i], BYTES, cudaMemcpyHostToDevice,
                             caller->stream));
    }
    MUST(cudaStreamSynchronize(caller->stream));
}

/* Wait for all that was given to a stream.  Others may have destroyed it since, unless it is the own, and it
 * may be of any device. */
static void wait_for(struct caller *caller, cudaStream_t stream)
{
    if (stream == caller->stream) {
        MUST(cudaEventRecord(caller->event, stream));
        MUST(cudaEventSynchronize(caller->event));
        return;
    }
    for (int i = 0; i < DEVICES; i++) {
        MUST(cudaSetDevice(i));
        while (!world_has_failed(caller->world) && !CALL(caller, cudaDeviceSynchronize()))
            ; /* it is an error while a stream of the device is captured */
    }
    MUST(cudaSetDevice(caller->device));
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

/* What the own buffers are given next: by a kernel, a copy, or a fill. */
static struct work any_work(struct caller *caller)
{
    struct work work = {.kind = WORK_FUNCTION,
                        .function = caller_below(caller, FUNCTIONS),
                        .to = (uint8_t)caller_below(caller, 2),
                        .blocks = 2,
                        .threads = 1,
                        .number = caller_below(caller, 16)};
    static const enum work_kind kinds[] = {WORK_FUNCTION, WORK_FUNCTION, WORK_FUNCTION,
                                           WORK_MOVE,     WORK_MOVE_BOX, WORK_SET};

    work.kind = kinds[caller_below(caller, sizeof kinds / sizeof *kinds)];
    work.columns = (uint16_t)(1 + caller_below(caller, ROW_WORDS));
    work.rows = (uint16_t)(work.kind == WORK_MOVE_BOX ? 1 + caller_below(caller, WORDS / ROW_WORDS) : 1);
    return work;
}

static cudaError_t give(struct caller *caller, const struct work *work, cudaStream_t stream)
{
    uint32_t *to = caller->memory[work->to], *from = caller->memory[1 - work->to];
    const size_t bytes = work->columns * sizeof *to, pitch = ROW_WORDS * sizeof *to;
    struct kernel_arguments arguments;

    switch (work->kind) {
    case WORK_MOVE: return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream);
    case WORK_MOVE_BOX:
        return cudaMemcpy2DAsync(to, pitch, from, pitch, bytes, work->rows, cudaMemcpyDeviceToDevice, stream);
    case WORK_SET: return cudaMemsetAsync(to, (int)work->number, bytes, stream);
    default:
        kernel_arguments_set(&arguments, to, from, work->number);
        return cudaLaunchKernel(kernel_stub(work->function), (dim3){work->blocks, 1, 1},
                                (dim3){32u * work->threads, 1, 1}, arguments.list, 0, stream);
    }
}

/* Some work in the own stream, or a piece in another one: the next might be in the stream that others put
 * into the place of that. */
static void compute(struct caller *caller)
{
    const bool own = caller_below(caller, 2);
    const cudaStream_t stream = own ? caller->stream : caller_any_stream(caller);

    MUST(cudaSetDevice(caller->device));
    for (uint32_t i = own ? caller_below(caller, 6) : 5; i < 6; i++) {
        const struct work work = any_work(caller);
        if (CALL(caller, give(caller, &work, stream)))
            work_do(&work, caller->model[work.to], caller->model[1 - work.to]);
    }
    wait_for(caller, stream);
    if (caller_below(caller, 4) == 0)
        compare(caller, caller_below(caller, 2));
}

/* A buffer by way of the own array, which has it for some time. */
static void copy_by_array(struct caller *caller)
{
    const uint32_t *from = caller->memory[caller_below(caller, 2)];

    MUST(cudaSetDevice(caller->device));
    MUST(cudaMemcpyToArrayAsync(caller->array, 0, 0, from, BYTES, cudaMemcpyDeviceToDevice, caller->stream));
    MUST(cudaMemcpyFromArrayAsync(caller->memory[from == caller->memory[0]], caller->array, 0, 0, BYTES,
                                  cudaMemcpyDeviceToDevice, caller->stream));
    memcpy(caller->model[from == caller->memory[0]], caller->model[from != caller->memory[0]], BYTES);
    MUST(cudaStreamSynchronize(caller->stream));
}

void caller_step(struct caller *caller)
{
    switch (caller_below(caller, 20)) {
    case 0:
    case 1:
    case 2: compute(caller); break;
    case 3: copy_by_array(caller); break;
    case 4:
    case 5: caller_call_driver(caller); break;
    default: caller_call_shared(caller); break;
    }
}

void caller_end(struct caller *caller)
{
    MUST(cudaSetDevice(caller->device));
    for (unsigned i = 0; i < 2; i++) {
        compare(caller, i);
        MUST(cudaFree(caller->memory[i]));
    }
    MUST(cudaFreeHost(caller->pinned));
    MUST(cudaFreeHost(caller->words));
    MUST(cudaFreeArray(caller->array));
    MUST(cudaEventDestroy(caller->event));
    MUST(cudaStreamDestroy(caller->stream));
}
