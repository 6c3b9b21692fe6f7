/* SPDX-License-Identifier: MIT */
/* Matrices in other orders and types, turned and added up. */
#include "cuda/blas/blas_element.h"
#include "cuda/blas/blas_accumulate.h"
#include "cuda/cublaslt/lt_attribute.h"
#include "cuda/cublaslt/lt_prepare.h"

#include <stdlib.h>

#define NUMBER(number, member) \
    HW_LT_ATTRIBUTE(CUBLASLT_MATRIX_TRANSFORM_DESC_##number, 4, struct hw_lt_transform, member)
static const struct hw_lt_attribute attributes[] = {
    NUMBER(SCALE_TYPE, scale),
    NUMBER(POINTER_MODE, mode),
    NUMBER(TRANSA, transa),
    NUMBER(TRANSB, transb),
};
enum { COUNT = sizeof attributes / sizeof *attributes };

cublasStatus_t cublasLtMatrixTransformDescInit_internal(cublasLtMatrixTransformDesc_t transform, size_t size,
                                                        cudaDataType scale)
{
    if (!transform || size < sizeof *transform)
        return CUBLAS_STATUS_INVALID_VALUE;
    *transform = (struct hw_lt_transform){.scale = scale};
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t *transform, cudaDataType scale)
{
    const struct hw_lt_transform made = {.scale = scale};

    return hw_lt_create(transform, &made, sizeof made);
}

cublasStatus_t cublasLtMatrixTransformDescDestroy(cublasLtMatrixTransformDesc_t transform)
{
    free(transform);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixTransformDescSetAttribute(cublasLtMatrixTransformDesc_t transform,
                                                       cublasLtMatrixTransformDescAttributes_t attribute,
                                                       const void *value, size_t bytes)
{
    return hw_lt_set(attributes, COUNT, transform, sizeof *transform, (int)attribute, value, bytes);
}

cublasStatus_t cublasLtMatrixTransformDescGetAttribute(cublasLtMatrixTransformDesc_t transform,
                                                       cublasLtMatrixTransformDescAttributes_t attribute,
                                                       void *value, size_t bytes, size_t *written)
{
    return hw_lt_get(attributes, COUNT, transform, sizeof *transform, (int)attribute, value, bytes, written);
}

/* --- the work --- */

/* What scalars of a type are computed with; whole numbers of 32 bits need double. */
static cudaDataType wide_of(cudaDataType scale, cudaDataType result)
{
    switch (scale) {
    case CUDA_R_16F:
    case CUDA_R_32F: return result == CUDA_R_32I ? CUDA_R_64F : CUDA_R_32F;
    case CUDA_R_32I: return CUDA_R_64F;
    default: return scale;
    }
}

/* A matrix that is added up, or none; `trans` turns it into the shape of the result. */
static void set_term(struct hw_blas_call *call, int operand, const void *at,
                     const struct hw_lt_layout *layout, cublasOperation_t trans,
                     const struct hw_lt_layout *result)
{
    const bool plain = trans == CUBLAS_OP_N;

    hw_blas_trans(call, operand, trans);
    hw_blas_check(call,
                  layout->count == result->count &&
                      (plain ? layout->rows : layout->columns) == result->rows &&
                      (plain ? layout->columns : layout->rows) == result->columns,
                  CUBLAS_STATUS_INVALID_VALUE);
    hw_lt_matrix(call, operand, at, layout);
    hw_blas_widen_operand(call, operand, (struct hw_blas_typed){.type = layout->type});
    hw_blas_factor(call, operand, operand, operand);
}

static void set_sum(struct hw_blas_call *call, const struct hw_lt_transform *transform, const void *alpha,
                    const void *beta, const struct hw_lt_layout *c_layout)
{
    const cudaDataType wide = wide_of(transform->scale, c_layout->type);
    const struct hw_blas_type *kind = hw_blas_type_of(wide);
    const size_t bytes = hw_blas_element_bytes(transform->scale);

    hw_blas_check(call, kind && transform->mode <= CUBLASLT_POINTER_MODE_DEVICE, CUBLAS_STATUS_NOT_SUPPORTED);
    hw_blas_check(call, alpha != NULL, CUBLAS_STATUS_INVALID_VALUE);
    if (!hw_blas_is_ready(call))
        return;
    call->scalars_on_device = transform->mode == CUBLASLT_POINTER_MODE_DEVICE;
    hw_blas_scalar(call, 0, alpha, bytes);
    if (beta)
        hw_blas_scalar(call, 1, beta, bytes);
    hw_blas_count(call, c_layout->count);
    call->job.m = (int)c_layout->rows;
    call->job.n = (int)c_layout->columns;
    call->job.run = c_layout->rows > 0 && c_layout->columns > 0 ? kind->geam : NULL;
    hw_blas_widen(call, wide, kind->geam, transform->scale, NULL, 0);
}

cublasStatus_t cublasLtMatrixTransform(cublasLtHandle_t handle, cublasLtMatrixTransformDesc_t transform,
                                       const void *alpha, const void *a, cublasLtMatrixLayout_t a_layout,
                                       const void *beta, const void *b, cublasLtMatrixLayout_t b_layout,
                                       void *c, cublasLtMatrixLayout_t c_layout, cudaStream_t stream)
{
    struct hw_blas_call call = hw_lt_begin(__func__, handle);

    call.stream = stream;
    hw_blas_check(&call, transform && a_layout && c_layout && (b_layout || !b), CUBLAS_STATUS_INVALID_VALUE);
    if (hw_blas_is_ready(&call)) {
        set_sum(&call, transform, alpha, beta, c_layout);
        set_term(&call, 0, a, a_layout, transform->transa, c_layout);
        if (b)
            set_term(&call, 1, b, b_layout, transform->transb, c_layout);
        hw_lt_matrix(&call, 2, c, c_layout);
        hw_blas_widen_operand(&call, 2, (struct hw_blas_typed){.type = c_layout->type, .written = true});
        call.job.operand[2].unread = true;
    }
    return hw_blas_end(&call);
}
