/* SPDX-License-Identifier: MIT */
/* The BLAS of the host by its C interface (netlib's "C Interface to the BLAS"), found at run time. */
#ifndef HW_CUDA_BLAS_CBLAS_H
#define HW_CUDA_BLAS_CBLAS_H

/* Arguments of that interface: matrices lie in columns. */
enum {
    HW_CBLAS_COLUMNS = 102,
    HW_CBLAS_NO_TRANS = 111,
    HW_CBLAS_TRANS = 112,
    HW_CBLAS_CONJ_TRANS = 113,
    HW_CBLAS_UPPER = 121,
    HW_CBLAS_LOWER = 122,
    HW_CBLAS_NON_UNIT = 131,
    HW_CBLAS_UNIT = 132,
    HW_CBLAS_LEFT = 141,
    HW_CBLAS_RIGHT = 142
};

/* What is called, for one kind of numbers: ENTRY(result, name, arguments). */
#define HW_CBLAS(ENTRY, REAL)                                                                               \
    ENTRY(REAL, asum, (int n, const REAL *x, int incx))                                                     \
    ENTRY(void, axpy, (int n, REAL alpha, const REAL *x, int incx, REAL *y, int incy))                      \
    ENTRY(void, copy, (int n, const REAL *x, int incx, REAL *y, int incy))                                  \
    ENTRY(REAL, dot, (int n, const REAL *x, int incx, const REAL *y, int incy))                             \
    ENTRY(REAL, nrm2, (int n, const REAL *x, int incx))                                                     \
    ENTRY(void, rot, (int n, REAL *x, int incx, REAL *y, int incy, REAL c, REAL s))                         \
    ENTRY(void, scal, (int n, REAL alpha, REAL *x, int incx))                                               \
    ENTRY(void, swap, (int n, REAL *x, int incx, REAL *y, int incy))                                        \
    ENTRY(void, gemv,                                                                                       \
          (int order, int trans, int m, int n, REAL alpha, const REAL *a, int lda, const REAL *x, int incx, \
           REAL beta, REAL *y, int incy))                                                                   \
    ENTRY(void, ger,                                                                                        \
          (int order, int m, int n, REAL alpha, const REAL *x, int incx, const REAL *y, int incy, REAL *a,  \
           int lda))                                                                                        \
    ENTRY(void, symv,                                                                                       \
          (int order, int uplo, int n, REAL alpha, const REAL *a, int lda, const REAL *x, int incx,         \
           REAL beta, REAL *y, int incy))                                                                   \
    ENTRY(void, syr, (int order, int uplo, int n, REAL alpha, const REAL *x, int incx, REAL *a, int lda))   \
    ENTRY(void, trmv,                                                                                       \
          (int order, int uplo, int trans, int diag, int n, const REAL *a, int lda, REAL *x, int incx))     \
    ENTRY(void, trsv,                                                                                       \
          (int order, int uplo, int trans, int diag, int n, const REAL *a, int lda, REAL *x, int incx))     \
    ENTRY(void, gemm,                                                                                       \
          (int order, int transa, int transb, int m, int n, int k, REAL alpha, const REAL *a, int lda,      \
           const REAL *b, int ldb, REAL beta, REAL *c, int ldc))                                            \
    ENTRY(void, symm,                                                                                       \
          (int order, int side, int uplo, int m, int n, REAL alpha, const REAL *a, int lda, const REAL *b,  \
           int ldb, REAL beta, REAL *c, int ldc))                                                           \
    ENTRY(void, syrk,                                                                                       \
          (int order, int uplo, int trans, int n, int k, REAL alpha, const REAL *a, int lda, REAL beta,     \
           REAL *c, int ldc))                                                                               \
    ENTRY(void, trmm,                                                                                       \
          (int order, int side, int uplo, int trans, int diag, int m, int n, REAL alpha, const REAL *a,     \
           int lda, REAL *b, int ldb))                                                                      \
    ENTRY(void, trsm,                                                                                       \
          (int order, int side, int uplo, int trans, int diag, int m, int n, REAL alpha, const REAL *a,     \
           int lda, REAL *b, int ldb))

#define HW_CBLAS_MEMBER(result, name, arguments) result(*name) arguments;
struct hw_cblas {
    struct {
        HW_CBLAS(HW_CBLAS_MEMBER, float)
    } s;
    struct {
        HW_CBLAS(HW_CBLAS_MEMBER, double)
    } d;
};
#undef HW_CBLAS_MEMBER

#pragma GCC visibility push(default)

/* NULL where none is installed: a sentence has been printed then. */
const struct hw_cblas *hw_cblas_get(void);

#pragma GCC visibility pop

#endif
