/* SPDX-License-Identifier: MIT */
/* Arguments of cuBLAS's functions on numbers of mixed types: those of blas_arguments.h, and types. */
#ifndef HW_CUDA_CUBLAS_ARGUMENTS_MIXED_H
#define HW_CUDA_CUBLAS_ARGUMENTS_MIXED_H

#include "cuda/blas/blas_accumulate.h"
#include "cuda/cublas/blas_arguments.h"

/* A matrix or a vector. */
struct hw_cublas_typed {
    struct hw_blas_argument place;
    cudaDataType type;
};
#define TYPED(operand, kind) ((struct hw_cublas_typed){.place = operand, .type = (kind)})

/* A product of matrices, or a batch of them. */
struct hw_cublas_product {
    cublasOperation_t transa, transb;
    int64_t m, n, k;
    const void *alpha, *beta;
    struct hw_cublas_typed a, b, c;
    int compute; /* hw_blas_compute_of */
    int64_t count;
};
void hw_cublas_mixed_product(struct hw_blas_call *call, const struct hw_cublas_product *product);
/* Products of matrices and vectors in float; all but the result are of one type. */
void hw_cublas_mixed_gemv(struct hw_blas_call *call, cublasOperation_t trans, int64_t m, int64_t n,
                          const void *alpha, struct hw_cublas_typed a, struct hw_blas_argument x,
                          const void *beta, struct hw_cublas_typed y, int64_t count);
/* A complex matrix times itself turned: syrk (CUBLAS_OP_T) and herk (CUBLAS_OP_C). */
void hw_cublas_mixed_square(struct hw_blas_call *call, cublasOperation_t turned, cublasFillMode_t uplo,
                            cublasOperation_t trans, int64_t n, int64_t k, const void *alpha,
                            struct hw_cublas_typed a, const void *beta, struct hw_cublas_typed c);

/* --- vectors, computed with in numbers of `wide` --- */

void hw_cublas_mixed_sum(struct hw_blas_call *call, bool squares, int64_t n, struct hw_cublas_typed x,
                         void *result, cudaDataType result_type, cudaDataType wide);
void hw_cublas_mixed_extreme(struct hw_blas_call *call, bool smallest, int64_t n, struct hw_cublas_typed x,
                             void *result, size_t result_bytes);
void hw_cublas_mixed_dot(struct hw_blas_call *call, bool turned, int64_t n, struct hw_cublas_typed x,
                         struct hw_cublas_typed y, void *result, cudaDataType result_type, cudaDataType wide);
void hw_cublas_mixed_scal(struct hw_blas_call *call, int64_t n, const void *alpha, cudaDataType alpha_type,
                          struct hw_cublas_typed x, cudaDataType wide);
void hw_cublas_mixed_axpy(struct hw_blas_call *call, int64_t n, const void *alpha, cudaDataType alpha_type,
                          struct hw_cublas_typed x, struct hw_cublas_typed y, cudaDataType wide);
/* copy and swap */
void hw_cublas_mixed_pair(struct hw_blas_call *call, bool swaps, int64_t n, struct hw_cublas_typed x,
                          struct hw_cublas_typed y);
void hw_cublas_mixed_rot(struct hw_blas_call *call, int64_t n, struct hw_cublas_typed x,
                         struct hw_cublas_typed y, const void *c, const void *s, cudaDataType cs_type,
                         cudaDataType wide);
void hw_cublas_mixed_rotm(struct hw_blas_call *call, int64_t n, struct hw_cublas_typed x,
                          struct hw_cublas_typed y, const void *parameters, cudaDataType type,
                          cudaDataType wide);
/* Rotations of real numbers; parameters are of the fifth of `types`, which is `wide`. */
void hw_cublas_mixed_rotg(struct hw_blas_call *call, void *a, void *b, cudaDataType ab_type, void *c, void *s,
                          cudaDataType cs_type, cudaDataType wide);
void hw_cublas_mixed_rotmg(struct hw_blas_call *call, void *d1, void *d2, void *x1, const void *y1,
                           void *parameters, const cudaDataType types[5], cudaDataType wide);

#endif
