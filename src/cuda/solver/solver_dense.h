/* SPDX-License-Identifier: MIT */
/* cuSOLVER's dense functions, written once for all kinds of numbers (`type`, a cudaDataType).  The functions
 * with a letter for the type and those with 64-bit sizes are thin over these. */
#ifndef HW_CUDA_SOLVER_SOLVER_DENSE_H
#define HW_CUDA_SOLVER_SOLVER_DENSE_H

#include "cuda/solver/solver_call.h"

/* --- LU (solver_lu.c); NULL pivots: rows are not exchanged --- */

cusolverStatus_t hw_solver_getrf(const char *name, cusolverDnHandle_t handle, int type, int64_t m, int64_t n,
                                 void *a, int64_t lda, void *pivots, size_t pivot_bytes, int *info);
cusolverStatus_t hw_solver_getrs(const char *name, cusolverDnHandle_t handle, int type,
                                 cublasOperation_t trans, int64_t n, int64_t nrhs, const void *a, int64_t lda,
                                 const void *pivots, size_t pivot_bytes, void *b, int64_t ldb, int *info);
cusolverStatus_t hw_solver_laswp(const char *name, cusolverDnHandle_t handle, int type, int n, void *a,
                                 int lda, int first, int last, const int *pivots, int step);

/* --- Cholesky (solver_cholesky.c) --- */

enum hw_solver_triangle_work { HW_SOLVER_TRIANGLE_POTRF, HW_SOLVER_TRIANGLE_POTRI, HW_SOLVER_TRIANGLE_LAUUM };
cusolverStatus_t hw_solver_triangle(const char *name, cusolverDnHandle_t handle, int type,
                                    enum hw_solver_triangle_work which, cublasFillMode_t uplo, int64_t n,
                                    void *a, int64_t lda, const void *work, size_t bytes, int *info);
cusolverStatus_t hw_solver_potrs(const char *name, cusolverDnHandle_t handle, int type, cublasFillMode_t uplo,
                                 int64_t n, int64_t nrhs, const void *a, int64_t lda, void *b, int64_t ldb,
                                 int *info);
/* Arrays of pointers to matrices, which lie in device memory themselves. */
cusolverStatus_t hw_solver_potrf_batched(const char *name, cusolverDnHandle_t handle, int type,
                                         cublasFillMode_t uplo, int n, const void *a, int lda, int *info,
                                         int count);
cusolverStatus_t hw_solver_potrs_batched(const char *name, cusolverDnHandle_t handle, int type,
                                         cublasFillMode_t uplo, int n, int nrhs, const void *a, int lda,
                                         const void *b, int ldb, int *info, int count);

/* --- orthogonal matrices (solver_orthogonal.c) --- */

cusolverStatus_t hw_solver_geqrf(const char *name, cusolverDnHandle_t handle, int type, int64_t m, int64_t n,
                                 void *a, int64_t lda, void *tau, const void *work, size_t bytes, int *info);
cusolverStatus_t hw_solver_orgqr(const char *name, cusolverDnHandle_t handle, int type, int m, int n, int k,
                                 void *a, int lda, const void *tau, const void *work, int lwork, int *info);
cusolverStatus_t hw_solver_ormqr(const char *name, cusolverDnHandle_t handle, int type, cublasSideMode_t side,
                                 cublasOperation_t trans, int m, int n, int k, const void *a, int lda,
                                 const void *tau, void *c, int ldc, const void *work, int lwork, int *info);
cusolverStatus_t hw_solver_gebrd(const char *name, cusolverDnHandle_t handle, int type, int m, int n, void *a,
                                 int lda, void *d, void *e, void *tauq, void *taup, const void *work,
                                 int lwork, int *info);
cusolverStatus_t hw_solver_orgbr(const char *name, cusolverDnHandle_t handle, int type, cublasSideMode_t side,
                                 int m, int n, int k, void *a, int lda, const void *tau, const void *work,
                                 int lwork, int *info);
cusolverStatus_t hw_solver_sytrd(const char *name, cusolverDnHandle_t handle, int type, cublasFillMode_t uplo,
                                 int n, void *a, int lda, void *d, void *e, void *tau, const void *work,
                                 int lwork, int *info);
cusolverStatus_t hw_solver_orgtr(const char *name, cusolverDnHandle_t handle, int type, cublasFillMode_t uplo,
                                 int n, void *a, int lda, const void *tau, const void *work, int lwork,
                                 int *info);
cusolverStatus_t hw_solver_ormtr(const char *name, cusolverDnHandle_t handle, int type, cublasSideMode_t side,
                                 cublasFillMode_t uplo, cublasOperation_t trans, int m, int n, const void *a,
                                 int lda, const void *tau, void *c, int ldc, const void *work, int lwork,
                                 int *info);

/* --- symmetric matrices (solver_symmetric.c) --- */

cusolverStatus_t hw_solver_sytrf(const char *name, cusolverDnHandle_t handle, int type, cublasFillMode_t uplo,
                                 int n, void *a, int lda, int *pivots, const void *work, int lwork,
                                 int *info);
