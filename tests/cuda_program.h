/* SPDX-License-Identifier: MIT */
/* For tests of CUDA's runtime API with one program of tests/programs, as the group's only registered code. */
#ifndef HW_TESTS_CUDA_PROGRAM_H
#define HW_TESTS_CUDA_PROGRAM_H

#include "cuda_test.h"
#include "made_fatbin.h"

static struct fatbin program_fatbin;
static void **program_handle;

static inline void register_program(const char *program, const char *const targets[])
{
    fatbin_make(&program_fatbin, program, targets);
    program_handle = __cudaRegisterFatBinary(&program_fatbin.wrapper);
}

/* A cmocka teardown. */
static inline int unregister_program(void **state)
{
    (void)state;
    cudaDeviceReset();
    __cudaUnregisterFatBinary(program_handle);
    fatbin_free(&program_fatbin);
    return 0;
}

#endif
