/* SPDX-License-Identifier: MIT */
/* Arguments of functions on matrices with vectors (blas_arguments.h). */
#include "cuda/cublas/blas_arguments.h"

#define CALL struct hw_blas_call *call, const struct hw_blas_type *kind, hw_blas_run_fn *run

/* A vector whose steps are not 0. */
static void set_vector(struct hw_blas_call *call, int operand, struct hw_blas_argument x, int64_t length,
                       const struct hw_blas_type *kind)
{
    hw_blas_check(call, x.ld != 0, CUBLAS_STATUS_INVALID_VALUE);
    hw_blas_vector(call, operand, x, length, kind->bytes);
}

/* A square matrix of which one triangle counts: the whole matrix in columns, or the triangle packed. */
static void set_square(struct hw_blas_call *call, int operand, struct hw_blas_argument a,
                       const struct hw_blas_type *kind)
{
    hw_blas_matrix(call, operand, a, call->job.n, call->job.n, kind->bytes);
}

static void set_packed(struct hw_blas_call *call, int operand, const void *a, const struct hw_blas_type *kind)
{
    const int64_t n = call->job.n;

    hw_blas_vector(call, operand, ARGUMENT(a, 1), n * (n + 1) / 2, kind->bytes);
}

static void set_order(struct hw_blas_call *call, cublasFillMode_t uplo, int64_t n)
{
    hw_blas_uplo(call, uplo);
    call->job.n = hw_blas_size(call, n);
}

static void set_scalars(struct hw_blas_call *call, const struct hw_blas_type *kind, const void *alpha,
                        const void *beta)
{
    hw_blas_scalar(call, 0, alpha, kind->bytes);
    hw_blas_scalar(call, 1, beta, kind->bytes);
}

/* --- general matrices --- */

void hw_cublas_gemv(CALL, cublasOperation_t trans, int64_t m, int64_t n, const void *alpha,
                    struct hw_blas_argument a, struct hw_blas_argument x, const void *beta,
                    struct hw_blas_argument y, int64_t count)
{
    const bool plain = trans == CUBLAS_OP_N;

    hw_blas_trans(call, 0, trans);
    call->job.m = hw_blas_size(call, m);
    call->job.n = hw_blas_size(call, n);
    hw_blas_count(call, count);
    set_scalars(call, kind, alpha, beta);
    hw_blas_matrix(call, 0, a, m, n, kind->bytes);
    set_vector(call, 1, x, plain ? n : m, kind);
    set_vector(call, 2, y, plain ? m : n, kind);
    hw_blas_factor(call, 0, 1, 0);
    hw_cublas_run(call, run, 2);
}

void hw_cublas_gbmv(CALL, cublasOperation_t trans, int64_t m, int64_t n, int64_t below, int64_t above,
                    const void *alpha, struct hw_blas_argument a, struct hw_blas_argument x, const void *beta,
                    struct hw_blas_argument y)
{
    hw_cublas_gemv(call, kind, run, trans, m, n, alpha, ARGUMENT(NULL, m > 0 ? m : 1), x, beta, y, 1);
    call->job.below = hw_blas_size(call, below);
    call->job.above = hw_blas_size(call, above);
    hw_blas_matrix(call, 0, a, (int64_t)call->job.below + call->job.above + 1, n, kind->bytes);
    hw_blas_factor(call, 0, 0, 0);
}

void hw_cublas_ger(CALL, int64_t m, int64_t n, const void *alpha, struct hw_blas_argument x,
                   struct hw_blas_argument y, struct hw_blas_argument a)
{
    call->job.m = hw_blas_size(call, m);
    call->job.n = hw_blas_size(call, n);
    hw_blas_scalar(call, 0, alpha, kind->bytes);
    set_vector(call, 0, x, m, kind);
    set_vector(call, 1, y, n, kind);
    hw_blas_matrix(call, 2, a, m, n, kind->bytes);
    hw_blas_factor(call, 0, 1, 0);
    hw_cublas_run(call, run, 2);
}

/* --- symmetric and Hermitian matrices --- */

void hw_cublas_symv(CALL, cublasFillMode_t uplo, int64_t n, const void *alpha, struct hw_blas_argument a,
                    struct hw_blas_argument x, const void *beta, struct hw_blas_argument y)
{
    set_order(call, uplo, n);
    set_scalars(call, kind, alpha, beta);
    set_square(call, 0, a, kind);
    set_vector(call, 1, x, n, kind);
    set_vector(call, 2, y, n, kind);
    hw_blas_factor(call, 0, 1, 0);
    hw_cublas_run(call, run, 2);
}

