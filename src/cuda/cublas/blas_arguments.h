/* SPDX-License-Identifier: MIT */
/* Arguments of cuBLAS's functions, checked and put into a job, whatever the kind of numbers: the kind says
 * how large they are, `run` what is done.  Functions of one shape of arguments share one of these. */
#ifndef HW_CUDA_CUBLAS_BLAS_ARGUMENTS_H
#define HW_CUDA_CUBLAS_BLAS_ARGUMENTS_H

#include "cuda/cublas/cublas_call.h"

#define CALL struct hw_blas_call *call, const struct hw_blas_type *kind, hw_blas_run_fn *run

/* --- vectors (arguments_vectors.c) --- */

void hw_cublas_extreme(CALL, int64_t n, struct hw_blas_argument x, void *result, size_t result_bytes);
void hw_cublas_sum(CALL, int64_t n, struct hw_blas_argument x, void *result);
void hw_cublas_scal(CALL, int64_t n, const void *alpha, size_t alpha_bytes, struct hw_blas_argument x);
void hw_cublas_axpy(CALL, int64_t n, const void *alpha, struct hw_blas_argument x, struct hw_blas_argument y);
/* copy and swap */
void hw_cublas_pair(CALL, int64_t n, struct hw_blas_argument x, struct hw_blas_argument y);
void hw_cublas_dot(CALL, int64_t n, struct hw_blas_argument x, struct hw_blas_argument y, void *result);
void hw_cublas_rot(CALL, int64_t n, struct hw_blas_argument x, struct hw_blas_argument y, const void *c,
                   const void *s, size_t s_bytes);
void hw_cublas_rotg(CALL, void *a, void *b, void *c, void *s);
void hw_cublas_rotm(CALL, int64_t n, struct hw_blas_argument x, struct hw_blas_argument y,
                    const void *parameters);
void hw_cublas_rotmg(CALL, void *d1, void *d2, void *x1, const void *y1, void *parameters);

/* --- matrices and vectors (arguments_matrix_vector.c) --- */

void hw_cublas_gemv(CALL, cublasOperation_t trans, int64_t m, int64_t n, const void *alpha,
                    struct hw_blas_argument a, struct hw_blas_argument x, const void *beta,
                    struct hw_blas_argument y, int64_t count);
void hw_cublas_gbmv(CALL, cublasOperation_t trans, int64_t m, int64_t n, int64_t below, int64_t above,
                    const void *alpha, struct hw_blas_argument a, struct hw_blas_argument x, const void *beta,
                    struct hw_blas_argument y);
/* ger, geru, gerc */
void hw_cublas_ger(CALL, int64_t m, int64_t n, const void *alpha, struct hw_blas_argument x,
                   struct hw_blas_argument y, struct hw_blas_argument a);
/* Symmetric and Hermitian ones: symv, hemv; those with a band; packed ones. */
void hw_cublas_symv(CALL, cublasFillMode_t uplo, int64_t n, const void *alpha, struct hw_blas_argument a,
                    struct hw_blas_argument x, const void *beta, struct hw_blas_argument y);
void hw_cublas_sbmv(CALL, cublasFillMode_t uplo, int64_t n, int64_t k, const void *alpha,
                    struct hw_blas_argument a, struct hw_blas_argument x, const void *beta,
                    struct hw_blas_argument y);
void hw_cublas_spmv(CALL, cublasFillMode_t uplo, int64_t n, const void *alpha, const void *a,
                    struct hw_blas_argument x, const void *beta, struct hw_blas_argument y);
void hw_cublas_syr(CALL, cublasFillMode_t uplo, int64_t n, const void *alpha, size_t alpha_bytes,
                   struct hw_blas_argument x, struct hw_blas_argument a);
void hw_cublas_spr(CALL, cublasFillMode_t uplo, int64_t n, const void *alpha, size_t alpha_bytes,
                   struct hw_blas_argument x, void *a);
void hw_cublas_syr2(CALL, cublasFillMode_t uplo, int64_t n, const void *alpha, struct hw_blas_argument x,
                    struct hw_blas_argument y, struct hw_blas_argument a);
