/* SPDX-License-Identifier: MIT */
/* The driver API: streams and events, what is called back, and the profiler's switch. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"

#include <stdbool.h>

static void count_callback(CUstream stream, CUresult status, void *data)
{
    (void)stream;
    *(int *)data += status == CUDA_SUCCESS;
}

static void count_call(void *data)
{
    ++*(int *)data;
}

static void streams(void **state)
{
    CUstream stream, other;
    CUevent event;
    unsigned flags = 9;
    int priority = 9, calls = 0;

    (void)state;
    assert_cu(cuStreamCreate(&stream, 0));
    assert_int_equal(cuStreamCreate(NULL, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamCreate(&other, 4), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuStreamQuery(stream));
    assert_cu(cuStreamSynchronize(stream));
    assert_cu(cuStreamQuery(NULL));
    assert_int_equal(cuStreamQuery(no_stream), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuStreamSynchronize(no_stream), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuEventCreate(&event, CU_EVENT_DEFAULT));
    assert_cu(cuStreamWaitEvent(stream, event, 0));
    assert_int_equal(cuStreamWaitEvent(stream, event, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamWaitEvent(stream, NULL, 0), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuStreamWaitEvent(no_stream, event, 0), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuStreamCreateWithPriority(&other, 1, -1));
    assert_cu(cuStreamGetPriority(other, &priority));
    assert_cu(cuStreamGetFlags(other, &flags));
    assert_true(priority == 0 /* gf100 has but one */ && flags == CU_STREAM_NON_BLOCKING);
    assert_int_equal(cuStreamGetPriority(other, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamGetFlags(no_stream, &flags), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuStreamAddCallback(stream, count_callback, &calls, 0));
    assert_cu(cuLaunchHostFunc(stream, count_call, &calls));
    assert_cu(cuStreamSynchronize(stream));
    assert_int_equal(calls, 2);
    assert_int_equal(cuStreamAddCallback(stream, NULL, &calls, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamAddCallback(no_stream, count_callback, &calls, 0), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuLaunchHostFunc(stream, NULL, &calls), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuEventDestroy(event));
    assert_cu(cuStreamDestroy_v2(stream));
    assert_cu(cuStreamDestroy(other));
    assert_int_equal(cuStreamDestroy_v2(stream), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuStreamDestroy_v2(NULL), CUDA_ERROR_INVALID_HANDLE);
}

static void events(void **state)
{
    CUevent from, to, untimed;
    float milliseconds = -1;

    (void)state;
    assert_cu(cuEventCreate(&from, CU_EVENT_BLOCKING_SYNC));
    assert_cu(cuEventCreate(&to, CU_EVENT_DEFAULT));
    assert_cu(cuEventCreate(&untimed, CU_EVENT_DISABLE_TIMING));
    assert_int_equal(cuEventCreate(&untimed, 0x100), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuEventCreate(NULL, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuEventElapsedTime(&milliseconds, from, to), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuEventRecord(from, NULL));
    assert_cu(cuEventRecordWithFlags(to, NULL, 0));
    assert_cu(cuEventRecord(untimed, NULL));
    assert_cu(cuEventQuery(to));
    assert_cu(cuEventSynchronize(to));
    assert_cu(cuEventElapsedTime(&milliseconds, from, to));
    assert_true(milliseconds >= 0);
    assert_cu(cuEventElapsedTime_v2(&milliseconds, from, to));
    assert_int_equal(cuEventElapsedTime(NULL, from, to), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuEventElapsedTime(&milliseconds, from, untimed), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuEventRecord(from, no_stream), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuEventRecordWithFlags(from, NULL, 8), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuEventQuery(NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuEventSynchronize(NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuEventDestroy_v2(from));
    assert_cu(cuEventDestroy_v2(to));
    assert_cu(cuEventDestroy(untimed));
    assert_int_equal(cuEventDestroy_v2(from), CUDA_ERROR_INVALID_HANDLE);
}

static void the_profiler(void **state)
{
    (void)state;
    assert_cu(cuProfilerStart()); /* no error since CUDA 5.0 */
    assert_cu(cuProfilerStop());
    assert_int_equal(cuProfilerInitialize(NULL, "out", 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuProfilerInitialize("in", "out", 7), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuProfilerInitialize("in", "out", 1));
    assert_cu(cuProfilerStart());
    assert_cu(cuProfilerStop());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams),
        cmocka_unit_test(events),
        cmocka_unit_test(the_profiler),
    };

    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, begin_context, end_context);
}
