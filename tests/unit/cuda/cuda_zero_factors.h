/* SPDX-License-Identifier: MIT */
/* Small matrices of any type for tests of factors of 0. */
#ifndef HW_TESTS_CUDA_ZERO_FACTORS_H
#define HW_TESTS_CUDA_ZERO_FACTORS_H

#include "cuda/math/number.h"
#include "cuda/runtime/runtime.h"
#include "cuda_test.h"

enum { N = 3, CELLS = N * N };

/* All cells of a matrix of the device become a value. */
static void set_all(int type, void *to, double value)
{
    unsigned char bytes[CELLS * sizeof(hw_number)];

    for (size_t i = 0; i < CELLS; i++)
        hw_number_store(type, bytes, i, value);
    assert_int_equal(cudaMemcpy(to, bytes, CELLS * hw_number_bytes(type), cudaMemcpyHostToDevice),
                     cudaSuccess);
}

#endif
