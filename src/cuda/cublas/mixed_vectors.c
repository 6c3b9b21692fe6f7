/* SPDX-License-Identifier: MIT */
/* cuBLAS of mixed types: vectors. */
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
#include "cuda/cublas/calls_mixed_vectors.h"
#undef INT
#undef CALLED

#define INT          int64_t
#define CALLED(name) cublas##name##_64
#include "cuda/cublas/calls_mixed_vectors.h"

cublasStatus_t cublasRotgEx(cublasHandle_t handle, void *a, void *b, cudaDataType ab_type, void *c, void *s,
                            cudaDataType cs_type, cudaDataType wide)
{
    DO_MIXED(rotg, a, b, ab_type, c, s, cs_type, wide);
}

cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void *d1, cudaDataType d1_type, void *d2,
                             cudaDataType d2_type, void *x1, cudaDataType x1_type, const void *y1,
                             cudaDataType y1_type, void *parameters, cudaDataType type, cudaDataType wide)
{
    const cudaDataType types[] = {d1_type, d2_type, x1_type, y1_type, type};

    DO_MIXED(rotmg, d1, d2, x1, y1, parameters, types, wide);
}
