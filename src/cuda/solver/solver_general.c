/* SPDX-License-Identifier: MIT */
/* Eigenvalues and vectors of matrices without symmetry, by LAPACK's geev. */
#include "cuda/solver/lapack_work.h"
#include "cuda/solver/solver_dense.h"

#include <stdlib.h>

typedef void geev_real(hw_letter jobvl, hw_letter jobvr, hw_size n, void *a, hw_size lda, void *wr, void *wi,
                       void *vl, hw_size ldvl, void *vr, hw_size ldvr, void *work, hw_size lwork, int *info,
                       size_t, size_t);
typedef void geev_complex(hw_letter jobvl, hw_letter jobvr, hw_size n, void *a, hw_size lda, void *w,
                          void *vl, hw_size ldvl, void *vr, hw_size ldvr, void *work, hw_size lwork,
                          void *reals, int *info, size_t, size_t);

/* `w` has room for 2 n real numbers: of a real matrix the real parts, then the imaginary ones. */
static cudaError_t lapack_geev(const struct hw_solver_job *job, void *w, void *reals, int *info)
{
    struct hw_lapack_work work = hw_lapack_work(job);
    const int one = 1, *ldvl = job->ld[HW_SOLVER_U] ? &job->ld[HW_SOLVER_U] : &one,
              *ldvr = job->ld[HW_SOLVER_V] ? &job->ld[HW_SOLVER_V] : &one, *lda = &job->ld[HW_SOLVER_A];
    void *a = job->of[HW_SOLVER_A].host, *vl = job->of[HW_SOLVER_U].host, *vr = job->of[HW_SOLVER_V].host,
         *imaginary = (char *)w + (size_t)job->n * job->real_element;

    while (hw_lapack_more(&work))
        if (job->is_complex)
            ((geev_complex *)job->lapack->geev)(&job->jobu, &job->jobvt, &job->n, a, lda, w, vl, ldvl, vr,
                                                ldvr, work.memory, &work.count, reals, info, 1, 1);
        else
            ((geev_real *)job->lapack->geev)(&job->jobu, &job->jobvt, &job->n, a, lda, w, imaginary, vl, ldvl,
                                             vr, ldvr, work.memory, &work.count, info, 1, 1);
    return work.error;
}

/* The values of a real matrix as complex numbers. */
static void join(const struct hw_solver_job *job, const void *parts)
{
    for (size_t i = 0, n = (size_t)job->n; i < n; i++)
        hw_number_store(job->values, job->of[HW_SOLVER_S].host, i,
                        hw_number_of(creal(hw_number_load(job->type, parts, i)),
                                     creal(hw_number_load(job->type, parts, n + i))));
}

static cudaError_t geev(struct hw_solver_job *job)
{
    const bool joins = job->values != job->type;
    void *room = calloc((size_t)job->n * 2 + 1, job->real_element);
    int info = 0;

    if (!room)
        return cudaErrorMemoryAllocation;
    const cudaError_t error = lapack_geev(job, joins ? room : job->of[HW_SOLVER_S].host, room, &info);
    if (error == cudaSuccess && joins)
        join(job, room);
    free(room);
    hw_solver_set_info(job, 0, info);
    return error;
}

/* What both functions check: values are of the matrix's type, or complex of the same precision. */
static struct hw_solver_call begin(const char *name, cusolverDnHandle_t handle,
                                   const struct hw_solver_general *problem)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, problem->type);
    const bool left = problem->jobvl == CUSOLVER_EIG_MODE_VECTOR,
               right = problem->jobvr == CUSOLVER_EIG_MODE_VECTOR;
    const int type = problem->type, values = problem->type_w;

    hw_solver_sizes(&call, problem->n, problem->n, 0);
    hw_solver_demand(&call, (left || problem->jobvl == CUSOLVER_EIG_MODE_NOVECTOR) &&
                                (right || problem->jobvr == CUSOLVER_EIG_MODE_NOVECTOR));
    hw_solver_demand(&call, problem->compute == type && (!left || problem->type_vl == type) &&
                                (!right || problem->type_vr == type));
    hw_solver_demand(&call, values == type || (hw_number_is_complex(values) &&
                                               hw_number_real_type(values) == hw_number_real_type(type)));
    call.job.values = values;
    call.job.jobu = left ? 'V' : 'N';
    call.job.jobvt = right ? 'V' : 'N';
    return call;
}

cusolverStatus_t hw_solver_general_bytes(const char *name, cusolverDnHandle_t handle,
                                         const struct hw_solver_general *problem, size_t *device_bytes,
                                         size_t *host_bytes)
{
    struct hw_solver_call call = begin(name, handle, problem);

    return hw_solver_end_bytes(&call, device_bytes, host_bytes);
}

cusolverStatus_t hw_solver_general(const char *name, cusolverDnHandle_t handle,
                                   const struct hw_solver_general *problem, const void *work, size_t bytes,
                                   int *info)
{
    struct hw_solver_call call = begin(name, handle, problem);
    const int64_t n = problem->n;

    hw_solver_matrix(&call, HW_SOLVER_A, problem->a, n, n, problem->lda);
    hw_solver_vector(&call, HW_SOLVER_S, problem->w, hw_number_is_complex(problem->type_w) ? n : 2 * n,
                     hw_number_bytes(problem->type_w));
    if (call.job.jobu == 'V')
        hw_solver_matrix(&call, HW_SOLVER_U, problem->vl, n, n, problem->ldvl);
    if (call.job.jobvt == 'V')
        hw_solver_matrix(&call, HW_SOLVER_V, problem->vr, n, n, problem->ldvr);
    hw_solver_info(&call, info, 1);
    hw_solver_byte_buffer(&call, work, bytes);
    return hw_solver_end(&call, geev);
}
