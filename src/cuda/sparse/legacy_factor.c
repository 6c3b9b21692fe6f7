/* SPDX-License-Identifier: MIT */
/* Incomplete factors in the place of a matrix's entries: LU and Cholesky's.  Where the matrix has blocks,
 * they are factors of the matrix of their numbers, all of which have a place. */
#include "cuda/sparse/legacy_calls.h"
#include "cuda/sparse/legacy_matrix.h"

#include <math.h>
#include <stdlib.h>

/* --- entries of a row by their columns --- */

struct factor {
    struct hw_csr csr;
    int64_t *at;       /* by column: the entry of the row at hand, or -1 */
    int64_t *diagonal; /* by row: its entry, or -1 */
    int64_t missing;   /* the first row without a pivot, or -1 */
    const struct hw_sparse_info *info;
};

static void open_row(struct factor *factor, int64_t row)
{
    const struct hw_csr *csr = &factor->csr;

    factor->diagonal[row] = -1;
    for (int64_t i = csr->offset[row]; i < csr->offset[row + 1]; i++) {
        factor->at[csr->column[i]] = i;
        if (csr->column[i] == row)
            factor->diagonal[row] = i;
    }
}

static void close_row(struct factor *factor, int64_t row)
{
    for (int64_t i = factor->csr.offset[row]; i < factor->csr.offset[row + 1]; i++)
        factor->at[factor->csr.column[i]] = -1;
}

static void miss(struct factor *factor, int64_t row)
{
    if (factor->missing < 0)
        factor->missing = row;
}

/* --- LU: below the diagonal L, whose own is of ones --- */

static void check_pivot(struct factor *factor, int64_t row)
{
    const int64_t at = factor->diagonal[row];

    if (at < 0) {
        miss(factor, row);
        return;
    }
    hw_number *pivot = &factor->csr.value[at];
    if (factor->info && factor->info->boost && cabs(*pivot) <= factor->info->tolerance)
        *pivot = factor->info->boost_value;
    if (*pivot == 0)
        miss(factor, row);
}

static void factor_lu_row(struct factor *factor, int64_t row)
{
    const struct hw_csr *csr = &factor->csr;

    for (int64_t i = csr->offset[row]; i < csr->offset[row + 1]; i++) {
        const int64_t k = csr->column[i];
        if (k >= row || factor->diagonal[k] < 0)
            continue;
        csr->value[i] = hw_number_over(csr->value[i], csr->value[factor->diagonal[k]]);
        for (int64_t j = csr->offset[k]; j < csr->offset[k + 1]; j++)
            if (csr->column[j] > k && factor->at[csr->column[j]] >= 0)
                csr->value[factor->at[csr->column[j]]] -= hw_number_times(csr->value[i], csr->value[j]);
    }
    check_pivot(factor, row);
}

/* --- Cholesky's: L in the lower triangle; the rest stays --- */

/* What the rows before have of an entry: the sum over columns j before k of l(row, j) conj(l(k, j)). */
static hw_number known_part(const struct factor *factor, int64_t k)
{
    const struct hw_csr *csr = &factor->csr;
    hw_number sum = 0;

    for (int64_t j = csr->offset[k]; j < csr->offset[k + 1]; j++)
        if (csr->column[j] < k && factor->at[csr->column[j]] >= 0)
            sum += hw_number_times(csr->value[factor->at[csr->column[j]]], conj(csr->value[j]));
    return sum;
}

static void factor_cholesky_row(struct factor *factor, int64_t row)
{
    const struct hw_csr *csr = &factor->csr;
    const int64_t diagonal = factor->diagonal[row];

    for (int64_t i = csr->offset[row]; i < csr->offset[row + 1]; i++) {
        const int64_t k = csr->column[i];
        if (k < row && factor->diagonal[k] >= 0)
            csr->value[i] =
                hw_number_over(csr->value[i] - known_part(factor, k), csr->value[factor->diagonal[k]]);
    }
    if (diagonal < 0) {
        miss(factor, row);
        return;
    }
    const double rest = creal(csr->value[diagonal] - known_part(factor, row));
    csr->value[diagonal] = sqrt(rest);
    if (!(rest > 0))
        miss(factor, row);
}

