/* SPDX-License-Identifier: MIT */
/* libcudart.so.8.0, which stands for those of CUDA 6.5 to 9.2: the properties of those toolkits with the
 * error numbers of CUDA 4. */
#include "cuda_fault_numbers.h"

#include <stddef.h>

/* The end of struct cudaDeviceProp up to CUDA 7.5. */
struct properties {
    char before[536];
    size_t surface_alignment;
    int concurrent, ecc, bus, device, domain, tcc, engines, unified, memory_clock, memory_width, l2, threads;
    int priorities, cache[2];
    size_t shared_of_multiprocessor;
    int registers_of_multiprocessor, managed, many, group;
};

static void structures(void **state)
{
    struct {
        struct properties properties;
        int guard;
    } has;
    int version;

    (void)state;
    assert_int_equal(sizeof has.properties, 632);
    memset(&has, 0x55, sizeof has);
    assert_cuda(cudaGetDeviceProperties((struct cudaDeviceProp *)(void *)&has, 0));
    assert_int_equal(has.guard, 0x55555555);
    assert_true(has.properties.threads == 2048 && has.properties.unified == 1 && has.properties.many == 0);
    assert_true(has.properties.shared_of_multiprocessor == 98304 &&
                has.properties.registers_of_multiprocessor == 65536);
    assert_cuda(cudaRuntimeGetVersion(&version));
    assert_int_equal(version, 8000);
    assert_error((int)cudaMalloc(NULL, 4), 11);
}

static void numbers_of_faults(void **state)
{
    (void)state;
    assert_int_equal(fault_number("sm_50", "service_null", launch_since_7), 77);
    assert_int_equal(fault_number("sm_50", "service_trap", launch_since_7), 4);
    assert_string_equal(cudaGetErrorString((cudaError_t)77), "an illegal memory access was encountered");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structures),
        cmocka_unit_test(numbers_of_faults),
    };
    setenv("HALFWARP_CHIP", "sm_52", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
