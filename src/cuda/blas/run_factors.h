/* SPDX-License-Identifier: MIT */
/* Factors, inverses and solutions by LAPACK (type_single.c and the others include this).  Operands that may
 * be absent: pivots, which are then those that exchange nothing. */
#ifndef HW_CUDA_BLAS_RUN_FACTORS_H
#define HW_CUDA_BLAS_RUN_FACTORS_H

/* So many elements of room; NULL, with the error noted: no memory. */
static void *room(struct hw_blas_item *item, size_t count, size_t size)
{
    void *made = calloc(count, size);

    if (!made)
        item->error = cudaErrorMemoryAllocation;
    return made;
}

/* --- LU: matrix 0, pivots 1 or none, info 2 --- */

/* Without exchanges of rows; the number of the first zero on the diagonal, from 1, or 0. */
static int factor_in_order(struct hw_blas_item *item)
{
    int zero = 0;

    for (int i = 0; i < N; i++) {
        const NUMBER pivot = *CELL(0, i, i);
        if (pivot == 0 && !zero)
            zero = i + 1;
        for (int row = i + 1; row < N && pivot != 0; row++) {
            const NUMBER factor = *CELL(0, row, i) /= pivot;
            for (int column = i + 1; column < N; column++)
                *CELL(0, row, column) -= factor * *CELL(0, i, column);
        }
    }
    return zero;
}

static void run_getrf(struct hw_blas_item *item)
{
    int *pivots = item->at[1], *info = item->at[2];

    if (pivots)
        LAPACK(getrf)(&N, &N, AT(0), &LD(0), pivots, info);
    else
        *info = factor_in_order(item);
}

/* The pivots of an operand, or ones that exchange nothing in `*made`, to be freed. */
static const int *pivots_of(struct hw_blas_item *item, int operand, int **made)
{
    *made = NULL;
    if (item->at[operand])
        return item->at[operand];
    *made = room(item, (size_t)N, sizeof **made);
    for (int i = 0; *made && i < N; i++)
        (*made)[i] = i + 1;
    return *made;
}

/* The inverse from its factors: factors 0, pivots 1 or none, inverse 2, info 3. */
static void run_getri(struct hw_blas_item *item)
{
    int *made;
    const int *pivots = pivots_of(item, 1, &made);
    NUMBER *work = room(item, (size_t)N, sizeof *work);

    if (pivots && work) {
        copy_matrix(item, 0, 2, N, N);
        LAPACK(getri)(&N, AT(2), &LD(2), pivots, work, &N, item->at[3]);
    }
    free(work);
    free(made);
}

/* Solutions from factors: factors 0, pivots 1 or none, right-hand sides 2. */
static void run_getrs(struct hw_blas_item *item)
{
    const char *trans = TRANS(0) == HW_CBLAS_NO_TRANS ? "N" : TRANS(0) == HW_CBLAS_TRANS ? "T" : "C";
    int *made, info;
    const int *pivots = pivots_of(item, 1, &made);

    if (pivots)
        LAPACK(getrs)(trans, &N, &K, AT(0), &LD(0), pivots, AT(2), &LD(2), &info, 1);
    free(made);
}

/* The inverse at once: matrix 0, inverse 1, info 2. */
static void run_matinv(struct hw_blas_item *item)
{
    int *info = item->at[2], *pivots = room(item, (size_t)N, sizeof *pivots);
    NUMBER *work = room(item, (size_t)N, sizeof *work);

    if (pivots && work) {
        copy_matrix(item, 0, 1, N, N);
        LAPACK(getrf)(&N, &N, AT(1), &LD(1), pivots, info);
        if (*info == 0)
            LAPACK(getri)(&N, AT(1), &LD(1), pivots, work, &N, info);
    }
    free(work);
    free(pivots);
}

/* --- QR --- */

/* Matrix 0, factors of the reflectors 1. */
static void run_geqrf(struct hw_blas_item *item)
{
    int info;
    const int length = 64 * (N > 0 ? N : 1);
    NUMBER *work = room(item, (size_t)length, sizeof *work);

    if (work)
        LAPACK(geqrf)(&M, &N, AT(0), &LD(0), AT(1), work, &length, &info);
    free(work);
}

/* Least squares: matrix 0, right-hand sides and solutions 1, info 2 or none. */
static void run_gels(struct hw_blas_item *item)
{
    int info = 0;
    const int length = 64 * (M + N + K + 1);
    NUMBER *work = room(item, (size_t)length, sizeof *work);

    if (work)
        LAPACK(gels)("N", &M, &N, &K, AT(0), &LD(0), AT(1), &LD(1), work, &length, &info, 1);
    free(work);
    if (item->at[2])
        *(int *)item->at[2] = info;
}

#endif
