/* SPDX-License-Identifier: MIT */
/* The LAPACK of the host by its Fortran interface, found at run time: what batches of small matrices call. */
#ifndef HW_CUDA_BLAS_BLAS_LAPACK_H
#define HW_CUDA_BLAS_BLAS_LAPACK_H

#include <complex.h>
#include <stddef.h>

/* For a kind of numbers: ENTRY(name, arguments).  Letters have their length behind all other arguments. */
#define HW_LAPACK(ENTRY, NUMBER)                                                                         \
    ENTRY(getrf, (const int *m, const int *n, NUMBER *a, const int *lda, int *pivots, int *info))        \
    ENTRY(getrs, (const char *trans, const int *n, const int *columns, const NUMBER *a, const int *lda,  \
                  const int *pivots, NUMBER *b, const int *ldb, int *info, size_t trans_length))         \
    ENTRY(getri, (const int *n, NUMBER *a, const int *lda, const int *pivots, NUMBER *work,              \
                  const int *work_length, int *info))                                                    \
    ENTRY(geqrf, (const int *m, const int *n, NUMBER *a, const int *lda, NUMBER *tau, NUMBER *work,      \
                  const int *work_length, int *info))                                                    \
    ENTRY(gels,                                                                                          \
          (const char *trans, const int *m, const int *n, const int *columns, NUMBER *a, const int *lda, \
           NUMBER *b, const int *ldb, NUMBER *work, const int *work_length, int *info, size_t trans_length))

#define HW_LAPACK_MEMBER(name, arguments) void(*name) arguments;
struct hw_blas_lapack {
    struct {
        HW_LAPACK(HW_LAPACK_MEMBER, float)
    } s;
    struct {
        HW_LAPACK(HW_LAPACK_MEMBER, double)
    } d;
    struct {
        HW_LAPACK(HW_LAPACK_MEMBER, float complex)
    } c;
    struct {
        HW_LAPACK(HW_LAPACK_MEMBER, double complex)
    } z;
};
#undef HW_LAPACK_MEMBER

#pragma GCC visibility push(default)

/* NULL where none is installed: a sentence has been printed then. */
const struct hw_blas_lapack *hw_blas_lapack_get(void);

#pragma GCC visibility pop
#endif
