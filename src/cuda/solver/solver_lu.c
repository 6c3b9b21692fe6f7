/* SPDX-License-Identifier: MIT */
/* LU factors of general matrices, with rows exchanged or not, and what is solved with them. */
#include "cuda/solver/solver_dense.h"

#include <stdlib.h>

/* --- pivots, which may have 64 bits, or be absent: then no rows are exchanged --- */

static int *take_pivots(const struct hw_solver_job *job, int count)
{
    int *pivots = calloc((size_t)count + 1, sizeof *pivots);
    const void *given = job->of[HW_SOLVER_PIVOTS].host;

    for (int i = 0; pivots && i < count; i++)
        pivots[i] = !given             ? i + 1
                    : job->wide_pivots ? (int)((const int64_t *)given)[i]
                                       : ((const int *)given)[i];
    return pivots;
}

static void give_pivots(const struct hw_solver_job *job, const int *pivots, int count)
{
    void *to = job->of[HW_SOLVER_PIVOTS].host;

    for (int i = 0; to && i < count; i++)
        if (job->wide_pivots)
            ((int64_t *)to)[i] = pivots[i];
        else
            ((int *)to)[i] = pivots[i];
}

/* LAPACK goes where pivots say. */
static bool pivots_are_rows(const int *pivots, int count, int rows)
{
    for (int i = 0; i < count; i++)
        if (pivots[i] < 1 || pivots[i] > rows)
            return false;
    return true;
}

static void pivots_of(struct hw_solver_call *call, const void *pivots, int64_t count, size_t bytes)
{
    call->job.wide_pivots = bytes == sizeof(int64_t);
    if (pivots)
        hw_solver_vector(call, HW_SOLVER_PIVOTS, pivots, count, bytes);
}

/* --- factors --- */

/* Without exchanges: the column below each diagonal element is divided by it, and its product with the row
 * taken from the rest.  The place of the first 0, or 0. */
static int factor_as_it_stands(const struct hw_solver_job *job)
{
    void *a = job->of[HW_SOLVER_A].host;
    const size_t ld = (size_t)job->ld[HW_SOLVER_A], m = (size_t)job->m, n = (size_t)job->n;
    int info = 0;

    for (size_t step = 0; step < m && step < n; step++) {
        const hw_number pivot = hw_number_load(job->type, a, step * ld + step);
        if (pivot == 0 && info == 0)
            info = (int)step + 1;
        for (size_t row = step + 1; pivot != 0 && row < m; row++) {
            const hw_number factor = hw_number_over(hw_number_load(job->type, a, step * ld + row), pivot);
            hw_number_store(job->type, a, step * ld + row, factor);
            for (size_t column = step + 1; column < n; column++) {
                const hw_number above = hw_number_load(job->type, a, column * ld + step),
                                here = hw_number_load(job->type, a, column * ld + row);
                hw_number_store(job->type, a, column * ld + row, here - hw_number_times(factor, above));
            }
        }
    }
    return info;
}

static cudaError_t getrf(struct hw_solver_job *job)
{
    const int count = job->m < job->n ? job->m : job->n;
    int info = 0;

    if (!job->of[HW_SOLVER_PIVOTS].host) {
        hw_solver_set_info(job, 0, factor_as_it_stands(job));
        return cudaSuccess;
    }
    int *pivots = calloc((size_t)count + 1, sizeof *pivots);
    if (!pivots)
        return cudaErrorMemoryAllocation;
    job->lapack->getrf(&job->m, &job->n, job->of[HW_SOLVER_A].host, &job->ld[HW_SOLVER_A], pivots, &info);
    give_pivots(job, pivots, count);
    free(pivots);
    hw_solver_set_info(job, 0, info);
    return cudaSuccess;
}

cusolverStatus_t hw_solver_getrf(const char *name, cusolverDnHandle_t handle, int type, int64_t m, int64_t n,
                                 void *a, int64_t lda, void *pivots, size_t pivot_bytes, int *info)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);

    hw_solver_sizes(&call, m, n, 0);
    hw_solver_matrix(&call, HW_SOLVER_A, a, m, n, lda);
    pivots_of(&call, pivots, m < n ? m : n, pivot_bytes);
    hw_solver_info(&call, info, 1);
    return hw_solver_end(&call, getrf);
}

/* --- solutions --- */

static cudaError_t getrs(struct hw_solver_job *job)
{
    int *pivots = take_pivots(job, job->n), info = 0;

    if (!pivots)
        return cudaErrorMemoryAllocation;
    const bool right = pivots_are_rows(pivots, job->n, job->n);
    if (right)
        job->lapack->getrs(&job->trans, &job->n, &job->k, job->of[HW_SOLVER_A].host, &job->ld[HW_SOLVER_A],
                           pivots, job->of[HW_SOLVER_B].host, &job->ld[HW_SOLVER_B], &info, 1);
    free(pivots);
    hw_solver_set_info(job, 0, info);
    return right ? cudaSuccess : cudaErrorInvalidValue;
}

cusolverStatus_t hw_solver_getrs(const char *name, cusolverDnHandle_t handle, int type,
                                 cublasOperation_t trans, int64_t n, int64_t nrhs, const void *a, int64_t lda,
                                 const void *pivots, size_t pivot_bytes, void *b, int64_t ldb, int *info)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);

    hw_solver_sizes(&call, 0, n, nrhs);
    hw_solver_trans(&call, trans);
    hw_solver_matrix(&call, HW_SOLVER_A, a, n, n, lda);
    hw_solver_matrix(&call, HW_SOLVER_B, b, n, nrhs, ldb);
    pivots_of(&call, pivots, n, pivot_bytes);
    hw_solver_info(&call, info, 1);
    return hw_solver_end(&call, getrs);
}

/* --- exchanges alone --- */

/* Rows `il` to `iu`, from 1. */
static cudaError_t laswp(struct hw_solver_job *job)
{
    const int step = job->k;
    const int *pivots = job->of[HW_SOLVER_PIVOTS].host;
    const int count = job->iu - job->il + 1;

    for (int i = 0; i < count; i++)
        if (pivots[(size_t)(job->il - 1) + (size_t)i * (size_t)abs(step)] < 1 ||
            pivots[(size_t)(job->il - 1) + (size_t)i * (size_t)abs(step)] > job->ld[HW_SOLVER_A])
            return cudaErrorInvalidValue;
    job->lapack->laswp(&job->n, job->of[HW_SOLVER_A].host, &job->ld[HW_SOLVER_A], &job->il, &job->iu, pivots,
                       &step);
    return cudaSuccess;
}

cusolverStatus_t hw_solver_laswp(const char *name, cusolverDnHandle_t handle, int type, int n, void *a,
                                 int lda, int first, int last, const int *pivots, int step)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);

    hw_solver_sizes(&call, 0, n, 0);
    hw_solver_demand(&call, first >= 1 && last >= first && last <= lda && (step == 1 || step == -1));
    hw_solver_matrix(&call, HW_SOLVER_A, a, lda, n, lda);
    hw_solver_vector(&call, HW_SOLVER_PIVOTS, pivots, last, sizeof *pivots);
    call.job.il = first;
    call.job.iu = last;
    call.job.k = step;
    return hw_solver_end(&call, laswp);
}
