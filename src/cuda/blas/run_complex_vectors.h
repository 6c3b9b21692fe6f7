/* SPDX-License-Identifier: MIT */
/* Work on vectors and on matrices with vectors that only complex numbers have, or that the host's BLAS has
 * for them under a name of its own or not at all (type_complex.c and type_double_complex.c include this). */
#ifndef HW_CUDA_BLAS_RUN_COMPLEX_VECTORS_H
#define HW_CUDA_BLAS_RUN_COMPLEX_VECTORS_H

/* Not the host's: scasum of OpenBLAS 0.3.21 gives wrong sums. */
static void run_asum(struct hw_blas_item *item)
{
    double sum = 0;

    for (int i = 0; i < N && LD(0) > 0; i++)
        sum += MAGNITUDE(AT(0)[(size_t)i * (size_t)LD(0)]);
    *(REAL *)item->at[1] = (REAL)sum;
}

static void run_dotu(struct hw_blas_item *item)
{
    HOST(dotu_sub)(N, AT(0), LD(0), AT(1), LD(1), AT(2));
}

static void run_dotc(struct hw_blas_item *item)
{
    HOST(dotc_sub)(N, AT(0), LD(0), AT(1), LD(1), AT(2));
}

static void run_scal_real(struct hw_blas_item *item)
{
    NUMBER *x = AT(0);

    for (int i = 0; i < N && LD(0) > 0; i++)
        x[(size_t)i * (size_t)LD(0)] *= PART(0);
}

static void run_rot_real(struct hw_blas_item *item)
{
    rotate(item, PART(0), PART(1));
}

/* The rotation that turns (a, b) into (r, 0), as the reference BLAS has it; a becomes r. */
static void run_rotg(struct hw_blas_item *item)
{
    NUMBER *a = AT(0), *s = AT(3);
    const NUMBER b = *AT(1);
    REAL *c = item->at[2];
    const REAL size = ABSOLUTE(*a), norm = HYPOT(size, ABSOLUTE(b));

    if (size == 0) {
        *c = 0;
        *s = 1;
        *a = b;
        return;
    }
    const NUMBER direction = *a / size;
    *c = size / norm;
    *s = direction * CONJ(b) / norm;
    *a = direction * norm;
}

/* --- one triangle of a matrix, and vectors --- */

static void run_geru(struct hw_blas_item *item)
{
    HOST(geru)(HW_CBLAS_COLUMNS, M, N, SCALAR(0), AT(0), LD(0), AT(1), LD(1), AT(2), LD(2));
}

static void run_gerc(struct hw_blas_item *item)
{
    HOST(gerc)(HW_CBLAS_COLUMNS, M, N, SCALAR(0), AT(0), LD(0), AT(1), LD(1), AT(2), LD(2));
}

static void run_hemv(struct hw_blas_item *item)
{
    if (begin_product(item, N))
        HOST(hemv)(HW_CBLAS_COLUMNS, UPLO, N, SCALAR(0), AT(0), LD(0), AT(1), LD(1), SCALAR(1), AT(2), LD(2));
}

static void run_hbmv(struct hw_blas_item *item)
{
    if (begin_product(item, N))
        HOST(hbmv)
    (HW_CBLAS_COLUMNS, UPLO, N, K, SCALAR(0), AT(0), LD(0), AT(1), LD(1), SCALAR(1), AT(2), LD(2));
}

static void run_hpmv(struct hw_blas_item *item)
{
    if (begin_product(item, N))
        HOST(hpmv)(HW_CBLAS_COLUMNS, UPLO, N, SCALAR(0), AT(0), AT(1), LD(1), SCALAR(1), AT(2), LD(2));
}

static void run_her(struct hw_blas_item *item)
{
    HOST(her)(HW_CBLAS_COLUMNS, UPLO, N, PART(0), AT(0), LD(0), AT(1), LD(1));
}

static void run_hpr(struct hw_blas_item *item)
{
    HOST(hpr)(HW_CBLAS_COLUMNS, UPLO, N, PART(0), AT(0), LD(0), AT(1));
}

static void run_her2(struct hw_blas_item *item)
{
    HOST(her2)(HW_CBLAS_COLUMNS, UPLO, N, SCALAR(0), AT(0), LD(0), AT(1), LD(1), AT(2), LD(2));
}

static void run_hpr2(struct hw_blas_item *item)
{
    HOST(hpr2)(HW_CBLAS_COLUMNS, UPLO, N, SCALAR(0), AT(0), LD(0), AT(1), LD(1), AT(2));
}

/* The element of a symmetric matrix, of which one triangle is stored. */
static NUMBER symmetric(const struct hw_blas_item *item, int row, int column)
{
    const bool stored = row == column || (row < column) == (UPLO == HW_CBLAS_UPPER);

    return stored ? *CELL(0, row, column) : *CELL(0, column, row);
}

static void run_symv(struct hw_blas_item *item)
{
    const NUMBER alpha = VALUE(0), beta = VALUE(1);

    for (int row = 0; row < N; row++) {
        NUMBER sum = 0, *y = element(item, 2, N, row);
        for (int column = 0; column < N && alpha != 0; column++)
            sum += symmetric(item, row, column) * *element(item, 1, N, column);
        *y = HW_SCALED(alpha, sum) + HW_SCALED(beta, *y);
    }
}

static void run_syr(struct hw_blas_item *item)
{
    for (int column = 0; column < N && VALUE(0) != 0; column++)
        for (int row = first_row(item, column); row < end_row(item, column); row++)
            *CELL(1, row, column) += VALUE(0) * *element(item, 0, N, row) * *element(item, 0, N, column);
}

static void run_syr2(struct hw_blas_item *item)
{
    for (int column = 0; column < N && VALUE(0) != 0; column++)
        for (int row = first_row(item, column); row < end_row(item, column); row++)
            *CELL(2, row, column) += VALUE(0) * (*element(item, 0, N, row) * *element(item, 1, N, column) +
                                                 *element(item, 1, N, row) * *element(item, 0, N, column));
}

#endif