void hw_cublas_sbmv(CALL, cublasFillMode_t uplo, int64_t n, int64_t k, const void *alpha,
                    struct hw_blas_argument a, struct hw_blas_argument x, const void *beta,
                    struct hw_blas_argument y)
{
    set_order(call, uplo, n);
    call->job.k = hw_blas_size(call, k);
    set_scalars(call, kind, alpha, beta);
    hw_blas_matrix(call, 0, a, (int64_t)call->job.k + 1, n, kind->bytes);
    set_vector(call, 1, x, n, kind);
    set_vector(call, 2, y, n, kind);
    hw_blas_factor(call, 0, 1, 0);
    hw_cublas_run(call, run, 2);
}

void hw_cublas_spmv(CALL, cublasFillMode_t uplo, int64_t n, const void *alpha, const void *a,
                    struct hw_blas_argument x, const void *beta, struct hw_blas_argument y)
{
    set_order(call, uplo, n);
    set_scalars(call, kind, alpha, beta);
    set_packed(call, 0, a, kind);
    set_vector(call, 1, x, n, kind);
    set_vector(call, 2, y, n, kind);
    hw_blas_factor(call, 0, 1, 0);
    hw_cublas_run(call, run, 2);
}

void hw_cublas_syr(CALL, cublasFillMode_t uplo, int64_t n, const void *alpha, size_t alpha_bytes,
                   struct hw_blas_argument x, struct hw_blas_argument a)
{
    set_order(call, uplo, n);
    hw_blas_scalar(call, 0, alpha, alpha_bytes);
    set_vector(call, 0, x, n, kind);
    set_square(call, 1, a, kind);
    hw_blas_factor(call, 0, 0, 0);
    hw_cublas_run(call, run, 1);
}

void hw_cublas_spr(CALL, cublasFillMode_t uplo, int64_t n, const void *alpha, size_t alpha_bytes,
                   struct hw_blas_argument x, void *a)
{
    set_order(call, uplo, n);
    hw_blas_scalar(call, 0, alpha, alpha_bytes);
    set_vector(call, 0, x, n, kind);
    set_packed(call, 1, a, kind);
    hw_blas_factor(call, 0, 0, 0);
    hw_cublas_run(call, run, 1);
}

void hw_cublas_syr2(CALL, cublasFillMode_t uplo, int64_t n, const void *alpha, struct hw_blas_argument x,
                    struct hw_blas_argument y, struct hw_blas_argument a)
{
    set_order(call, uplo, n);
    hw_blas_scalar(call, 0, alpha, kind->bytes);
    set_vector(call, 0, x, n, kind);
    set_vector(call, 1, y, n, kind);
    set_square(call, 2, a, kind);
    hw_blas_factor(call, 0, 1, 0);
    hw_cublas_run(call, run, 2);
}

void hw_cublas_spr2(CALL, cublasFillMode_t uplo, int64_t n, const void *alpha, struct hw_blas_argument x,
                    struct hw_blas_argument y, void *a)
{
    set_order(call, uplo, n);
    hw_blas_scalar(call, 0, alpha, kind->bytes);
    set_vector(call, 0, x, n, kind);
    set_vector(call, 1, y, n, kind);
    set_packed(call, 2, a, kind);
    hw_blas_factor(call, 0, 1, 0);
    hw_cublas_run(call, run, 2);
}

/* --- triangles --- */

static void set_triangle(struct hw_blas_call *call, cublasFillMode_t uplo, cublasOperation_t trans,
                         cublasDiagType_t diag, int64_t n)
{
    set_order(call, uplo, n);
    hw_blas_trans(call, 0, trans);
    hw_blas_diag(call, diag);
}

void hw_cublas_trmv(CALL, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int64_t n,
                    struct hw_blas_argument a, struct hw_blas_argument x)
{
    set_triangle(call, uplo, trans, diag, n);
    set_square(call, 0, a, kind);
    set_vector(call, 1, x, n, kind);
    hw_cublas_run(call, run, 1);
}

void hw_cublas_tbmv(CALL, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int64_t n,
                    int64_t k, struct hw_blas_argument a, struct hw_blas_argument x)
{
    set_triangle(call, uplo, trans, diag, n);
    call->job.k = hw_blas_size(call, k);
    hw_blas_matrix(call, 0, a, (int64_t)call->job.k + 1, n, kind->bytes);
    set_vector(call, 1, x, n, kind);
    hw_cublas_run(call, run, 1);
}

void hw_cublas_tpmv(CALL, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int64_t n,
                    const void *a, struct hw_blas_argument x)
{
    set_triangle(call, uplo, trans, diag, n);
    set_packed(call, 0, a, kind);
    set_vector(call, 1, x, n, kind);
    hw_cublas_run(call, run, 1);
}
