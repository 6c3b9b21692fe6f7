/* SPDX-License-Identifier: MIT */
/* Captures of streams: what is captured does nothing until the graph is launched, what a capture forbids is
 * refused, and modes say whom it concerns. */
#include "cuda/runtime/runtime.h"
#include "cuda_graphs.h"

#include <pthread.h>

static cudaStream_t new_stream(void)
{
    cudaStream_t stream;

    assert_cuda(cudaStreamCreate(&stream));
    return stream;
}

static int status_of(cudaStream_t stream)
{
    int status = -1;

    assert_cuda(cudaStreamIsCapturing(stream, &status));
    return status;
}

/* --- what a capture is for --- */

static void captured_work_waits_for_the_launch(void **state)
{
    float *in = zeroed(2 * BYTES), *out = zeroed(BYTES), values[2 * COUNT], result[COUNT];
    uint32_t number = COUNT;
    void *arguments[] = {&in, &out, &number};
    const cudaStream_t stream = new_stream();
    hw_graph graph;

    (void)state;
    assert_int_equal(status_of(stream), HW_CAPTURED_NOT);
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_GLOBAL));
    assert_int_equal(status_of(stream), HW_CAPTURED_NOW);
    assert_cuda(cudaMemcpyAsync(in, values, sizeof values, H2D, stream));
    assert_cuda(
        cudaLaunchKernel(&saxpy_stub, (dim3){2, 1, 1}, (dim3){COUNT / 2, 1, 1}, arguments, 0, stream));
    assert_cuda(cudaMemcpyAsync(result, out, BYTES, D2H, stream));
    number = 0;
    assert_cuda(cudaStreamEndCapture(stream, &graph));
    assert_int_equal(status_of(stream), HW_CAPTURED_NOT);
    assert_int_equal(nodes_of(graph), 3);
    const hw_exec exec = exec_of(graph);
    assert_cuda(cudaGraphDestroy(graph));
    assert_int_equal(word_of(in + 1), 0);
    for (int round = 0; round < 3; round++) {
        for (unsigned i = 0; i < 2 * COUNT; i++)
            values[i] = (float)(i + (unsigned)round);
        assert_cuda(cudaGraphLaunch(exec, stream));
        assert_cuda(cudaStreamSynchronize(stream));
        for (unsigned i = 0; i < COUNT; i++)
            assert_true(result[i] == 2.5f * values[2 * i] + values[2 * i + 1]);
    }
    assert_cuda(cudaGraphExecDestroy(exec));
    assert_cuda(cudaStreamDestroy(stream));
}

/* An event takes a capture into another stream and back. */
static void forks_and_joins(void **state)
{
    uint32_t *block = zeroed(16);
    const cudaStream_t stream = new_stream(), other = new_stream();
    cudaEvent_t fork, join;
    hw_graph graph;

    (void)state;
    assert_cuda(cudaEventCreate(&fork));
    assert_cuda(cudaEventCreate(&join));
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_THREAD));
    assert_cuda(cudaMemsetAsync(block, 1, 4, stream));
    assert_cuda(cudaEventRecord(fork, stream));
    assert_cuda(cudaStreamWaitEvent(other, fork, 0));
    assert_int_equal(status_of(other), HW_CAPTURED_NOW);
    assert_cuda(cudaMemcpyAsync(block + 1, block, 4, D2D, other));
    assert_cuda(cudaMemcpyAsync(block + 2, block, 4, D2D, stream));
    assert_cuda(cudaEventRecord(join, other));
    assert_cuda(cudaStreamWaitEvent(stream, join, 0));
    assert_cuda(cudaMemcpyAsync(block + 3, block + 1, 4, D2D, stream));
    assert_cuda(cudaStreamEndCapture(stream, &graph));
    assert_int_equal(status_of(other), HW_CAPTURED_NOT);
    assert_int_equal(nodes_of(graph), 4);
    size_t edges = 0;
    assert_cuda(cudaGraphGetEdges(graph, NULL, NULL, &edges, NULL));
    assert_int_equal(edges, 4);
    assert_int_equal(word_of(block), 0);
    assert_cuda(cudaGraphLaunch(exec_of(graph), other));
    assert_cuda(cudaDeviceSynchronize());
    for (int i = 0; i < 4; i++)
        assert_int_equal(word_of(block + i), 0x01010101);
}

