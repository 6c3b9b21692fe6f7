/* SPDX-License-Identifier: MIT */
/* A product that a program describes, checked and put into a job. */
#ifndef HW_CUDA_CUBLASLT_LT_PREPARE_H
#define HW_CUDA_CUBLASLT_LT_PREPARE_H

#include "cuda/blas/blas_call.h"
#include "cuda/cublaslt/lt_descriptor.h"

#include <stdbool.h>

/* Matrices A, B, C and D are where `at` says, if anywhere; those who only ask about a product do not say. */
struct hw_lt_problem {
    const struct hw_lt_product *product;
    const struct hw_lt_layout *layout[4];
    const void *at[4];
    const void *alpha, *beta;
    bool asks;
};

/* Begin a call with a handle of either library. */
struct hw_blas_call hw_lt_begin(const char *name, cublasLtHandle_t handle);
void hw_lt_prepare(struct hw_blas_call *call, const struct hw_lt_problem *problem);
/* A matrix as its layout has it; how many there are has been checked. */
void hw_lt_matrix(struct hw_blas_call *call, int operand, const void *at, const struct hw_lt_layout *layout);

#endif
