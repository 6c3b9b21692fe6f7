/* SPDX-License-Identifier: MIT */
/* Products with Hermitian matrices (type_complex.c and type_double_complex.c include this). */
#ifndef HW_CUDA_BLAS_RUN_COMPLEX_MATRICES_H
#define HW_CUDA_BLAS_RUN_COMPLEX_MATRICES_H

static void run_hemm(struct hw_blas_item *item)
{
    HOST(hemm)
    (HW_CBLAS_COLUMNS, SIDE, UPLO, M, N, SCALAR(0), AT(0), LD(0), AT(1), LD(1), SCALAR(1), AT(2), LD(2));
}

static void run_herk(struct hw_blas_item *item)
{
    HOST(herk)(HW_CBLAS_COLUMNS, UPLO, TRANS(0), N, K, PART(0), AT(0), LD(0), PART(1), AT(1), LD(1));
}

static void run_her2k(struct hw_blas_item *item)
{
    HOST(her2k)
    (HW_CBLAS_COLUMNS, UPLO, TRANS(0), N, K, SCALAR(0), AT(0), LD(0), AT(1), LD(1), PART(1), AT(2), LD(2));
}

/* The diagonal of the result is real. */
static void run_herkx(struct hw_blas_item *item)
{
    add_triangle(item, whole_product(item, HW_CBLAS_CONJ_TRANS), PART(1));
    for (int i = 0; i < N && item->error == cudaSuccess; i++) {
        REAL *diagonal = (REAL *)CELL(2, i, i);
        diagonal[1] = 0;
    }
}

#endif
