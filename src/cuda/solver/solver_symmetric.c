/* SPDX-License-Identifier: MIT */
/* Factors of symmetric matrices that need not be positive (Bunch and Kaufman's), solutions and inverses. */
#include "cuda/solver/lapack_work.h"
#include "cuda/solver/solver_dense.h"

#include <stdlib.h>

#define A(job) (job)->of[HW_SOLVER_A].host, &(job)->ld[HW_SOLVER_A]

static cudaError_t sytrf(struct hw_solver_job *job)
{
    struct hw_lapack_work work = hw_lapack_work(job);
    int info = 0;

    while (hw_lapack_more(&work))
        job->lapack->sytrf(&job->uplo, &job->n, A(job), job->of[HW_SOLVER_PIVOTS].host, work.memory,
                           &work.count, &info, 1);
    hw_solver_set_info(job, 0, info);
    return work.error;
}

/* LAPACK goes where pivots say: a negative one belongs to a block of two rows. */
static bool pivots_are_rows(const int *pivots, int n)
{
    for (int i = 0; i < n; i++)
        if (pivots[i] == 0 || pivots[i] > n || pivots[i] < -n)
            return false;
    return true;
}

static cudaError_t sytri(struct hw_solver_job *job)
{
    const int *pivots = job->of[HW_SOLVER_PIVOTS].host;
    void *room = calloc((size_t)job->n * 2 + 1, job->element);
    int info = 0;

    if (!room)
        return cudaErrorMemoryAllocation;
    const bool right = pivots_are_rows(pivots, job->n);
    if (right)
        job->lapack->sytri(&job->uplo, &job->n, A(job), pivots, room, &info, 1);
    free(room);
    hw_solver_set_info(job, 0, info);
    return right ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t sytrs(struct hw_solver_job *job)
{
    const int64_t *wide = job->of[HW_SOLVER_PIVOTS].host;
    int *pivots = calloc((size_t)job->n + 1, sizeof *pivots), info = 0;

    if (!pivots)
        return cudaErrorMemoryAllocation;
    for (int i = 0; i < job->n; i++)
        pivots[i] = (int)wide[i];
    const bool right = pivots_are_rows(pivots, job->n);
    if (right)
        job->lapack->sytrs(&job->uplo, &job->n, &job->k, A(job), pivots, job->of[HW_SOLVER_B].host,
                           &job->ld[HW_SOLVER_B], &info, 1);
    free(pivots);
    hw_solver_set_info(job, 0, info);
    return right ? cudaSuccess : cudaErrorInvalidValue;
}
#undef A

static struct hw_solver_call begin(const char *name, cusolverDnHandle_t handle, int type,
                                   cublasFillMode_t uplo, int64_t n, const void *a, int64_t lda,
                                   const void *pivots, size_t pivot_bytes, int *info)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);

    hw_solver_sizes(&call, n, n, 0);
    hw_solver_uplo(&call, uplo);
    hw_solver_matrix(&call, HW_SOLVER_A, a, n, n, lda);
    hw_solver_vector(&call, HW_SOLVER_PIVOTS, pivots, n, pivot_bytes);
    hw_solver_info(&call, info, 1);
    return call;
}

/* Factors without exchanges, for which CUDA has no pivots, are not there. */
cusolverStatus_t hw_solver_sytrf(const char *name, cusolverDnHandle_t handle, int type, cublasFillMode_t uplo,
                                 int n, void *a, int lda, int *pivots, const void *work, int lwork, int *info)
{
    struct hw_solver_call call = begin(name, handle, type, uplo, n, a, lda, pivots, sizeof *pivots, info);

    hw_solver_check(&call, pivots != NULL || n <= 0, CUSOLVER_STATUS_NOT_SUPPORTED);
    hw_solver_buffer(&call, work, lwork);
    return hw_solver_end(&call, sytrf);
}

cusolverStatus_t hw_solver_sytri(const char *name, cusolverDnHandle_t handle, int type, cublasFillMode_t uplo,
                                 int n, void *a, int lda, const int *pivots, const void *work, int lwork,
                                 int *info)
{
    struct hw_solver_call call = begin(name, handle, type, uplo, n, a, lda, pivots, sizeof *pivots, info);

    hw_solver_buffer(&call, work, lwork);
    return hw_solver_end(&call, sytri);
}

cusolverStatus_t cusolverDnXsytrs_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n,
                                             int64_t nrhs, cudaDataType type, const void *a, int64_t lda,
                                             const int64_t *pivots, cudaDataType type_b, void *b, int64_t ldb,
                                             size_t *device_bytes, size_t *host_bytes)
{
    struct hw_solver_call call = hw_solver_begin(__func__, handle, type);

    (void)a, (void)pivots, (void)b;
    hw_solver_sizes(&call, n, n, nrhs);
    hw_solver_uplo(&call, uplo);
    hw_solver_demand(&call, type == type_b && lda >= n && ldb >= n);
    return hw_solver_end_bytes(&call, device_bytes, host_bytes);
}

cusolverStatus_t cusolverDnXsytrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n, int64_t nrhs,
                                  cudaDataType type, const void *a, int64_t lda, const int64_t *pivots,
                                  cudaDataType type_b, void *b, int64_t ldb, void *device_buffer,
                                  size_t device_bytes, void *host_buffer, size_t host_bytes, int *info)
{
    struct hw_solver_call call = begin(__func__, handle, type, uplo, n, a, lda, pivots, sizeof *pivots, info);

    (void)host_buffer, (void)host_bytes;
    hw_solver_demand(&call, type == type_b);
    hw_solver_sizes(&call, n, n, nrhs);
    hw_solver_matrix(&call, HW_SOLVER_B, b, n, nrhs, ldb);
    hw_solver_byte_buffer(&call, device_buffer, device_bytes);
    return hw_solver_end(&call, sytrs);
}
