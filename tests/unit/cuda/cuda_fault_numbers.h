/* SPDX-License-Identifier: MIT */
/* The number that a toolkit's runtime gives to a kernel's fault: of service_null, which reads a word where
 * there is no memory, and of the others of tests/programs/service.cu. */
#ifndef HW_TESTS_CUDA_FAULT_NUMBERS_H
#define HW_TESTS_CUDA_FAULT_NUMBERS_H

#include "cuda/runtime/runtime.h"
#include "cuda_test.h"
#include "made_fatbin.h"

/* kernel<<<1, 8>>>(two addresses), as each toolkit has it. */
static inline cudaError_t launch_before_7(const char *stub, void *addresses[2])
{
    return launch(stub, (dim3){8, 1, 1}, addresses, 2 * sizeof *addresses);
}

static inline cudaError_t launch_since_7(const char *stub, void *addresses[2])
{
    return cudaLaunchKernel(stub, (dim3){1, 1, 1}, (dim3){8, 1, 1}, (void *[]){&addresses[0], &addresses[1]},
                            0, NULL);
}

/* Run a kernel.  The number of the next call is also that of the last error, and the device is as new
 * afterwards. */
static inline int fault_number(const char *target, const char *kernel,
                               cudaError_t (*run)(const char *stub, void *addresses[2]))
{
    static char stub;
    struct fatbin fatbin;
    void *addresses[2] = {NULL, NULL};

    fatbin_make(&fatbin, "service", (const char *const[]){target, NULL});
    void **handle = __cudaRegisterFatBinary(&fatbin.wrapper);
    add_kernel(handle, &stub, kernel);
    assert_cuda(cudaMalloc(&addresses[0], 128));
    assert_cuda(run(&stub, addresses));
    const cudaError_t error = cudaDeviceSynchronize();
    assert_int_equal(cudaGetLastError(), error);
    assert_cuda(cudaDeviceReset());
    __cudaUnregisterFatBinary(handle);
    fatbin_free(&fatbin);
    return (int)error;
}

#endif
