/* SPDX-License-Identifier: MIT */
/* Products of matrices by the BLAS of the host, which is looked for when a program first needs one. */
#ifndef HW_CUDA_DNN_GEMM_H
#define HW_CUDA_DNN_GEMM_H

#include "cuda/dnn/dnn_call.h"

/* A matrix in rows, `ld` elements from row to row; turned: what is meant is its transpose. */
struct hw_dnn_matrix {
    const void *data;
    size_t ld;
    bool turned;
};

/* The call fails where the host has no BLAS: a sentence has been printed then. */
void hw_dnn_need_gemm(struct hw_dnn_call *call);
/* c (m rows of n, ldc apart) = a * b + beta * c, with k the inner dimension; after hw_dnn_need_gemm. */
void hw_dnn_gemm_floats(size_t m, size_t n, size_t k, struct hw_dnn_matrix a, struct hw_dnn_matrix b,
                        float beta, float *c, size_t ldc);
void hw_dnn_gemm_doubles(size_t m, size_t n, size_t k, struct hw_dnn_matrix a, struct hw_dnn_matrix b,
                         double beta, double *c, size_t ldc);

#endif
