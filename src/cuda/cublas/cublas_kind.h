/* SPDX-License-Identifier: MIT */
/* The functions of cuBLAS of one kind of numbers, for cublas.h, which includes this once a kind.  NUMBER is
 * the kind, REAL what its parts are; functions are called NAME(x), those that return a place INDEX_NAME(x), a
 * sum of magnitudes SUM_NAME(x), those of a complex kind that take real numbers PART_NAME(x).  IS_COMPLEX is
 * 0 or 1. */

/* Names with a handle: those that the interface before CUDA 4.0 has as well end in _v2. */
#define INT                int
#define CALLED(name)       NAME(name)
#define V2(name)           NAME(name##_v2)
#define INDEX_CALLED(name) INDEX_NAME(name##_v2)
#define SUM_CALLED(name)   SUM_NAME(name##_v2)
#define PART_CALLED(name)  PART_NAME(name##_v2)
#include "cuda/cublas/names_sized.h"
#if IS_COMPLEX
#include "cuda/cublas/names_sized_complex.h"
#else
#include "cuda/cublas/names_sized_real.h"
#endif
#undef INT
#undef CALLED
#undef V2
#undef INDEX_CALLED
#undef SUM_CALLED
#undef PART_CALLED

#define INT                int64_t
#define CALLED(name)       NAME(name##_64)
#define V2(name)           NAME(name##_v2_64)
#define INDEX_CALLED(name) INDEX_NAME(name##_v2_64)
#define SUM_CALLED(name)   SUM_NAME(name##_v2_64)
#define PART_CALLED(name)  PART_NAME(name##_v2_64)
#include "cuda/cublas/names_sized.h"
#if IS_COMPLEX
#include "cuda/cublas/names_sized_complex.h"
#else
#include "cuda/cublas/names_sized_real.h"
#endif
#undef INT
#undef CALLED
#undef V2
#undef INDEX_CALLED
#undef SUM_CALLED
#undef PART_CALLED

/* --- with a handle, and sizes of 32 bits only --- */

cublasStatus_t NAME(rotg_v2)(cublasHandle_t handle, NUMBER *a, NUMBER *b, REAL *c, NUMBER *s);
#if !IS_COMPLEX
cublasStatus_t NAME(rotmg_v2)(cublasHandle_t handle, NUMBER *d1, NUMBER *d2, NUMBER *x1, const NUMBER *y1,
                              NUMBER *parameters);
#endif
cublasStatus_t NAME(tpttr)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const NUMBER *packed,
                           NUMBER *a, int lda);
cublasStatus_t NAME(trttp)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const NUMBER *a, int lda,
                           NUMBER *packed);

/* --- factors of batches of small matrices, which are listed on the device --- */

cublasStatus_t NAME(getrfBatched)(cublasHandle_t handle, int n, NUMBER *const a[], int lda, int *pivots,
                                  int *infos, int count);
cublasStatus_t NAME(getriBatched)(cublasHandle_t handle, int n, const NUMBER *const a[], int lda,
                                  const int *pivots, NUMBER *const c[], int ldc, int *infos, int count);
cublasStatus_t NAME(getrsBatched)(cublasHandle_t handle, cublasOperation_t trans, int n, int columns,
                                  const NUMBER *const a[], int lda, const int *pivots, NUMBER *const b[],
                                  int ldb, int *info, int count);
cublasStatus_t NAME(matinvBatched)(cublasHandle_t handle, int n, const NUMBER *const a[], int lda,
                                   NUMBER *const inverse[], int ld_inverse, int *infos, int count);
cublasStatus_t NAME(geqrfBatched)(cublasHandle_t handle, int m, int n, NUMBER *const a[], int lda,
                                  NUMBER *const tau[], int *info, int count);
cublasStatus_t NAME(gelsBatched)(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int columns,
                                 NUMBER *const a[], int lda, NUMBER *const c[], int ldc, int *info,
                                 int *infos, int count);

/* --- the interface before CUDA 4.0: scalars by value, letters for what is done to matrices, results returned
 * --- */

/* --- vectors --- */

int INDEX_NAME(amax)(int n, const NUMBER *x, int incx);
int INDEX_NAME(amin)(int n, const NUMBER *x, int incx);
REAL SUM_NAME(asum)(int n, const NUMBER *x, int incx);
REAL SUM_NAME(nrm2)(int n, const NUMBER *x, int incx);
void NAME(axpy)(int n, NUMBER alpha, const NUMBER *x, int incx, NUMBER *y, int incy);
void NAME(copy)(int n, const NUMBER *x, int incx, NUMBER *y, int incy);
void NAME(swap)(int n, NUMBER *x, int incx, NUMBER *y, int incy);
void NAME(scal)(int n, NUMBER alpha, NUMBER *x, int incx);
void NAME(rot)(int n, NUMBER *x, int incx, NUMBER *y, int incy, REAL c, NUMBER s);

