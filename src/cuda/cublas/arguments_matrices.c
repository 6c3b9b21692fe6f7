/* SPDX-License-Identifier: MIT */
/* Arguments of functions on matrices (blas_arguments.h). */
#include "cuda/cublas/blas_arguments.h"

#define CALL struct hw_blas_call *call, const struct hw_blas_type *kind, hw_blas_run_fn *run

/* A matrix that is used as it is, or with rows and columns exchanged. */
static void set_turned(struct hw_blas_call *call, int operand, struct hw_blas_argument a, bool plain,
                       int64_t rows, int64_t columns, size_t bytes)
{
    hw_blas_matrix(call, operand, a, plain ? rows : columns, plain ? columns : rows, bytes);
}

static void set_shape(struct hw_blas_call *call, int64_t m, int64_t n, int64_t k)
{
    call->job.m = hw_blas_size(call, m);
    call->job.n = hw_blas_size(call, n);
    call->job.k = hw_blas_size(call, k);
}

void hw_cublas_gemm(CALL, cublasOperation_t transa, cublasOperation_t transb, int64_t m, int64_t n, int64_t k,
                    const void *alpha, struct hw_blas_argument a, struct hw_blas_argument b, const void *beta,
                    struct hw_blas_argument c, int64_t count)
{
    hw_blas_trans(call, 0, transa);
    hw_blas_trans(call, 1, transb);
    set_shape(call, m, n, k);
    hw_blas_count(call, count);
    hw_blas_scalar(call, 0, alpha, kind->bytes);
    hw_blas_scalar(call, 1, beta, kind->bytes);
    set_turned(call, 0, a, transa == CUBLAS_OP_N, m, k, kind->bytes);
    set_turned(call, 1, b, transb == CUBLAS_OP_N, k, n, kind->bytes);
    hw_blas_matrix(call, 2, c, m, n, kind->bytes);
    hw_blas_factor(call, 0, 1, 0);
    hw_cublas_run(call, run, 2);
}

void hw_cublas_symm(CALL, cublasSideMode_t side, cublasFillMode_t uplo, int64_t m, int64_t n,
                    const void *alpha, struct hw_blas_argument a, struct hw_blas_argument b, const void *beta,
                    struct hw_blas_argument c)
{
    const int64_t order = side == CUBLAS_SIDE_LEFT ? m : n;

    hw_blas_side(call, side);
    hw_blas_uplo(call, uplo);
    set_shape(call, m, n, 0);
    hw_blas_scalar(call, 0, alpha, kind->bytes);
    hw_blas_scalar(call, 1, beta, kind->bytes);
    hw_blas_matrix(call, 0, a, order, order, kind->bytes);
    hw_blas_matrix(call, 1, b, m, n, kind->bytes);
    hw_blas_matrix(call, 2, c, m, n, kind->bytes);
    hw_blas_factor(call, 0, 1, 0);
    hw_cublas_run(call, run, 2);
}

/* --- products of a matrix with itself, and the like --- */

static void set_triangle_of_product(struct hw_blas_call *call, const struct hw_blas_type *kind,
                                    cublasOperation_t turned, cublasFillMode_t uplo, cublasOperation_t trans,
                                    int64_t n, int64_t k)
{
    const bool is_complex = kind->bytes != kind->real_bytes;

    hw_blas_uplo(call, uplo);
    hw_blas_trans(call, 0, trans);
    hw_blas_check(call, !is_complex || trans == CUBLAS_OP_N || trans == turned, CUBLAS_STATUS_INVALID_VALUE);
    set_shape(call, 0, n, k);
}

void hw_cublas_syrk(CALL, cublasOperation_t turned, cublasFillMode_t uplo, cublasOperation_t trans, int64_t n,
                    int64_t k, const void *alpha, size_t scalar_bytes, struct hw_blas_argument a,
                    const void *beta, struct hw_blas_argument c)
{
    set_triangle_of_product(call, kind, turned, uplo, trans, n, k);
    hw_blas_scalar(call, 0, alpha, scalar_bytes);
    hw_blas_scalar(call, 1, beta, scalar_bytes);
    set_turned(call, 0, a, trans == CUBLAS_OP_N, n, k, kind->bytes);
    hw_blas_matrix(call, 1, c, n, n, kind->bytes);
    hw_blas_factor(call, 0, 0, 0);
    hw_cublas_run(call, run, 1);
}

