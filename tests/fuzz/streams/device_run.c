/* SPDX-License-Identifier: MIT */
/* See device_run.h. */
#include "device_run.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BYTES (WORDS * sizeof(uint32_t))

bool run_expect(struct run *run, cudaError_t got, cudaError_t wanted, const char *call)
{
    if (got != wanted && !run->failed) {
        run->failed = true;
        snprintf(run->report, sizeof run->report, "operation %u: %.200s gave %d %s, not %d", run->at, call,
                 (int)got, cudaGetErrorString(got), (int)wanted);
    }
    return got == wanted;
}

/* --- buffers --- */

static void fill_initially(uint32_t *words, uint32_t buffer)
{
    for (uint32_t i = 0; i < WORDS; i++)
        words[i] = initial_word(buffer, i);
}

/* A buffer with its first contents, which everybody sees. */
static void create_buffer(struct run *run, uint32_t at)
{
    const struct buffer *buffer = &run->program->buffer[at];
    void **memory = (void **)&run->memory[at];

    fill_initially(run->model[at], at);
    MUST(run, cudaSetDevice(buffer->device));
    switch (buffer->space) {
    case SPACE_PAGEABLE: *memory = malloc(BYTES); break;
    case SPACE_PINNED: MUST(run, cudaHostAlloc(memory, BYTES, 1 | cudaHostAllocMapped)); break;
    case SPACE_REGISTERED:
        *memory = aligned_alloc(4096, 4096);
        MUST(run, cudaHostRegister(*memory, 4096, 1 | 2)); /* for all devices, mapped */
        break;
    case SPACE_MANAGED: MUST(run, cudaMallocManaged(memory, BYTES, 1)); break;
    default: MUST(run, cudaMalloc(memory, BYTES)); break;
    }
    run->address[at] = run->memory[at];
    if (!*memory)
        return;
    if (buffer->space == SPACE_PINNED || buffer->space == SPACE_REGISTERED)
        MUST(run, cudaHostGetDevicePointer((void **)&run->address[at], *memory, 0));
    if (host_reaches(run->program, at)) {
        fill_initially(*memory, at);
        return;
    }
    MUST(run, cudaMemcpy(*memory, run->model[at], BYTES, cudaMemcpyHostToDevice));
    MUST(run, cudaStreamSynchronize(NULL));
}

static void free_buffer(struct run *run, uint32_t at)
{
    const struct buffer *buffer = &run->program->buffer[at];
    uint32_t *memory = run->memory[at];

    run->memory[at] = NULL;
    MUST(run, cudaSetDevice(buffer->device));
    switch (buffer->space) {
    case SPACE_PAGEABLE: free(memory); break;
    case SPACE_PINNED: MUST(run, cudaFreeHost(memory)); break;
    case SPACE_REGISTERED:
        MUST(run, cudaHostUnregister(memory));
        free(memory);
        break;
    default: MUST(run, cudaFree(memory)); break;
    }
}

/* --- the host looks --- */

static void check(struct run *run, uint32_t at)
{
    uint32_t copy[WORDS];
    const uint32_t *got = run->memory[at];

    if (!host_reaches(run->program, at)) {
        MUST(run, cudaSetDevice(run->program->buffer[at].device));
        MUST(run, cudaMemcpy(copy, got, BYTES, cudaMemcpyDeviceToHost));
        got = copy;
    }
    for (uint32_t i = 0; i < WORDS && !run->failed; i++) {
        const uint32_t word = got[i];
        run->seen = (run->seen ^ word) * 0x100000001b3u;
        if (word != run->model[at][i] && !run->program->racy) {
            run->failed = true;
            snprintf(run->report, sizeof run->report, "operation %u: word %u of buffer %u is 0x%x, not 0x%x",
                     run->at, i, at, word, run->model[at][i]);
        }
    }
}

/* NotReady is right until the host knows better. */
static void expect_ready(struct run *run, cudaError_t got, bool done, const char *call)
{
    if (got != cudaErrorNotReady || done)
        run_expect(run, got, cudaSuccess, call);
}

