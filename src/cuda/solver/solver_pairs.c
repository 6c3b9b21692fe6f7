/* SPDX-License-Identifier: MIT */
/* gesv and gels under the names of their precisions.  The lowest one changes nothing (solver_refined.c). */
#include "cuda/solver/solver_dense.h"

enum { PAIR_S = HW_NUMBER_R32F, PAIR_D = HW_NUMBER_R64F, PAIR_C = HW_NUMBER_C32F, PAIR_Z = HW_NUMBER_C64F };

#define GESV(letter)                                                             \
    &(struct hw_solver_system)                                                   \
    {                                                                            \
        handle, PAIR_##letter, false, n, n, nrhs, lda, ldb, ldx, a, b, x, pivots \
    }
#define GELS(letter)                                                          \
    &(struct hw_solver_system)                                                \
    {                                                                         \
        handle, PAIR_##letter, true, m, n, nrhs, lda, ldb, ldx, a, b, x, NULL \
    }
#define FUNCTIONS(pair, letter)                                                                 \
    cusolverStatus_t cusolverDn##pair##gesv_bufferSize(HW_CUSOLVER_REFINED_GESV, size_t *bytes) \
    {                                                                                           \
        (void)work;                                                                             \
        return hw_solver_refined_bytes(__func__, GESV(letter), bytes);                          \
    }                                                                                           \
    cusolverStatus_t cusolverDn##pair##gesv(HW_CUSOLVER_REFINED_GESV, HW_CUSOLVER_REFINED_END)  \
    {                                                                                           \
        return hw_solver_refined(__func__, GESV(letter), work, bytes, iterations, info);        \
    }                                                                                           \
    cusolverStatus_t cusolverDn##pair##gels_bufferSize(HW_CUSOLVER_REFINED_GELS, size_t *bytes) \
    {                                                                                           \
        (void)work;                                                                             \
        return hw_solver_refined_bytes(__func__, GELS(letter), bytes);                          \
    }                                                                                           \
    cusolverStatus_t cusolverDn##pair##gels(HW_CUSOLVER_REFINED_GELS, HW_CUSOLVER_REFINED_END)  \
    {                                                                                           \
        return hw_solver_refined(__func__, GELS(letter), work, bytes, iterations, info);        \
    }
HW_CUSOLVER_PAIRS(FUNCTIONS)
