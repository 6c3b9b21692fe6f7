/* SPDX-License-Identifier: MIT */
/* The arithmetic of cuBLAS for one kind of numbers, for single.c and double.c, which include this: REAL is
 * the kind, HOST the host's functions for it in struct hw_cblas. */

#define VECTOR(x, n, inc)            hw_blas_vector(call, x, n, inc, sizeof(REAL))
#define MATRIX(a, rows, columns, ld) hw_blas_matrix(call, a, rows, columns, ld, sizeof(REAL))
#define SCALAR(scalar)               hw_blas_scalar(call, scalar, sizeof(REAL))

/* --- vectors --- */

/* The place, from 1, of the first element whose magnitude is the largest or the smallest; 0: there are
 * none. */
static int extreme(const REAL *x, int n, int inc, bool smallest)
{
    int place = 0;

    for (int i = 1; i < n; i++) {
        const REAL here = x[(size_t)i * (size_t)inc], best = x[(size_t)place * (size_t)inc];
        const REAL size = here < 0 ? -here : here, most = best < 0 ? -best : best;
        if (smallest ? size < most : size > most)
            place = i;
    }
    return place + 1;
}

static void amax_or_amin(struct hw_blas_call *call, int n, const REAL *x, int incx, int *result,
                         bool smallest)
{
    const bool any = n > 0 && incx > 0;
    const REAL *host_x = VECTOR(x, any ? n : 0, incx);
    int *host_result = hw_blas_scalar(call, result, sizeof *result);

    if (hw_blas_is_ready(call))
        *host_result = any ? extreme(host_x, n, incx, smallest) : 0;
}

static void asum(struct hw_blas_call *call, int n, const REAL *x, int incx, REAL *result)
{
    const REAL *host_x = VECTOR(x, n, incx);
    REAL *host_result = SCALAR(result);

    if (hw_blas_is_ready(call))
        *host_result = call->cblas->HOST.asum(n, host_x, incx);
}

static void axpy(struct hw_blas_call *call, int n, const REAL *alpha, const REAL *x, int incx, REAL *y,
                 int incy)
{
    const REAL *host_alpha = SCALAR(alpha), *host_x = VECTOR(x, n, incx);
    REAL *host_y = VECTOR(y, n, incy);

    if (hw_blas_is_ready(call))
        call->cblas->HOST.axpy(n, *host_alpha, host_x, incx, host_y, incy);
}

static void copy(struct hw_blas_call *call, int n, const REAL *x, int incx, REAL *y, int incy)
{
    const REAL *host_x = VECTOR(x, n, incx);
    REAL *host_y = VECTOR(y, n, incy);

    if (hw_blas_is_ready(call))
        call->cblas->HOST.copy(n, host_x, incx, host_y, incy);
}

static void dot(struct hw_blas_call *call, int n, const REAL *x, int incx, const REAL *y, int incy,
                REAL *result)
{
    const REAL *host_x = VECTOR(x, n, incx), *host_y = VECTOR(y, n, incy);
    REAL *host_result = SCALAR(result);

    if (hw_blas_is_ready(call))
        *host_result = call->cblas->HOST.dot(n, host_x, incx, host_y, incy);
}

static void nrm2(struct hw_blas_call *call, int n, const REAL *x, int incx, REAL *result)
{
    const REAL *host_x = VECTOR(x, n, incx);
    REAL *host_result = SCALAR(result);

    if (hw_blas_is_ready(call))
        *host_result = call->cblas->HOST.nrm2(n, host_x, incx);
}

static void rot(struct hw_blas_call *call, int n, REAL *x, int incx, REAL *y, int incy, const REAL *c,
                const REAL *s)
{
    REAL *host_x = VECTOR(x, n, incx), *host_y = VECTOR(y, n, incy);
    const REAL *host_c = SCALAR(c), *host_s = SCALAR(s);

    if (hw_blas_is_ready(call))
        call->cblas->HOST.rot(n, host_x, incx, host_y, incy, *host_c, *host_s);
}

static void scal(struct hw_blas_call *call, int n, const REAL *alpha, REAL *x, int incx)
{
    const REAL *host_alpha = SCALAR(alpha);
    REAL *host_x = VECTOR(x, n, incx);

    if (hw_blas_is_ready(call))
        call->cblas->HOST.scal(n, *host_alpha, host_x, incx);
}

static void swap(struct hw_blas_call *call, int n, REAL *x, int incx, REAL *y, int incy)
{
    REAL *host_x = VECTOR(x, n, incx), *host_y = VECTOR(y, n, incy);

    if (hw_blas_is_ready(call))
        call->cblas->HOST.swap(n, host_x, incx, host_y, incy);
}