static void elapsed(struct run *run, uint32_t from, uint32_t to)
{
    const struct event *first = &run->program->event[from], *second = &run->program->event[to];
    float milliseconds = -1;
    const cudaError_t error = cudaEventElapsedTime(&milliseconds, run->event[from], run->event[to]);

    if (!first->timed || !second->timed || !run->ordering.recorded[from] || !run->ordering.recorded[to] ||
        first->device != second->device) {
        run_expect(run, error, cudaErrorInvalidResourceHandle, "cudaEventElapsedTime");
        return;
    }
    expect_ready(run, error,
                 ordering_event_done(&run->ordering, from) && ordering_event_done(&run->ordering, to),
                 "cudaEventElapsedTime");
    if (error == cudaSuccess && clocks_behind(&run->ordering.event[from], &run->ordering.event[to]) &&
        milliseconds < 0) {
        run->failed = true;
        snprintf(run->report, sizeof run->report, "operation %u: time runs backwards: %g ms", run->at,
                 (double)milliseconds);
    }
}

/* --- streams and events --- */

static void create_stream(struct run *run, uint32_t at)
{
    const struct stream *stream = &run->program->stream[at];

    MUST(run, cudaSetDevice(stream->device));
    if (stream->kind <= STREAM_PER_THREAD)
        run->stream[at] = (cudaStream_t)(uintptr_t)(stream->kind == STREAM_LEGACY ? 1 : 2);
    else
        MUST(run, cudaStreamCreateWithPriority(&run->stream[at], stream->kind == STREAM_NONBLOCKING,
                                               stream->priority));
}

static void create_event(struct run *run, uint32_t at)
{
    const struct event *event = &run->program->event[at];

    MUST(run, cudaSetDevice(event->device));
    MUST(run, cudaEventCreateWithFlags(&run->event[at], event->timed ? 0 : cudaEventDisableTiming));
}

static void callback(cudaStream_t stream, cudaError_t status, void *data)
{
    (void)stream;
    if (status == cudaSuccess)
        host_call_do(data);
}

static void poll(struct run *run, const struct operation *operation)
{
    cudaError_t error;

    do {
        error = operation->kind == DO_POLL_STREAM ? cudaStreamQuery(run->stream[operation->stream])
                                                  : cudaEventQuery(run->event[operation->event]);
        sched_yield();
    } while (error == cudaErrorNotReady);
    run_expect(run, error, cudaSuccess, "a query that is asked until it is done");
}

/* --- operations --- */

static void model(struct run *run, const struct work *work)
{
    work_do(work, run->model[work->to], work_reads(work) ? run->model[work->from] : NULL);
}

static void allocate(struct run *run, const struct operation *operation, cudaStream_t stream)
{
    struct work fill = operation->work;

    fill.kind = WORK_FUNCTION;
    fill.function = FUNCTION_FILL;
    fill.from = fill.to;
    const bool there = MUST(run, cudaMallocAsync((void **)&run->memory[fill.to], BYTES, stream));
    run->address[fill.to] = run->memory[fill.to];
    if (there)
        run_launch(run, &fill, stream);
    model(run, &fill);
}

/* A copy that is not asynchronous; the functions of rows and of lines. */
static void copy_now(struct run *run, const struct work *work)
{
    uint32_t *to = run->memory[work->to] + work->to_at;
    const uint32_t *from = run->memory[work->from] + work->from_at;
    const size_t bytes = work->columns * sizeof *to, pitch = ROW_WORDS * sizeof *to;

    if (work->kind == WORK_MOVE_BOX)
        MUST(run, cudaMemcpy2D(to, pitch, from, pitch, bytes, work->rows, cudaMemcpyDefault));
    else
        MUST(run, cudaMemcpy(to, from, bytes, cudaMemcpyDefault));
}

/* An operation in a stream, whose device is the current one. */
static void work_in_stream(struct run *run, const struct operation *operation)
{
    const struct work *work = &operation->work;
    const cudaStream_t stream = run->stream[operation->stream];
    const cudaEvent_t event = run->event[operation->event];

    switch (operation->kind) {
    case DO_KERNEL: run_launch(run, work, stream); break;
    case DO_HOST_FUNCTION:
        MUST(run, cudaLaunchHostFunc(stream, host_call_do, host_call_make(run, work)));
        break;
    case DO_CALLBACK: MUST(run, cudaStreamAddCallback(stream, callback, host_call_make(run, work), 0)); break;
    case DO_COPY: run_copy(run, work, stream); break;
    case DO_FILL: run_fill(run, work, stream); break;
    case DO_SCRATCH: run_scratch(run, work, stream); break;
    case DO_LAUNCH:
        MUST(run, cudaGraphLaunch(run->graph[operation->graph].exec, stream));
        run_model_graph(run, operation->graph);
        return;
    case DO_RECORD: MUST(run, cudaEventRecord(event, stream)); return;
    case DO_WAIT: MUST(run, cudaStreamWaitEvent(stream, event, 0)); return;
    case DO_WRITE_VALUE:
    case DO_WAIT_VALUE: run_value(run, operation, stream); return;
    case DO_PREFETCH: run_prefetch(run, operation, stream); return;
    case DO_ALLOCATE: allocate(run, operation, stream); return;
    default: MUST(run, cudaFreeAsync(run->memory[work->to], stream)); return;
    }
    model(run, work);
}