/* --- matrices and vectors --- */

void NAME(gemv)(char trans, int m, int n, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *x, int incx,
                NUMBER beta, NUMBER *y, int incy);
void NAME(gbmv)(char trans, int m, int n, int below, int above, NUMBER alpha, const NUMBER *a, int lda,
                const NUMBER *x, int incx, NUMBER beta, NUMBER *y, int incy);

void NAME(trmv)(char uplo, char trans, char diag, int n, const NUMBER *a, int lda, NUMBER *x, int incx);
void NAME(trsv)(char uplo, char trans, char diag, int n, const NUMBER *a, int lda, NUMBER *x, int incx);
void NAME(tbmv)(char uplo, char trans, char diag, int n, int k, const NUMBER *a, int lda, NUMBER *x,
                int incx);
void NAME(tbsv)(char uplo, char trans, char diag, int n, int k, const NUMBER *a, int lda, NUMBER *x,
                int incx);
void NAME(tpmv)(char uplo, char trans, char diag, int n, const NUMBER *a, NUMBER *x, int incx);
void NAME(tpsv)(char uplo, char trans, char diag, int n, const NUMBER *a, NUMBER *x, int incx);

/* --- matrices --- */

void NAME(gemm)(char transa, char transb, int m, int n, int k, NUMBER alpha, const NUMBER *a, int lda,
                const NUMBER *b, int ldb, NUMBER beta, NUMBER *c, int ldc);
void NAME(symm)(char side, char uplo, int m, int n, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *b,
                int ldb, NUMBER beta, NUMBER *c, int ldc);
void NAME(syrk)(char uplo, char trans, int n, int k, NUMBER alpha, const NUMBER *a, int lda, NUMBER beta,
                NUMBER *c, int ldc);
void NAME(syr2k)(char uplo, char trans, int n, int k, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *b,
                 int ldb, NUMBER beta, NUMBER *c, int ldc);
void NAME(trmm)(char side, char uplo, char trans, char diag, int m, int n, NUMBER alpha, const NUMBER *a,
                int lda, NUMBER *b, int ldb);
void NAME(trsm)(char side, char uplo, char trans, char diag, int m, int n, NUMBER alpha, const NUMBER *a,
                int lda, NUMBER *b, int ldb);

#if IS_COMPLEX

/* --- vectors --- */

NUMBER NAME(dotu)(int n, const NUMBER *x, int incx, const NUMBER *y, int incy);
NUMBER NAME(dotc)(int n, const NUMBER *x, int incx, const NUMBER *y, int incy);
void PART_NAME(scal)(int n, REAL alpha, NUMBER *x, int incx);
void PART_NAME(rot)(int n, NUMBER *x, int incx, NUMBER *y, int incy, REAL c, REAL s);
void NAME(rotg)(NUMBER *a, NUMBER b, REAL *c, NUMBER *s);

/* --- matrices and vectors --- */

void NAME(geru)(int m, int n, NUMBER alpha, const NUMBER *x, int incx, const NUMBER *y, int incy, NUMBER *a,
                int lda);
void NAME(gerc)(int m, int n, NUMBER alpha, const NUMBER *x, int incx, const NUMBER *y, int incy, NUMBER *a,
                int lda);
void NAME(hemv)(char uplo, int n, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *x, int incx,
                NUMBER beta, NUMBER *y, int incy);
void NAME(hbmv)(char uplo, int n, int k, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *x, int incx,
                NUMBER beta, NUMBER *y, int incy);
void NAME(hpmv)(char uplo, int n, NUMBER alpha, const NUMBER *a, const NUMBER *x, int incx, NUMBER beta,
                NUMBER *y, int incy);
void NAME(her)(char uplo, int n, REAL alpha, const NUMBER *x, int incx, NUMBER *a, int lda);
void NAME(hpr)(char uplo, int n, REAL alpha, const NUMBER *x, int incx, NUMBER *a);
void NAME(her2)(char uplo, int n, NUMBER alpha, const NUMBER *x, int incx, const NUMBER *y, int incy,
                NUMBER *a, int lda);
void NAME(hpr2)(char uplo, int n, NUMBER alpha, const NUMBER *x, int incx, const NUMBER *y, int incy,
                NUMBER *a);

/* --- matrices --- */

void NAME(hemm)(char side, char uplo, int m, int n, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *b,
                int ldb, NUMBER beta, NUMBER *c, int ldc);
void NAME(herk)(char uplo, char trans, int n, int k, REAL alpha, const NUMBER *a, int lda, REAL beta,
                NUMBER *c, int ldc);
