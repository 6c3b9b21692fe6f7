/* SPDX-License-Identifier: MIT */
/* Work on matrices with vectors that every kind of numbers has (type_single.c and the others include this).
 */
#ifndef HW_CUDA_BLAS_RUN_MATRIX_VECTOR_H
#define HW_CUDA_BLAS_RUN_MATRIX_VECTOR_H

/* Of a general matrix; where it is empty, the reference BLAS leaves the result as it is. */
static int length_of_result(const struct hw_blas_item *item)
{
    return M == 0 || N == 0 ? 0 : TRANS(0) == HW_CBLAS_NO_TRANS ? M : N;
}

static void run_gemv(struct hw_blas_item *item)
{
    if (begin_product(item, length_of_result(item)))
        HOST(gemv)
    (HW_CBLAS_COLUMNS, TRANS(0), M, N, SCALAR(0), AT(0), LD(0), AT(1), LD(1), SCALAR(1), AT(2), LD(2));
}

static void run_gbmv(struct hw_blas_item *item)
{
    const struct hw_blas_job *job = item->job;

    if (begin_product(item, length_of_result(item)))
        HOST(gbmv)
    (HW_CBLAS_COLUMNS, TRANS(0), M, N, job->below, job->above, SCALAR(0), AT(0), LD(0), AT(1), LD(1),
     SCALAR(1), AT(2), LD(2));
}

static void run_trmv(struct hw_blas_item *item)
{
    HOST(trmv)(HW_CBLAS_COLUMNS, UPLO, TRANS(0), DIAG, N, AT(0), LD(0), AT(1), LD(1));
}

static void run_trsv(struct hw_blas_item *item)
{
    HOST(trsv)(HW_CBLAS_COLUMNS, UPLO, TRANS(0), DIAG, N, AT(0), LD(0), AT(1), LD(1));
}

static void run_tbmv(struct hw_blas_item *item)
{
    HOST(tbmv)(HW_CBLAS_COLUMNS, UPLO, TRANS(0), DIAG, N, K, AT(0), LD(0), AT(1), LD(1));
}

static void run_tbsv(struct hw_blas_item *item)
{
    HOST(tbsv)(HW_CBLAS_COLUMNS, UPLO, TRANS(0), DIAG, N, K, AT(0), LD(0), AT(1), LD(1));
}

static void run_tpmv(struct hw_blas_item *item)
{
    HOST(tpmv)(HW_CBLAS_COLUMNS, UPLO, TRANS(0), DIAG, N, AT(0), AT(1), LD(1));
}

static void run_tpsv(struct hw_blas_item *item)
{
    HOST(tpsv)(HW_CBLAS_COLUMNS, UPLO, TRANS(0), DIAG, N, AT(0), AT(1), LD(1));
}

#endif
