/* SPDX-License-Identifier: MIT */
/* Managed memory for a test. */
#ifndef HW_TESTS_CUDA_MANAGED_H
#define HW_TESTS_CUDA_MANAGED_H

#include "cuda/runtime/runtime.h"
#include "cuda_test.h"
#include "sanitized.h"

/* Skips the test where host and device cannot have the same address. */
static void *managed(size_t bytes)
{
    void *memory = NULL;
    const cudaError_t error = cudaMallocManaged(&memory, bytes, 1);

    if (SANITIZED && error == cudaErrorNotSupported)
        skip();
    assert_cuda(error);
    return memory;
}

#endif