static void work_of_host(struct run *run, const struct operation *operation)
{
    const struct work *work = &operation->work;
    const uint32_t stream = operation->stream, event = operation->event;

    switch (operation->kind) {
    case DO_HOST:
        work_do(work, run->memory[work->to], run->memory[work->from]);
        model(run, work);
        break;
    case DO_COPY_NOW:
        MUST(run, cudaSetDevice(run->program->stream[stream].device));
        copy_now(run, work);
        model(run, work);
        break;
    case DO_CHECK: check(run, work->to); break;
    case DO_SYNCHRONIZE_STREAM: MUST(run, cudaStreamSynchronize(run->stream[stream])); break;
    case DO_SYNCHRONIZE_EVENT: MUST(run, cudaEventSynchronize(run->event[event])); break;
    case DO_SYNCHRONIZE_DEVICE:
        MUST(run, cudaSetDevice(operation->device));
        MUST(run, cudaDeviceSynchronize());
        break;
    case DO_POLL_STREAM:
    case DO_POLL_EVENT: poll(run, operation); break;
    case DO_QUERY_STREAM:
        expect_ready(run, cudaStreamQuery(run->stream[stream]), ordering_stream_done(&run->ordering, stream),
                     "cudaStreamQuery");
        break;
    case DO_QUERY_EVENT:
        expect_ready(run, cudaEventQuery(run->event[event]), ordering_event_done(&run->ordering, event),
                     "cudaEventQuery");
        break;
    case DO_PAUSE: usleep(100); break;
    default: elapsed(run, event, operation->other_event); break;
    }
}

static void work_of_objects(struct run *run, const struct operation *operation)
{
    switch (operation->kind) {
    case DO_CREATE_STREAM: create_stream(run, operation->stream); break;
    case DO_DESTROY_STREAM: MUST(run, cudaStreamDestroy(run->stream[operation->stream])); break;
    case DO_CREATE_EVENT: create_event(run, operation->event); break;
    case DO_DESTROY_EVENT: MUST(run, cudaEventDestroy(run->event[operation->event])); break;
    case DO_CREATE_BUFFER: create_buffer(run, operation->work.to); break;
    case DO_FREE: free_buffer(run, operation->work.to); break;
    case DO_INSTANTIATE: run_instantiate(run, operation->graph); break;
    case DO_SWITCH: run_switch(run, operation->graph, operation->node); break;
    default:
        run_update(run, operation->graph, operation->node, operation->work.number & 0x1f,
                   operation->work.blocks & 1);
        break;
    }
}

static void do_operation(struct run *run, const struct operation *operation)
{
    const uint32_t stream = operation->stream;
    struct race race;

    if (ordering_step(&run->ordering, operation, &race) != ORDERED && !run->program->racy) {
        run->failed = true;
        snprintf(run->report, sizeof run->report, "operation %u races or is impossible", run->at);
        return;
    }
    if (operation->kind <= DO_FREE_ASYNC) {
        MUST(run, cudaSetDevice(run->program->stream[stream].device));
        work_in_stream(run, operation);
    } else if (operation->kind >= DO_CREATE_STREAM)
        work_of_objects(run, operation);
    else {
        /* A per-thread stream's handle means the current device's. */
        if (operation->kind == DO_SYNCHRONIZE_STREAM || operation->kind == DO_POLL_STREAM ||
            operation->kind == DO_QUERY_STREAM)
            MUST(run, cudaSetDevice(run->program->stream[stream].device));
        work_of_host(run, operation);
    }
}

/* --- beginning and end --- */

