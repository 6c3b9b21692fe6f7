/* SPDX-License-Identifier: MIT */
/* Eigenvalues of symmetric and Hermitian matrices: all or a range of them, of one matrix, of several, or of a
 * pair. LAPACK's divide and conquer serves Jacobi's functions too, so they execute no sweeps. */
#include "cuda/solver/lapack_work.h"
#include "cuda/solver/solver_dense.h"
#include "cuda/solver/solver_info.h"

#include <stdlib.h>
#include <string.h>

typedef void syevd_real(hw_letter jobz, hw_letter uplo, hw_size n, void *a, hw_size lda, void *w, void *work,
                        hw_size lwork, int *integers, hw_size integer_count, int *info, size_t, size_t);
typedef void syevd_complex(hw_letter jobz, hw_letter uplo, hw_size n, void *a, hw_size lda, void *w,
                           void *work, hw_size lwork, void *reals, hw_size real_count, int *integers,
                           hw_size integer_count, int *info, size_t, size_t);
typedef void syevr_real(hw_letter jobz, hw_letter range, hw_letter uplo, hw_size n, void *a, hw_size lda,
                        const void *vl, const void *vu, hw_size il, hw_size iu, const void *tolerance,
                        int *found, void *w, void *z, hw_size ldz, int *support, void *work, hw_size lwork,
                        int *integers, hw_size integer_count, int *info, size_t, size_t, size_t);
typedef void syevr_complex(hw_letter jobz, hw_letter range, hw_letter uplo, hw_size n, void *a, hw_size lda,
                           const void *vl, const void *vu, hw_size il, hw_size iu, const void *tolerance,
                           int *found, void *w, void *z, hw_size ldz, int *support, void *work, hw_size lwork,
                           void *reals, hw_size real_count, int *integers, hw_size integer_count, int *info,
                           size_t, size_t, size_t);

/* --- one matrix --- */

/* All eigenvalues; the vectors take the matrix's place. */
static cudaError_t all_values(const struct hw_solver_job *job, void *a, void *w, int *info)
{
    struct hw_lapack_work work = hw_lapack_work(job);
    const int *lda = &job->ld[HW_SOLVER_A];

    while (hw_lapack_more(&work))
        if (job->is_complex)
            ((syevd_complex *)job->lapack->syevd)(&job->jobz, &job->uplo, &job->n, a, lda, w, work.memory,
                                                  &work.count, work.reals, &work.real_count, work.integers,
                                                  &work.integer_count, info, 1, 1);
        else
            ((syevd_real *)job->lapack->syevd)(&job->jobz, &job->uplo, &job->n, a, lda, w, work.memory,
                                               &work.count, work.integers, &work.integer_count, info, 1, 1);
    return work.error;
}

/* A range of them, with the vectors in `z`, n by n. */
static cudaError_t values_between(const struct hw_solver_job *job, void *a, void *w, void *z, int *support,
                                  int *found, int *info)
{
    struct hw_lapack_work work = hw_lapack_work(job);
    const int *lda = &job->ld[HW_SOLVER_A], ldz = job->n > 1 ? job->n : 1;
    const int real = hw_number_real_type(job->type);
    double vl, vu, tolerance = 0; /* room for either kind */

    hw_number_store(real, &vl, 0, job->vl);
    hw_number_store(real, &vu, 0, job->vu);
    while (hw_lapack_more(&work))
        if (job->is_complex)
            ((syevr_complex *)job->lapack->syevr)(
                &job->jobz, &job->range, &job->uplo, &job->n, a, lda, &vl, &vu, &job->il, &job->iu,
                &tolerance, found, w, z, &ldz, support, work.memory, &work.count, work.reals,
                &work.real_count, work.integers, &work.integer_count, info, 1, 1, 1);
        else
            ((syevr_real *)job->lapack->syevr)(&job->jobz, &job->range, &job->uplo, &job->n, a, lda, &vl, &vu,
                                               &job->il, &job->iu, &tolerance, found, w, z, &ldz, support,
                                               work.memory, &work.count, work.integers, &work.integer_count,
                                               info, 1, 1, 1);
    return work.error;
}

/* The same with the vectors in the matrix's first columns. */
static cudaError_t some_values(const struct hw_solver_job *job, void *a, void *w, int *found, int *info)
{
    const size_t n = (size_t)job->n, column = n * job->element,
                 lda = (size_t)job->ld[HW_SOLVER_A] * job->element;
    char *z = calloc(n * n + 1, job->element), *values = calloc(n + 1, job->element);
    int *support = calloc(2 * n + 2, sizeof *support);
    cudaError_t error = cudaErrorMemoryAllocation;

    if (z && support && values)
        error = values_between(job, a, values, z, support, found, info);
    if (error == cudaSuccess && *info == 0) {
        memcpy(w, values, (size_t)*found * job->real_element);
        for (size_t i = 0; job->jobz == 'V' && i < (size_t)*found; i++)
            memcpy((char *)a + i * lda, z + i * column, column);
    }
    free(z);
    free(values);
    free(support);
    return error;
}

/* --- pairs of matrices --- */

/* A becomes the matrix of the plain problem, B its factor; LAPACK's info. */
static int to_plain(const struct hw_solver_job *job, void *a, void *b)
{
    int info = 0;

    job->lapack->potrf(&job->uplo, &job->n, b, &job->ld[HW_SOLVER_B], &info, 1);
    if (info != 0)
        return info > 0 ? job->n + info : info;
    job->lapack->sygst(&job->itype, &job->uplo, &job->n, a, &job->ld[HW_SOLVER_A], b, &job->ld[HW_SOLVER_B],
                       &info, 1);
    return info;
}

