/* SPDX-License-Identifier: MIT */
/* Both interfaces: functions of the program that are told of calls that fail, with the reason that the log
 * has. */
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "cuda_test.h"

struct heard {
    int count, level;
    char text[512];
};

static void hear(void *data, int level, char *message, size_t length)
{
    struct heard *heard = data;

    heard->count++;
    heard->level = level;
    assert_int_equal(strlen(message), length);
    memcpy(heard->text, message, length + 1);
    memset(message, '!', length);                                      /* it is the listener's own */
    assert_error(cudaFree((void *)16), cudaErrorInvalidDevicePointer); /* is not told */
    assert_error(cudaLogsUnregisterCallback(NULL), cudaErrorNotPermitted);
    assert_error(cudaLogsRegisterCallback(hear, NULL, NULL), cudaErrorNotPermitted);
}

static void listeners(void **state)
{
    struct heard first = {.level = 9}, second = {.level = 9};
    struct hw_log_listener *one, *other;
    void *memory;

    (void)state;
    assert_int_equal(cuLogsRegisterCallback(hear, &first, &one), CUDA_SUCCESS); /* before cuInit, too */
    assert_cuda(cudaLogsRegisterCallback(hear, &second, &other));
    assert_cuda(cudaMalloc(&memory, 16));
    assert_int_equal(first.count, 0);
    assert_error(cudaFree((char *)memory + 1), cudaErrorInvalidDevicePointer);
    assert_true(first.count == 1 && second.count == 1 && first.level == 0);
    assert_string_equal(first.text, second.text);
    assert_ptr_equal(strstr(first.text, "cudaFree: 17 cudaErrorInvalidDevicePointer: pointer "), first.text);
    assert_non_null(strstr(first.text, " is not where an allocation begins"));
    assert_int_equal(cuLogsUnregisterCallback(one), CUDA_SUCCESS);
    assert_int_equal(cuMemFree_v2(16), CUDA_ERROR_INVALID_VALUE);
    assert_true(first.count == 1 && second.count == 2);
    assert_ptr_equal(strstr(second.text, "cuMemFree_v2: 1 CUDA_ERROR_INVALID_VALUE"), second.text);
    assert_int_equal(cuLogsUnregisterCallback(one), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(second.count, 2); /* which is no call that is logged */
    assert_cuda(cudaLogsUnregisterCallback(other));
    assert_error(cudaFree((void *)16), cudaErrorInvalidDevicePointer);
    assert_int_equal(second.count, 2);
    assert_int_equal(cuLogsRegisterCallback(NULL, NULL, &one), CUDA_ERROR_INVALID_VALUE);
    assert_error(cudaLogsRegisterCallback(NULL, NULL, NULL), cudaErrorInvalidValue);
    assert_cuda(cudaFree(memory));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(listeners)};

    setenv("HALFWARP_CHIP", "sm_61", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
