/* SPDX-License-Identifier: MIT */
/* The sparse functions of cuSOLVER.  Part of cusolver.h; numbers are pointed to by `void *`. */
#ifndef HW_CUDA_SOLVER_CUSOLVER_SPARSE_H
#define HW_CUDA_SOLVER_CUSOLVER_SPARSE_H

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *handle);
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle);
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t *stream);

#define HW_CUSOLVER_CSR                                                                                   \
    cusolverSpHandle_t handle, int m, int count, const cusparseMatDescr_t descriptor, const void *values, \
        const int *offsets, const int *indices
/* Where names end in Host, arrays are the host's. */
#define HW_CUSOLVER_CSRLSV(REAL) \
    HW_CUSOLVER_CSR, const void *b, REAL tolerance, int reorder, void *x, int *singularity
#define HW_CUSOLVER_CSREIGVSI(T, REAL) \
    HW_CUSOLVER_CSR, T mu0, const void *x0, int iterations, REAL tolerance, void *mu, void *x

/* KIND(letter, type of a number, of its real part) */
#define HW_CUSOLVER_SPARSE(KIND)   \
    KIND(S, float, float)          \
    KIND(D, double, double)        \
    KIND(C, float _Complex, float) \
    KIND(Z, double _Complex, double)
#define HW_CUSOLVER_PROTOTYPES(letter, T, REAL)                                     \
    cusolverStatus_t cusolverSp##letter##csrlsvqr(HW_CUSOLVER_CSRLSV(REAL));        \
    cusolverStatus_t cusolverSp##letter##csrlsvqrHost(HW_CUSOLVER_CSRLSV(REAL));    \
    cusolverStatus_t cusolverSp##letter##csrlsvluHost(HW_CUSOLVER_CSRLSV(REAL));    \
    cusolverStatus_t cusolverSp##letter##csrlsvchol(HW_CUSOLVER_CSRLSV(REAL));      \
    cusolverStatus_t cusolverSp##letter##csrlsvcholHost(HW_CUSOLVER_CSRLSV(REAL));  \
    cusolverStatus_t cusolverSp##letter##csreigvsi(HW_CUSOLVER_CSREIGVSI(T, REAL)); \
    cusolverStatus_t cusolverSp##letter##csreigvsiHost(HW_CUSOLVER_CSREIGVSI(T, REAL));
HW_CUSOLVER_SPARSE(HW_CUSOLVER_PROTOTYPES)
#undef HW_CUSOLVER_PROTOTYPES

#endif
