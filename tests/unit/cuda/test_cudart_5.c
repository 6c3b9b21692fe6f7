/* SPDX-License-Identifier: MIT */
/* libcudart.so.5.0: what CUDA 5.0 has otherwise than 4.2. */
#include "cuda_fault_numbers.h"

#include <stddef.h>

/* The middle of struct cudaDeviceProp, which has grown. */
struct properties {
    char before[376];
    int texture_1d, mipmap_1d, linear_1d, texture_2d[2], mipmap_2d[2], linear_2d[3], gather_2d[2],
        texture_3d[3];
    int cubemap, layered_1d[2], layered_2d[3], layered_cubemap[2], surface_1d, surface_2d[2], surface_3d[3];
    int surface_layered_1d[2], surface_layered_2d[3], surface_cubemap, surface_layered_cubemap[2];
    size_t surface_alignment;
    int concurrent, ecc, bus, device, domain, tcc, engines, unified, memory_clock, memory_width, l2, threads;
};

static void structures(void **state)
{
    struct {
        struct properties properties;
        int guard;
    } has;
    int version, threads;

    (void)state;
    assert_int_equal(sizeof has.properties, 584);
    memset(&has, 0x55, sizeof has);
    assert_cuda(cudaGetDeviceProperties((struct cudaDeviceProp *)(void *)&has, 0));
    assert_int_equal(has.guard, 0x55555555);
    assert_true(has.properties.texture_1d == 65536 && has.properties.mipmap_1d == 0);
    assert_true(has.properties.linear_1d == 1 << 27 && has.properties.texture_2d[0] == 65536);
    assert_true(has.properties.texture_3d[0] == 4096 && has.properties.surface_1d == 65536);
    assert_true(has.properties.concurrent == 1 && has.properties.unified == 1 &&
                has.properties.threads == 2048);
    assert_cuda(cudaDeviceGetAttribute(&threads, 39, 0));
    assert_int_equal(threads, 2048);
    assert_cuda(cudaRuntimeGetVersion(&version));
    assert_int_equal(version, 5000);
    assert_cuda(cudaDriverGetVersion(&version));
    assert_int_equal(version, 5000);
}

static void errors(void **state)
{
    (void)state;
    assert_string_equal(cudaGetErrorString(cudaErrorNotSupported), "operation not supported");
    assert_cuda(cudaProfilerStart()); /* without having initialized it */
    assert_cuda(cudaProfilerStart());
    assert_cuda(cudaProfilerStop());
}

static void numbers_of_faults(void **state)
{
    (void)state;
    assert_int_equal(fault_number("sm_30", "service_null", launch_before_7), 4);
    assert_int_equal(fault_number("sm_30", "service_trap", launch_before_7), 4);
    assert_string_equal(cudaGetErrorString((cudaError_t)77), "unknown error");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structures),
        cmocka_unit_test(errors),
        cmocka_unit_test(numbers_of_faults),
    };
    setenv("HALFWARP_CHIP", "sm_30", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
