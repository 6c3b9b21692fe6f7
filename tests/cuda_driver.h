/* SPDX-License-Identifier: MIT */
/* For tests of CUDA's driver API, which are linked against our libcuda as a user's program is. */
#ifndef HW_TESTS_CUDA_DRIVER_H
#define HW_TESTS_CUDA_DRIVER_H

#include "cuda/driver/driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define assert_cu(call) assert_int_equal(call, CUDA_SUCCESS)

/* A handle that nothing was created with. */
static const CUstream no_stream = (CUstream)16;

/* The context of most groups of tests, on the first device. */
static CUcontext group_context;

static inline int create_context(unsigned flags)
{
    return cuInit(0) || cuCtxCreate_v2(&group_context, flags, 0);
}

/* cmocka's setup and teardown of a group that needs nothing else. */
static inline int begin_context(void **state)
{
    (void)state;
    return create_context(0);
}

static inline int end_context(void **state)
{
    (void)state;
    return cuCtxDestroy_v2(group_context);
}

/* Memory of the device; and memory with a copy of the host's data in it. */
static inline CUdeviceptr allocate(size_t bytes)
{
    CUdeviceptr address = 0;

    assert_cu(cuMemAlloc_v2(&address, bytes));
    return address;
}

static inline CUdeviceptr copied(const void *data, size_t bytes)
{
    const CUdeviceptr address = allocate(bytes);

    assert_cu(cuMemcpyHtoD_v2(address, data, bytes));
    return address;
}

#endif
