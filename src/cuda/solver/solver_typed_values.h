/* SPDX-License-Identifier: MIT */
/* The rest of solver_typed.h: eigenvalues and singular values. */

#define BYTES(lwork) ((lwork) < 0 ? 0 : (size_t)(lwork) * sizeof(T))

/* The body of a bufferSize function of a problem. */
#define SIZE(begin)                                                       \
    struct hw_solver_call call = begin(__func__, handle, TYPE, &problem); \
    return hw_solver_end_size(&call, lwork)

/* --- eigenvalues --- */

#define EIGEN(matrices, ...)                                   \
    const struct hw_solver_eigen problem = {.jobz = jobz,      \
                                            .uplo = uplo,      \
                                            .n = n,            \
                                            .a = (void *)a,    \
                                            .lda = lda,        \
                                            .w = (void *)w,    \
                                            .count = matrices, \
                                            __VA_ARGS__}
#define RANGE        const struct hw_solver_range limits = {range, vl, vu, il, iu}
#define SOLVE(found) return hw_solver_eigen(__func__, handle, TYPE, &problem, work, BYTES(lwork), info, found)
/* Of a range: the number of values is an int. */
#define SOLVE_RANGE                                                                                        \
    int64_t found = 0;                                                                                     \
    const cusolverStatus_t status =                                                                        \
        hw_solver_eigen(__func__, handle, TYPE, &problem, work, BYTES(lwork), info, meig ? &found : NULL); \
    if (status == CUSOLVER_STATUS_SUCCESS)                                                                 \
        *meig = (int)found;                                                                                \
    return status

cusolverStatus_t DN_SY(evd_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                       cublasFillMode_t uplo, int n, const T *a, int lda, const REAL *w,
                                       int *lwork)
{
    EIGEN(1, );
    SIZE(hw_solver_eigen_begin);
}

cusolverStatus_t DN_SY(evd)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                            T *a, int lda, REAL *w, T *work, int lwork, int *info)
{
    EIGEN(1, );
    SOLVE(NULL);
}

cusolverStatus_t DN_SY(evdx_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                        cusolverEigRange_t range, cublasFillMode_t uplo, int n, const T *a,
                                        int lda, REAL vl, REAL vu, int il, int iu, int *meig, const REAL *w,
                                        int *lwork)
{
    RANGE;
    EIGEN(1, .range = &limits);
    (void)meig;
    SIZE(hw_solver_eigen_begin);
}

cusolverStatus_t DN_SY(evdx)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cusolverEigRange_t range,
                             cublasFillMode_t uplo, int n, T *a, int lda, REAL vl, REAL vu, int il, int iu,
                             int *meig, REAL *w, T *work, int lwork, int *info)
{
    RANGE;
    EIGEN(1, .range = &limits);
    SOLVE_RANGE;
}

cusolverStatus_t DN_SY(evj_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                       cublasFillMode_t uplo, int n, const T *a, int lda, const REAL *w,
                                       int *lwork, syevjInfo_t params)
{
    EIGEN(1, .jacobi = params);
    SIZE(hw_solver_eigen_begin);
}

cusolverStatus_t DN_SY(evj)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                            T *a, int lda, REAL *w, T *work, int lwork, int *info, syevjInfo_t params)
{
    EIGEN(1, .jacobi = params);
    SOLVE(NULL);
}

cusolverStatus_t DN_SY(evjBatched_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                              cublasFillMode_t uplo, int n, const T *a, int lda,
                                              const REAL *w, int *lwork, syevjInfo_t params, int count)
{
    EIGEN(count, .jacobi = params);
    SIZE(hw_solver_eigen_begin);
}

cusolverStatus_t DN_SY(evjBatched)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo,
                                   int n, T *a, int lda, REAL *w, T *work, int lwork, int *info,
                                   syevjInfo_t params, int count)
{
    EIGEN(count, .jacobi = params);
    SOLVE(NULL);
}

/* --- of pairs --- */

cusolverStatus_t DN_SY(gvd_bufferSize)(cusolverDnHandle_t handle, cusolverEigType_t itype,
                                       cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T *a,
                                       int lda, const T *b, int ldb, const REAL *w, int *lwork)
{
    EIGEN(1, .itype = (int)itype, .b = (void *)b, .ldb = ldb);
    SIZE(hw_solver_eigen_begin);
}

cusolverStatus_t DN_SY(gvd)(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,
                            cublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb, REAL *w, T *work,
                            int lwork, int *info)
{
    EIGEN(1, .itype = (int)itype, .b = b, .ldb = ldb);
    SOLVE(NULL);
}

cusolverStatus_t DN_SY(gvdx_bufferSize)(cusolverDnHandle_t handle, cusolverEigType_t itype,
                                        cusolverEigMode_t jobz, cusolverEigRange_t range,
                                        cublasFillMode_t uplo, int n, const T *a, int lda, const T *b,
                                        int ldb, REAL vl, REAL vu, int il, int iu, int *meig, const REAL *w,
                                        int *lwork)
{
    RANGE;
    EIGEN(1, .itype = (int)itype, .b = (void *)b, .ldb = ldb, .range = &limits);
    (void)meig;
    SIZE(hw_solver_eigen_begin);
}

