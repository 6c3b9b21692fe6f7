/* SPDX-License-Identifier: MIT */
/* What the names of cuBLAS and cuBLASLt call that nobody has written (tools/exportgen). */
#ifndef HW_CUDA_BLAS_BLAS_MISSING_H
#define HW_CUDA_BLAS_BLAS_MISSING_H

#pragma GCC visibility push(default)

/* CUBLAS_STATUS_NOT_SUPPORTED, told once a function. */
int hw_blas_missing(const char *library, const char *name, unsigned char *told);

#pragma GCC visibility pop
#endif
