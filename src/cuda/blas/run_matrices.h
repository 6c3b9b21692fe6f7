/* SPDX-License-Identifier: MIT */
/* Products and solutions of matrices (type_single.c and the others include this). */
#ifndef HW_CUDA_BLAS_RUN_MATRICES_H
#define HW_CUDA_BLAS_RUN_MATRICES_H

static void run_gemm(struct hw_blas_item *item)
{
    if (VALUE(0) == 0)
        scale_matrix(item, 2, M, N, VALUE(1));
    else
        HOST(gemm)
    (HW_CBLAS_COLUMNS, TRANS(0), TRANS(1), M, N, K, SCALAR(0), AT(0), LD(0), AT(1), LD(1), SCALAR(1), AT(2),
     LD(2));
}

static void run_symm(struct hw_blas_item *item)
{
    if (VALUE(0) == 0)
        scale_matrix(item, 2, M, N, VALUE(1));
    else
        HOST(symm)
    (HW_CBLAS_COLUMNS, SIDE, UPLO, M, N, SCALAR(0), AT(0), LD(0), AT(1), LD(1), SCALAR(1), AT(2), LD(2));
}

static void run_syrk(struct hw_blas_item *item)
{
    if (VALUE(0) == 0)
        scale_triangle(item, 1, VALUE(1));
    else
        HOST(syrk)(HW_CBLAS_COLUMNS, UPLO, TRANS(0), N, K, SCALAR(0), AT(0), LD(0), SCALAR(1), AT(1), LD(1));
}

static void run_syr2k(struct hw_blas_item *item)
{
    if (VALUE(0) == 0)
        scale_triangle(item, 2, VALUE(1));
    else
        HOST(syr2k)
    (HW_CBLAS_COLUMNS, UPLO, TRANS(0), N, K, SCALAR(0), AT(0), LD(0), AT(1), LD(1), SCALAR(1), AT(2), LD(2));
}

/* Copy operand `from` to operand `to`, unless they are one. */
static void copy_matrix(struct hw_blas_item *item, int from, int to, int rows, int columns)
{
    if (AT(from) != AT(to))
        for (int column = 0; column < columns; column++)
            memmove(CELL(to, 0, column), CELL(from, 0, column), (size_t)rows * sizeof(NUMBER));
}

/* Operand 2 becomes the product of a triangle and operand 1. */
static void run_trmm(struct hw_blas_item *item)
{
    if (VALUE(0) == 0) {
        scale_matrix(item, 2, M, N, 0);
        return;
    }
    copy_matrix(item, 1, 2, M, N);
    HOST(trmm)(HW_CBLAS_COLUMNS, SIDE, UPLO, TRANS(0), DIAG, M, N, SCALAR(0), AT(0), LD(0), AT(2), LD(2));
}

static void run_trsm(struct hw_blas_item *item)
{
    if (VALUE(0) == 0)
        scale_matrix(item, 1, M, N, 0);
    else
        HOST(trsm)(HW_CBLAS_COLUMNS, SIDE, UPLO, TRANS(0), DIAG, M, N, SCALAR(0), AT(0), LD(0), AT(1), LD(1));
}

/* --- the triangle of a product that is known to be symmetric --- */

/* The whole product of operands 0 and 1, of which the second is turned the other way; NULL: no memory. */
static NUMBER *whole_product(struct hw_blas_item *item, int turned)
{
    const bool plain = TRANS(0) == HW_CBLAS_NO_TRANS;
    NUMBER *product = malloc((size_t)N * (size_t)N * sizeof *product);

    if (product)
        HOST(gemm)
    (HW_CBLAS_COLUMNS, plain ? HW_CBLAS_NO_TRANS : turned, plain ? turned : HW_CBLAS_NO_TRANS, N, N, K,
     SCALAR(0), AT(0), LD(0), AT(1), LD(1), ZERO, product, N);
    else item->error = cudaErrorMemoryAllocation;
    return product;
}

/* The triangle of operand 2 becomes that of the product plus beta times what it was. */
static void add_product(struct hw_blas_item *item, int turned, NUMBER beta)
{
    NUMBER *product = VALUE(0) == 0 ? NULL : whole_product(item, turned);

    if (item->error == cudaSuccess)
        scale_triangle(item, 2, beta);
    for (int column = 0; product && column < N; column++)
        for (int row = first_row(item, column); row < end_row(item, column); row++)
            *CELL(2, row, column) += product[(size_t)column * (size_t)N + (size_t)row];
    free(product);
}

static void run_syrkx(struct hw_blas_item *item)
{
    add_product(item, HW_CBLAS_TRANS, VALUE(1));
}

#endif