/* A stream may go when its work is joined. */
static void streams_that_go(void **state)
{
    uint32_t *block = zeroed(4);
    const cudaStream_t stream = new_stream();
    cudaEvent_t event;

    (void)state;
    assert_cuda(cudaEventCreate(&event));
    for (int joined = 0; joined < 2; joined++) {
        const cudaStream_t other = new_stream();
        hw_graph graph;
        assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_GLOBAL));
        assert_cuda(cudaEventRecord(event, stream));
        assert_cuda(cudaStreamWaitEvent(other, event, 0));
        assert_cuda(cudaMemsetAsync(block, 5, 4, other));
        assert_cuda(cudaEventRecord(event, other));
        if (joined)
            assert_cuda(cudaStreamWaitEvent(stream, event, 0));
        assert_cuda(cudaStreamDestroy(other));
        assert_error(cudaStreamEndCapture(stream, &graph),
                     joined ? cudaSuccess : cudaErrorStreamCaptureUnjoined);
        if (joined)
            assert_cuda(cudaGraphLaunch(exec_of(graph), stream));
    }
    assert_cuda(cudaStreamSynchronize(stream));
    assert_int_equal(word_of(block), 0x05050505);
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_GLOBAL)); /* the origin: all is over */
    assert_cuda(cudaStreamDestroy(stream));
    assert_cuda(cudaDeviceSynchronize());
    cudaGetLastError();
}

static void information(void **state)
{
    uint32_t *block = zeroed(8);
    const cudaStream_t stream = new_stream();
    unsigned long long number = 0, same = 0;
    const hw_node *nodes = NULL;
    size_t count = 0;
    hw_graph graph = NULL, ended;
    int status = -1;

    (void)state;
    assert_cuda(cudaStreamGetCaptureInfo_v2(stream, &status, &number, &graph, &nodes, &count));
    assert_true(status == HW_CAPTURED_NOT && number == 0 && !graph);
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_RELAXED));
    assert_cuda(cudaMemsetAsync(block, 1, 4, stream));
    assert_cuda(cudaStreamGetCaptureInfo_v2(stream, &status, &number, &graph, &nodes, &count));
    assert_true(status == HW_CAPTURED_NOW && number > 0 && graph && count == 1);
    assert_cuda(cudaStreamGetCaptureInfo(stream, &status, &same, NULL, NULL, NULL, NULL));
    assert_true(same == number);
    int type = -1;
    assert_cuda(cudaGraphNodeGetType(nodes[0], &type));
    assert_int_equal(type, HW_NODE_FILL);
    assert_cuda(cudaStreamUpdateCaptureDependencies(stream, NULL, 0, 1, 0)); /* on nothing */
    assert_cuda(cudaMemsetAsync(block + 1, 1, 4, stream));
    size_t edges = 9;
    assert_cuda(cudaGraphGetEdges(graph, NULL, NULL, &edges, NULL));
    assert_int_equal(edges, 0);
    assert_error(cudaStreamEndCapture(stream, &ended), cudaSuccess);
    assert_ptr_equal(ended, graph);
    assert_error(cudaStreamGetCaptureInfo_v2(stream, NULL, NULL, NULL, NULL, NULL), cudaErrorInvalidValue);
    assert_error(cudaStreamIsCapturing(stream, NULL), cudaErrorInvalidValue);
    assert_cuda(cudaGraphDestroy(graph));
    assert_error(cudaGraphDestroy(graph), cudaErrorInvalidValue);
}

/* --- what is refused --- */

