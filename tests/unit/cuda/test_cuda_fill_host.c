/* SPDX-License-Identifier: MIT */
/* Fills of memory that the host sees are done when the call returns, unless it is an Async one; fills of
 * memory of the device need not be (CUDA Runtime API, "API synchronization behavior"). */
#include "cuda/driver/driver.h"
#include "cuda_test.h"
#include "sanitized.h"

#include <semaphore.h>

#define ROW   1024u
#define ROWS  4096u /* enough that a fill takes a while, and is no work of its call */
#define BYTES (ROW * ROWS)

static unsigned char *block; /* as the host has it, */
static void *there;          /* and as the device has it: elsewhere in builds with sanitizers */

static int mapped(void **state)
{
    fresh_device(state);
    return cudaHostAlloc((void **)&block, BYTES, cudaHostAllocMapped) != cudaSuccess ||
           cudaHostGetDevicePointer(&there, block, 0) != cudaSuccess;
}

/* Builds with sanitizers have none. */
static int managed(void **state)
{
    fresh_device(state);
    const cudaError_t error = cudaMallocManaged((void **)&block, BYTES, 1);
    there = block = error == cudaSuccess ? block : NULL;
    return !block && !(SANITIZED && error == cudaErrorNotSupported);
}

static void need_memory(void)
{
    if (!block)
        skip();
}

/* The last bytes are the last that a fill writes. */
static void assert_filled(unsigned byte)
{
    assert_int_equal(((volatile unsigned char *)block)[BYTES - 1], byte);
    assert_int_equal(((volatile unsigned char *)block)[0], byte);
}

static void calls_of_the_runtime(void **state)
{
    const struct cudaPitchedPtr box = {.ptr = there, .pitch = ROW, .xsize = ROW, .ysize = ROWS};

    (void)state;
    need_memory();
    assert_cuda(cudaMemset(there, 1, BYTES));
    assert_filled(1);
    assert_cuda(cudaMemset2D(there, ROW, 2, ROW, ROWS));
    assert_filled(2);
    assert_cuda(cudaMemset3D(box, 3, (struct cudaExtent){ROW, ROWS, 1}));
    assert_filled(3);
    assert_cuda(cudaMemset_ptds(there, 4, BYTES));
    assert_filled(4);
}

static void calls_of_the_driver(void **state)
{
    const CUdeviceptr to = (CUdeviceptr)(uintptr_t)there;

    (void)state;
    need_memory();
    assert_int_equal(cuMemsetD8_v2(to, 5, BYTES), CUDA_SUCCESS);
    assert_filled(5);
    assert_int_equal(cuMemsetD16_v2(to, 0x0606, BYTES / 2), CUDA_SUCCESS);
    assert_filled(6);
    assert_int_equal(cuMemsetD32_v2(to, 0x07070707, BYTES / 4), CUDA_SUCCESS);
    assert_filled(7);
    assert_int_equal(cuMemsetD2D32_v2(to, ROW, 0x08080808, ROW / 4, ROWS), CUDA_SUCCESS);
    assert_filled(8);
}

static void pass(void *gate)
{
    while (sem_wait(gate) != 0)
        ;
}

/* It would wait for ever. */
static void device_memory_does_not_wait(void **state)
{
    void *plain;
    sem_t gate;

    (void)state;
    need_memory();
    assert_int_equal(sem_init(&gate, 0, 0), 0);
    assert_cuda(cudaMalloc(&plain, BYTES));
    assert_cuda(cudaLaunchHostFunc(NULL, pass, &gate));
    assert_cuda(cudaMemset(plain, 1, BYTES));
    assert_cuda(cudaMemsetAsync(there, 9, BYTES, NULL));
    assert_error(cudaStreamQuery(NULL), cudaErrorNotReady);
    sem_post(&gate);
    assert_cuda(cudaDeviceSynchronize());
    assert_filled(9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(calls_of_the_runtime, mapped),
        cmocka_unit_test_setup(calls_of_the_runtime, managed),
        cmocka_unit_test_setup(calls_of_the_driver, mapped),
        cmocka_unit_test_setup(calls_of_the_driver, managed),
        cmocka_unit_test_setup(device_memory_does_not_wait, mapped),
        cmocka_unit_test_setup(device_memory_does_not_wait, managed),
    };
    setenv("HALFWARP_CHIP", "gp104", 1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cudaDeviceReset();
    return failed;
}
