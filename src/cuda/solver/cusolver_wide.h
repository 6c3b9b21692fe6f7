/* SPDX-License-Identifier: MIT */
/* Part of cusolver.h: functions with sizes of 64 bits (X in the name; without it, those of CUDA 11.0). */
#ifndef HW_CUDA_SOLVER_CUSOLVER_WIDE_H
#define HW_CUDA_SOLVER_CUSOLVER_WIDE_H

cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             cublasDiagType_t diag, int64_t n, cudaDataType type, void *a,
                                             int64_t lda, size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                             const void *a, int64_t lda, cudaDataType compute,
                                             size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo,
                                  int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType compute,
                                  void *device_buffer, size_t device_bytes, void *host_buffer,
                                  size_t host_bytes, int *info);
cusolverStatus_t cusolverDnPotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                            cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                            const void *a, int64_t lda, cudaDataType compute, size_t *bytes);
cusolverStatus_t cusolverDnPotrf(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo,
                                 int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType compute,
                                 void *buffer, size_t bytes, int *info);
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo,
                                  int64_t n, int64_t nrhs, cudaDataType type, const void *a, int64_t lda,
                                  cudaDataType type_b, void *b, int64_t ldb, int *info);
cusolverStatus_t cusolverDnPotrs(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo,
                                 int64_t n, int64_t nrhs, cudaDataType type, const void *a, int64_t lda,
                                 cudaDataType type_b, void *b, int64_t ldb, int *info);
cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                             int64_t n, cudaDataType type, const void *a, int64_t lda,
                                             cudaDataType type_tau, const void *tau, cudaDataType compute,
                                             size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType type_tau, void *tau,
                                  cudaDataType compute, void *device_buffer, size_t device_bytes,
                                  void *host_buffer, size_t host_bytes, int *info);
cusolverStatus_t cusolverDnGeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                            int64_t n, cudaDataType type, const void *a, int64_t lda,
                                            cudaDataType type_tau, const void *tau, cudaDataType compute,
                                            size_t *bytes);
cusolverStatus_t cusolverDnGeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                 cudaDataType type, void *a, int64_t lda, cudaDataType type_tau, void *tau,
                                 cudaDataType compute, void *buffer, size_t bytes, int *info);
cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                             int64_t n, cudaDataType type, const void *a, int64_t lda,
                                             cudaDataType compute, size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, int64_t *pivots,
                                  cudaDataType compute, void *device_buffer, size_t device_bytes,
                                  void *host_buffer, size_t host_bytes, int *info);
cusolverStatus_t cusolverDnGetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                            int64_t n, cudaDataType type, const void *a, int64_t lda,
                                            cudaDataType compute, size_t *bytes);
cusolverStatus_t cusolverDnGetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                 cudaDataType type, void *a, int64_t lda, int64_t *pivots,
                                 cudaDataType compute, void *buffer, size_t bytes, int *info);
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasOperation_t trans, int64_t n, int64_t nrhs, cudaDataType type,
                                  const void *a, int64_t lda, const int64_t *pivots, cudaDataType type_b,
                                  void *b, int64_t ldb, int *info);
cusolverStatus_t cusolverDnGetrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                 cublasOperation_t trans, int64_t n, int64_t nrhs, cudaDataType type,
                                 const void *a, int64_t lda, const int64_t *pivots, cudaDataType type_b,
                                 void *b, int64_t ldb, int *info);
cusolverStatus_t cusolverDnXsyevBatched_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                                   cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                                   cudaDataType type, const void *a, int64_t lda,
                                                   cudaDataType type_w, const void *w, cudaDataType compute,
                                                   size_t *device_bytes, size_t *host_bytes, int64_t count);
cusolverStatus_t cusolverDnXsyevBatched(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                        cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                        cudaDataType type, void *a, int64_t lda, cudaDataType type_w, void *w,
                                        cudaDataType compute, void *device_buffer, size_t device_bytes,
                                        void *host_buffer, size_t host_bytes, int *info, int64_t count);
cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                             cudaDataType type, const void *a, int64_t lda,
                                             cudaDataType type_w, const void *w, cudaDataType compute,
                                             size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                  void *a, int64_t lda, cudaDataType type_w, void *w, cudaDataType compute,
                                  void *device_buffer, size_t device_bytes, void *host_buffer,
                                  size_t host_bytes, int *info);
cusolverStatus_t cusolverDnSyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                            cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                            cudaDataType type, const void *a, int64_t lda,
                                            cudaDataType type_w, const void *w, cudaDataType compute,
                                            size_t *bytes);
cusolverStatus_t cusolverDnSyevd(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz,
                                 cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a, int64_t lda,
                                 cudaDataType type_w, void *w, cudaDataType compute, void *buffer,
                                 size_t bytes, int *info);
