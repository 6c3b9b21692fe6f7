/* SPDX-License-Identifier: MIT */
/* The runtime API: streams and events, also of two devices. */
#include "cuda_test.h"

#include <pthread.h>

static const cudaStream_t legacy = (cudaStream_t)1, per_thread = (cudaStream_t)2;

static void streams(void **state)
{
    cudaStream_t stream, second;
    cudaEvent_t event;

    (void)state;
    assert_cuda(cudaStreamCreate(&stream));
    assert_error(cudaStreamCreate(NULL), cudaErrorInvalidValue);
    assert_cuda(cudaStreamCreateWithFlags(&second, 1));
    assert_error(cudaStreamCreateWithFlags(&second, 2), cudaErrorInvalidValue);
    assert_cuda(cudaEventCreate(&event));
    assert_cuda(cudaStreamWaitEvent(stream, event, 0)); /* never recorded: nothing to wait for */
    assert_error(cudaStreamWaitEvent(stream, event, 1), cudaErrorInvalidValue);
    assert_error(cudaStreamWaitEvent(stream, NULL, 0), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaStreamQuery(stream));
    assert_cuda(cudaStreamSynchronize(stream));
    assert_cuda(cudaStreamQuery(NULL));
    assert_cuda(cudaStreamSynchronize(NULL));
    assert_cuda(cudaStreamDestroy(stream));
    assert_error(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle);
    assert_error(cudaStreamDestroy(NULL), cudaErrorInvalidResourceHandle);
    assert_error(cudaStreamQuery(stream), cudaErrorInvalidResourceHandle);
    assert_error(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
    assert_error(cudaStreamWaitEvent(stream, event, 0), cudaErrorInvalidResourceHandle);
    assert_error(cudaEventRecord(event, stream), cudaErrorInvalidResourceHandle);
    assert_error(cudaConfigureCall((dim3){1, 1, 1}, (dim3){1, 1, 1}, 0, stream),
                 cudaErrorInvalidResourceHandle);
}

/* Handles 1 and 2 are default streams wherever a stream is, and nobody's to destroy. */
static void use_defaults(void)
{
    const cudaStream_t stream[] = {legacy, per_thread};
    uint8_t *block, bytes[16];
    cudaEvent_t event;

    assert_cuda(cudaMalloc((void **)&block, sizeof bytes));
    assert_cuda(cudaEventCreate(&event));
    for (unsigned i = 0; i < 2; i++) {
        assert_cuda(cudaMemsetAsync(block, 7 + (int)i, sizeof bytes, stream[i]));
        assert_cuda(cudaMemcpyAsync(bytes, block, sizeof bytes, D2H, stream[i]));
        assert_cuda(cudaEventRecord(event, stream[i]));
        assert_cuda(cudaStreamWaitEvent(stream[i], event, 0));
        assert_cuda(cudaStreamSynchronize(stream[i]));
        assert_cuda(cudaStreamQuery(stream[i]));
        assert_int_equal(bytes[15], 7 + i);
        assert_error(cudaStreamDestroy(stream[i]), cudaErrorInvalidResourceHandle);
    }
    assert_cuda(cudaEventDestroy(event));
    assert_cuda(cudaFree(block));
}

static void *use_in_thread(void *data)
{
    use_defaults();
    return data;
}

static void default_streams(void **state)
{
    pthread_t threads[4];

    (void)state;
    for (unsigned round = 0; round < 2; round++) { /* with streams of the thread that are gone */
        use_defaults();
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, use_in_thread, NULL), 0);
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_cuda(cudaDeviceReset());
    }
    assert_error(cudaStreamQuery((cudaStream_t)3), cudaErrorInvalidResourceHandle);
}

