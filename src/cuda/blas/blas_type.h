/* SPDX-License-Identifier: MIT */
/* The arithmetic of a kind of numbers: what jobs run.
 *
 * Operands, scalars and results are in the order of the arguments of cuBLAS's functions, each counted from 0;
 * results count as operands. */
#ifndef HW_CUDA_BLAS_BLAS_TYPE_H
#define HW_CUDA_BLAS_BLAS_TYPE_H

#include "cuda/blas/blas_job.h"

/* Functions by name: of every kind, of real ones, of complex ones.  `scal_real` and `rot_real` take real
 * scalars for complex vectors. */
/* clang-format off */
#define HW_BLAS_ANY(RUN)                                                                          \
    RUN(amax) RUN(amin) RUN(asum) RUN(axpy) RUN(copy) RUN(dotu) RUN(nrm2) RUN(rot) RUN(rotg)      \
    RUN(scal) RUN(swap)                                                                           \
    RUN(gemv) RUN(gbmv) RUN(geru) RUN(symv) RUN(syr) RUN(syr2) RUN(trmv) RUN(trsv) RUN(tbmv)      \
    RUN(tbsv) RUN(tpmv) RUN(tpsv)                                                                 \
    RUN(gemm) RUN(symm) RUN(syrk) RUN(syr2k) RUN(syrkx) RUN(trmm) RUN(trsm)                       \
    RUN(matmul) RUN(geam) RUN(dgmm) RUN(tpttr) RUN(trttp)                                         \
    RUN(getrf) RUN(getri) RUN(getrs) RUN(matinv) RUN(geqrf) RUN(gels)
#define HW_BLAS_REAL(RUN) RUN(rotm) RUN(rotmg) RUN(sbmv) RUN(spmv) RUN(spr) RUN(spr2)
#define HW_BLAS_COMPLEX(RUN)                                                                      \
    RUN(dotc) RUN(scal_real) RUN(rot_real)                                                        \
    RUN(gerc) RUN(hemv) RUN(hbmv) RUN(hpmv) RUN(her) RUN(her2) RUN(hpr) RUN(hpr2)                 \
    RUN(hemm) RUN(herk) RUN(her2k) RUN(herkx)
/* clang-format on */

#define HW_BLAS_MEMBER(name) hw_blas_run_fn *name;
struct hw_blas_type {
    size_t bytes, real_bytes; /* of a number, and of its parts */
    HW_BLAS_ANY(HW_BLAS_MEMBER)
    HW_BLAS_REAL(HW_BLAS_MEMBER)
    HW_BLAS_COMPLEX(HW_BLAS_MEMBER)
};
#undef HW_BLAS_MEMBER

#pragma GCC visibility push(default)

extern const struct hw_blas_type hw_blas_single, hw_blas_double, hw_blas_complex, hw_blas_double_complex;

#pragma GCC visibility pop
#endif