void hw_cublas_spr2(CALL, cublasFillMode_t uplo, int64_t n, const void *alpha, struct hw_blas_argument x,
                    struct hw_blas_argument y, void *a);
/* Triangles, products and solutions. */
void hw_cublas_trmv(CALL, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int64_t n,
                    struct hw_blas_argument a, struct hw_blas_argument x);
void hw_cublas_tbmv(CALL, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int64_t n,
                    int64_t k, struct hw_blas_argument a, struct hw_blas_argument x);
void hw_cublas_tpmv(CALL, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int64_t n,
                    const void *a, struct hw_blas_argument x);

/* --- matrices (arguments_matrices.c) --- */

void hw_cublas_gemm(CALL, cublasOperation_t transa, cublasOperation_t transb, int64_t m, int64_t n, int64_t k,
                    const void *alpha, struct hw_blas_argument a, struct hw_blas_argument b, const void *beta,
                    struct hw_blas_argument c, int64_t count);
/* symm, hemm */
void hw_cublas_symm(CALL, cublasSideMode_t side, cublasFillMode_t uplo, int64_t m, int64_t n,
                    const void *alpha, struct hw_blas_argument a, struct hw_blas_argument b, const void *beta,
                    struct hw_blas_argument c);
/* What a complex matrix may be turned to (CUBLAS_OP_T or CUBLAS_OP_C) in what follows.  syrk, herk: */
void hw_cublas_syrk(CALL, cublasOperation_t turned, cublasFillMode_t uplo, cublasOperation_t trans, int64_t n,
                    int64_t k, const void *alpha, size_t scalar_bytes, struct hw_blas_argument a,
                    const void *beta, struct hw_blas_argument c);
/* syr2k, her2k, syrkx, herkx */
void hw_cublas_syr2k(CALL, cublasOperation_t turned, cublasFillMode_t uplo, cublasOperation_t trans,
                     int64_t n, int64_t k, const void *alpha, struct hw_blas_argument a,
                     struct hw_blas_argument b, const void *beta, size_t beta_bytes,
                     struct hw_blas_argument c);
void hw_cublas_trmm(CALL, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int64_t m, int64_t n, const void *alpha, struct hw_blas_argument a,
                    struct hw_blas_argument b, struct hw_blas_argument c);
void hw_cublas_trsm(CALL, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int64_t m, int64_t n, const void *alpha, struct hw_blas_argument a,
                    struct hw_blas_argument b, int64_t count);
void hw_cublas_geam(CALL, cublasOperation_t transa, cublasOperation_t transb, int64_t m, int64_t n,
                    const void *alpha, struct hw_blas_argument a, const void *beta, struct hw_blas_argument b,
                    struct hw_blas_argument c);
void hw_cublas_dgmm(CALL, cublasSideMode_t side, int64_t m, int64_t n, struct hw_blas_argument a,
                    struct hw_blas_argument x, struct hw_blas_argument c);
/* tpttr, trttp; operand 0 is packed. */
void hw_cublas_tpttr(CALL, cublasFillMode_t uplo, int64_t n, const void *packed,
                     struct hw_blas_argument full);

/* --- batches of factors (arguments_factors.c); `info` of the host says which argument is wrong, as in LAPACK
 * --- */

void hw_cublas_getrf(CALL, int n, struct hw_blas_argument a, int *pivots, int *infos, int count);
void hw_cublas_getri(CALL, int n, struct hw_blas_argument a, const int *pivots, struct hw_blas_argument c,
                     int *infos, int count);
void hw_cublas_getrs(CALL, cublasOperation_t trans, int n, int columns, struct hw_blas_argument a,
                     const int *pivots, struct hw_blas_argument b, int *info, int count);
void hw_cublas_matinv(CALL, int n, struct hw_blas_argument a, struct hw_blas_argument inverse, int *infos,
                      int count);
void hw_cublas_geqrf(CALL, int m, int n, struct hw_blas_argument a, const void *tau, int *info, int count);
void hw_cublas_gels(CALL, cublasOperation_t trans, int m, int n, int columns, struct hw_blas_argument a,
                    struct hw_blas_argument c, int *info, int *infos, int count);

#undef CALL

#endif