static void events(void **state)
{
    cudaEvent_t begin, end, untimed;
    float milliseconds = -1;

    (void)state;
    assert_cuda(cudaEventCreate(&begin));
    assert_cuda(cudaEventCreateWithFlags(&end, cudaEventBlockingSync));
    assert_cuda(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    assert_error(cudaEventCreateWithFlags(&end, 64), cudaErrorInvalidValue);
    assert_error(cudaEventCreateWithFlags(&end, cudaEventInterprocess), cudaErrorInvalidValue);
    assert_error(cudaEventCreate(NULL), cudaErrorInvalidValue);
    assert_cuda(cudaEventQuery(begin)); /* never recorded: done */
    assert_cuda(cudaEventSynchronize(begin));
    assert_cuda(cudaEventRecord(begin, NULL));
    assert_error(cudaEventElapsedTime(&milliseconds, begin, end), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaEventRecord(end, NULL));
    assert_cuda(cudaEventRecord(untimed, NULL));
    assert_cuda(cudaEventQuery(end));
    assert_cuda(cudaEventSynchronize(end));
    assert_cuda(cudaEventElapsedTime(&milliseconds, begin, end));
    assert_true(milliseconds >= 0 && milliseconds < 10000);
    assert_cuda(cudaEventElapsedTime(&milliseconds, end, begin));
    assert_true(milliseconds <= 0);
    assert_error(cudaEventElapsedTime(&milliseconds, begin, untimed), cudaErrorInvalidResourceHandle);
    assert_error(cudaEventElapsedTime(NULL, begin, end), cudaErrorInvalidValue);
    assert_error(cudaEventElapsedTime(&milliseconds, NULL, end), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaEventDestroy(untimed));
    assert_error(cudaEventDestroy(untimed), cudaErrorInvalidResourceHandle);
    assert_error(cudaEventDestroy(NULL), cudaErrorInvalidResourceHandle);
    assert_error(cudaEventRecord(untimed, NULL), cudaErrorInvalidResourceHandle);
    assert_error(cudaEventQuery(untimed), cudaErrorInvalidResourceHandle);
    assert_error(cudaEventSynchronize(untimed), cudaErrorInvalidResourceHandle);
}

/* What a stream's callback gets. */
static cudaStream_t called_with;
static int calls;

static void callback(cudaStream_t stream, cudaError_t status, void *data)
{
    called_with = stream;
    calls += status == cudaSuccess && data == &calls;
}

static void callbacks(void **state)
{
    cudaStream_t stream;

    (void)state;
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaStreamAddCallback(stream, callback, &calls, 0));
    assert_cuda(cudaStreamSynchronize(stream));
    assert_true(calls == 1 && called_with == stream);
    assert_error(cudaStreamAddCallback(stream, NULL, &calls, 0), cudaErrorInvalidValue);
    assert_error(cudaStreamAddCallback(stream, callback, &calls, 1), cudaErrorInvalidValue);
    assert_error(cudaStreamAddCallback((cudaStream_t)(void *)&calls, callback, &calls, 0),
                 cudaErrorInvalidResourceHandle);
    assert_int_equal(calls, 1);
}

/* A stream takes work of its own device only, and an event is recorded and timed on its own; waiting is free
 * (CUDA C Programming Guide 4.2, 3.2.6.3). */
static void two_devices(void **state)
{
    cudaStream_t first, second;
    cudaEvent_t here, there;
    float milliseconds;
    void *block;

    (void)state;
    assert_cuda(cudaStreamCreate(&first));
    assert_cuda(cudaEventCreate(&here));
    assert_cuda(cudaMalloc(&block, 4));
    assert_cuda(cudaSetDevice(1));
    assert_cuda(cudaStreamCreate(&second));
    assert_cuda(cudaEventCreate(&there));
    assert_cuda(cudaEventRecord(there, second));
    assert_error(cudaEventRecord(there, first), cudaErrorInvalidResourceHandle);
    assert_error(cudaEventRecord(here, second), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaSetDevice(0));
    assert_cuda(cudaEventRecord(here, first));
    assert_error(cudaEventElapsedTime(&milliseconds, here, there), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaStreamWaitEvent(first, there, 0));
    assert_cuda(cudaEventSynchronize(there));
    assert_cuda(cudaEventQuery(there));
    assert_cuda(cudaStreamSynchronize(second));
    assert_cuda(cudaStreamQuery(second));
    assert_cuda(cudaMemcpyAsync(block, &milliseconds, 4, H2D, second)); /* copies may go anywhere */
    assert_cuda(cudaSetDevice(1));
    assert_cuda(cudaDeviceReset());
    assert_cuda(cudaSetDevice(0));
    assert_error(cudaStreamQuery(second), cudaErrorInvalidResourceHandle);
    assert_error(cudaEventQuery(there), cudaErrorInvalidResourceHandle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(streams, fresh_device),
        cmocka_unit_test_setup(default_streams, fresh_device),
        cmocka_unit_test_setup(events, fresh_device),
        cmocka_unit_test_setup(callbacks, fresh_device),
        cmocka_unit_test_setup(two_devices, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gf100,gf100", 1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cudaDeviceReset();
    return failed;
}
