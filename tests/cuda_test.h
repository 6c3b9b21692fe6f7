/* SPDX-License-Identifier: MIT */
/* For tests of CUDA's runtime API, which are linked against our libcudart as a user's program is. */
#ifndef HW_TESTS_CUDA_H
#define HW_TESTS_CUDA_H

#include "cuda/runtime/runtime.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define assert_cuda(call)         assert_int_equal(call, cudaSuccess)
#define assert_error(call, error) assert_int_equal(call, error)
#define H2H                       cudaMemcpyHostToHost
#define H2D                       cudaMemcpyHostToDevice
#define D2H                       cudaMemcpyDeviceToHost
#define D2D                       cudaMemcpyDeviceToDevice

/* A cmocka setup: the device as at the beginning, and no last error. */
static inline int fresh_device(void **state)
{
    (void)state;
    cudaDeviceReset();
    cudaGetLastError();
    return 0;
}

/* kernel<<<grid, block>>>(bytes of parameters) as nvcc writes it out. */
static inline cudaError_t launch_grid(const char *kernel, dim3 grid, dim3 block, const void *parameters,
                                      size_t bytes)
{
    cudaError_t error = cudaConfigureCall(grid, block, 0, NULL);

    if (error == cudaSuccess)
        error = cudaSetupArgument(parameters, bytes, 0);
    return error == cudaSuccess ? cudaLaunch(kernel) : error;
}

static inline cudaError_t launch(const char *kernel, dim3 block, const void *parameters, size_t bytes)
{
    return launch_grid(kernel, (dim3){1, 1, 1}, block, parameters, bytes);
}

static inline void add_kernel(void **handle, const char *stub, const char *name)
{
    __cudaRegisterFunction(handle, stub, NULL, name, -1, NULL, NULL, NULL, NULL, NULL);
}

#endif
