/* SPDX-License-Identifier: MIT */
/* libcudart.so.12: where it differs from CUDA 11's. */
#include "cuda/runtime/driver_entry_point.h"
#include "cuda_test.h"

enum { FOUND, NO_SYMBOL, LATER };

/* The version of the driver's function is the runtime's own, or the caller's. */
static void driver_functions(void **state)
{
    void *function = NULL, *other = NULL;
    int status = -1;

    (void)state;
    assert_cuda(cudaGetDriverEntryPoint("cuGetProcAddress", &function, 0, &status));
    assert_true(function && status == FOUND);
    assert_cuda(cudaGetDriverEntryPointByVersion("cuGetProcAddress", &other, 11080, 0, &status));
    assert_true(other && other != function && status == FOUND);
    assert_cuda(cudaGetDriverEntryPointByVersion("cuGetProcAddress", &other, 11020, 0, &status));
    assert_true(!other && status == LATER);
    assert_cuda(cudaGetDriverEntryPoint("cuNothing", &function, 0, &status));
    assert_true(!function && status == NO_SYMBOL);
    assert_cuda(cudaGetDriverEntryPoint("cuInit", &function, 2, NULL));
    assert_non_null(function);
    assert_cuda(cudaGetDriverEntryPointByVersion_ptsz("cuGetProcAddress", &other, 12000, 0, NULL));
    assert_error((int)cudaGetDriverEntryPoint("cuInit", &function, 9, &status), 1);
    assert_error((int)cudaGetDriverEntryPointByVersion("cuInit", &function, 3000000000u, 0, &status), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(driver_functions),
    };

    setenv("HALFWARP_CHIP", "sm_61", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
