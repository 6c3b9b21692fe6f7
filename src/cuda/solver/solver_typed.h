/* SPDX-License-Identifier: MIT */
/* cuSOLVER's dense functions for one kind of numbers: TYPE is its cudaDataType, T and REAL the number and its
 * real part, DN, DN_OR and DN_SY make the names.  All are thin over solver_dense.h. */

#define BYTES(lwork) ((lwork) < 0 ? 0 : (size_t)(lwork) * sizeof(T))

/* The body of a bufferSize function for an m by n problem. */
#define SIZE(m, n, right)                                                 \
    struct hw_solver_call call = hw_solver_begin(__func__, handle, TYPE); \
    hw_solver_sizes(&call, m, n, 0);                                      \
    hw_solver_demand(&call, right);                                       \
    return hw_solver_end_size(&call, lwork)

/* --- Cholesky --- */

cusolverStatus_t DN(potrf_bufferSize)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                                      int *lwork)
{
    (void)a;
    SIZE(n, n, uplo <= 1 && lda >= n);
}

cusolverStatus_t DN(potrf)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, T *work,
                           int lwork, int *info)
{
    return hw_solver_triangle(__func__, handle, TYPE, HW_SOLVER_TRIANGLE_POTRF, uplo, n, a, lda, work,
                              BYTES(lwork), info);
}

cusolverStatus_t DN(potri_bufferSize)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                                      int *lwork)
{
    (void)a;
    SIZE(n, n, uplo <= 1 && lda >= n);
}

cusolverStatus_t DN(potri)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, T *work,
                           int lwork, int *info)
{
    return hw_solver_triangle(__func__, handle, TYPE, HW_SOLVER_TRIANGLE_POTRI, uplo, n, a, lda, work,
                              BYTES(lwork), info);
}

cusolverStatus_t DN(lauum_bufferSize)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                                      int *lwork)
{
    (void)a;
    SIZE(n, n, uplo <= 1 && lda >= n);
}

cusolverStatus_t DN(lauum)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, T *work,
                           int lwork, int *info)
{
    return hw_solver_triangle(__func__, handle, TYPE, HW_SOLVER_TRIANGLE_LAUUM, uplo, n, a, lda, work,
                              BYTES(lwork), info);
}

cusolverStatus_t DN(potrs)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, const T *a,
                           int lda, T *b, int ldb, int *info)
{
    return hw_solver_potrs(__func__, handle, TYPE, uplo, n, nrhs, a, lda, b, ldb, info);
}

cusolverStatus_t DN(potrfBatched)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a[], int lda,
                                  int *info, int count)
{
    return hw_solver_potrf_batched(__func__, handle, TYPE, uplo, n, a, lda, info, count);
}

cusolverStatus_t DN(potrsBatched)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, T *a[],
                                  int lda, T *b[], int ldb, int *info, int count)
{
    return hw_solver_potrs_batched(__func__, handle, TYPE, uplo, n, nrhs, a, lda, b, ldb, info, count);
}

/* --- LU --- */

cusolverStatus_t DN(getrf_bufferSize)(cusolverDnHandle_t handle, int m, int n, T *a, int lda, int *lwork)
{
    (void)a;
    SIZE(m, n, lda >= m);
}

cusolverStatus_t DN(getrf)(cusolverDnHandle_t handle, int m, int n, T *a, int lda, T *work, int *pivots,
                           int *info)
{
    (void)work;
    return hw_solver_getrf(__func__, handle, TYPE, m, n, a, lda, pivots, sizeof *pivots, info);
}

cusolverStatus_t DN(getrs)(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs, const T *a,
                           int lda, const int *pivots, T *b, int ldb, int *info)
{
    return hw_solver_getrs(__func__, handle, TYPE, trans, n, nrhs, a, lda, pivots, sizeof *pivots, b, ldb,
                           info);
}

cusolverStatus_t DN(laswp)(cusolverDnHandle_t handle, int n, T *a, int lda, int first, int last,
                           const int *pivots, int step)
{
    return hw_solver_laswp(__func__, handle, TYPE, n, a, lda, first, last, pivots, step);
}

/* --- orthogonal matrices --- */

/* CuPy 12 says n for lda also where m is larger, and NVIDIA's library answers. */
cusolverStatus_t DN(geqrf_bufferSize)(cusolverDnHandle_t handle, int m, int n, T *a, int lda, int *lwork)
{
    (void)a;
    SIZE(m, n, lda >= 1);
}

cusolverStatus_t DN(geqrf)(cusolverDnHandle_t handle, int m, int n, T *a, int lda, T *tau, T *work, int lwork,
                           int *info)
{
    return hw_solver_geqrf(__func__, handle, TYPE, m, n, a, lda, tau, work, BYTES(lwork), info);
}

cusolverStatus_t DN_OR(gqr_bufferSize)(cusolverDnHandle_t handle, int m, int n, int k, const T *a, int lda,
                                       const T *tau, int *lwork)
{
    (void)a, (void)tau;
    SIZE(m, n, k >= 0 && n <= m && k <= n && lda >= m);
}