/* --- matrices and vectors --- */

static void steps(struct hw_blas_call *call, int incx, int incy)
{
    hw_blas_check(call, incx != 0 && incy != 0, CUBLAS_STATUS_INVALID_VALUE);
}

static void gemv(struct hw_blas_call *call, cublasOperation_t trans, int m, int n, const REAL *alpha,
                 const REAL *a, int lda, const REAL *x, int incx, const REAL *beta, REAL *y, int incy)
{
    const int host_trans = hw_blas_trans(call, trans);
    const bool plain = trans == CUBLAS_OP_N;

    steps(call, incx, incy);
    const REAL *host_alpha = SCALAR(alpha), *host_beta = SCALAR(beta), *host_a = MATRIX(a, m, n, lda),
               *host_x = VECTOR(x, plain ? n : m, incx);
    REAL *host_y = VECTOR(y, plain ? m : n, incy);
    if (hw_blas_is_ready(call))
        call->cblas->HOST.gemv(HW_CBLAS_COLUMNS, host_trans, m, n, *host_alpha, host_a, lda, host_x, incx,
                               *host_beta, host_y, incy);
}

static void ger(struct hw_blas_call *call, int m, int n, const REAL *alpha, const REAL *x, int incx,
                const REAL *y, int incy, REAL *a, int lda)
{
    steps(call, incx, incy);
    const REAL *host_alpha = SCALAR(alpha), *host_x = VECTOR(x, m, incx), *host_y = VECTOR(y, n, incy);
    REAL *host_a = MATRIX(a, m, n, lda);
    if (hw_blas_is_ready(call))
        call->cblas->HOST.ger(HW_CBLAS_COLUMNS, m, n, *host_alpha, host_x, incx, host_y, incy, host_a, lda);
}

static void symv(struct hw_blas_call *call, cublasFillMode_t uplo, int n, const REAL *alpha, const REAL *a,
                 int lda, const REAL *x, int incx, const REAL *beta, REAL *y, int incy)
{
    const int host_uplo = hw_blas_uplo(call, uplo);

    steps(call, incx, incy);
    const REAL *host_alpha = SCALAR(alpha), *host_beta = SCALAR(beta), *host_a = MATRIX(a, n, n, lda),
               *host_x = VECTOR(x, n, incx);
    REAL *host_y = VECTOR(y, n, incy);
    if (hw_blas_is_ready(call))
        call->cblas->HOST.symv(HW_CBLAS_COLUMNS, host_uplo, n, *host_alpha, host_a, lda, host_x, incx,
                               *host_beta, host_y, incy);
}

static void syr(struct hw_blas_call *call, cublasFillMode_t uplo, int n, const REAL *alpha, const REAL *x,
                int incx, REAL *a, int lda)
{
    const int host_uplo = hw_blas_uplo(call, uplo);

    steps(call, incx, 1);
    const REAL *host_alpha = SCALAR(alpha), *host_x = VECTOR(x, n, incx);
    REAL *host_a = MATRIX(a, n, n, lda);
    if (hw_blas_is_ready(call))
        call->cblas->HOST.syr(HW_CBLAS_COLUMNS, host_uplo, n, *host_alpha, host_x, incx, host_a, lda);
}

static void trmv_or_trsv(struct hw_blas_call *call, cublasFillMode_t uplo, cublasOperation_t trans,
                         cublasDiagType_t diag, int n, const REAL *a, int lda, REAL *x, int incx, bool solve)
{
    const int host_uplo = hw_blas_uplo(call, uplo), host_trans = hw_blas_trans(call, trans),
              host_diag = hw_blas_diag(call, diag);

    steps(call, incx, 1);
    const REAL *host_a = MATRIX(a, n, n, lda);
    REAL *host_x = VECTOR(x, n, incx);
    if (hw_blas_is_ready(call))
        (solve ? call->cblas->HOST.trsv : call->cblas->HOST.trmv)(HW_CBLAS_COLUMNS, host_uplo, host_trans,
                                                                  host_diag, n, host_a, lda, host_x, incx);
}

/* --- matrices --- */

/* A matrix that is used as it is, or with rows and columns exchanged. */
static const REAL *operand(struct hw_blas_call *call, bool plain, const REAL *a, int rows, int columns,
                           int ld)
{
    return MATRIX(a, plain ? rows : columns, plain ? columns : rows, ld);
}

