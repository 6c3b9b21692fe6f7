/* SPDX-License-Identifier: MIT */
/* The family of gesv and gels that CUDA solves in a lower precision and refines.  Here they are solved in the
 * precision of their matrices at once, so that there is nothing to refine: no iterations. */
#include "cuda/solver/lapack_work.h"
#include "cuda/solver/solver_dense.h"

#include <stdlib.h>
#include <string.h>

/* A copy of a matrix of the program, without gaps; `rows` at least. */
static char *copy_of(const struct hw_solver_job *job, enum hw_solver_role role, int rows, int columns,
                     int room_rows)
{
    const char *from = job->of[role].host;
    char *copy = calloc((size_t)room_rows * (size_t)columns + 1, job->element);

    for (size_t i = 0; copy && i < (size_t)columns; i++)
        memcpy(copy + i * (size_t)room_rows * job->element, from + i * (size_t)job->ld[role] * job->element,
               (size_t)rows * job->element);
    return copy;
}

static void give(const struct hw_solver_job *job, const char *from, int rows, int columns, int ld)
{
    char *to = job->of[HW_SOLVER_X].host;

    for (size_t i = 0; i < (size_t)columns; i++)
        memcpy(to + i * (size_t)job->ld[HW_SOLVER_X] * job->element, from + i * (size_t)ld * job->element,
               (size_t)rows * job->element);
}

static cudaError_t gesv(struct hw_solver_job *job)
{
    const int n = job->n, ld = n > 1 ? n : 1;
    char *a = copy_of(job, HW_SOLVER_A, n, n, n), *b = copy_of(job, HW_SOLVER_B, n, job->k, n);
    int *pivots = calloc((size_t)n + 1, sizeof *pivots), info = 0;
    const bool room = a && b && pivots;

    if (room) {
        job->lapack->getrf(&n, &n, a, &ld, pivots, &info);
        if (info == 0)
            job->lapack->getrs("N", &n, &job->k, a, &ld, pivots, b, &ld, &info, 1);
        if (info == 0)
            give(job, b, n, job->k, n);
        if (job->of[HW_SOLVER_PIVOTS].host)
            memcpy(job->of[HW_SOLVER_PIVOTS].host, pivots, (size_t)n * sizeof *pivots);
        hw_solver_set_info(job, 0, info);
    }
    free(a);
    free(b);
    free(pivots);
    return room ? cudaSuccess : cudaErrorMemoryAllocation;
}

static cudaError_t gels(struct hw_solver_job *job)
{
    const int m = job->m, ld = m > 1 ? m : 1;
    char *a = copy_of(job, HW_SOLVER_A, m, job->n, m), *b = copy_of(job, HW_SOLVER_B, m, job->k, m);
    struct hw_lapack_work work = hw_lapack_work(job);
    int info = 0;

    if (!a || !b)
        work.error = cudaErrorMemoryAllocation;
    while (a && b && hw_lapack_more(&work))
        job->lapack->gels("N", &m, &job->n, &job->k, a, &ld, b, &ld, work.memory, &work.count, &info, 1);
    if (work.error == cudaSuccess && info == 0)
        give(job, b, job->n, job->k, m);
    hw_solver_set_info(job, 0, info);
    free(a);
    free(b);
    return work.error;
}

static struct hw_solver_call begin(const char *name, const struct hw_solver_system *system)
{
    struct hw_solver_call call = hw_solver_begin(name, system->handle, system->type);

    hw_solver_sizes(&call, system->m, system->n, system->nrhs);
    hw_solver_demand(&call, system->m >= system->n);
    return call;
}

cusolverStatus_t hw_solver_refined_bytes(const char *name, const struct hw_solver_system *system,
                                         size_t *bytes)
{
    struct hw_solver_call call = begin(name, system);

    return hw_solver_end_bytes(&call, bytes, NULL);
}

cusolverStatus_t hw_solver_refined(const char *name, const struct hw_solver_system *system, const void *work,
                                   size_t bytes, int *iterations, int *info)
{
    struct hw_solver_call call = begin(name, system);

    hw_solver_matrix(&call, HW_SOLVER_A, system->a, system->m, system->n, system->lda);
    hw_solver_matrix(&call, HW_SOLVER_B, system->b, system->m, system->nrhs, system->ldb);
    hw_solver_matrix(&call, HW_SOLVER_X, system->x, system->n, system->nrhs, system->ldx);
    if (system->pivots)
        hw_solver_vector(&call, HW_SOLVER_PIVOTS, system->pivots, system->n, sizeof *system->pivots);
    hw_solver_info(&call, info, 1);
    hw_solver_byte_buffer(&call, work, bytes);
    hw_solver_demand(&call, iterations != NULL);
    if (hw_solver_ready(&call))
        *iterations = 0;
    return hw_solver_end(&call, system->least_squares ? gels : gesv);
}