cusolverStatus_t DN_OR(gqr)(cusolverDnHandle_t handle, int m, int n, int k, T *a, int lda, const T *tau,
                            T *work, int lwork, int *info)
{
    return hw_solver_orgqr(__func__, handle, TYPE, m, n, k, a, lda, tau, work, lwork, info);
}

cusolverStatus_t DN_OR(mqr_bufferSize)(cusolverDnHandle_t handle, cublasSideMode_t side,
                                       cublasOperation_t trans, int m, int n, int k, const T *a, int lda,
                                       const T *tau, const T *c, int ldc, int *lwork)
{
    (void)a, (void)tau, (void)c;
    SIZE(m, n, side <= 1 && trans <= 2 && k >= 0 && k <= (side ? n : m) && lda >= (side ? n : m) && ldc >= m);
}

cusolverStatus_t DN_OR(mqr)(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m,
                            int n, int k, const T *a, int lda, const T *tau, T *c, int ldc, T *work,
                            int lwork, int *info)
{
    return hw_solver_ormqr(__func__, handle, TYPE, side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork,
                           info);
}

cusolverStatus_t DN(gebrd_bufferSize)(cusolverDnHandle_t handle, int m, int n, int *lwork)
{
    SIZE(m, n, m >= n);
}

cusolverStatus_t DN(gebrd)(cusolverDnHandle_t handle, int m, int n, T *a, int lda, REAL *d, REAL *e, T *tauq,
                           T *taup, T *work, int lwork, int *info)
{
    return hw_solver_gebrd(__func__, handle, TYPE, m, n, a, lda, d, e, tauq, taup, work, lwork, info);
}

cusolverStatus_t DN_OR(gbr_bufferSize)(cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k,
                                       const T *a, int lda, const T *tau, int *lwork)
{
    (void)a, (void)tau;
    SIZE(m, n, side <= 1 && k >= 0 && lda >= m);
}

cusolverStatus_t DN_OR(gbr)(cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k, T *a,
                            int lda, const T *tau, T *work, int lwork, int *info)
{
    return hw_solver_orgbr(__func__, handle, TYPE, side, m, n, k, a, lda, tau, work, lwork, info);
}

cusolverStatus_t DN_SY(trd_bufferSize)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const T *a,
                                       int lda, const REAL *d, const REAL *e, const T *tau, int *lwork)
{
    (void)a, (void)d, (void)e, (void)tau;
    SIZE(n, n, uplo <= 1 && lda >= n);
}

cusolverStatus_t DN_SY(trd)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, REAL *d,
                            REAL *e, T *tau, T *work, int lwork, int *info)
{
    return hw_solver_sytrd(__func__, handle, TYPE, uplo, n, a, lda, d, e, tau, work, lwork, info);
}

cusolverStatus_t DN_OR(gtr_bufferSize)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const T *a,
                                       int lda, const T *tau, int *lwork)
{
    (void)a, (void)tau;
    SIZE(n, n, uplo <= 1 && lda >= n);
}

cusolverStatus_t DN_OR(gtr)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                            const T *tau, T *work, int lwork, int *info)
{
    return hw_solver_orgtr(__func__, handle, TYPE, uplo, n, a, lda, tau, work, lwork, info);
}

cusolverStatus_t DN_OR(mtr_bufferSize)(cusolverDnHandle_t handle, cublasSideMode_t side,
                                       cublasFillMode_t uplo, cublasOperation_t trans, int m, int n,
                                       const T *a, int lda, const T *tau, const T *c, int ldc, int *lwork)
{
    (void)a, (void)tau, (void)c;
    SIZE(m, n, side <= 1 && uplo <= 1 && trans <= 2 && lda >= (side ? n : m) && ldc >= m);
}

cusolverStatus_t DN_OR(mtr)(cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                            cublasOperation_t trans, int m, int n, T *a, int lda, T *tau, T *c, int ldc,
                            T *work, int lwork, int *info)
{
    return hw_solver_ormtr(__func__, handle, TYPE, side, uplo, trans, m, n, a, lda, tau, c, ldc, work, lwork,
                           info);
}

/* --- symmetric matrices --- */

cusolverStatus_t DN(sytrf_bufferSize)(cusolverDnHandle_t handle, int n, T *a, int lda, int *lwork)
{
    (void)a;
    SIZE(n, n, lda >= n);
}

cusolverStatus_t DN(sytrf)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                           int *pivots, T *work, int lwork, int *info)
{
    return hw_solver_sytrf(__func__, handle, TYPE, uplo, n, a, lda, pivots, work, lwork, info);
}

cusolverStatus_t DN(sytri_bufferSize)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                                      const int *pivots, int *lwork)
{
    (void)a, (void)pivots;
    SIZE(n, n, uplo <= 1 && lda >= n);
}

cusolverStatus_t DN(sytri)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                           const int *pivots, T *work, int lwork, int *info)
{
    return hw_solver_sytri(__func__, handle, TYPE, uplo, n, a, lda, pivots, work, lwork, info);
}
#undef SIZE
#undef BYTES
