/* SPDX-License-Identifier: MIT */
/* The functions with sizes of 64 bits: eigenvalues and singular values. */
#include "cuda/solver/solver_dense.h"
#include "cuda/solver/solver_info.h"

#include <limits.h>

/* The type of a call whose values, real numbers, have a type of their own; -1, which no call takes, where
 * they do not go together. */
static int type_of(cudaDataType type, cudaDataType values, cudaDataType compute)
{
    return type == compute && values == hw_number_real_type(type) ? type : -1;
}

/* --- eigenvalues --- */

static struct hw_solver_eigen eigen(cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, const void *a,
                                    int64_t lda, const void *w)
{
    return (struct hw_solver_eigen){
        .jobz = jobz, .uplo = uplo, .n = n, .a = (void *)a, .lda = lda, .w = (void *)w, .count = 1};
}

cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                             cudaDataType type, const void *a, int64_t lda,
                                             cudaDataType type_w, const void *w, cudaDataType compute,
                                             size_t *device_bytes, size_t *host_bytes)
{
    const struct hw_solver_eigen problem = eigen(jobz, uplo, n, a, lda, w);
    struct hw_solver_call call =
        hw_solver_eigen_begin(__func__, handle, type_of(type, type_w, compute), &problem);

    (void)params;
    return hw_solver_end_bytes(&call, device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                  void *a, int64_t lda, cudaDataType type_w, void *w, cudaDataType compute,
                                  void *device_buffer, size_t device_bytes, void *host_buffer,
                                  size_t host_bytes, int *info)
{
    const struct hw_solver_eigen problem = eigen(jobz, uplo, n, a, lda, w);

    (void)params, (void)host_buffer, (void)host_bytes;
    return hw_solver_eigen(__func__, handle, type_of(type, type_w, compute), &problem, device_buffer,
                           device_bytes, info, NULL);
}

/* The ends of a range are numbers of the host, of the matrix's real type. */
static struct hw_solver_range range_of(cusolverEigRange_t range, int type, const void *vl, const void *vu,
                                       int64_t il, int64_t iu)
{
    const int real = hw_number_real_type(type);
    const bool given = range == CUSOLVER_EIG_RANGE_V && vl && vu && hw_lapack_takes(type);

    return (struct hw_solver_range){range, given ? creal(hw_number_load(real, vl, 0)) : 0,
                                    given ? creal(hw_number_load(real, vu, 0)) : 0, il, iu};
}

cusolverStatus_t cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                              cusolverEigMode_t jobz, cusolverEigRange_t range,
                                              cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                              const void *a, int64_t lda, void *vl, void *vu, int64_t il,
                                              int64_t iu, int64_t *found, cudaDataType type_w, const void *w,
                                              cudaDataType compute, size_t *device_bytes, size_t *host_bytes)
{
    const struct hw_solver_range limits = range_of(range, type, vl, vu, il, iu);
    struct hw_solver_eigen problem = eigen(jobz, uplo, n, a, lda, w);

    (void)params, (void)found;
    problem.range = &limits;
    struct hw_solver_call call =
        hw_solver_eigen_begin(__func__, handle, type_of(type, type_w, compute), &problem);
    return hw_solver_end_bytes(&call, device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                   cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo,
                                   int64_t n, cudaDataType type, void *a, int64_t lda, void *vl, void *vu,
                                   int64_t il, int64_t iu, int64_t *found, cudaDataType type_w, void *w,
                                   cudaDataType compute, void *device_buffer, size_t device_bytes,
                                   void *host_buffer, size_t host_bytes, int *info)
{
    const struct hw_solver_range limits = range_of(range, type, vl, vu, il, iu);
    struct hw_solver_eigen problem = eigen(jobz, uplo, n, a, lda, w);

    (void)params, (void)host_buffer, (void)host_bytes;
    problem.range = &limits;
    return hw_solver_eigen(__func__, handle, type_of(type, type_w, compute), &problem, device_buffer,
                           device_bytes, info, found);
}

/* Matrices one behind the other. */
cusolverStatus_t cusolverDnXsyevBatched_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                                   cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                                   cudaDataType type, const void *a, int64_t lda,
                                                   cudaDataType type_w, const void *w, cudaDataType compute,
                                                   size_t *device_bytes, size_t *host_bytes, int64_t count)
{
    struct hw_solver_eigen problem = eigen(jobz, uplo, n, a, lda, w);

    (void)params;
    problem.count = count >= 0 && count <= INT_MAX ? (int)count : -1;
    struct hw_solver_call call =
        hw_solver_eigen_begin(__func__, handle, type_of(type, type_w, compute), &problem);
    return hw_solver_end_bytes(&call, device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXsyevBatched(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                        cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                        cudaDataType type, void *a, int64_t lda, cudaDataType type_w, void *w,
                                        cudaDataType compute, void *device_buffer, size_t device_bytes,
                                        void *host_buffer, size_t host_bytes, int *info, int64_t count)
{
    struct hw_solver_eigen problem = eigen(jobz, uplo, n, a, lda, w);

    (void)params, (void)host_buffer, (void)host_bytes;
    problem.count = count >= 0 && count <= INT_MAX ? (int)count : -1;
    return hw_solver_eigen(__func__, handle, type_of(type, type_w, compute), &problem, device_buffer,
                           device_bytes, info, NULL);
}

/* --- eigenvalues of matrices without symmetry --- */

#define GENERAL                                                                                            \
    &(const struct hw_solver_general)                                                                      \
    {                                                                                                      \
        .jobvl = jobvl, .jobvr = jobvr, .type = (int)type, .type_w = (int)type_w, .type_vl = (int)type_vl, \
        .type_vr = (int)type_vr, .compute = (int)compute, .n = n, .lda = lda, .ldvl = ldvl, .ldvr = ldvr,  \
        .a = (void *)a, .w = (void *)w, .vl = (void *)vl, .vr = (void *)vr                                 \
    }

cusolverStatus_t cusolverDnXgeev_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                            cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n,
                                            cudaDataType type, const void *a, int64_t lda,
                                            cudaDataType type_w, const void *w, cudaDataType type_vl,
                                            const void *vl, int64_t ldvl, cudaDataType type_vr,
                                            const void *vr, int64_t ldvr, cudaDataType compute,
                                            size_t *device_bytes, size_t *host_bytes)
{
    (void)params;
    return hw_solver_general_bytes(__func__, handle, GENERAL, device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXgeev(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                 cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n,
                                 cudaDataType type, void *a, int64_t lda, cudaDataType type_w, void *w,
                                 cudaDataType type_vl, void *vl, int64_t ldvl, cudaDataType type_vr, void *vr,
                                 int64_t ldvr, cudaDataType compute, void *device_buffer, size_t device_bytes,
                                 void *host_buffer, size_t host_bytes, int *info)
{
    (void)params, (void)host_buffer, (void)host_bytes;
    return hw_solver_general(__func__, handle, GENERAL, device_buffer, device_bytes, info);
}
#undef GENERAL

/* --- singular values --- */

static struct hw_solver_svd svd(int64_t m, int64_t n, const void *a, int64_t lda, const void *s,
                                const void *u, int64_t ldu, const void *v, int64_t ldv)
{
    return (struct hw_solver_svd){.m = m,
                                  .n = n,
                                  .rank = m > n ? m : n,
                                  .count = 1,
                                  .a = (void *)a,
                                  .lda = lda,
                                  .s = (void *)s,
                                  .u = (void *)u,
                                  .ldu = ldu,
                                  .v = (void *)v,
                                  .ldv = ldv};
}

/* The vectors are of the matrix's type. */
static int svd_type(cudaDataType type, cudaDataType type_s, cudaDataType type_u, cudaDataType type_v,
                    cudaDataType compute)
{
    return type == type_u && type == type_v ? type_of(type, type_s, compute) : -1;
}

cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             signed char jobu, signed char jobvt, int64_t m, int64_t n,
                                             cudaDataType type, const void *a, int64_t lda,
                                             cudaDataType type_s, const void *s, cudaDataType type_u,
                                             const void *u, int64_t ldu, cudaDataType type_vt, const void *vt,
                                             int64_t ldvt, cudaDataType compute, size_t *device_bytes,
                                             size_t *host_bytes)
{
    const struct hw_solver_svd problem = svd(m, n, a, lda, s, u, ldu, vt, ldvt);
    struct hw_solver_call call =
        hw_solver_gesvd_begin(__func__, handle, svd_type(type, type_s, type_u, type_vt, compute), &problem);

    (void)params, (void)jobu, (void)jobvt;
    return hw_solver_end_bytes(&call, device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu,
                                  signed char jobvt, int64_t m, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, cudaDataType type_s, void *s, cudaDataType type_u, void *u,
                                  int64_t ldu, cudaDataType type_vt, void *vt, int64_t ldvt,
                                  cudaDataType compute, void *device_buffer, size_t device_bytes,
                                  void *host_buffer, size_t host_bytes, int *info)
{
    struct hw_solver_svd problem = svd(m, n, a, lda, s, u, ldu, vt, ldvt);

    (void)params, (void)host_buffer, (void)host_bytes;
    problem.jobu = jobu;
    problem.jobvt = jobvt;
    return hw_solver_gesvd(__func__, handle, svd_type(type, type_s, type_u, type_vt, compute), &problem,
                           device_buffer, device_bytes, info);
}

/* By polar decomposition in CUDA, which says how far a singular matrix was moved: here none is. */
cusolverStatus_t cusolverDnXgesvdp_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                              cusolverEigMode_t jobz, int econ, int64_t m, int64_t n,
                                              cudaDataType type, const void *a, int64_t lda,
                                              cudaDataType type_s, const void *s, cudaDataType type_u,
                                              const void *u, int64_t ldu, cudaDataType type_v, const void *v,
                                              int64_t ldv, cudaDataType compute, size_t *device_bytes,
                                              size_t *host_bytes)
{
    struct hw_solver_svd problem = svd(m, n, a, lda, s, u, ldu, v, ldv);

    (void)params, (void)econ;
    problem.jobz = jobz;
    struct hw_solver_call call =
        hw_solver_svd_begin(__func__, handle, svd_type(type, type_s, type_u, type_v, compute), &problem);
    return hw_solver_end_bytes(&call, device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXgesvdp(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                   cusolverEigMode_t jobz, int econ, int64_t m, int64_t n, cudaDataType type,
                                   void *a, int64_t lda, cudaDataType type_s, void *s, cudaDataType type_u,
                                   void *u, int64_t ldu, cudaDataType type_v, void *v, int64_t ldv,
                                   cudaDataType compute, void *device_buffer, size_t device_bytes,
                                   void *host_buffer, size_t host_bytes, int *info, double *moved)
{
    struct hw_solver_svd problem = svd(m, n, a, lda, s, u, ldu, v, ldv);

    (void)params, (void)host_buffer, (void)host_bytes;
    problem.jobz = jobz;
    problem.economy = econ != 0;
    return hw_solver_svd(__func__, handle, svd_type(type, type_s, type_u, type_v, compute), &problem,
                         device_buffer, device_bytes, info, moved);
}

static bool is_first_job(signed char job)
{
    return job == 'S' || job == 'N';
}

/* By random projections in CUDA: the first k of all values, whatever else is asked for.  Of wrong arguments,
 * a rank that there is not. */
static struct hw_solver_svd first(signed char jobu, signed char jobv, int64_t m, int64_t n, int64_t k,
                                  int64_t p, const void *a, int64_t lda, const void *s, const void *u,
                                  int64_t ldu, const void *v, int64_t ldv)
{
    const bool sized = m >= 0 && n >= 0 && k >= 0 && p >= 0 && p <= (m < n ? m : n) - k;
    struct hw_solver_svd problem =
        svd(m, n, a, lda, s, jobu == 'S' ? u : NULL, ldu, jobv == 'S' ? v : NULL, ldv);

    problem.jobz = jobu == 'S' || jobv == 'S' ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
    problem.economy = true;
    problem.rank = is_first_job(jobu) && is_first_job(jobv) && sized ? k : -1;
    return problem;
}

cusolverStatus_t cusolverDnXgesvdr_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                              signed char jobu, signed char jobv, int64_t m, int64_t n,
                                              int64_t k, int64_t p, int64_t iterations, cudaDataType type,
                                              const void *a, int64_t lda, cudaDataType type_s, const void *s,
                                              cudaDataType type_u, const void *u, int64_t ldu,
                                              cudaDataType type_v, const void *v, int64_t ldv,
                                              cudaDataType compute, size_t *device_bytes, size_t *host_bytes)
{
    const struct hw_solver_svd problem = first(jobu, jobv, m, n, k, p, a, lda, s, u, ldu, v, ldv);
    struct hw_solver_call call =
        hw_solver_svd_begin(__func__, handle, svd_type(type, type_s, type_u, type_v, compute), &problem);

    (void)params, (void)iterations;
    return hw_solver_end_bytes(&call, device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXgesvdr(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu,
                                   signed char jobv, int64_t m, int64_t n, int64_t k, int64_t p,
                                   int64_t iterations, cudaDataType type, void *a, int64_t lda,
                                   cudaDataType type_s, void *s, cudaDataType type_u, void *u, int64_t ldu,
                                   cudaDataType type_v, void *v, int64_t ldv, cudaDataType compute,
                                   void *device_buffer, size_t device_bytes, void *host_buffer,
                                   size_t host_bytes, int *info)
{
    const struct hw_solver_svd problem = first(jobu, jobv, m, n, k, p, a, lda, s, u, ldu, v, ldv);

    (void)params, (void)iterations, (void)host_buffer, (void)host_bytes;
    return hw_solver_svd(__func__, handle, svd_type(type, type_s, type_u, type_v, compute), &problem,
                         device_buffer, device_bytes, info, NULL);
}
