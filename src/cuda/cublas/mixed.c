/* SPDX-License-Identifier: MIT */
/* cuBLAS of mixed types and of half precision: products. */
#include "cuda/blas/blas_compute.h"
#include "cuda/blas/blas_element.h"
#include "cuda/cublas/prepare_mixed.h"

/* The body of a function with a handle: arguments are prepared as those of `work`. */
#define DO_MIXED(work, ...)                                       \
    struct hw_blas_call call = hw_cublas_begin(__func__, handle); \
    hw_cublas_mixed_##work(&call, __VA_ARGS__);                   \
    return hw_blas_end(&call)
#define TYPED_AS(where, kind) ((struct hw_cublas_typed){.place = where, .type = (kind)})
#define TYPED(x, step)        TYPED_AS(PLACE(x, step), x##_type)

#define INT          int
#define CALLED(name) cublas##name
#include "cuda/cublas/calls_mixed.h"
#undef INT
#undef CALLED

#define INT          int64_t
#define CALLED(name) cublas##name##_64
#include "cuda/cublas/calls_mixed.h"
