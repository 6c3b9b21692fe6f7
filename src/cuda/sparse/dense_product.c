/* SPDX-License-Identifier: MIT */
/* See dense_product.h. */
#include "cuda/sparse/dense_product.h"

#include "cuda/sparse/sparse_object.h"

#include <stdlib.h>

/* --- products --- */

static void multiply(const struct hw_csr *a, const hw_number *x, hw_number *y, int64_t width, hw_number alpha,
                     hw_number beta)
{
    for (int64_t row = 0; row < a->rows; row++)
        for (int64_t j = 0; j < width; j++) {
            hw_number sum = 0, *to = y + row * width + j;
            for (int64_t i = a->offset[row]; i < a->offset[row + 1]; i++)
                sum += hw_number_times(a->value[i], x[a->column[i] * width + j]);
            *to = hw_number_scaled(alpha, sum) + hw_number_scaled(beta, *to);
        }
}

static cudaError_t product_batch(struct hw_sparse_job *job, int batch, hw_number alpha, hw_number beta)
{
    struct hw_csr a;
    cudaError_t error = hw_csr_read(&a, &job->a, batch, job->op_a, true);
    hw_number *x = hw_sparse_dense_read(&job->x, batch, job->op_b);
    hw_number *y = hw_sparse_dense_read(&job->y, batch, CUSPARSE_OPERATION_NON_TRANSPOSE);

    if (!x || !y)
        error = cudaErrorInvalidDevicePointer;
    if (error == cudaSuccess) {
        multiply(&a, x, y, job->y.columns, alpha, beta);
        if (!hw_sparse_dense_write(&job->y, batch, y))
            error = cudaErrorInvalidDevicePointer;
    }
    hw_csr_free(&a);
    free(x);
    free(y);
    return error;
}

cudaError_t hw_sparse_product(struct hw_sparse_job *job)
{
    hw_number alpha, beta;
    cudaError_t error = hw_sparse_scalar_get(&job->alpha, &alpha) && hw_sparse_scalar_get(&job->beta, &beta)
                            ? cudaSuccess
                            : cudaErrorInvalidDevicePointer;
    const int batches = job->y.batches > 1 ? job->y.batches : 1;

    for (int batch = 0; batch < batches && error == cudaSuccess; batch++)
        error = product_batch(job, batch, alpha, beta);
    return error;
}

/* --- solutions --- */

/* One row, whose earlier ones are solved: numbers become the solution.  False: no pivot. */
static bool solve_row(const struct hw_csr *a, int64_t row, bool lower, bool unit, hw_number *numbers,
                      int64_t width)
{
    hw_number diagonal = unit;

    for (int64_t i = a->offset[row]; i < a->offset[row + 1]; i++) {
        const int64_t column = a->column[i];
        if (column == row && !unit)
            diagonal += a->value[i];
        for (int64_t j = 0; j < width && (lower ? column < row : column > row); j++)
            numbers[row * width + j] -= hw_number_times(a->value[i], numbers[column * width + j]);
    }
    for (int64_t j = 0; j < width && !unit; j++)
        numbers[row * width + j] = hw_number_over(numbers[row * width + j], diagonal);
    return diagonal != 0;
}

/* The first row without a pivot, or -1. */
static int64_t solve(const struct hw_csr *a, bool lower, bool unit, hw_number *numbers, int64_t width)
{
    int64_t missing = -1;

    for (int64_t i = 0; i < a->rows; i++) {
        const int64_t row = lower ? i : a->rows - 1 - i;
        if (!solve_row(a, row, lower, unit, numbers, width) && (missing < 0 || row < missing))
            missing = row;
    }
    return missing;
}

static cudaError_t solve_batch(struct hw_sparse_job *job, int batch, hw_number alpha)
{
    const bool lower =
        (job->a.fill == CUSPARSE_FILL_MODE_LOWER) == (job->op_a == CUSPARSE_OPERATION_NON_TRANSPOSE);
    struct hw_csr a;
    cudaError_t error = hw_csr_read(&a, &job->a, batch, job->op_a, true);
    hw_number *numbers = hw_sparse_dense_read(&job->x, batch, job->op_b);

    if (!numbers)
        error = cudaErrorInvalidDevicePointer;
    if (error == cudaSuccess) {
        for (int64_t i = 0; i < job->y.rows * job->y.columns; i++)
            numbers[i] = hw_number_scaled(alpha, numbers[i]);
        hw_sparse_remember_pivot(
            job, solve(&a, lower, job->a.diag == CUSPARSE_DIAG_TYPE_UNIT, numbers, job->y.columns));
        if (!hw_sparse_dense_write(&job->y, batch, numbers))
            error = cudaErrorInvalidDevicePointer;
    }
    hw_csr_free(&a);
    free(numbers);
    return error;
}

cudaError_t hw_sparse_solution(struct hw_sparse_job *job)
{
    hw_number alpha;
    cudaError_t error =
        hw_sparse_scalar_get(&job->alpha, &alpha) ? cudaSuccess : cudaErrorInvalidDevicePointer;
    const int batches = job->y.batches > 1 ? job->y.batches : 1;

    for (int batch = 0; batch < batches && error == cudaSuccess; batch++)
        error = solve_batch(job, batch, alpha);
    return error;
}