cusolverStatus_t cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                              cusolverEigMode_t jobz, cusolverEigRange_t range,
                                              cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                              const void *a, int64_t lda, void *vl, void *vu, int64_t il,
                                              int64_t iu, int64_t *found, cudaDataType type_w, const void *w,
                                              cudaDataType compute, size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                   cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo,
                                   int64_t n, cudaDataType type, void *a, int64_t lda, void *vl, void *vu,
                                   int64_t il, int64_t iu, int64_t *found, cudaDataType type_w, void *w,
                                   cudaDataType compute, void *device_buffer, size_t device_bytes,
                                   void *host_buffer, size_t host_bytes, int *info);
cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             signed char jobu, signed char jobvt, int64_t m, int64_t n,
                                             cudaDataType type, const void *a, int64_t lda,
                                             cudaDataType type_s, const void *s, cudaDataType type_u,
                                             const void *u, int64_t ldu, cudaDataType type_vt, const void *vt,
                                             int64_t ldvt, cudaDataType compute, size_t *device_bytes,
                                             size_t *host_bytes);
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu,
                                  signed char jobvt, int64_t m, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, cudaDataType type_s, void *s, cudaDataType type_u, void *u,
                                  int64_t ldu, cudaDataType type_vt, void *vt, int64_t ldvt,
                                  cudaDataType compute, void *device_buffer, size_t device_bytes,
                                  void *host_buffer, size_t host_bytes, int *info);
cusolverStatus_t cusolverDnGesvd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                            signed char jobu, signed char jobvt, int64_t m, int64_t n,
                                            cudaDataType type, const void *a, int64_t lda,
                                            cudaDataType type_s, const void *s, cudaDataType type_u,
                                            const void *u, int64_t ldu, cudaDataType type_vt, const void *vt,
                                            int64_t ldvt, cudaDataType compute, size_t *bytes);
cusolverStatus_t cusolverDnGesvd(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu,
                                 signed char jobvt, int64_t m, int64_t n, cudaDataType type, void *a,
                                 int64_t lda, cudaDataType type_s, void *s, cudaDataType type_u, void *u,
                                 int64_t ldu, cudaDataType type_vt, void *vt, int64_t ldvt,
                                 cudaDataType compute, void *buffer, size_t bytes, int *info);
cusolverStatus_t cusolverDnXgesvdp_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                              cusolverEigMode_t jobz, int econ, int64_t m, int64_t n,
                                              cudaDataType type, const void *a, int64_t lda,
                                              cudaDataType type_s, const void *s, cudaDataType type_u,
                                              const void *u, int64_t ldu, cudaDataType type_v, const void *v,
                                              int64_t ldv, cudaDataType compute, size_t *device_bytes,
                                              size_t *host_bytes);
cusolverStatus_t cusolverDnXgesvdp(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                   cusolverEigMode_t jobz, int econ, int64_t m, int64_t n, cudaDataType type,
                                   void *a, int64_t lda, cudaDataType type_s, void *s, cudaDataType type_u,
                                   void *u, int64_t ldu, cudaDataType type_v, void *v, int64_t ldv,
                                   cudaDataType compute, void *device_buffer, size_t device_bytes,
                                   void *host_buffer, size_t host_bytes, int *info, double *moved);
cusolverStatus_t cusolverDnXgesvdr_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                              signed char jobu, signed char jobv, int64_t m, int64_t n,
                                              int64_t k, int64_t p, int64_t iterations, cudaDataType type,
                                              const void *a, int64_t lda, cudaDataType type_s, const void *s,
                                              cudaDataType type_u, const void *u, int64_t ldu,
                                              cudaDataType type_v, const void *v, int64_t ldv,
                                              cudaDataType compute, size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXgesvdr(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu,
                                   signed char jobv, int64_t m, int64_t n, int64_t k, int64_t p,
                                   int64_t iterations, cudaDataType type, void *a, int64_t lda,
                                   cudaDataType type_s, void *s, cudaDataType type_u, void *u, int64_t ldu,
                                   cudaDataType type_v, void *v, int64_t ldv, cudaDataType compute,
                                   void *device_buffer, size_t device_bytes, void *host_buffer,
                                   size_t host_bytes, int *info);
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo, cublasDiagType_t diag,
                                  int64_t n, cudaDataType type, void *a, int64_t lda, void *device_buffer,
                                  size_t device_bytes, void *host_buffer, size_t host_bytes, int *info);
cusolverStatus_t cusolverDnXsytrs_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n,
                                             int64_t nrhs, cudaDataType type, const void *a, int64_t lda,
                                             const int64_t *pivots, cudaDataType type_b, void *b, int64_t ldb,
                                             size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXsytrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n, int64_t nrhs,
                                  cudaDataType type, const void *a, int64_t lda, const int64_t *pivots,
                                  cudaDataType type_b, void *b, int64_t ldb, void *device_buffer,
                                  size_t device_bytes, void *host_buffer, size_t host_bytes, int *info);

#endif
