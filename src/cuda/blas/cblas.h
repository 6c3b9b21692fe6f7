/* SPDX-License-Identifier: MIT */
/* The BLAS of the host by its C interface (netlib's "C Interface to the BLAS"), found at run time. */
#ifndef HW_CUDA_BLAS_CBLAS_H
#define HW_CUDA_BLAS_CBLAS_H

#include <complex.h>

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

/* What there is for every kind of numbers NUMBER, and how a scalar is passed: ENTRY(result, name, arguments).
 */
#define HW_CBLAS_ANY(ENTRY, NUMBER, SCALAR)                                                                 \
    ENTRY(void, axpy, (int n, SCALAR alpha, const NUMBER *x, int incx, NUMBER *y, int incy))                \
    ENTRY(void, copy, (int n, const NUMBER *x, int incx, NUMBER *y, int incy))                              \
    ENTRY(void, scal, (int n, SCALAR alpha, NUMBER *x, int incx))                                           \
    ENTRY(void, swap, (int n, NUMBER *x, int incx, NUMBER *y, int incy))                                    \
    ENTRY(void, gemv,                                                                                       \
          (int order, int trans, int m, int n, SCALAR alpha, const NUMBER *a, int lda, const NUMBER *x,     \
           int incx, SCALAR beta, NUMBER *y, int incy))                                                     \
    ENTRY(void, gbmv,                                                                                       \
          (int order, int trans, int m, int n, int kl, int ku, SCALAR alpha, const NUMBER *a, int lda,      \
           const NUMBER *x, int incx, SCALAR beta, NUMBER *y, int incy))                                    \
    ENTRY(void, trmv,                                                                                       \
          (int order, int uplo, int trans, int diag, int n, const NUMBER *a, int lda, NUMBER *x, int incx)) \
    ENTRY(void, trsv,                                                                                       \
          (int order, int uplo, int trans, int diag, int n, const NUMBER *a, int lda, NUMBER *x, int incx)) \
    ENTRY(void, tbmv,                                                                                       \
          (int order, int uplo, int trans, int diag, int n, int k, const NUMBER *a, int lda, NUMBER *x,     \
           int incx))                                                                                       \
    ENTRY(void, tbsv,                                                                                       \
          (int order, int uplo, int trans, int diag, int n, int k, const NUMBER *a, int lda, NUMBER *x,     \
           int incx))                                                                                       \
    ENTRY(void, tpmv,                                                                                       \
          (int order, int uplo, int trans, int diag, int n, const NUMBER *a, NUMBER *x, int incx))          \
    ENTRY(void, tpsv,                                                                                       \
          (int order, int uplo, int trans, int diag, int n, const NUMBER *a, NUMBER *x, int incx))          \
    ENTRY(void, gemm,                                                                                       \
          (int order, int transa, int transb, int m, int n, int k, SCALAR alpha, const NUMBER *a, int lda,  \
           const NUMBER *b, int ldb, SCALAR beta, NUMBER *c, int ldc))                                      \
    ENTRY(void, symm,                                                                                       \
          (int order, int side, int uplo, int m, int n, SCALAR alpha, const NUMBER *a, int lda,             \
           const NUMBER *b, int ldb, SCALAR beta, NUMBER *c, int ldc))                                      \
    ENTRY(void, syrk,                                                                                       \
          (int order, int uplo, int trans, int n, int k, SCALAR alpha, const NUMBER *a, int lda,            \
           SCALAR beta, NUMBER *c, int ldc))                                                                \
    ENTRY(void, syr2k,                                                                                      \
          (int order, int uplo, int trans, int n, int k, SCALAR alpha, const NUMBER *a, int lda,            \
           const NUMBER *b, int ldb, SCALAR beta, NUMBER *c, int ldc))                                      \
    ENTRY(void, trmm,                                                                                       \
          (int order, int side, int uplo, int trans, int diag, int m, int n, SCALAR alpha, const NUMBER *a, \
           int lda, NUMBER *b, int ldb))                                                                    \
    ENTRY(void, trsm,                                                                                       \
          (int order, int side, int uplo, int trans, int diag, int m, int n, SCALAR alpha, const NUMBER *a, \
           int lda, NUMBER *b, int ldb))

/* What there is for real numbers only. */
#define HW_CBLAS_REAL(ENTRY, REAL)                                                                         \
    ENTRY(REAL, asum, (int n, const REAL *x, int incx))                                                    \
    ENTRY(REAL, dot, (int n, const REAL *x, int incx, const REAL *y, int incy))                            \
    ENTRY(void, rotg, (REAL * a, REAL * b, REAL * c, REAL * s))                                            \
    ENTRY(void, rotm, (int n, REAL *x, int incx, REAL *y, int incy, const REAL *parameters))               \
    ENTRY(void, rotmg, (REAL * d1, REAL * d2, REAL * x1, REAL y1, REAL * parameters))                      \
    ENTRY(void, ger,                                                                                       \
          (int order, int m, int n, REAL alpha, const REAL *x, int incx, const REAL *y, int incy, REAL *a, \
           int lda))                                                                                       \
    ENTRY(void, symv,                                                                                      \
          (int order, int uplo, int n, REAL alpha, const REAL *a, int lda, const REAL *x, int incx,        \
           REAL beta, REAL *y, int incy))                                                                  \
    ENTRY(void, sbmv,                                                                                      \
          (int order, int uplo, int n, int k, REAL alpha, const REAL *a, int lda, const REAL *x, int incx, \
           REAL beta, REAL *y, int incy))                                                                  \
    ENTRY(void, spmv,                                                                                      \
          (int order, int uplo, int n, REAL alpha, const REAL *a, const REAL *x, int incx, REAL beta,      \
           REAL *y, int incy))                                                                             \
    ENTRY(void, syr, (int order, int uplo, int n, REAL alpha, const REAL *x, int incx, REAL *a, int lda))  \
    ENTRY(void, spr, (int order, int uplo, int n, REAL alpha, const REAL *x, int incx, REAL *a))           \
    ENTRY(void, syr2,                                                                                      \
          (int order, int uplo, int n, REAL alpha, const REAL *x, int incx, const REAL *y, int incy,       \
           REAL *a, int lda))                                                                              \
    ENTRY(                                                                                                 \
        void, spr2,                                                                                        \
        (int order, int uplo, int n, REAL alpha, const REAL *x, int incx, const REAL *y, int incy, REAL *a))

