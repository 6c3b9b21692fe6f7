/* SPDX-License-Identifier: MIT */
/* Part of cusolver.h: prototypes for one kind of numbers.  T and REAL are the number and its real part; DN,
 * DN_OR and DN_SY make the names, which differ for real and complex numbers. */

cusolverStatus_t DN(potrf_bufferSize)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                                      int *lwork);
cusolverStatus_t DN(potrf)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, T *work,
                           int lwork, int *info);
cusolverStatus_t DN(potri_bufferSize)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                                      int *lwork);
cusolverStatus_t DN(potri)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, T *work,
                           int lwork, int *info);
cusolverStatus_t DN(lauum_bufferSize)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                                      int *lwork);
cusolverStatus_t DN(lauum)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, T *work,
                           int lwork, int *info);
cusolverStatus_t DN(potrs)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, const T *a,
                           int lda, T *b, int ldb, int *info);
cusolverStatus_t DN(potrfBatched)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a[], int lda,
                                  int *info, int count);
cusolverStatus_t DN(potrsBatched)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, T *a[],
                                  int lda, T *b[], int ldb, int *info, int count);
cusolverStatus_t DN(getrf_bufferSize)(cusolverDnHandle_t handle, int m, int n, T *a, int lda, int *lwork);
cusolverStatus_t DN(getrf)(cusolverDnHandle_t handle, int m, int n, T *a, int lda, T *work, int *pivots,
                           int *info);
cusolverStatus_t DN(getrs)(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs, const T *a,
                           int lda, const int *pivots, T *b, int ldb, int *info);
cusolverStatus_t DN(laswp)(cusolverDnHandle_t handle, int n, T *a, int lda, int first, int last,
                           const int *pivots, int step);
cusolverStatus_t DN(geqrf_bufferSize)(cusolverDnHandle_t handle, int m, int n, T *a, int lda, int *lwork);
cusolverStatus_t DN(geqrf)(cusolverDnHandle_t handle, int m, int n, T *a, int lda, T *tau, T *work, int lwork,
                           int *info);
cusolverStatus_t DN_OR(gqr_bufferSize)(cusolverDnHandle_t handle, int m, int n, int k, const T *a, int lda,
                                       const T *tau, int *lwork);
cusolverStatus_t DN_OR(gqr)(cusolverDnHandle_t handle, int m, int n, int k, T *a, int lda, const T *tau,
                            T *work, int lwork, int *info);
cusolverStatus_t DN_OR(mqr_bufferSize)(cusolverDnHandle_t handle, cublasSideMode_t side,
                                       cublasOperation_t trans, int m, int n, int k, const T *a, int lda,
                                       const T *tau, const T *c, int ldc, int *lwork);
cusolverStatus_t DN_OR(mqr)(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m,
                            int n, int k, const T *a, int lda, const T *tau, T *c, int ldc, T *work,
                            int lwork, int *info);
cusolverStatus_t DN(gebrd_bufferSize)(cusolverDnHandle_t handle, int m, int n, int *lwork);
cusolverStatus_t DN(gebrd)(cusolverDnHandle_t handle, int m, int n, T *a, int lda, REAL *d, REAL *e, T *tauq,
                           T *taup, T *work, int lwork, int *info);
cusolverStatus_t DN_OR(gbr_bufferSize)(cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k,
                                       const T *a, int lda, const T *tau, int *lwork);
cusolverStatus_t DN_OR(gbr)(cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k, T *a,
                            int lda, const T *tau, T *work, int lwork, int *info);
cusolverStatus_t DN_SY(trd_bufferSize)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const T *a,
                                       int lda, const REAL *d, const REAL *e, const T *tau, int *lwork);
cusolverStatus_t DN_SY(trd)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, REAL *d,
                            REAL *e, T *tau, T *work, int lwork, int *info);
cusolverStatus_t DN_OR(gtr_bufferSize)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const T *a,
                                       int lda, const T *tau, int *lwork);
cusolverStatus_t DN_OR(gtr)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                            const T *tau, T *work, int lwork, int *info);
cusolverStatus_t DN_OR(mtr_bufferSize)(cusolverDnHandle_t handle, cublasSideMode_t side,
                                       cublasFillMode_t uplo, cublasOperation_t trans, int m, int n,
                                       const T *a, int lda, const T *tau, const T *c, int ldc, int *lwork);
cusolverStatus_t DN_OR(mtr)(cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                            cublasOperation_t trans, int m, int n, T *a, int lda, T *tau, T *c, int ldc,
                            T *work, int lwork, int *info);
cusolverStatus_t DN(sytrf_bufferSize)(cusolverDnHandle_t handle, int n, T *a, int lda, int *lwork);
cusolverStatus_t DN(sytrf)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                           int *pivots, T *work, int lwork, int *info);
cusolverStatus_t DN(sytri_bufferSize)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                                      const int *pivots, int *lwork);
cusolverStatus_t DN(sytri)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                           const int *pivots, T *work, int lwork, int *info);
cusolverStatus_t DN_SY(evd_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                       cublasFillMode_t uplo, int n, const T *a, int lda, const REAL *w,
                                       int *lwork);