cusolverStatus_t DN_SY(gvdx)(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,
                             cusolverEigRange_t range, cublasFillMode_t uplo, int n, T *a, int lda, T *b,
                             int ldb, REAL vl, REAL vu, int il, int iu, int *meig, REAL *w, T *work,
                             int lwork, int *info)
{
    RANGE;
    EIGEN(1, .itype = (int)itype, .b = b, .ldb = ldb, .range = &limits);
    SOLVE_RANGE;
}

cusolverStatus_t DN_SY(gvj_bufferSize)(cusolverDnHandle_t handle, cusolverEigType_t itype,
                                       cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T *a,
                                       int lda, const T *b, int ldb, const REAL *w, int *lwork,
                                       syevjInfo_t params)
{
    EIGEN(1, .itype = (int)itype, .b = (void *)b, .ldb = ldb, .jacobi = params);
    SIZE(hw_solver_eigen_begin);
}

cusolverStatus_t DN_SY(gvj)(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,
                            cublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb, REAL *w, T *work,
                            int lwork, int *info, syevjInfo_t params)
{
    EIGEN(1, .itype = (int)itype, .b = b, .ldb = ldb, .jacobi = params);
    SOLVE(NULL);
}
#undef EIGEN
#undef RANGE
#undef SOLVE
#undef SOLVE_RANGE

/* --- singular values --- */

#define SVD(matrices, ...)                 \
    const struct hw_solver_svd problem = { \
        .m = m, .n = n, .rank = m > n ? m : n, .count = matrices, __VA_ARGS__}
#define VECTORS                                                                                           \
    .jobz = jobz, .a = (void *)a, .lda = lda, .s = (void *)s, .u = (void *)u, .ldu = ldu, .v = (void *)v, \
    .ldv = ldv
#define PACKED                                                                                 \
    .stride_a = (long long)lda * n, .stride_s = m < n ? m : n, .stride_u = (long long)ldu * m, \
    .stride_v = (long long)ldv * n
#define SOLVE(norms) return hw_solver_svd(__func__, handle, TYPE, &problem, work, BYTES(lwork), info, norms)

cusolverStatus_t DN(gesvd_bufferSize)(cusolverDnHandle_t handle, int m, int n, int *lwork)
{
    SVD(1, .jobu = 'A');
    SIZE(hw_solver_gesvd_begin);
}

cusolverStatus_t DN(gesvd)(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, T *a,
                           int lda, REAL *s, T *u, int ldu, T *vt, int ldvt, T *work, int lwork, REAL *rwork,
                           int *info)
{
    SVD(1, .jobu = jobu, .jobvt = jobvt, .a = a, .lda = lda, .s = s, .u = u, .ldu = ldu, .v = vt,
        .ldv = ldvt);
    (void)rwork;
    return hw_solver_gesvd(__func__, handle, TYPE, &problem, work, BYTES(lwork), info);
}

cusolverStatus_t DN(gesvdj_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m,
                                       int n, const T *a, int lda, const REAL *s, const T *u, int ldu,
                                       const T *v, int ldv, int *lwork, gesvdjInfo_t params)
{
    SVD(1, VECTORS, .economy = econ != 0, .jacobi = params);
    SIZE(hw_solver_svd_begin);
}

cusolverStatus_t DN(gesvdj)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, T *a,
                            int lda, REAL *s, T *u, int ldu, T *v, int ldv, T *work, int lwork, int *info,
                            gesvdjInfo_t params)
{
    SVD(1, VECTORS, .economy = econ != 0, .jacobi = params);
    SOLVE(NULL);
}

cusolverStatus_t DN(gesvdjBatched_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n,
                                              const T *a, int lda, const REAL *s, const T *u, int ldu,
                                              const T *v, int ldv, int *lwork, gesvdjInfo_t params, int count)
{
    SVD(count, VECTORS, PACKED, .jacobi = params);
    SIZE(hw_solver_svd_begin);
}

cusolverStatus_t DN(gesvdjBatched)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, T *a,
                                   int lda, REAL *s, T *u, int ldu, T *v, int ldv, T *work, int lwork,
                                   int *info, gesvdjInfo_t params, int count)
{
    SVD(count, VECTORS, PACKED, .jacobi = params);
    SOLVE(NULL);
}

#define STRIDES                                                                                             \
    .stride_a = stride_a, .stride_s = stride_s, .stride_u = stride_u, .stride_v = stride_v, .count = count, \
    .rank = rank, .economy = true
cusolverStatus_t DN(gesvdaStridedBatched_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                                     int rank, int m, int n, const T *a, int lda,
                                                     long long stride_a, const REAL *s, long long stride_s,
                                                     const T *u, int ldu, long long stride_u, const T *v,
                                                     int ldv, long long stride_v, int *lwork, int count)
{
    const struct hw_solver_svd problem = {.m = m, .n = n, VECTORS, STRIDES};
    SIZE(hw_solver_svd_begin);
}

cusolverStatus_t DN(gesvdaStridedBatched)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m,
                                          int n, const T *a, int lda, long long stride_a, REAL *s,
                                          long long stride_s, T *u, int ldu, long long stride_u, T *v,
                                          int ldv, long long stride_v, T *work, int lwork, int *info,
                                          double *norms, int count)
{
    const struct hw_solver_svd problem = {.m = m, .n = n, VECTORS, STRIDES};
    SOLVE(norms);
}
#undef STRIDES
#undef SVD
#undef VECTORS
#undef PACKED
#undef SOLVE
#undef SIZE
#undef BYTES
