/* SPDX-License-Identifier: MIT */
/* Work on vectors, for one kind of numbers (type_single.c and the others include this). */
#ifndef HW_CUDA_BLAS_RUN_VECTORS_H
#define HW_CUDA_BLAS_RUN_VECTORS_H

#include "cuda/math/scaled.h"

/* The element of a vector at which steps begin. */
static size_t first(int n, int inc)
{
    return inc < 0 ? (size_t)(n - 1) * (size_t) - (int64_t)inc : 0;
}

/* Element `i` of an operand that is a vector of `n`. */
static NUMBER *element(const struct hw_blas_item *item, int operand, int n, int i)
{
    const int inc = LD(operand);

    return AT(operand) + ((int64_t)first(n, inc) + (int64_t)i * inc);
}

/* --- results times beta, where that is all or what comes first: a beta of 0 does not read them --- */

static void scale_vector(const struct hw_blas_item *item, int operand, int n, NUMBER by)
{
    for (int i = 0; i < n; i++) {
        NUMBER *y = element(item, operand, n, i);
        *y = HW_SCALED(by, *y);
    }
}

/* Before operand 2 becomes alpha A x + beta y; false: alpha is 0, so that it has been done.  Some versions of
 * OpenBLAS read y where beta is 0. */
static bool begin_product(const struct hw_blas_item *item, int n)
{
    if (VALUE(0) == 0 || VALUE(1) == 0)
        scale_vector(item, 2, n, VALUE(1));
    return VALUE(0) != 0;
}

static void scale_matrix(const struct hw_blas_item *item, int operand, int rows, int columns, NUMBER by)
{
    for (int column = 0; column < columns; column++)
        for (int row = 0; row < rows; row++) {
            NUMBER *c = CELL(operand, row, column);
            *c = HW_SCALED(by, *c);
        }
}

/* The triangle that UPLO says: its rows in a column are those from `first_row` to before `end_row`. */
static int first_row(const struct hw_blas_item *item, int column)
{
    return UPLO == HW_CBLAS_UPPER ? 0 : column;
}

static int end_row(const struct hw_blas_item *item, int column)
{
    return UPLO == HW_CBLAS_UPPER ? column + 1 : N;
}

static void scale_triangle(const struct hw_blas_item *item, int operand, NUMBER by)
{
    for (int column = 0; column < N; column++)
        for (int row = first_row(item, column); row < end_row(item, column); row++) {
            NUMBER *c = CELL(operand, row, column);
            *c = HW_SCALED(by, *c);
        }
}

/* --- one vector --- */

/* The place, from 1, of the first element whose magnitude is the largest or the smallest; 0: there are none.
 */
static int64_t extreme(const NUMBER *x, int n, int inc, bool smallest)
{
    int place = 0;
    REAL most = MAGNITUDE(x[0]);

    for (int i = 1; i < n; i++) {
        const REAL size = MAGNITUDE(x[(size_t)i * (size_t)inc]);
        if (smallest ? size < most : size > most) {
            place = i;
            most = size;
        }
    }
    return (int64_t)place + 1;
}

/* The result is an int, or one of 64 bits. */
static void run_extreme(struct hw_blas_item *item, bool smallest)
{
    const int64_t place = N > 0 && LD(0) > 0 ? extreme(AT(0), N, LD(0), smallest) : 0;

    if (item->job->operand[1].element == sizeof(int64_t))
        *(int64_t *)item->at[1] = place;
    else
        *(int *)item->at[1] = (int)place;
}

static void run_amax(struct hw_blas_item *item)
{
    run_extreme(item, false);
}

static void run_amin(struct hw_blas_item *item)
{
    run_extreme(item, true);
}

static void run_nrm2(struct hw_blas_item *item)
{
    *(REAL *)item->at[1] = N > 0 && LD(0) > 0 ? HOST(nrm2)(N, AT(0), LD(0)) : 0;
}

/* Not BLAS's, which in some versions turns a NaN into 0 where the scalar is 0. */
static void scale(struct hw_blas_item *item, NUMBER by)
{
    NUMBER *x = AT(0);

    for (int i = 0; i < N && LD(0) > 0; i++)
        x[(size_t)i * (size_t)LD(0)] *= by;
}

static void run_scal(struct hw_blas_item *item)
{
    if (VALUE(0) == 0)
        scale(item, VALUE(0));
    else
        HOST(scal)(N, SCALAR(0), AT(0), LD(0));
}

/* --- two vectors --- */

static void run_axpy(struct hw_blas_item *item)
{
    HOST(axpy)(N, SCALAR(0), AT(0), LD(0), AT(1), LD(1));
}

static void run_copy(struct hw_blas_item *item)
{
    HOST(copy)(N, AT(0), LD(0), AT(1), LD(1));
}

static void run_swap(struct hw_blas_item *item)
{
    HOST(swap)(N, AT(0), LD(0), AT(1), LD(1));
}

static void rotate(struct hw_blas_item *item, REAL c, NUMBER s)
{
    for (int i = 0; i < N; i++) {
        NUMBER *x = element(item, 0, N, i), *y = element(item, 1, N, i);
        const NUMBER old_x = *x, old_y = *y;
        *x = c * old_x + s * old_y;
        *y = c * old_y - CONJ(s) * old_x;
    }
}

static void run_rot(struct hw_blas_item *item)
{
    rotate(item, PART(0), VALUE(1));
}

#endif
