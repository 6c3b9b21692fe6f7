/* SPDX-License-Identifier: MIT */
/* Products with Hermitian matrices (type_complex.c and type_double_complex.c include this). */
#ifndef HW_CUDA_BLAS_RUN_COMPLEX_MATRICES_H
#define HW_CUDA_BLAS_RUN_COMPLEX_MATRICES_H

static void run_hemm(struct hw_blas_item *item)
{
    if (VALUE(0) == 0)
        scale_matrix(item, 2, M, N, VALUE(1));
    else
        HOST(hemm)
    (HW_CBLAS_COLUMNS, SIDE, UPLO, M, N, SCALAR(0), AT(0), LD(0), AT(1), LD(1), SCALAR(1), AT(2), LD(2));
}

/* The diagonal of a Hermitian matrix is real. */
static void make_diagonal_real(const struct hw_blas_item *item, int operand)
{
    for (int i = 0; i < N; i++) {
        REAL *diagonal = (REAL *)CELL(operand, i, i);
        diagonal[1] = 0;
    }
}

static void scale_hermitian(const struct hw_blas_item *item, int operand, REAL by)
{
    scale_triangle(item, operand, by);
    if (by != 1)
        make_diagonal_real(item, operand);
}

static void run_herk(struct hw_blas_item *item)
{
    if (PART(0) == 0)
        scale_hermitian(item, 1, PART(1));
    else
        HOST(herk)(HW_CBLAS_COLUMNS, UPLO, TRANS(0), N, K, PART(0), AT(0), LD(0), PART(1), AT(1), LD(1));
}

static void run_her2k(struct hw_blas_item *item)
{
    if (VALUE(0) == 0)
        scale_hermitian(item, 2, PART(1));
    else
        HOST(her2k)
    (HW_CBLAS_COLUMNS, UPLO, TRANS(0), N, K, SCALAR(0), AT(0), LD(0), AT(1), LD(1), PART(1), AT(2), LD(2));
}

static void run_herkx(struct hw_blas_item *item)
{
    add_product(item, HW_CBLAS_CONJ_TRANS, PART(1));
    if (item->error == cudaSuccess)
        make_diagonal_real(item, 2);
}

#endif
