/* SPDX-License-Identifier: MIT */
/* Descriptions of products. */
#include "cuda/cublaslt/lt_attribute.h"
#include "cuda/cublaslt/lt_descriptor.h"

#include <stdlib.h>
#include <string.h>

#define NUMBER(number, member) HW_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_##number, 4, struct hw_lt_product, member)
#define WIDE(number, member)   HW_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_##number, 8, struct hw_lt_product, member)
static const struct hw_lt_attribute attributes[] = {
    NUMBER(COMPUTE_TYPE, compute),
    NUMBER(SCALE_TYPE, scale),
    NUMBER(POINTER_MODE, mode),
    NUMBER(TRANSA, transa),
    NUMBER(TRANSB, transb),
    NUMBER(TRANSC, transc),
    NUMBER(FILL_MODE, fill),
    NUMBER(EPILOGUE, epilogue),
    WIDE(BIAS_POINTER, bias),
    WIDE(BIAS_BATCH_STRIDE, bias_stride),
    WIDE(EPILOGUE_AUX_POINTER, aux),
    WIDE(EPILOGUE_AUX_LD, aux_ld),
    WIDE(EPILOGUE_AUX_BATCH_STRIDE, aux_stride),
    WIDE(ALPHA_VECTOR_BATCH_STRIDE, alpha_stride),
    NUMBER(SM_COUNT_TARGET, multiprocessors),
    WIDE(A_SCALE_POINTER, scales[0]),
    WIDE(B_SCALE_POINTER, scales[1]),
    WIDE(C_SCALE_POINTER, scales[2]),
    WIDE(D_SCALE_POINTER, scales[3]),
    WIDE(AMAX_D_POINTER, d_largest),
    NUMBER(EPILOGUE_AUX_DATA_TYPE, aux_type),
    WIDE(EPILOGUE_AUX_SCALE_POINTER, aux_scale),
    WIDE(EPILOGUE_AUX_AMAX_POINTER, aux_largest),
    HW_LT_ATTRIBUTE(CUBLASLT_MATMUL_DESC_FAST_ACCUM, 1, struct hw_lt_product, fast),
    NUMBER(BIAS_DATA_TYPE, bias_type),
    NUMBER(A_SCALE_MODE, modes[0]),
    NUMBER(B_SCALE_MODE, modes[1]),
    NUMBER(C_SCALE_MODE, modes[2]),
    NUMBER(D_SCALE_MODE, modes[3]),
};
enum { COUNT = sizeof attributes / sizeof *attributes };

static struct hw_lt_product initial(cublasComputeType_t compute, cudaDataType scale)
{
    return (struct hw_lt_product){.size = sizeof(struct hw_lt_product),
                                  .compute = (uint8_t)compute,
                                  .scale = (uint8_t)scale,
                                  .fill = CUBLAS_FILL_MODE_FULL,
                                  .epilogue = 1,
                                  .aux_type = -1,
                                  .bias_type = -1};
}

struct hw_lt_product hw_lt_product_of(const struct hw_lt_product *product)
{
    struct hw_lt_product all = {0};

    memcpy(&all, product, product->size <= sizeof all ? product->size : sizeof all);
    return all;
}

cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t product, size_t size,
                                               cublasComputeType_t compute, cudaDataType scale)
{
    struct hw_lt_product made = initial(compute, scale);

    if (!product || size < offsetof(struct hw_lt_product, scales))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (size < sizeof made)
        made.size = (uint16_t)size;
    memcpy(product, &made, made.size);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *product, cublasComputeType_t compute,
                                        cudaDataType scale)
{
    const struct hw_lt_product made = initial(compute, scale);

    return hw_lt_create(product, &made, sizeof made);
}

cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t product)
{
    free(product);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t product,
                                              cublasLtMatmulDescAttributes_t attribute, const void *value,
                                              size_t bytes)
{
    return hw_lt_set(attributes, COUNT, product, product ? product->size : 0, (int)attribute, value, bytes);
}

cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t product,
                                              cublasLtMatmulDescAttributes_t attribute, void *value,
                                              size_t bytes, size_t *written)
{
    return hw_lt_get(attributes, COUNT, product, product ? product->size : 0, (int)attribute, value, bytes,
                     written);
}
