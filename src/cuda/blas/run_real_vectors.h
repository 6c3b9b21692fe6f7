/* SPDX-License-Identifier: MIT */
/* Work on vectors and on matrices with vectors that only real numbers have, or that the host's BLAS has for
 * them under a name of its own (type_single.c and type_double.c include this). */
#ifndef HW_CUDA_BLAS_RUN_REAL_VECTORS_H
#define HW_CUDA_BLAS_RUN_REAL_VECTORS_H

static void run_asum(struct hw_blas_item *item)
{
    *AT(1) = N > 0 && LD(0) > 0 ? HOST(asum)(N, AT(0), LD(0)) : 0;
}

static void run_dotu(struct hw_blas_item *item)
{
    *AT(2) = HOST(dot)(N, AT(0), LD(0), AT(1), LD(1));
}

static void run_rotg(struct hw_blas_item *item)
{
    HOST(rotg)(AT(0), AT(1), AT(2), AT(3));
}

static void run_rotm(struct hw_blas_item *item)
{
    HOST(rotm)(N, AT(0), LD(0), AT(1), LD(1), AT(2));
}

static void run_rotmg(struct hw_blas_item *item)
{
    HOST(rotmg)(AT(0), AT(1), AT(2), *AT(3), AT(4));
}

static void run_geru(struct hw_blas_item *item)
{
    HOST(ger)(HW_CBLAS_COLUMNS, M, N, SCALAR(0), AT(0), LD(0), AT(1), LD(1), AT(2), LD(2));
}

static void run_symv(struct hw_blas_item *item)
{
    if (begin_product(item, N))
        HOST(symv)(HW_CBLAS_COLUMNS, UPLO, N, SCALAR(0), AT(0), LD(0), AT(1), LD(1), SCALAR(1), AT(2), LD(2));
}

static void run_sbmv(struct hw_blas_item *item)
{
    if (begin_product(item, N))
        HOST(sbmv)
    (HW_CBLAS_COLUMNS, UPLO, N, K, SCALAR(0), AT(0), LD(0), AT(1), LD(1), SCALAR(1), AT(2), LD(2));
}

static void run_spmv(struct hw_blas_item *item)
{
    if (begin_product(item, N))
        HOST(spmv)(HW_CBLAS_COLUMNS, UPLO, N, SCALAR(0), AT(0), AT(1), LD(1), SCALAR(1), AT(2), LD(2));
}

static void run_syr(struct hw_blas_item *item)
{
    HOST(syr)(HW_CBLAS_COLUMNS, UPLO, N, SCALAR(0), AT(0), LD(0), AT(1), LD(1));
}

static void run_spr(struct hw_blas_item *item)
{
    HOST(spr)(HW_CBLAS_COLUMNS, UPLO, N, SCALAR(0), AT(0), LD(0), AT(1));
}

static void run_syr2(struct hw_blas_item *item)
{
    HOST(syr2)(HW_CBLAS_COLUMNS, UPLO, N, SCALAR(0), AT(0), LD(0), AT(1), LD(1), AT(2), LD(2));
}

static void run_spr2(struct hw_blas_item *item)
{
    HOST(spr2)(HW_CBLAS_COLUMNS, UPLO, N, SCALAR(0), AT(0), LD(0), AT(1), LD(1), AT(2));
}

#endif
