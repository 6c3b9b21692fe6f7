/* SPDX-License-Identifier: MIT */
/* Products. */
#include "cuda/cublaslt/lt_prepare.h"

/* The algorithm may be NULL; it and the workspace are not needed. */
cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t product, const void *alpha,
                              const void *a, cublasLtMatrixLayout_t a_layout, const void *b,
                              cublasLtMatrixLayout_t b_layout, const void *beta, const void *c,
                              cublasLtMatrixLayout_t c_layout, void *d, cublasLtMatrixLayout_t d_layout,
                              const cublasLtMatmulAlgo_t *algorithm, void *workspace, size_t workspace_bytes,
                              cudaStream_t stream)
{
    struct hw_blas_call call = hw_lt_begin(__func__, handle);

    (void)algorithm, (void)workspace, (void)workspace_bytes;
    call.stream = stream;
    hw_lt_prepare(&call, &(const struct hw_lt_problem){.product = product,
                                                       .layout = {a_layout, b_layout, c_layout, d_layout},
                                                       .at = {a, b, c, d},
                                                       .alpha = alpha,
                                                       .beta = beta});
    return hw_blas_end(&call);
}