cusolverStatus_t hw_solver_sytri(const char *name, cusolverDnHandle_t handle, int type, cublasFillMode_t uplo,
                                 int n, void *a, int lda, const int *pivots, const void *work, int lwork,
                                 int *info);

/* --- eigenvalues (solver_eigen.c) --- */

struct hw_solver_range {
    cusolverEigRange_t which;
    double vl, vu;
    int64_t il, iu;
};
struct hw_solver_eigen {
    cusolverEigMode_t jobz;
    cublasFillMode_t uplo;
    int itype;                           /* of a pair of matrices; 0: one matrix */
    const struct hw_solver_range *range; /* NULL: all values */
    syevjInfo_t jacobi;                  /* NULL: not one of Jacobi's functions */
    int64_t n, lda, ldb;
    int count; /* matrices, one behind the other */
    void *a, *b, *w;
};
/* What bufferSize functions check. */
struct hw_solver_call hw_solver_eigen_begin(const char *name, cusolverDnHandle_t handle, int type,
                                            const struct hw_solver_eigen *problem);
/* `found` learns how many of a range there are. */
cusolverStatus_t hw_solver_eigen(const char *name, cusolverDnHandle_t handle, int type,
                                 const struct hw_solver_eigen *problem, const void *work, size_t bytes,
                                 int *info, int64_t *found);

/* --- eigenvalues of matrices without symmetry (solver_general.c) --- */

struct hw_solver_general {
    cusolverEigMode_t jobvl, jobvr;
    int type, type_w, type_vl, type_vr, compute;
    int64_t n, lda, ldvl, ldvr;
    void *a, *w, *vl, *vr;
};
cusolverStatus_t hw_solver_general_bytes(const char *name, cusolverDnHandle_t handle,
                                         const struct hw_solver_general *problem, size_t *device_bytes,
                                         size_t *host_bytes);
cusolverStatus_t hw_solver_general(const char *name, cusolverDnHandle_t handle,
                                   const struct hw_solver_general *problem, const void *work, size_t bytes,
                                   int *info);

/* --- singular values (solver_svd.c) --- */

struct hw_solver_svd {
    signed char jobu, jobvt; /* of gesvd */
    cusolverEigMode_t jobz;  /* of the others */
    bool economy;
    gesvdjInfo_t jacobi; /* NULL: not one of Jacobi's functions */
    int64_t m, n, lda, ldu, ldv, rank /* vectors and values that are wanted */;
    long long stride_a, stride_s, stride_u, stride_v;
    int count;
    void *a, *s, *u, *v; /* of gesvd, v is the conjugate transposed */
};
struct hw_solver_call hw_solver_gesvd_begin(const char *name, cusolverDnHandle_t handle, int type,
                                            const struct hw_solver_svd *problem);
cusolverStatus_t hw_solver_gesvd(const char *name, cusolverDnHandle_t handle, int type,
                                 const struct hw_solver_svd *problem, const void *work, size_t bytes,
                                 int *info);
struct hw_solver_call hw_solver_svd_begin(const char *name, cusolverDnHandle_t handle, int type,
                                          const struct hw_solver_svd *problem);
/* `norms`, of the host, learns the norm of what the wanted vectors leave of each matrix; NULL: nobody asks.
 */
cusolverStatus_t hw_solver_svd(const char *name, cusolverDnHandle_t handle, int type,
                               const struct hw_solver_svd *problem, const void *work, size_t bytes, int *info,
                               double *norms);

/* --- systems of equations (solver_refined.c) --- */

struct hw_solver_system {
    cusolverDnHandle_t handle;
    int type;
    bool least_squares;
    int64_t m, n, nrhs, lda, ldb, ldx;
    const void *a, *b;
    void *x;
    int *pivots; /* NULL: nobody wants them */
};
cusolverStatus_t hw_solver_refined_bytes(const char *name, const struct hw_solver_system *system,
                                         size_t *bytes);
cusolverStatus_t hw_solver_refined(const char *name, const struct hw_solver_system *system, const void *work,
                                   size_t bytes, int *iterations, int *info);

/* The body of a bufferSize function of an m by n problem, with sizes of 64 bits (solver_wide.c). */
cusolverStatus_t hw_solver_size_of(const char *name, cusolverDnHandle_t handle, cusolverDnParams_t params,
                                   int type, int64_t m, int64_t n, bool right, size_t *device_bytes,
                                   size_t *host_bytes);

/* --- sparse matrices (solver_sparse.c) --- */

struct hw_solver_call hw_solver_begin_csr_solve(const char *name, int type, bool cholesky, HW_CUSOLVER_CSR,
                                                const void *b, double tolerance, int reorder, void *x,
                                                int *singularity);
cudaError_t hw_solver_csr_solve(struct hw_solver_job *job);
struct hw_solver_call hw_solver_begin_csr_eigenvalue(const char *name, int type, HW_CUSOLVER_CSR,
                                                     hw_number mu0, const void *x0, int iterations,
                                                     double tolerance, void *mu, void *x);
cudaError_t hw_solver_csr_eigenvalue(struct hw_solver_job *job);
/* The work runs at once, on memory of the host. */
cusolverStatus_t hw_solver_end_host(struct hw_solver_call *call, hw_solver_work_fn *work);

#endif
