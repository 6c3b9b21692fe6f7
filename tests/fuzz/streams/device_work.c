/* SPDX-License-Identifier: MIT */
/* Work in streams by calls of CUDA's runtime, for operations and for captures alike. */
#include "device_run.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

/* --- host functions --- */

struct host_call *host_call_make(struct run *run, const struct work *work)
{
    struct host_call *call = calloc(1, sizeof *call);

    if (!call)
        abort();
    *call = (struct host_call){.next = run->calls, .work = *work, .to = run->memory[work->to]};
    if (work_reads(work))
        call->from = run->memory[work->from];
    run->calls = call;
    return call;
}

void host_call_do(void *call)
{
    const struct host_call *it = call;

    if (it->work.number % 4 == 0) /* what is behind a slow one waits in its stream */
        usleep(300);
    work_do(&it->work, it->to, it->from);
}

/* --- kernels --- */

static void launch(struct run *run, const struct work *work, enum function function, uint32_t *to,
                   const uint32_t *from, cudaStream_t stream)
{
    struct kernel_arguments arguments;

    kernel_arguments_set(&arguments, to, from, work->number);
    MUST(run, cudaLaunchKernel(kernel_stub(function), (dim3){work->blocks, 1, 1},
                               (dim3){32u * work->threads, 1, 1}, arguments.list, 0, stream));
}

void run_launch(struct run *run, const struct work *work, cudaStream_t stream)
{
    launch(run, work, work->function, run->address[work->to], run->address[work->from], stream);
}

void run_scratch(struct run *run, const struct work *work, cudaStream_t stream)
{
    void *scratch = NULL;

    if (!MUST(run, cudaMallocAsync(&scratch, WORDS * sizeof(uint32_t), stream)))
        return;
    launch(run, work, FUNCTION_COPY, scratch, run->address[work->from], stream);
    launch(run, work, FUNCTION_ADD, run->address[work->to], scratch, stream);
    MUST(run, cudaFreeAsync(scratch, stream));
}

/* --- copies and fills: rows by the functions for rows --- */

static bool is_device_memory(const struct buffer *buffer)
{
    return buffer->space == SPACE_DEVICE;
}

/* The kind of a copy that is named: managed memory counts as the device's. */
static int kind_of(const struct buffer *to, const struct buffer *from)
{
    const bool to_host = to->space < SPACE_MANAGED, from_host = from->space < SPACE_MANAGED;

    return to_host && from_host ? cudaMemcpyHostToHost
           : to_host            ? cudaMemcpyDeviceToHost
           : from_host          ? cudaMemcpyHostToDevice
                                : cudaMemcpyDeviceToDevice;
}

void run_copy(struct run *run, const struct work *work, cudaStream_t stream)
{
    const struct buffer *to = &run->program->buffer[work->to], *from = &run->program->buffer[work->from];
    uint32_t *there = run->memory[work->to] + work->to_at;
    const uint32_t *here = run->memory[work->from] + work->from_at;
    const size_t bytes = work->columns * sizeof *there, pitch = ROW_WORDS * sizeof *there;
    const int kind = work->number & 1 ? kind_of(to, from) : cudaMemcpyDefault;

    if (work->kind == WORK_MOVE_BOX)
        MUST(run, cudaMemcpy2DAsync(there, pitch, here, pitch, bytes, work->rows, kind, stream));
    else if (is_device_memory(to) && is_device_memory(from) && work->number & 2)
        MUST(run, cudaMemcpyPeerAsync(there, to->device, here, from->device, bytes, stream));
    else
        MUST(run, cudaMemcpyAsync(there, here, bytes, kind, stream));
}

void run_fill(struct run *run, const struct work *work, cudaStream_t stream)
{
    uint32_t *there = run->memory[work->to] + work->to_at;
    const int value = (int)(work->number & 0xff);
    const size_t bytes = work->columns * sizeof *there;

    if (work->kind == WORK_SET_BOX)
        MUST(run, cudaMemset2DAsync(there, ROW_WORDS * sizeof *there, value, bytes, work->rows, stream));
    else
        MUST(run, cudaMemsetAsync(there, value, bytes, stream));
}

/* --- values in memory, which only the driver API has --- */

typedef int value_function(cudaStream_t stream, uint64_t address, uint32_t value, unsigned flags);
enum { WAIT_AT_LEAST = 0 };

static value_function *of_driver(const char *name)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW), *function = driver ? dlsym(driver, name) : NULL;

    return (value_function *)(uintptr_t)function;
}

bool run_has_values(void)
{
    value_function *write_value = of_driver("cuStreamWriteValue32_v2");
    void *word, *address;

    if (cudaHostAlloc(&word, sizeof(uint32_t), 1 | cudaHostAllocMapped) != cudaSuccess ||
        cudaHostGetDevicePointer(&address, word, 0) != cudaSuccess)
        return false;
    const bool has = write_value && write_value((cudaStream_t)1, (uint64_t)(uintptr_t)address, 1, 0) == 0;
    cudaDeviceSynchronize();
    cudaFreeHost(word);
    return has;
}

void run_value(struct run *run, const struct operation *operation, cudaStream_t stream)
{
    const bool waits = operation->kind == DO_WAIT_VALUE;
    value_function *function = of_driver(waits ? "cuStreamWaitValue32_v2" : "cuStreamWriteValue32_v2");
    const uint64_t address = run->marks_address + operation->event * sizeof(uint32_t);
    const int error = function(stream, address, run->ordering.mark[operation->event].value, WAIT_AT_LEAST);

    run_expect(run, (cudaError_t)error, cudaSuccess, waits ? "cuStreamWaitValue32" : "cuStreamWriteValue32");
}

void run_prefetch(struct run *run, const struct operation *operation, cudaStream_t stream)
{
    const uint64_t where =
        operation->device ? (uint64_t)(operation->device - 1) : (uint64_t)-1; /* the host */

    MUST(run, cudaMemPrefetchAsync(run->memory[operation->work.to], WORDS * sizeof(uint32_t), where,
                                   (uint64_t)(uintptr_t)stream, NULL));
}
