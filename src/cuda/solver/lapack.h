/* SPDX-License-Identifier: MIT */
/* The LAPACK of the host by its Fortran names, found at run time.  All arguments go by address, so one
 * prototype does for all four kinds of numbers; letters have their lengths at the end, as gfortran passes
 * them. */
#ifndef HW_CUDA_SOLVER_LAPACK_H
#define HW_CUDA_SOLVER_LAPACK_H

#include <stddef.h>

/* Functions that take rwork where numbers are complex are only named here. */
typedef void hw_lapack_any(void);

typedef const char *hw_letter;
typedef const int *hw_size;

/* ENTRY(member, name for real numbers, name for complex ones, arguments) */
/* clang-format off */
#define HW_LAPACK(ENTRY) \
    ENTRY(getrf, "getrf", "getrf", (hw_size m, hw_size n, void *a, hw_size lda, int *pivots, int *info)) \
    ENTRY(getrs, "getrs", "getrs", (hw_letter trans, hw_size n, hw_size nrhs, const void *a, hw_size lda, \
                                    const int *pivots, void *b, hw_size ldb, int *info, size_t)) \
    ENTRY(laswp, "laswp", "laswp", (hw_size n, void *a, hw_size lda, hw_size first, hw_size last, \
                                    const int *pivots, hw_size step)) \
    ENTRY(potrf, "potrf", "potrf", (hw_letter uplo, hw_size n, void *a, hw_size lda, int *info, size_t)) \
    ENTRY(potrs, "potrs", "potrs", (hw_letter uplo, hw_size n, hw_size nrhs, const void *a, hw_size lda, \
                                    void *b, hw_size ldb, int *info, size_t)) \
    ENTRY(potri, "potri", "potri", (hw_letter uplo, hw_size n, void *a, hw_size lda, int *info, size_t)) \
    ENTRY(lauum, "lauum", "lauum", (hw_letter uplo, hw_size n, void *a, hw_size lda, int *info, size_t)) \
    ENTRY(trtri, "trtri", "trtri", (hw_letter uplo, hw_letter diag, hw_size n, void *a, hw_size lda, int *info, \
                                    size_t, size_t)) \
    ENTRY(geqrf, "geqrf", "geqrf", (hw_size m, hw_size n, void *a, hw_size lda, void *tau, void *work, \
                                    hw_size lwork, int *info)) \
    ENTRY(orgqr, "orgqr", "ungqr", (hw_size m, hw_size n, hw_size k, void *a, hw_size lda, const void *tau, \
                                    void *work, hw_size lwork, int *info)) \
    ENTRY(ormqr, "ormqr", "unmqr", (hw_letter side, hw_letter trans, hw_size m, hw_size n, hw_size k, const void *a, \
                                    hw_size lda, const void *tau, void *c, hw_size ldc, void *work, \
                                    hw_size lwork, int *info, size_t, size_t)) \
    ENTRY(gels, "gels", "gels", (hw_letter trans, hw_size m, hw_size n, hw_size nrhs, void *a, hw_size lda, void *b, \
                                 hw_size ldb, void *work, hw_size lwork, int *info, size_t)) \
    ENTRY(sytrf, "sytrf", "sytrf", (hw_letter uplo, hw_size n, void *a, hw_size lda, int *pivots, void *work, \
                                    hw_size lwork, int *info, size_t)) \
    ENTRY(sytrs, "sytrs", "sytrs", (hw_letter uplo, hw_size n, hw_size nrhs, const void *a, hw_size lda, \
                                    const int *pivots, void *b, hw_size ldb, int *info, size_t)) \
    ENTRY(sytri, "sytri", "sytri", (hw_letter uplo, hw_size n, void *a, hw_size lda, const int *pivots, void *work, \
                                    int *info, size_t)) \
    ENTRY(gebrd, "gebrd", "gebrd", (hw_size m, hw_size n, void *a, hw_size lda, void *d, void *e, void *tauq, \
                                    void *taup, void *work, hw_size lwork, int *info)) \
    ENTRY(orgbr, "orgbr", "ungbr", (hw_letter which, hw_size m, hw_size n, hw_size k, void *a, hw_size lda, \
                                    const void *tau, void *work, hw_size lwork, int *info, size_t)) \
    ENTRY(sytrd, "sytrd", "hetrd", (hw_letter uplo, hw_size n, void *a, hw_size lda, void *d, void *e, void *tau, \
                                    void *work, hw_size lwork, int *info, size_t)) \
    ENTRY(orgtr, "orgtr", "ungtr", (hw_letter uplo, hw_size n, void *a, hw_size lda, const void *tau, void *work, \
                                    hw_size lwork, int *info, size_t)) \
    ENTRY(ormtr, "ormtr", "unmtr", (hw_letter side, hw_letter uplo, hw_letter trans, hw_size m, hw_size n, \
                                    const void *a, hw_size lda, const void *tau, void *c, hw_size ldc, void *work, \
                                    hw_size lwork, int *info, size_t, size_t, size_t)) \
    ENTRY(sygst, "sygst", "hegst", (hw_size type, hw_letter uplo, hw_size n, void *a, hw_size lda, const void *b, \
                                    hw_size ldb, int *info, size_t)) \
    ENTRY(trsm, "trsm", "trsm", (hw_letter side, hw_letter uplo, hw_letter trans, hw_letter diag, hw_size m, \
                                 hw_size n, const void *alpha, const void *a, hw_size lda, void *b, hw_size ldb, \
                                 size_t, size_t, size_t, size_t)) \
    ENTRY(trmm, "trmm", "trmm", (hw_letter side, hw_letter uplo, hw_letter trans, hw_letter diag, hw_size m, \
                                 hw_size n, const void *alpha, const void *a, hw_size lda, void *b, hw_size ldb, \
                                 size_t, size_t, size_t, size_t)) \
    ENTRY(gemm, "gemm", "gemm", (hw_letter transa, hw_letter transb, hw_size m, hw_size n, hw_size k, \
                                 const void *alpha, const void *a, hw_size lda, const void *b, hw_size ldb, \
                                 const void *beta, void *c, hw_size ldc, size_t, size_t)) \
    ENTRY(gbtrf, "gbtrf", "gbtrf", (hw_size m, hw_size n, hw_size below, hw_size above, void *ab, hw_size ldab, \
                                    int *pivots, int *info)) \
    ENTRY(gbtrs, "gbtrs", "gbtrs", (hw_letter trans, hw_size n, hw_size below, hw_size above, hw_size nrhs, \
                                    const void *ab, hw_size ldab, const int *pivots, void *b, hw_size ldb, \
                                    int *info, size_t)) \
    ENTRY(gesvd, "gesvd", "gesvd", (void)) \
    ENTRY(syevd, "syevd", "heevd", (void)) \
    ENTRY(syevr, "syevr", "heevr", (void)) \
    ENTRY(geev, "geev", "geev", (void))
/* clang-format on */

/* The same of one kind of numbers. */
#define HW_LAPACK_MEMBER(member, real, other, arguments) void(*member) arguments;
struct hw_lapack {
    HW_LAPACK(HW_LAPACK_MEMBER)
};
#undef HW_LAPACK_MEMBER

/* For CUDA's types of floats and doubles; NULL where there is none, and then a sentence has been printed. */
const struct hw_lapack *hw_lapack_get(int type);
/* Whether it is one of those four types. */
int hw_lapack_takes(int type);

#endif
