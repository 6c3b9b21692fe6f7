/* SPDX-License-Identifier: MIT */
/* Products of cuBLASLt (type_single.c and the others include this): operands are those of blas_matmul.h.
 * SCALE and FINISH are what a kind has of scales and epilogues. */
#ifndef HW_CUDA_BLAS_RUN_MATMUL_H
#define HW_CUDA_BLAS_RUN_MATMUL_H

/* The product and `beta` times what `to` is. */
static void multiply(struct hw_blas_item *item, NUMBER alpha, NUMBER beta, NUMBER *to, int ld)
{
    for (int column = 0; column < N && alpha == 0; column++)
        for (int row = 0; row < M; row++) {
            NUMBER *d = to + (size_t)column * (size_t)ld + row;
            *d = HW_SCALED(beta, *d);
        }
    if (alpha != 0)
        HOST(gemm)
    (HW_CBLAS_COLUMNS, TRANS(0), TRANS(1), M, N, K, PASS(alpha), AT(HW_BLAS_MATMUL_A), LD(HW_BLAS_MATMUL_A),
     AT(HW_BLAS_MATMUL_B), LD(HW_BLAS_MATMUL_B), PASS(beta), to, ld);
}

/* Where each row has an alpha of its own. */
static void multiply_rows(struct hw_blas_item *item, NUMBER scale, NUMBER beta)
{
    const NUMBER *alpha = AT(HW_BLAS_MATMUL_ALPHA_OF_ROWS);
    NUMBER *product = malloc((size_t)M * (size_t)N * sizeof *product);

    if (!product) {
        item->error = cudaErrorMemoryAllocation;
        return;
    }
    multiply(item, 1, 0, product, M);
    for (int column = 0; column < N; column++)
        for (int row = 0; row < M; row++) {
            NUMBER *d = CELL(HW_BLAS_MATMUL_D, row, column);
            *d = HW_SCALED(alpha[row], scale * product[(size_t)column * (size_t)M + (size_t)row]) +
                 HW_SCALED(beta, *d);
        }
    free(product);
}

static void run_matmul(struct hw_blas_item *item)
{
    const NUMBER scale = SCALE(HW_BLAS_MATMUL_A_SCALE) * SCALE(HW_BLAS_MATMUL_B_SCALE),
                 beta = item->at[HW_BLAS_MATMUL_C] ? HW_SCALED(VALUE(1), SCALE(HW_BLAS_MATMUL_C_SCALE)) : 0;

    if (beta != 0)
        copy_matrix(item, HW_BLAS_MATMUL_C, HW_BLAS_MATMUL_D, M, N);
    if (item->at[HW_BLAS_MATMUL_ALPHA_OF_ROWS])
        multiply_rows(item, scale, beta);
    else
        multiply(item, HW_SCALED(VALUE(0), scale), beta, AT(HW_BLAS_MATMUL_D), LD(HW_BLAS_MATMUL_D));
    FINISH(item);
}

#endif
