/* SPDX-License-Identifier: MIT */
/* Workspaces of LAPACK: a function is called twice, the first time only to ask how much it wants.
 *
 *     struct hw_lapack_work work = hw_lapack_work(job);
 *     while (hw_lapack_more(&work))
 *         job->lapack->geqrf(..., work.memory, &work.count, &info);
 *     return work.error; */
#ifndef HW_CUDA_SOLVER_LAPACK_WORK_H
#define HW_CUDA_SOLVER_LAPACK_WORK_H

#include "cuda/solver/solver_call.h"

struct hw_lapack_work {
    const struct hw_solver_job *job;
    void *memory, *reals;
    int *integers;
    int count, real_count, integer_count; /* -1: asking */
    int calls;
    cudaError_t error;
    struct {
        double number[2], real;
        int integer;
    } answer;
};

struct hw_lapack_work hw_lapack_work(const struct hw_solver_job *job);
/* Whether to call it (again); frees everything after the last call. */
bool hw_lapack_more(struct hw_lapack_work *work);

#endif