/* What there is for complex numbers only, of which parts are REAL.  Complex scalars are passed by address. */
#define HW_CBLAS_COMPLEX(ENTRY, NUMBER, REAL)                                                                \
    ENTRY(void, dotu_sub, (int n, const NUMBER *x, int incx, const NUMBER *y, int incy, NUMBER *result))     \
    ENTRY(void, dotc_sub, (int n, const NUMBER *x, int incx, const NUMBER *y, int incy, NUMBER *result))     \
    ENTRY(void, geru,                                                                                        \
          (int order, int m, int n, const void *alpha, const NUMBER *x, int incx, const NUMBER *y, int incy, \
           NUMBER *a, int lda))                                                                              \
    ENTRY(void, gerc,                                                                                        \
          (int order, int m, int n, const void *alpha, const NUMBER *x, int incx, const NUMBER *y, int incy, \
           NUMBER *a, int lda))                                                                              \
    ENTRY(void, hemv,                                                                                        \
          (int order, int uplo, int n, const void *alpha, const NUMBER *a, int lda, const NUMBER *x,         \
           int incx, const void *beta, NUMBER *y, int incy))                                                 \
    ENTRY(void, hbmv,                                                                                        \
          (int order, int uplo, int n, int k, const void *alpha, const NUMBER *a, int lda, const NUMBER *x,  \
           int incx, const void *beta, NUMBER *y, int incy))                                                 \
    ENTRY(void, hpmv,                                                                                        \
          (int order, int uplo, int n, const void *alpha, const NUMBER *a, const NUMBER *x, int incx,        \
           const void *beta, NUMBER *y, int incy))                                                           \
    ENTRY(void, her,                                                                                         \
          (int order, int uplo, int n, REAL alpha, const NUMBER *x, int incx, NUMBER *a, int lda))           \
    ENTRY(void, hpr, (int order, int uplo, int n, REAL alpha, const NUMBER *x, int incx, NUMBER *a))         \
    ENTRY(void, her2,                                                                                        \
          (int order, int uplo, int n, const void *alpha, const NUMBER *x, int incx, const NUMBER *y,        \
           int incy, NUMBER *a, int lda))                                                                    \
    ENTRY(void, hpr2,                                                                                        \
          (int order, int uplo, int n, const void *alpha, const NUMBER *x, int incx, const NUMBER *y,        \
           int incy, NUMBER *a))                                                                             \
    ENTRY(void, hemm,                                                                                        \
          (int order, int side, int uplo, int m, int n, const void *alpha, const NUMBER *a, int lda,         \
           const NUMBER *b, int ldb, const void *beta, NUMBER *c, int ldc))                                  \
    ENTRY(void, herk,                                                                                        \
          (int order, int uplo, int trans, int n, int k, REAL alpha, const NUMBER *a, int lda, REAL beta,    \
           NUMBER *c, int ldc))                                                                              \
    ENTRY(void, her2k,                                                                                       \
          (int order, int uplo, int trans, int n, int k, const void *alpha, const NUMBER *a, int lda,        \
           const NUMBER *b, int ldb, REAL beta, NUMBER *c, int ldc))

/* The norm, which is called after the result, too (scnrm2). */
#define HW_CBLAS_NORM(ENTRY, NUMBER, REAL) ENTRY(REAL, nrm2, (int n, const NUMBER *x, int incx))

#define HW_CBLAS_MEMBER(result, name, arguments) result(*name) arguments;
struct hw_cblas {
    struct {
        HW_CBLAS_ANY(HW_CBLAS_MEMBER, float, float)
        HW_CBLAS_REAL(HW_CBLAS_MEMBER, float)
        HW_CBLAS_NORM(HW_CBLAS_MEMBER, float, float)
    } s;
    struct {
        HW_CBLAS_ANY(HW_CBLAS_MEMBER, double, double)
        HW_CBLAS_REAL(HW_CBLAS_MEMBER, double)
        HW_CBLAS_NORM(HW_CBLAS_MEMBER, double, double)
    } d;
    struct {
        HW_CBLAS_ANY(HW_CBLAS_MEMBER, float complex, const void *)
        HW_CBLAS_COMPLEX(HW_CBLAS_MEMBER, float complex, float)
        HW_CBLAS_NORM(HW_CBLAS_MEMBER, float complex, float)
    } c;
    struct {
        HW_CBLAS_ANY(HW_CBLAS_MEMBER, double complex, const void *)
        HW_CBLAS_COMPLEX(HW_CBLAS_MEMBER, double complex, double)
        HW_CBLAS_NORM(HW_CBLAS_MEMBER, double complex, double)
    } z;
};
#undef HW_CBLAS_MEMBER

/* NULL where none is installed: a sentence has been printed then. */
const struct hw_cblas *hw_cblas_get(void);

#endif
