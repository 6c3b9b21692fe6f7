/* SPDX-License-Identifier: MIT */
/* The functions with sizes of 64 bits, which take the type of the numbers as an argument: factors and
 * solutions. Those without X in their names are the ones of CUDA 11.0, with one buffer. */
#include "cuda/solver/solver_dense.h"
#include "cuda/solver/solver_info.h"

/* Whether a call's other types are those that go with the type of its matrix. */
static bool same(cudaDataType type, cudaDataType other)
{
    return type == other;
}

/* The body of a bufferSize function of an m by n problem. */
static cusolverStatus_t size_of(const char *name, cusolverDnHandle_t handle, cusolverDnParams_t params,
                                int type, int64_t m, int64_t n, bool right, size_t *device_bytes,
                                size_t *host_bytes)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);

    hw_solver_sizes(&call, m, n, 0);
    hw_solver_demand(&call, right && (!params || hw_solver_is_params(params)));
    return hw_solver_end_bytes(&call, device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             cublasDiagType_t diag, int64_t n, cudaDataType type, void *a,
                                             int64_t lda, size_t *device_bytes, size_t *host_bytes)
{
    (void)a;
    return size_of(__func__, handle, NULL, type, n, n, uplo <= 1 && diag <= 1 && lda >= n, device_bytes,
                   host_bytes);
}

/* --- Cholesky --- */

cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                             const void *a, int64_t lda, cudaDataType compute,
                                             size_t *device_bytes, size_t *host_bytes)
{
    (void)a;
    return size_of(__func__, handle, params, type, n, n, uplo <= 1 && lda >= n && same(type, compute),
                   device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo,
                                  int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType compute,
                                  void *device_buffer, size_t device_bytes, void *host_buffer,
                                  size_t host_bytes, int *info)
{
    (void)params, (void)host_buffer, (void)host_bytes;
    return hw_solver_triangle(__func__, handle, same(type, compute) ? type : -1, HW_SOLVER_TRIANGLE_POTRF,
                              uplo, n, a, lda, device_buffer, device_bytes, info);
}

cusolverStatus_t cusolverDnPotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                            cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                            const void *a, int64_t lda, cudaDataType compute, size_t *bytes)
{
    return cusolverDnXpotrf_bufferSize(handle, params, uplo, n, type, a, lda, compute, bytes, NULL);
}

cusolverStatus_t cusolverDnPotrf(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo,
                                 int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType compute,
                                 void *buffer, size_t bytes, int *info)
{
    return cusolverDnXpotrf(handle, params, uplo, n, type, a, lda, compute, buffer, bytes, NULL, 0, info);
}

cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo,
                                  int64_t n, int64_t nrhs, cudaDataType type, const void *a, int64_t lda,
                                  cudaDataType type_b, void *b, int64_t ldb, int *info)
{
    (void)params;
    return hw_solver_potrs(__func__, handle, same(type, type_b) ? type : -1, uplo, n, nrhs, a, lda, b, ldb,
                           info);
}

cusolverStatus_t cusolverDnPotrs(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo,
                                 int64_t n, int64_t nrhs, cudaDataType type, const void *a, int64_t lda,
                                 cudaDataType type_b, void *b, int64_t ldb, int *info)
{
    return cusolverDnXpotrs(handle, params, uplo, n, nrhs, type, a, lda, type_b, b, ldb, info);
}

/* --- QR --- */

cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                             int64_t n, cudaDataType type, const void *a, int64_t lda,
                                             cudaDataType type_tau, const void *tau, cudaDataType compute,
                                             size_t *device_bytes, size_t *host_bytes)
{
    (void)a, (void)tau;
    return size_of(__func__, handle, params, type, m, n,
                   lda >= m && same(type, type_tau) && same(type, compute), device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType type_tau, void *tau,
                                  cudaDataType compute, void *device_buffer, size_t device_bytes,
                                  void *host_buffer, size_t host_bytes, int *info)
{
    (void)params, (void)host_buffer, (void)host_bytes;
    return hw_solver_geqrf(__func__, handle, same(type, type_tau) && same(type, compute) ? type : -1, m, n, a,
                           lda, tau, device_buffer, device_bytes, info);
}

cusolverStatus_t cusolverDnGeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                            int64_t n, cudaDataType type, const void *a, int64_t lda,
                                            cudaDataType type_tau, const void *tau, cudaDataType compute,
                                            size_t *bytes)
{
    return cusolverDnXgeqrf_bufferSize(handle, params, m, n, type, a, lda, type_tau, tau, compute, bytes,
                                       NULL);
}

cusolverStatus_t cusolverDnGeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                 cudaDataType type, void *a, int64_t lda, cudaDataType type_tau, void *tau,
                                 cudaDataType compute, void *buffer, size_t bytes, int *info)
{
    return cusolverDnXgeqrf(handle, params, m, n, type, a, lda, type_tau, tau, compute, buffer, bytes, NULL,
                            0, info);
}

/* --- LU --- */

cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                             int64_t n, cudaDataType type, const void *a, int64_t lda,
                                             cudaDataType compute, size_t *device_bytes, size_t *host_bytes)
{
    (void)a;
    return size_of(__func__, handle, params, type, m, n, lda >= m && same(type, compute), device_bytes,
                   host_bytes);
}

cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, int64_t *pivots,
                                  cudaDataType compute, void *device_buffer, size_t device_bytes,
                                  void *host_buffer, size_t host_bytes, int *info)
{
    (void)params, (void)device_buffer, (void)device_bytes, (void)host_buffer, (void)host_bytes;
    return hw_solver_getrf(__func__, handle, same(type, compute) ? type : -1, m, n, a, lda, pivots,
                           sizeof *pivots, info);
}

cusolverStatus_t cusolverDnGetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                            int64_t n, cudaDataType type, const void *a, int64_t lda,
                                            cudaDataType compute, size_t *bytes)
{
    return cusolverDnXgetrf_bufferSize(handle, params, m, n, type, a, lda, compute, bytes, NULL);
}

cusolverStatus_t cusolverDnGetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                 cudaDataType type, void *a, int64_t lda, int64_t *pivots,
                                 cudaDataType compute, void *buffer, size_t bytes, int *info)
{
    return cusolverDnXgetrf(handle, params, m, n, type, a, lda, pivots, compute, buffer, bytes, NULL, 0,
                            info);
}

cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasOperation_t trans, int64_t n, int64_t nrhs, cudaDataType type,
                                  const void *a, int64_t lda, const int64_t *pivots, cudaDataType type_b,
                                  void *b, int64_t ldb, int *info)
{
    (void)params;
    return hw_solver_getrs(__func__, handle, same(type, type_b) ? type : -1, trans, n, nrhs, a, lda, pivots,
                           sizeof *pivots, b, ldb, info);
}

cusolverStatus_t cusolverDnGetrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                 cublasOperation_t trans, int64_t n, int64_t nrhs, cudaDataType type,
                                 const void *a, int64_t lda, const int64_t *pivots, cudaDataType type_b,
                                 void *b, int64_t ldb, int *info)
{
    return cusolverDnXgetrs(handle, params, trans, n, nrhs, type, a, lda, pivots, type_b, b, ldb, info);
}
