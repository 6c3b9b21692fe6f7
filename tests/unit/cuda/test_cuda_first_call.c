/* SPDX-License-Identifier: MIT */
/* The first call of a process: the driver's functions want cuInit before them, and any call of the runtime
 * counts as that.  PyTorch counts devices by the one and asks for primary contexts by the other. */
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "cuda_driver.h"

static void a_call_of_the_runtime_is_an_initialization(void **state)
{
    unsigned flags;
    int count, active = 1;

    (void)state;
    assert_int_equal(cuDeviceGetCount(&count), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(cuDevicePrimaryCtxGetState(0, &flags, &active), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(cudaGetDeviceCount(&count), cudaSuccess);
    assert_cu(cuDevicePrimaryCtxGetState(0, &flags, &active));
    assert_int_equal(active, 0); /* to be counted makes no context */
    assert_cu(cuDeviceGetCount(&count));
    assert_int_equal(cuDevicePrimaryCtxGetState(count, &flags, &active), CUDA_ERROR_INVALID_DEVICE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_call_of_the_runtime_is_an_initialization)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
