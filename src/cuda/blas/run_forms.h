/* SPDX-License-Identifier: MIT */
/* Sums of matrices, products with diagonal ones, and triangles between their packed and their full form
 * (type_single.c and the others include this). */
#ifndef HW_CUDA_BLAS_RUN_FORMS_H
#define HW_CUDA_BLAS_RUN_FORMS_H

/* --- sums: C = alpha op(A) + beta op(B), with operands 0, 1 and 2 --- */

/* An element of operand 0 or 1, times its scalar; one that counts nothing is not read. */
static NUMBER term(const struct hw_blas_item *item, int operand, int row, int column)
{
    const int trans = TRANS(operand);

    if (VALUE(operand) == 0)
        return 0;
    const NUMBER element_here =
        trans == HW_CBLAS_NO_TRANS ? *CELL(operand, row, column) : *CELL(operand, column, row);
    return VALUE(operand) * (trans == HW_CBLAS_CONJ_TRANS ? CONJ(element_here) : element_here);
}

static void run_geam(struct hw_blas_item *item)
{
    for (int column = 0; column < N; column++)
        for (int row = 0; row < M; row++)
            *CELL(2, row, column) = term(item, 0, row, column) + term(item, 1, row, column);
}

/* --- rows or columns of operand 0 times the elements of a vector --- */

static void run_dgmm(struct hw_blas_item *item)
{
    const bool rows = SIDE == HW_CBLAS_LEFT;

    for (int column = 0; column < N; column++)
        for (int row = 0; row < M; row++)
            *CELL(2, row, column) =
                *CELL(0, row, column) * *element(item, 1, rows ? M : N, rows ? row : column);
}

/* --- packed triangles: columns one behind the other --- */

/* The place of a column's diagonal, so that the other elements are at their distance from it. */
static size_t packed_diagonal(const struct hw_blas_item *item, int column)
{
    const size_t j = (size_t)column, n = (size_t)N;

    return UPLO == HW_CBLAS_UPPER ? j * (j + 1) / 2 + j : j * n - j * (j - 1) / 2;
}

/* The first element of a column in operand 0 or 1, of the packed and of the full form, and how many it has.
 */
struct column_part {
    NUMBER *packed, *full;
    int count;
};

static struct column_part part_of(const struct hw_blas_item *item, int packed, int full, int column)
{
    const bool upper = UPLO == HW_CBLAS_UPPER;
    const size_t diagonal = packed_diagonal(item, column);

    return (struct column_part){.packed = AT(packed) + (upper ? diagonal - (size_t)column : diagonal),
                                .full = CELL(full, upper ? 0 : column, column),
                                .count = upper ? column + 1 : N - column};
}

static void run_tpttr(struct hw_blas_item *item)
{
    for (int column = 0; column < N; column++) {
        const struct column_part part = part_of(item, 0, 1, column);
        memcpy(part.full, part.packed, (size_t)part.count * sizeof(NUMBER));
    }
}

static void run_trttp(struct hw_blas_item *item)
{
    for (int column = 0; column < N; column++) {
        const struct column_part part = part_of(item, 0, 1, column);
        memcpy(part.packed, part.full, (size_t)part.count * sizeof(NUMBER));
    }
}

#endif