/* --- work --- */

static bool make(struct factor *factor)
{
    const size_t rows = (size_t)factor->csr.rows;

    factor->at = malloc((rows + 1) * sizeof *factor->at);
    factor->diagonal = malloc((rows + 1) * sizeof *factor->diagonal);
    factor->missing = -1;
    for (size_t i = 0; i < rows && factor->at; i++)
        factor->at[i] = -1;
    return factor->at && factor->diagonal;
}

static cudaError_t run(struct hw_sparse_job *job, void (*factor_row)(struct factor *, int64_t))
{
    struct factor factor = {0};
    cudaError_t error = hw_csr_read(&factor.csr, &job->a, 0, CUSPARSE_OPERATION_NON_TRANSPOSE, true);

    if (hw_math_object_is(job->info, hw_sparse_info_kind))
        factor.info = job->info;
    if (error == cudaSuccess && !make(&factor))
        error = cudaErrorMemoryAllocation;
    for (int64_t row = 0; row < factor.csr.rows && error == cudaSuccess; row++) {
        open_row(&factor, row);
        factor_row(&factor, row);
        close_row(&factor, row);
    }
    if (error == cudaSuccess) {
        hw_sparse_remember_pivot(job, factor.missing);
        error = hw_csr_write_back(&factor.csr, &job->a, 0);
    }
    hw_csr_free(&factor.csr);
    free(factor.at);
    free(factor.diagonal);
    return error;
}

static cudaError_t factor_lu(struct hw_sparse_job *job)
{
    return run(job, factor_lu_row);
}

static cudaError_t factor_cholesky(struct hw_sparse_job *job)
{
    return run(job, factor_cholesky_row);
}

/* --- calls --- */

cusparseStatus_t hw_sparse_boost(const char *name, int type, cusparseHandle_t handle, void *info,
                                 enum hw_sparse_info_of of, int enable, const double *tolerance,
                                 const void *number)
{
    struct hw_sparse_call call = hw_sparse_begin_info(name, handle, info, of);
    struct hw_sparse_info *found = info;

    hw_sparse_demand(&call, !enable || (tolerance && number));
    if (hw_sparse_ready(&call)) {
        found->boost = enable != 0;
        if (enable) {
            bool there = true;
            const bool device = handle->scalars_on_device;
            const double *at = device ? hw_sparse_array(tolerance, 1, sizeof *at, &there) : tolerance;
            const void *value = device ? hw_sparse_array(number, 1, hw_number_bytes(type), &there) : number;
            hw_sparse_check(&call, there, CUSPARSE_STATUS_EXECUTION_FAILED);
            found->tolerance = there ? *at : 0;
            found->boost_value = there ? hw_number_load(type, value, 0) : 0;
        }
    }
    return hw_sparse_end(&call, NULL);
}

cusparseStatus_t hw_sparse_factor_lu(const char *name, cusparseHandle_t handle, void *info,
                                     enum hw_sparse_info_of of, struct hw_sparse_square square)
{
    struct hw_sparse_call call = hw_sparse_begin_info(name, handle, info, of);

    hw_sparse_take_square(&call, &square);
    return hw_sparse_end(&call, factor_lu);
}

cusparseStatus_t hw_sparse_factor_cholesky(const char *name, cusparseHandle_t handle, void *info,
                                           enum hw_sparse_info_of of, struct hw_sparse_square square)
{
    struct hw_sparse_call call = hw_sparse_begin_info(name, handle, info, of);

    hw_sparse_take_square(&call, &square);
    return hw_sparse_end(&call, factor_cholesky);
}
