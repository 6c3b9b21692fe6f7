/* SPDX-License-Identifier: MIT */
/* Systems of three or five diagonals.  One elimination with pivots does all of them, also those that NVIDIA
 * solves without pivots. */
#include "cuda/sparse/legacy_calls.h"

#include <stdlib.h>

/* Diagonals from LOW below the main one; pivots add as many above as there may be below. */
enum { LOW = 2, WIDTH = LOW + 1 + 2 * LOW };

/* --- one system in the host --- */

static void swap(hw_number *a, hw_number *b)
{
    const hw_number kept = *a;

    *a = *b;
    *b = kept;
}

/* The row with the largest number of a column that is not eliminated yet. */
static int64_t find_pivot(hw_number (*band)[WIDTH], int64_t rows, int64_t column)
{
    int64_t best = column;

    for (int64_t row = column + 1; row <= column + LOW && row < rows; row++)
        if (cabs(band[row][column - row + LOW]) > cabs(band[best][column - best + LOW]))
            best = row;
    return best;
}

static void eliminate(hw_number (*band)[WIDTH], hw_number *x, int64_t rows, int64_t column)
{
    const int64_t pivot = find_pivot(band, rows, column);

    for (int64_t j = column; j <= column + 2 * LOW && pivot != column; j++)
        swap(&band[column][j - column + LOW], &band[pivot][j - pivot + LOW]);
    if (pivot != column)
        swap(&x[column], &x[pivot]);
    for (int64_t row = column + 1; row <= column + LOW && row < rows; row++) {
        const hw_number factor = hw_number_over(band[row][column - row + LOW], band[column][LOW]);
        if (band[row][column - row + LOW] == 0)
            continue;
        for (int64_t j = column; j <= column + 2 * LOW; j++)
            band[row][j - row + LOW] -= hw_number_times(factor, band[column][j - column + LOW]);
        x[row] -= hw_number_times(factor, x[column]);
    }
}

/* Row i of the band has columns i - LOW to i + 2 LOW; x becomes the solution. */
static void solve(hw_number (*band)[WIDTH], hw_number *x, int64_t rows)
{
    for (int64_t column = 0; column < rows; column++)
        eliminate(band, x, rows, column);
    for (int64_t row = rows; row-- > 0;) {
        for (int64_t j = row + 1; j <= row + 2 * LOW && j < rows; j++)
            x[row] -= hw_number_times(band[row][j - row + LOW], x[j]);
        x[row] = hw_number_over(x[row], band[row][LOW]);
    }
}

/* --- work: job.m rows; a batch is some elements from the next, and so is a row from the next --- */

struct band {
    const void *diagonal[HW_SPARSE_DIAGONALS]; /* from the lowest; NULL: not there */
    void *x;
    int64_t batch_stride, row_stride, x_batch_stride;
};

static bool find(const struct hw_sparse_job *job, struct band *band)
{
    const int64_t batches = job->count, rows = job->m;
    const int64_t step = job->flags ? batches : 1;
    bool there = true;
    const void *given[HW_SPARSE_DIAGONALS] = {job->memory[0], job->memory[1], job->memory[2], job->memory[3],
                                              job->x.values};

    *band = (struct band){.batch_stride = job->flags ? 1 : job->a.value_stride,
                          .row_stride = step,
                          .x_batch_stride = job->flags ? 1 : job->y.stride};
    for (int i = 0; i < HW_SPARSE_DIAGONALS; i++)
        if (given[i])
            band->diagonal[i] =
                hw_sparse_array(given[i], (batches - 1) * band->batch_stride + (rows - 1) * step + 1,
                                hw_number_bytes(job->type), &there);
    band->x = hw_sparse_array(job->y.values, (batches - 1) * band->x_batch_stride + (rows - 1) * step + 1,
                              hw_number_bytes(job->type), &there);
    return there;
}

/* Numbers of the band that lie outside the matrix do not count. */
static void read_batch(const struct hw_sparse_job *job, const struct band *band, int64_t batch,
                       hw_number (*numbers)[WIDTH], hw_number *x)
{
    for (int64_t row = 0; row < job->m; row++) {
        const size_t at = (size_t)(batch * band->batch_stride + row * band->row_stride);
        for (int i = 0; i < WIDTH; i++) {
            const int64_t column = row + i - LOW;
            const bool within =
                i < HW_SPARSE_DIAGONALS && band->diagonal[i] && column >= 0 && column < job->m;
            numbers[row][i] = within ? hw_number_load(job->type, band->diagonal[i], at) : 0;
        }
        x[row] = hw_number_load(job->type, band->x,
                                (size_t)(batch * band->x_batch_stride + row * band->row_stride));
    }
}

static cudaError_t solve_batches(struct hw_sparse_job *job)
{
    struct band band;
    hw_number(*numbers)[WIDTH] = calloc((size_t)job->m + 1, sizeof *numbers);
    hw_number *x = calloc((size_t)job->m + 1, sizeof *x);
    const bool made = numbers && x, there = find(job, &band);

    for (int64_t batch = 0; batch < job->count && made && there; batch++) {
        read_batch(job, &band, batch, numbers, x);
        solve(numbers, x, job->m);
        for (int64_t row = 0; row < job->m; row++)
            hw_number_store(job->type, band.x, (size_t)(batch * band.x_batch_stride + row * band.row_stride),
                            x[row]);
    }
    free(numbers);
    free(x);
    return !made ? cudaErrorMemoryAllocation : there ? cudaSuccess : cudaErrorInvalidDevicePointer;
}

/* --- calls --- */

struct hw_sparse_call hw_sparse_begin_band(const char *name, cusparseHandle_t handle, int type, bool sizing,
                                           int least, struct hw_sparse_band system)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);
    struct hw_sparse_job *job = &call.job;
    struct band band;

    hw_sparse_demand(&call,
                     system.rows >= least && system.batches >= 0 && system.stride >= 0 &&
                         system.x_stride >= (system.interleaved || system.batches == 0 ? 0 : system.rows));
    job->m = system.rows;
    job->count = system.batches;
    job->type = type;
    job->flags = system.interleaved;
    for (int i = 0; i < HW_SPARSE_DIAGONALS - 1; i++)
        job->memory[i] = (void *)system.diagonal[i];
    job->x.values = (void *)system.diagonal[HW_SPARSE_DIAGONALS - 1];
    job->y.values = system.x;
    job->a.value_stride = system.stride;
    job->y.stride = system.x_stride;
    hw_sparse_demand(&call, sizing || system.batches == 0 || (system.diagonal[2] && system.diagonal[1]));
    if (hw_sparse_ready(&call) && !sizing && system.batches > 0)
        hw_sparse_check(&call, find(job, &band), CUSPARSE_STATUS_EXECUTION_FAILED);
    return call;
}

cusparseStatus_t hw_sparse_end_band(struct hw_sparse_call *call)
{
    return hw_sparse_end(call, call->job.count > 0 ? solve_batches : NULL);
}