void NAME(her2k)(char uplo, char trans, int n, int k, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *b,
                 int ldb, REAL beta, NUMBER *c, int ldc);

#else

NUMBER NAME(dot)(int n, const NUMBER *x, int incx, const NUMBER *y, int incy);
void NAME(rotg)(NUMBER *a, NUMBER *b, REAL *c, NUMBER *s);
void NAME(rotm)(int n, NUMBER *x, int incx, NUMBER *y, int incy, const NUMBER *parameters);
void NAME(rotmg)(NUMBER *d1, NUMBER *d2, NUMBER *x1, const NUMBER *y1, NUMBER *parameters);
void NAME(ger)(int m, int n, NUMBER alpha, const NUMBER *x, int incx, const NUMBER *y, int incy, NUMBER *a,
               int lda);
void NAME(symv)(char uplo, int n, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *x, int incx,
                NUMBER beta, NUMBER *y, int incy);
void NAME(sbmv)(char uplo, int n, int k, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *x, int incx,
                NUMBER beta, NUMBER *y, int incy);
void NAME(spmv)(char uplo, int n, NUMBER alpha, const NUMBER *a, const NUMBER *x, int incx, NUMBER beta,
                NUMBER *y, int incy);
void NAME(syr)(char uplo, int n, NUMBER alpha, const NUMBER *x, int incx, NUMBER *a, int lda);
void NAME(spr)(char uplo, int n, NUMBER alpha, const NUMBER *x, int incx, NUMBER *a);
void NAME(syr2)(char uplo, int n, NUMBER alpha, const NUMBER *x, int incx, const NUMBER *y, int incy,
                NUMBER *a, int lda);
void NAME(spr2)(char uplo, int n, NUMBER alpha, const NUMBER *x, int incx, const NUMBER *y, int incy,
                NUMBER *a);

#endif

/* --- cuBLASXt: matrices of the host or the device --- */

cublasStatus_t XT_NAME(gemm)(cublasXtHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                             size_t m, size_t n, size_t k, const NUMBER *alpha, const NUMBER *a, size_t lda,
                             const NUMBER *b, size_t ldb, const NUMBER *beta, NUMBER *c, size_t ldc);
cublasStatus_t XT_NAME(symm)(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, size_t m,
                             size_t n, const NUMBER *alpha, const NUMBER *a, size_t lda, const NUMBER *b,
                             size_t ldb, const NUMBER *beta, NUMBER *c, size_t ldc);
cublasStatus_t XT_NAME(syrk)(cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                             size_t n, size_t k, const NUMBER *alpha, const NUMBER *a, size_t lda,
                             const NUMBER *beta, NUMBER *c, size_t ldc);
cublasStatus_t XT_NAME(syr2k)(cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              size_t n, size_t k, const NUMBER *alpha, const NUMBER *a, size_t lda,
                              const NUMBER *b, size_t ldb, const NUMBER *beta, NUMBER *c, size_t ldc);
cublasStatus_t XT_NAME(syrkx)(cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              size_t n, size_t k, const NUMBER *alpha, const NUMBER *a, size_t lda,
                              const NUMBER *b, size_t ldb, const NUMBER *beta, NUMBER *c, size_t ldc);
cublasStatus_t XT_NAME(trmm)(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,
                             const NUMBER *alpha, const NUMBER *a, size_t lda, const NUMBER *b, size_t ldb,
                             NUMBER *c, size_t ldc);
cublasStatus_t XT_NAME(trsm)(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,
                             const NUMBER *alpha, const NUMBER *a, size_t lda, NUMBER *b, size_t ldb);
#if IS_COMPLEX
cublasStatus_t XT_NAME(hemm)(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, size_t m,
                             size_t n, const NUMBER *alpha, const NUMBER *a, size_t lda, const NUMBER *b,
                             size_t ldb, const NUMBER *beta, NUMBER *c, size_t ldc);
cublasStatus_t XT_NAME(herk)(cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                             size_t n, size_t k, const REAL *alpha, const NUMBER *a, size_t lda,
                             const REAL *beta, NUMBER *c, size_t ldc);
cublasStatus_t XT_NAME(her2k)(cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              size_t n, size_t k, const NUMBER *alpha, const NUMBER *a, size_t lda,
                              const NUMBER *b, size_t ldb, const REAL *beta, NUMBER *c, size_t ldc);
cublasStatus_t XT_NAME(herkx)(cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              size_t n, size_t k, const NUMBER *alpha, const NUMBER *a, size_t lda,
                              const NUMBER *b, size_t ldb, const REAL *beta, NUMBER *c, size_t ldc);
#endif