cusolverStatus_t DN_SY(evd)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                            T *a, int lda, REAL *w, T *work, int lwork, int *info);
cusolverStatus_t DN_SY(evdx_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                        cusolverEigRange_t range, cublasFillMode_t uplo, int n, const T *a,
                                        int lda, REAL vl, REAL vu, int il, int iu, int *meig, const REAL *w,
                                        int *lwork);
cusolverStatus_t DN_SY(evdx)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cusolverEigRange_t range,
                             cublasFillMode_t uplo, int n, T *a, int lda, REAL vl, REAL vu, int il, int iu,
                             int *meig, REAL *w, T *work, int lwork, int *info);
cusolverStatus_t DN_SY(evj_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                       cublasFillMode_t uplo, int n, const T *a, int lda, const REAL *w,
                                       int *lwork, syevjInfo_t params);
cusolverStatus_t DN_SY(evj)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                            T *a, int lda, REAL *w, T *work, int lwork, int *info, syevjInfo_t params);
cusolverStatus_t DN_SY(evjBatched_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                              cublasFillMode_t uplo, int n, const T *a, int lda,
                                              const REAL *w, int *lwork, syevjInfo_t params, int count);
cusolverStatus_t DN_SY(evjBatched)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo,
                                   int n, T *a, int lda, REAL *w, T *work, int lwork, int *info,
                                   syevjInfo_t params, int count);
cusolverStatus_t DN_SY(gvd_bufferSize)(cusolverDnHandle_t handle, cusolverEigType_t itype,
                                       cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T *a,
                                       int lda, const T *b, int ldb, const REAL *w, int *lwork);
cusolverStatus_t DN_SY(gvd)(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,
                            cublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb, REAL *w, T *work,
                            int lwork, int *info);
cusolverStatus_t DN_SY(gvdx_bufferSize)(cusolverDnHandle_t handle, cusolverEigType_t itype,
                                        cusolverEigMode_t jobz, cusolverEigRange_t range,
                                        cublasFillMode_t uplo, int n, const T *a, int lda, const T *b,
                                        int ldb, REAL vl, REAL vu, int il, int iu, int *meig, const REAL *w,
                                        int *lwork);
cusolverStatus_t DN_SY(gvdx)(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,
                             cusolverEigRange_t range, cublasFillMode_t uplo, int n, T *a, int lda, T *b,
                             int ldb, REAL vl, REAL vu, int il, int iu, int *meig, REAL *w, T *work,
                             int lwork, int *info);
cusolverStatus_t DN_SY(gvj_bufferSize)(cusolverDnHandle_t handle, cusolverEigType_t itype,
                                       cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T *a,
                                       int lda, const T *b, int ldb, const REAL *w, int *lwork,
                                       syevjInfo_t params);
cusolverStatus_t DN_SY(gvj)(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,
                            cublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb, REAL *w, T *work,
                            int lwork, int *info, syevjInfo_t params);
cusolverStatus_t DN(gesvd_bufferSize)(cusolverDnHandle_t handle, int m, int n, int *lwork);
cusolverStatus_t DN(gesvd)(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, T *a,
                           int lda, REAL *s, T *u, int ldu, T *vt, int ldvt, T *work, int lwork, REAL *rwork,
                           int *info);
cusolverStatus_t DN(gesvdj_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m,
                                       int n, const T *a, int lda, const REAL *s, const T *u, int ldu,
                                       const T *v, int ldv, int *lwork, gesvdjInfo_t params);
cusolverStatus_t DN(gesvdj)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, T *a,
                            int lda, REAL *s, T *u, int ldu, T *v, int ldv, T *work, int lwork, int *info,
                            gesvdjInfo_t params);
cusolverStatus_t DN(gesvdjBatched_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n,
                                              const T *a, int lda, const REAL *s, const T *u, int ldu,
                                              const T *v, int ldv, int *lwork, gesvdjInfo_t params,
                                              int count);
cusolverStatus_t DN(gesvdjBatched)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, T *a,
                                   int lda, REAL *s, T *u, int ldu, T *v, int ldv, T *work, int lwork,
                                   int *info, gesvdjInfo_t params, int count);
cusolverStatus_t DN(gesvdaStridedBatched_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                                     int rank, int m, int n, const T *a, int lda,
                                                     long long stride_a, const REAL *s, long long stride_s,
                                                     const T *u, int ldu, long long stride_u, const T *v,
                                                     int ldv, long long stride_v, int *lwork, int count);
cusolverStatus_t DN(gesvdaStridedBatched)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m,
                                          int n, const T *a, int lda, long long stride_a, REAL *s,
                                          long long stride_s, T *u, int ldu, long long stride_u, T *v,
                                          int ldv, long long stride_v, T *work, int lwork, int *info,
                                          double *norms, int count);

#undef T
#undef REAL
#undef DN
#undef DN_OR
#undef DN_SY
#undef BYTES
