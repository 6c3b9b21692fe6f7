/* SPDX-License-Identifier: MIT */
/* The exports of cuBLAS for one kind of numbers, for single.c and the others, with the names of
 * cublas_kind.h; KIND is the arithmetic. */
#ifndef HW_CUDA_CUBLAS_KIND_CALLS_H
#define HW_CUDA_CUBLAS_KIND_CALLS_H

/* The body of a function with a handle: arguments are prepared as those of `work`, and `what` is done. */
#define DO(work, what, ...)                                       \
    struct hw_blas_call call = hw_cublas_begin(__func__, handle); \
    hw_cublas_##work(&call, &KIND, KIND.what, __VA_ARGS__);       \
    return hw_blas_end(&call)

/* Of one of the interface before CUDA 4.0. */
#define DO_OLD(work, what, ...)                               \
    struct hw_blas_call call = hw_cublas_begin_old(__func__); \
    hw_cublas_##work(&call, &KIND, KIND.what, __VA_ARGS__);   \
    hw_cublas_end_old(&call)

/* Names with a handle: those that the interface before CUDA 4.0 has as well end in _v2. */
#define INT                int
#define CALLED(name)       NAME(name)
#define V2(name)           NAME(name##_v2)
#define INDEX_CALLED(name) INDEX_NAME(name##_v2)
#define SUM_CALLED(name)   SUM_NAME(name##_v2)
#define PART_CALLED(name)  PART_NAME(name##_v2)
#include "cuda/cublas/calls_sized.h"
#if IS_COMPLEX
#include "cuda/cublas/calls_sized_complex.h"
#else
#include "cuda/cublas/calls_sized_real.h"
#endif
#undef INT
#undef CALLED
#undef V2
#undef INDEX_CALLED
#undef SUM_CALLED
#undef PART_CALLED

#define INT                int64_t
#define CALLED(name)       NAME(name##_64)
#define V2(name)           NAME(name##_v2_64)
#define INDEX_CALLED(name) INDEX_NAME(name##_v2_64)
#define SUM_CALLED(name)   SUM_NAME(name##_v2_64)
#define PART_CALLED(name)  PART_NAME(name##_v2_64)
#include "cuda/cublas/calls_sized.h"
#if IS_COMPLEX
#include "cuda/cublas/calls_sized_complex.h"
#else
#include "cuda/cublas/calls_sized_real.h"
#endif
#undef INT
#undef CALLED
#undef V2
#undef INDEX_CALLED
#undef SUM_CALLED
#undef PART_CALLED

#include "cuda/cublas/calls_plain.h"

#include "cuda/cublas/calls_xt.h"

#include "cuda/cublas/calls_old.h"
#if IS_COMPLEX
#include "cuda/cublas/calls_old_complex.h"
#else
#include "cuda/cublas/calls_old_real.h"
#endif

#endif
