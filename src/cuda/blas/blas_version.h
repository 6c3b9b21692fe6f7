/* SPDX-License-Identifier: MIT */
/* The version that cuBLAS and cuBLASLt say they are, by the toolkit (HW_TOOLKIT) that they stand for. */
#ifndef HW_CUDA_BLAS_BLAS_VERSION_H
#define HW_CUDA_BLAS_BLAS_VERSION_H

/* Of the headers of CUDA 11.7, 12.1 and 13.1; before CUDA 11 the numbers were the toolkit's. */
#if HW_TOOLKIT >= 13000
#define HW_BLAS_MAJOR 13
#define HW_BLAS_MINOR 1
#define HW_BLAS_PATCH 0
#elif HW_TOOLKIT >= 12000
#define HW_BLAS_MAJOR 12
#define HW_BLAS_MINOR 1
#define HW_BLAS_PATCH 3
#elif HW_TOOLKIT >= 11000
#define HW_BLAS_MAJOR 11
#define HW_BLAS_MINOR 10
#define HW_BLAS_PATCH 3
#else
#define HW_BLAS_MAJOR 4
#define HW_BLAS_MINOR 2
#define HW_BLAS_PATCH 0
#endif

#if HW_TOOLKIT >= 11000
#define HW_BLAS_VERSION (HW_BLAS_MAJOR * 10000 + HW_BLAS_MINOR * 100 + HW_BLAS_PATCH)
#else
#define HW_BLAS_VERSION HW_TOOLKIT
#endif

#endif