static void begin(struct run *run)
{
    const struct program *program = run->program;

    ordering_begin(&run->ordering, program);
    for (uint32_t i = 0; i < program->devices; i++) {
        MUST(run, cudaSetDevice((int)i));
        for (uint32_t peer = 0; peer < program->devices; peer++)
            if (peer != i && cudaDeviceEnablePeerAccess((int)peer, 0) != cudaSuccess)
                cudaGetLastError(); /* since the last program */
        for (uint32_t lane = 0; lane < CAPTURE_STREAMS && program->graphs; lane++)
            MUST(run, cudaStreamCreateWithFlags(&run->capture[i][lane], 1));
    }
    if (program->marks) {
        void *address = NULL;
        MUST(run, cudaHostAlloc((void **)&run->marks, BYTES, 1 | cudaHostAllocMapped));
        MUST(run, cudaHostGetDevicePointer(&address, run->marks, 0));
        run->marks_address = (uint64_t)(uintptr_t)address;
        memset(run->marks, 0, BYTES);
    }
    for (uint32_t i = 0; i < program->streams; i++)
        if (!program->stream[i].late)
            create_stream(run, i);
    for (uint32_t i = 0; i < program->events; i++)
        if (!program->event[i].late)
            create_event(run, i);
    for (uint32_t i = 0; i < program->buffers; i++)
        if (!program->buffer[i].late)
            create_buffer(run, i);
}

/* Work that nobody waits for, on each buffer of a device in another stream of that device. */
static void leave_pending(struct run *run)
{
    const struct program *program = run->program;
    uint32_t stream = 0;

    for (uint8_t i = 0; i < program->buffers; i++) {
        const struct work work = {.kind = WORK_FUNCTION,
                                  .function = FUNCTION_HASH,
                                  .to = i,
                                  .from = i,
                                  .blocks = 2,
                                  .threads = 1,
                                  .number = 300};
        if (program->buffer[i].space != SPACE_DEVICE || !run->ordering.buffer[i].live)
            continue;
        do
            stream = (stream + 1) % program->streams;
        while (!run->ordering.stream_live[stream] ||
               program->stream[stream].device != program->buffer[i].device);
        MUST(run, cudaSetDevice(program->buffer[i].device));
        run_launch(run, &work, run->stream[stream]);
    }
}

static void reset_all(struct run *run)
{
    for (uint32_t i = 0; i < run->program->devices; i++) {
        MUST(run, cudaSetDevice((int)i));
        MUST(run, cudaDeviceReset());
    }
    for (uint32_t i = 0; i < run->program->buffers; i++)
        if (run->ordering.buffer[i].live && (run->program->buffer[i].space == SPACE_PAGEABLE ||
                                             run->program->buffer[i].space == SPACE_REGISTERED))
            free(run->memory[i]);
}

static void destroy_all(struct run *run)
{
    const struct program *program = run->program;

    for (uint32_t i = 0; i < program->graphs; i++)
        if (run->ordering.instantiated[i]) {
            MUST(run, cudaGraphExecDestroy(run->graph[i].exec));
            MUST(run, cudaGraphDestroy(run->graph[i].graph));
        }
    for (uint32_t i = 0; i < program->streams; i++)
        if (run->ordering.stream_live[i] && program->stream[i].kind > STREAM_PER_THREAD)
            MUST(run, cudaStreamDestroy(run->stream[i]));
    for (uint32_t i = 0; i < program->devices && program->graphs; i++)
        for (uint32_t lane = 0; lane < CAPTURE_STREAMS; lane++)
            MUST(run, cudaStreamDestroy(run->capture[i][lane]));
    for (uint32_t i = 0; i < program->events; i++)
        if (run->ordering.event_live[i])
            MUST(run, cudaEventDestroy(run->event[i]));
    for (uint32_t i = 0; i < program->buffers; i++)
        if (run->ordering.buffer[i].live)
            free_buffer(run, i);
    if (program->marks)
        MUST(run, cudaFreeHost(run->marks));
}

static void free_calls(struct run *run)
{
    for (struct host_call *call = run->calls, *next; call; call = next) {
        next = call->next;
        free(call);
    }
}

void program_leave_pending(struct run *run, const struct program *program)
{
    memset(run, 0, sizeof *run);
    run->program = program;
    begin(run);
    leave_pending(run);
}

bool program_run(struct run *run, const struct program *program)
{
    memset(run, 0, sizeof *run);
    run->program = program;
    run->seen = 0xcbf29ce484222325u;
    begin(run);
    for (run->at = 0; run->at < program->operations && !run->failed; run->at++)
        do_operation(run, &program->operation[run->at]);
    if (run->failed)
        return false; /* the process ends soon */
    if (program->ending != END_ALL)
        leave_pending(run);
    if (program->ending == END_RESET)
        reset_all(run);
    else
        destroy_all(run);
    for (uint32_t i = 0; i < program->devices && program->ending == END_PENDING && !run->failed; i++) {
        MUST(run, cudaSetDevice((int)i));
        MUST(run, cudaDeviceSynchronize());
    }
    free_calls(run);
    return !run->failed;
}