/* The vectors of the plain problem become those of the pair. */
static void from_plain(const struct hw_solver_job *job, void *a, const void *b, int found)
{
    const bool solve = job->itype != 3;
    const char trans = (job->uplo == 'U') == solve ? 'N' : 'C';
    double one[2];

    hw_number_store(job->type, one, 0, 1);
    (solve ? job->lapack->trsm : job->lapack->trmm)("L", &job->uplo, &trans, "N", &job->n, &found, one, b,
                                                    &job->ld[HW_SOLVER_B], a, &job->ld[HW_SOLVER_A], 1, 1, 1,
                                                    1);
}

/* --- work --- */

static cudaError_t eigen(struct hw_solver_job *job)
{
    cudaError_t error = cudaSuccess;

    for (int i = 0; i < job->count && error == cudaSuccess; i++) {
        void *a = hw_solver_at(job, HW_SOLVER_A, i), *b = job->of[HW_SOLVER_B].host;
        void *w = (char *)job->of[HW_SOLVER_S].host + (size_t)i * (size_t)job->n * job->real_element;
        int info = job->itype ? to_plain(job, a, b) : 0, found = job->n;
        if (info == 0 && job->n > 0)
            error = job->range == 'A' ? all_values(job, a, w, &info) : some_values(job, a, w, &found, &info);
        if (error == cudaSuccess && info == 0 && job->itype && job->jobz == 'V' && found > 0)
            from_plain(job, a, b, found);
        hw_solver_set_info(job, i, info);
        job->k = found;
    }
    return error;
}

/* --- calls --- */

static void range_of(struct hw_solver_call *call, const struct hw_solver_range *range)
{
    hw_solver_demand(call, range->which >= CUSOLVER_EIG_RANGE_ALL && range->which <= CUSOLVER_EIG_RANGE_V);
    call->job.range = range->which == CUSOLVER_EIG_RANGE_ALL ? 'A'
                      : range->which == CUSOLVER_EIG_RANGE_I ? 'I'
                                                             : 'V';
    call->job.vl = range->vl;
    call->job.vu = range->vu;
    call->job.il = (int)range->il;
    call->job.iu = (int)range->iu;
    if (call->job.range == 'I')
        hw_solver_demand(call, range->il >= 1 && range->iu >= range->il && range->iu <= call->job.n);
    if (call->job.range == 'V')
        hw_solver_demand(call, range->vl < range->vu);
}

struct hw_solver_call hw_solver_eigen_begin(const char *name, cusolverDnHandle_t handle, int type,
                                            const struct hw_solver_eigen *problem)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);
    struct hw_solver_job *job = &call.job;

    hw_solver_sizes(&call, problem->n, problem->n, 0);
    hw_solver_jobz(&call, problem->jobz);
    hw_solver_uplo(&call, problem->uplo);
    hw_solver_demand(&call, problem->itype >= 0 && problem->itype <= 3 && problem->count >= 0 &&
                                problem->lda >= problem->n && problem->lda >= 1);
    job->range = 'A';
    job->itype = problem->itype;
    job->count = problem->count;
    job->ld[HW_SOLVER_A] = (int)problem->lda;
    if (problem->range)
        range_of(&call, problem->range);
    if (problem->itype)
        hw_solver_demand(&call, problem->ldb >= problem->n && problem->ldb >= 1);
    if (problem->jacobi)
        hw_solver_demand(&call, hw_solver_is_syevj(problem->jacobi));
    return call;
}

static void operands(struct hw_solver_call *call, const struct hw_solver_eigen *problem)
{
    struct hw_solver_job *job = &call->job;
    const int64_t n = problem->n, count = problem->count;

    job->stride[HW_SOLVER_A] = (long long)problem->lda * n;
    hw_solver_matrix(call, HW_SOLVER_A, problem->a, n, n, problem->lda);
    if (count != 1 && hw_solver_ready(call))
        job->of[HW_SOLVER_A].bytes =
            hw_math_matrix_bytes(problem->lda * n, count, problem->lda * n, job->element);
    if (problem->itype)
        hw_solver_matrix(call, HW_SOLVER_B, problem->b, n, n, problem->ldb);
    if (hw_solver_ready(call))
        job->of[HW_SOLVER_S] = (struct hw_math_operand){
            .address = problem->w, .bytes = hw_math_matrix_bytes(n, count, n, job->real_element)};
}

cusolverStatus_t hw_solver_eigen(const char *name, cusolverDnHandle_t handle, int type,
                                 const struct hw_solver_eigen *problem, const void *work, size_t bytes,
                                 int *info, int64_t *found)
{
    struct hw_solver_call call = hw_solver_eigen_begin(name, handle, type, problem);

    operands(&call, problem);
    hw_solver_info(&call, info, problem->count);
    hw_solver_byte_buffer(&call, work, bytes);
    if (!problem->range)
        return hw_solver_end(&call, eigen);
    hw_solver_demand(&call, found != NULL);
    const cusolverStatus_t status = hw_solver_end_now(&call, eigen);
    if (status == CUSOLVER_STATUS_SUCCESS)
        *found = call.job.k;
    return status;
}