/* The capture is then only there to be ended, and says so. */
static void assert_invalid(cudaStream_t stream)
{
    hw_graph graph = (hw_graph)1;

    assert_int_equal(status_of(stream), HW_CAPTURED_WRONG);
    assert_error(cudaMemsetAsync(NULL, 0, 0, stream), cudaErrorStreamCaptureInvalidated);
    assert_error(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
    assert_null(graph);
    assert_int_equal(status_of(stream), HW_CAPTURED_NOT);
    cudaGetLastError();
}

static void wrong_calls(void **state)
{
    uint32_t *block = zeroed(4);
    const cudaStream_t stream = new_stream(), other = new_stream();
    cudaEvent_t event, outside;
    hw_graph graph;

    (void)state;
    assert_cuda(cudaEventCreate(&event));
    assert_cuda(cudaEventCreate(&outside));
    assert_error(cudaStreamBeginCapture(NULL, 0), cudaErrorStreamCaptureUnsupported);
    assert_error(cudaStreamBeginCapture((cudaStream_t)&graph, 0), cudaErrorInvalidResourceHandle);
    assert_error(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);

    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_RELAXED));
    assert_error(cudaStreamBeginCapture(stream, 0), cudaErrorIllegalState);
    assert_int_equal(status_of(stream), HW_CAPTURED_NOW); /* as if nothing had happened */
    assert_cuda(cudaStreamEndCapture(stream, NULL));      /* into nowhere */
    assert_error(cudaStreamEndCapture(stream, NULL), cudaErrorIllegalState);

    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_RELAXED));
    assert_error(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
    assert_invalid(stream);
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_RELAXED));
    assert_error(cudaStreamQuery(stream), cudaErrorStreamCaptureUnsupported);
    assert_invalid(stream);
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_RELAXED));
    assert_error(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
    assert_invalid(stream);

    /* The default stream would wait for one that is captured. */
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_RELAXED));
    assert_error(cudaMemsetAsync(block, 0, 4, NULL), cudaErrorStreamCaptureImplicit);
    assert_invalid(stream);

    assert_cuda(cudaEventRecord(outside, other));
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_RELAXED));
    assert_error(cudaStreamWaitEvent(stream, outside, 0), cudaErrorStreamCaptureIsolation);
    assert_invalid(stream);

    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_RELAXED));
    assert_cuda(cudaEventRecord(event, stream));
    assert_error(cudaEventQuery(event), cudaErrorCapturedEvent);
    assert_error(cudaStreamWaitEvent(other, event, 0), cudaErrorInvalidValue); /* of an invalid capture */
    assert_invalid(stream);
    assert_error(cudaEventQuery(event), cudaErrorInvalidValue); /* of one that is over */
    assert_error(cudaEventSynchronize(event), cudaErrorInvalidValue);
    assert_error(cudaStreamWaitEvent(other, event, 0), cudaErrorInvalidValue);
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_RELAXED));
    assert_error(cudaStreamWaitEvent(stream, event, 0), cudaErrorInvalidValue);
    assert_invalid(stream);
    assert_error(cudaEventRecordWithFlags(event, stream, 1), cudaErrorIllegalState); /* external to nothing */

    assert_cuda(cudaGraphCreate(&graph, 0));
    const hw_exec exec = exec_of(graph);
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_RELAXED));
    assert_error(cudaGraphLaunch(exec, stream), cudaErrorStreamCaptureUnsupported);
    assert_invalid(stream);
    assert_cuda(cudaStreamBeginCaptureToGraph(stream, graph, NULL, NULL, 0, HW_CAPTURE_RELAXED));
    assert_error(cudaStreamBeginCaptureToGraph(other, graph, NULL, NULL, 0, 0), cudaErrorIllegalState);
    assert_cuda(cudaStreamEndCapture(stream, &graph));

    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_RELAXED));
    assert_cuda(cudaStreamBeginCapture(other, HW_CAPTURE_RELAXED));
    assert_cuda(cudaEventRecord(event, stream));
    assert_error(cudaStreamWaitEvent(other, event, 0), cudaErrorStreamCaptureMerge);
    assert_invalid(stream);
    assert_invalid(other);

    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_RELAXED));
    assert_cuda(cudaEventRecord(event, stream));
    assert_cuda(cudaStreamWaitEvent(other, event, 0));
    assert_error(cudaStreamEndCapture(other, &graph), cudaErrorStreamCaptureUnmatched);
    assert_invalid(stream);

    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_RELAXED));
    assert_cuda(cudaEventRecord(event, stream));
    assert_cuda(cudaStreamWaitEvent(other, event, 0));
    assert_cuda(cudaMemsetAsync(block, 0, 4, other));
    assert_error(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureUnjoined);
    assert_null(graph);
    assert_int_equal(status_of(other), HW_CAPTURED_NOT);
    cudaGetLastError();
}

/* --- threads --- */

static void *end_elsewhere(void *stream)
{
    hw_graph graph;

    return (void *)(uintptr_t)cudaStreamEndCapture(stream, &graph);
}