void hw_cublas_syr2k(CALL, cublasOperation_t turned, cublasFillMode_t uplo, cublasOperation_t trans,
                     int64_t n, int64_t k, const void *alpha, struct hw_blas_argument a,
                     struct hw_blas_argument b, const void *beta, size_t beta_bytes,
                     struct hw_blas_argument c)
{
    set_triangle_of_product(call, kind, turned, uplo, trans, n, k);
    hw_blas_scalar(call, 0, alpha, kind->bytes);
    hw_blas_scalar(call, 1, beta, beta_bytes);
    set_turned(call, 0, a, trans == CUBLAS_OP_N, n, k, kind->bytes);
    set_turned(call, 1, b, trans == CUBLAS_OP_N, n, k, kind->bytes);
    hw_blas_matrix(call, 2, c, n, n, kind->bytes);
    hw_blas_factor(call, 0, 1, 0);
    hw_cublas_run(call, run, 2);
}

/* --- triangles --- */

static void set_triangle(struct hw_blas_call *call, const struct hw_blas_type *kind, cublasSideMode_t side,
                         cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int64_t m,
                         int64_t n, const void *alpha, struct hw_blas_argument a)
{
    const int64_t order = side == CUBLAS_SIDE_LEFT ? m : n;

    hw_blas_side(call, side);
    hw_blas_uplo(call, uplo);
    hw_blas_trans(call, 0, trans);
    hw_blas_diag(call, diag);
    set_shape(call, m, n, 0);
    hw_blas_scalar(call, 0, alpha, kind->bytes);
    hw_blas_matrix(call, 0, a, order, order, kind->bytes);
}

void hw_cublas_trmm(CALL, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int64_t m, int64_t n, const void *alpha, struct hw_blas_argument a,
                    struct hw_blas_argument b, struct hw_blas_argument c)
{
    set_triangle(call, kind, side, uplo, trans, diag, m, n, alpha, a);
    hw_blas_matrix(call, 1, b, m, n, kind->bytes);
    hw_blas_matrix(call, 2, c, m, n, kind->bytes);
    hw_blas_factor(call, 0, 1, 0);
    hw_cublas_run(call, run, 2);
}

void hw_cublas_trsm(CALL, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int64_t m, int64_t n, const void *alpha, struct hw_blas_argument a,
                    struct hw_blas_argument b, int64_t count)
{
    set_triangle(call, kind, side, uplo, trans, diag, m, n, alpha, a);
    hw_blas_count(call, count);
    hw_blas_matrix(call, 1, b, m, n, kind->bytes);
    hw_blas_factor(call, 0, 0, 0);
    hw_cublas_run(call, run, 1);
}

/* --- sums, diagonal matrices, forms of triangles --- */

/* A matrix that is also the result must be used as it is. */
static void check_in_place(struct hw_blas_call *call, struct hw_blas_argument from, cublasOperation_t trans,
                           struct hw_blas_argument to)
{
    hw_blas_check(call, from.address != to.address || (trans == CUBLAS_OP_N && from.ld == to.ld),
                  CUBLAS_STATUS_INVALID_VALUE);
}

void hw_cublas_geam(CALL, cublasOperation_t transa, cublasOperation_t transb, int64_t m, int64_t n,
                    const void *alpha, struct hw_blas_argument a, const void *beta, struct hw_blas_argument b,
                    struct hw_blas_argument c)
{
    hw_blas_trans(call, 0, transa);
    hw_blas_trans(call, 1, transb);
    set_shape(call, m, n, 0);
    hw_blas_scalar(call, 0, alpha, kind->bytes);
    hw_blas_scalar(call, 1, beta, kind->bytes);
    check_in_place(call, a, transa, c);
    check_in_place(call, b, transb, c);
    set_turned(call, 0, a, transa == CUBLAS_OP_N, m, n, kind->bytes);
    set_turned(call, 1, b, transb == CUBLAS_OP_N, m, n, kind->bytes);
    for (int i = 0; i < 2; i++)
        hw_blas_factor(call, i, i, i);
    hw_blas_matrix(call, 2, c, m, n, kind->bytes);
    hw_cublas_run(call, run, 2);
}

void hw_cublas_dgmm(CALL, cublasSideMode_t side, int64_t m, int64_t n, struct hw_blas_argument a,
                    struct hw_blas_argument x, struct hw_blas_argument c)
{
    hw_blas_side(call, side);
    set_shape(call, m, n, 0);
    hw_blas_matrix(call, 0, a, m, n, kind->bytes);
    hw_blas_vector(call, 1, x, side == CUBLAS_SIDE_LEFT ? m : n, kind->bytes);
    hw_blas_matrix(call, 2, c, m, n, kind->bytes);
    hw_cublas_run(call, run, 2);
}

void hw_cublas_tpttr(CALL, cublasFillMode_t uplo, int64_t n, const void *packed, struct hw_blas_argument full)
{
    hw_blas_uplo(call, uplo);
    set_shape(call, 0, n, 0);
    hw_blas_vector(call, 0, ARGUMENT(packed, 1), n * (n + 1) / 2, kind->bytes);
    hw_blas_matrix(call, 1, full, n, n, kind->bytes);
    hw_cublas_run(call, run, 1);
}
