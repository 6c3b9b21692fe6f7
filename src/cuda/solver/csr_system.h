/* SPDX-License-Identifier: MIT */
/* Systems of a sparse matrix in the host, which LAPACK solves as a band: its diagonals from the lowest to the
 * highest that have an entry.  For Cholesky's factors it is a dense matrix. */
#ifndef HW_CUDA_SOLVER_CSR_SYSTEM_H
#define HW_CUDA_SOLVER_CSR_SYSTEM_H

#include "cuda/math/number.h"
#include "cuda/solver/lapack.h"

struct hw_csr_system {
    const struct hw_lapack *lapack;
    int type; /* a cudaDataType of LAPACK's */
    int rows, count, base;
    const void *values;
    const int *offsets, *indices;
    double tolerance; /* of pivots, or of an eigenvalue */
};

enum hw_band_answer {
    HW_BAND_FOUND,
    HW_BAND_WRONG, /* offsets or indices that lead elsewhere */
    HW_BAND_NO_MEMORY
};
/* x with A x = b; *singularity is the first pivot that is not larger than the tolerance, or -1: then x is as
 * it was. `cholesky`: of the lower triangle of a Hermitian matrix, whose pivots have to be positive. */
enum hw_band_answer hw_csr_system_solve(const struct hw_csr_system *system, bool cholesky, const void *b,
                                        void *x, int *singularity);
/* The eigenvalue next to mu0 and its vector x of length 1, from x0, by at most so many inverse iterations. */
enum hw_band_answer hw_csr_system_eigen(const struct hw_csr_system *system, hw_number mu0, const void *x0,
                                        int iterations, void *mu, void *x);

#endif