static void threads_end_their_own(void **state)
{
    const cudaStream_t stream = new_stream();
    pthread_t thread;
    hw_graph graph;
    void *result;

    (void)state;
    for (int mode = HW_CAPTURE_GLOBAL; mode < HW_CAPTURE_MODES; mode++) {
        assert_cuda(cudaStreamBeginCapture(stream, mode));
        assert_int_equal(pthread_create(&thread, NULL, end_elsewhere, stream), 0);
        assert_int_equal(pthread_join(thread, &result), 0);
        if (mode == HW_CAPTURE_RELAXED) {
            assert_int_equal((uintptr_t)result, cudaSuccess);
            continue;
        }
        assert_int_equal((uintptr_t)result, cudaErrorStreamCaptureWrongThread);
        assert_error(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState); /* it is over, too */
    }
}

static void *allocate_elsewhere(void *error)
{
    void *block;

    *(cudaError_t *)error = cudaMalloc(&block, 4);
    return NULL;
}

/* Calls that are not safe: a capture that is global forbids them to all threads, one of its thread only to
 * that, and a thread may say that it knows better. */
static void unsafe_calls(void **state)
{
    static const bool here[] = {true, true, false}, elsewhere[] = {true, false, false};
    const cudaStream_t stream = new_stream();
    void *block = zeroed(4), *locked, *other = NULL;
    pthread_t thread;

    (void)state;
    assert_cuda(cudaMallocHost(&locked, 4));
    for (int mode = HW_CAPTURE_GLOBAL; mode < HW_CAPTURE_MODES; mode++) {
        cudaError_t (*const calls[])(void *data) = {cudaFree, cudaFreeHost};
        for (int call = 0; call < 4; call++) {
            cudaError_t error = cudaErrorUnknown;
            hw_graph graph;
            assert_cuda(cudaStreamBeginCapture(stream, mode));
            if (call == 3) {
                assert_int_equal(pthread_create(&thread, NULL, allocate_elsewhere, &error), 0);
                assert_int_equal(pthread_join(thread, NULL), 0);
            } else if (call == 2) {
                error = cudaMalloc(&other, 4);
            } else if (here[mode]) {
                error = calls[call](call ? locked : block);
            }
            const bool refused = call < 3 ? here[mode] : elsewhere[mode];
            if (error != cudaErrorUnknown)
                assert_error(error, refused ? cudaErrorStreamCaptureUnsupported : cudaSuccess);
            assert_error(cudaStreamEndCapture(stream, &graph),
                         refused ? cudaErrorStreamCaptureInvalidated : cudaSuccess);
        }
    }
    cudaGetLastError();
    int mode = HW_CAPTURE_RELAXED;
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_GLOBAL));
    assert_cuda(cudaThreadExchangeStreamCaptureMode(&mode));
    assert_cuda(cudaFree(block));
    assert_cuda(cudaThreadExchangeStreamCaptureMode(&mode));
    assert_cuda(cudaStreamEndCapture(stream, (hw_graph *)&other));
}

static void modes_of_threads(void **state)
{
    int mode = HW_CAPTURE_RELAXED;

    (void)state;
    assert_cuda(cudaThreadExchangeStreamCaptureMode(&mode));
    assert_int_equal(mode, HW_CAPTURE_GLOBAL);
    assert_cuda(cudaThreadExchangeStreamCaptureMode(&mode));
    assert_int_equal(mode, HW_CAPTURE_RELAXED);
    mode = HW_CAPTURE_MODES;
    assert_error(cudaThreadExchangeStreamCaptureMode(&mode), cudaErrorInvalidValue);
    assert_error(cudaThreadExchangeStreamCaptureMode(NULL), cudaErrorInvalidValue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(captured_work_waits_for_the_launch, fresh_device),
        cmocka_unit_test_setup(forks_and_joins, fresh_device),
        cmocka_unit_test_setup(streams_that_go, fresh_device),
        cmocka_unit_test_setup(information, fresh_device),
        cmocka_unit_test_setup(wrong_calls, fresh_device),
        cmocka_unit_test_setup(threads_end_their_own, fresh_device),
        cmocka_unit_test_setup(unsafe_calls, fresh_device),
        cmocka_unit_test_setup(modes_of_threads, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_program);
}