static void gemm(struct hw_blas_call *call, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                 int k, const REAL *alpha, const REAL *a, int lda, const REAL *b, int ldb, const REAL *beta,
                 REAL *c, int ldc)
{
    const int host_transa = hw_blas_trans(call, transa), host_transb = hw_blas_trans(call, transb);
    const REAL *host_alpha = SCALAR(alpha), *host_beta = SCALAR(beta),
               *host_a = operand(call, transa == CUBLAS_OP_N, a, m, k, lda),
               *host_b = operand(call, transb == CUBLAS_OP_N, b, k, n, ldb);
    REAL *host_c = MATRIX(c, m, n, ldc);

    if (hw_blas_is_ready(call))
        call->cblas->HOST.gemm(HW_CBLAS_COLUMNS, host_transa, host_transb, m, n, k, *host_alpha, host_a, lda,
                               host_b, ldb, *host_beta, host_c, ldc);
}

static void gemm_batched(struct hw_blas_call *call, cublasOperation_t transa, cublasOperation_t transb, int m,
                         int n, int k, const REAL *alpha, const REAL *const a[], int lda,
                         const REAL *const b[], int ldb, const REAL *beta, REAL *const c[], int ldc,
                         int count)
{
    hw_blas_check(call, count >= 0, CUBLAS_STATUS_INVALID_VALUE);
    const REAL *const *host_a = hw_blas_vector(call, a, count, 1, sizeof *a), *const *host_b = hw_blas_vector(
                                                                                  call, b, count, 1,
                                                                                  sizeof *b);
    REAL *const *host_c = hw_blas_vector(call, c, count, 1, sizeof *c);

    for (int i = 0; i < count && hw_blas_is_ready(call); i++)
        gemm(call, transa, transb, m, n, k, alpha, host_a[i], lda, host_b[i], ldb, beta, host_c[i], ldc);
}

static void symm(struct hw_blas_call *call, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,
                 const REAL *alpha, const REAL *a, int lda, const REAL *b, int ldb, const REAL *beta, REAL *c,
                 int ldc)
{
    const int host_side = hw_blas_side(call, side), host_uplo = hw_blas_uplo(call, uplo);
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;
    const REAL *host_alpha = SCALAR(alpha), *host_beta = SCALAR(beta), *host_a = MATRIX(a, order, order, lda),
               *host_b = MATRIX(b, m, n, ldb);
    REAL *host_c = MATRIX(c, m, n, ldc);

    if (hw_blas_is_ready(call))
        call->cblas->HOST.symm(HW_CBLAS_COLUMNS, host_side, host_uplo, m, n, *host_alpha, host_a, lda, host_b,
                               ldb, *host_beta, host_c, ldc);
}

static void syrk(struct hw_blas_call *call, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,
                 const REAL *alpha, const REAL *a, int lda, const REAL *beta, REAL *c, int ldc)
{
    const int host_uplo = hw_blas_uplo(call, uplo), host_trans = hw_blas_trans(call, trans);
    const REAL *host_alpha = SCALAR(alpha), *host_beta = SCALAR(beta),
               *host_a = operand(call, trans == CUBLAS_OP_N, a, n, k, lda);
    REAL *host_c = MATRIX(c, n, n, ldc);

    if (hw_blas_is_ready(call))
        call->cblas->HOST.syrk(HW_CBLAS_COLUMNS, host_uplo, host_trans, n, k, *host_alpha, host_a, lda,
                               *host_beta, host_c, ldc);
}

/* A triangle and a matrix `from`, of which `to` becomes the product or the solution. */
static void trmm_or_trsm(struct hw_blas_call *call, cublasSideMode_t side, cublasFillMode_t uplo,
                         cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const REAL *alpha,
                         const REAL *a, int lda, const REAL *from, int ldfrom, REAL *to, int ldto, bool solve)
{
    const int host_side = hw_blas_side(call, side), host_uplo = hw_blas_uplo(call, uplo),
              host_trans = hw_blas_trans(call, trans), host_diag = hw_blas_diag(call, diag);
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;
    const REAL *host_alpha = SCALAR(alpha), *host_a = MATRIX(a, order, order, lda),
               *host_from = MATRIX(from, m, n, ldfrom);
    REAL *host_to = MATRIX(to, m, n, ldto);

    if (!hw_blas_is_ready(call))
        return;
    for (int column = 0; host_to != host_from && column < n; column++)
        memmove(host_to + (size_t)column * (size_t)ldto, host_from + (size_t)column * (size_t)ldfrom,
                (size_t)m * sizeof(REAL));
    (solve ? call->cblas->HOST.trsm : call->cblas->HOST.trmm)(HW_CBLAS_COLUMNS, host_side, host_uplo,
                                                              host_trans, host_diag, m, n, *host_alpha,
                                                              host_a, lda, host_to, ldto);
}

#undef VECTOR
#undef MATRIX
#undef SCALAR
