/* SPDX-License-Identifier: MIT */
/* Layouts of matrices. */
#include "cuda/cublaslt/lt_attribute.h"
#include "cuda/cublaslt/lt_descriptor.h"

#include <stdlib.h>
#include <string.h>

static const struct hw_lt_attribute attributes[] = {
    HW_LT_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_TYPE, 4, struct hw_lt_layout, type),
    HW_LT_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_ORDER, 4, struct hw_lt_layout, order),
    HW_LT_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_ROWS, 8, struct hw_lt_layout, rows),
    HW_LT_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_COLS, 8, struct hw_lt_layout, columns),
    HW_LT_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_LD, 8, struct hw_lt_layout, ld),
    HW_LT_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, 4, struct hw_lt_layout, count),
    HW_LT_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, 8, struct hw_lt_layout, stride),
    HW_LT_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, 8, struct hw_lt_layout, plane),
    HW_LT_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, 4, struct hw_lt_layout, listed),
};
enum { COUNT = sizeof attributes / sizeof *attributes };

static struct hw_lt_layout initial(cudaDataType type, uint64_t rows, uint64_t columns, int64_t ld)
{
    return (struct hw_lt_layout){.type = type, .rows = rows, .columns = columns, .ld = ld, .count = 1};
}

cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t layout, size_t size,
                                                 cudaDataType type, uint64_t rows, uint64_t columns,
                                                 int64_t ld)
{
    if (!layout || size < sizeof *layout)
        return CUBLAS_STATUS_INVALID_VALUE;
    *layout = initial(type, rows, columns, ld);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType type, uint64_t rows,
                                          uint64_t columns, int64_t ld)
{
    const struct hw_lt_layout made = initial(type, rows, columns, ld);

    return hw_lt_create(layout, &made, sizeof made);
}

cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout)
{
    free(layout);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute, const void *value,
                                                size_t bytes)
{
    return hw_lt_set(attributes, COUNT, layout, sizeof *layout, (int)attribute, value, bytes);
}

cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute, void *value,
                                                size_t bytes, size_t *written)
{
    return hw_lt_get(attributes, COUNT, layout, sizeof *layout, (int)attribute, value, bytes, written);
}
