/* SPDX-License-Identifier: MIT */
/* See lapack_work.h. */
#include "cuda/solver/lapack_work.h"

#include <stdlib.h>

struct hw_lapack_work hw_lapack_work(const struct hw_solver_job *job)
{
    return (struct hw_lapack_work){.job = job};
}

/* How many a function has said it wants. */
static int wanted(int type, const void *answer)
{
    const double count = creal(hw_number_load(type, answer, 0));

    return count >= 1 ? (int)count : 1;
}

static void ask(struct hw_lapack_work *work)
{
    work->memory = work->answer.number;
    work->reals = &work->answer.real;
    work->integers = &work->answer.integer;
    work->count = work->real_count = work->integer_count = -1;
}

static bool take(struct hw_lapack_work *work)
{
    const struct hw_solver_job *job = work->job;

    work->count = wanted(job->type, work->answer.number);
    work->real_count = wanted(hw_number_real_type(job->type), &work->answer.real);
    work->integer_count = work->answer.integer > 1 ? work->answer.integer : 1;
    work->memory = calloc((size_t)work->count, job->element);
    work->reals = calloc((size_t)work->real_count, job->real_element);
    work->integers = calloc((size_t)work->integer_count, sizeof(int));
    return work->memory && work->reals && work->integers;
}

bool hw_lapack_more(struct hw_lapack_work *work)
{
    if (work->calls++ == 0) {
        ask(work);
        return true;
    }
    if (work->calls == 2 && take(work))
        return true;
    if (work->calls == 2)
        work->error = cudaErrorMemoryAllocation;
    free(work->memory);
    free(work->reals);
    free(work->integers);
    return false;
}
