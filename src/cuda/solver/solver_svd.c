/* SPDX-License-Identifier: MIT */
/* Singular values and vectors.  All functions stand on LAPACK's QR iteration; those of Jacobi and the like
 * differ in what they want: V instead of its conjugate transposed, a few columns, many matrices. */
#include "cuda/solver/lapack_work.h"
#include "cuda/solver/solver_dense.h"
#include "cuda/solver/solver_info.h"

#include "cuda/core/cuda_core.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef void gesvd_real(hw_letter jobu, hw_letter jobvt, hw_size m, hw_size n, void *a, hw_size lda, void *s,
                        void *u, hw_size ldu, void *vt, hw_size ldvt, void *work, hw_size lwork, int *info,
                        size_t, size_t);
typedef void gesvd_complex(hw_letter jobu, hw_letter jobvt, hw_size m, hw_size n, void *a, hw_size lda,
                           void *s, void *u, hw_size ldu, void *vt, hw_size ldvt, void *work, hw_size lwork,
                           void *reals, int *info, size_t, size_t);

static int shorter(const struct hw_solver_job *job)
{
    return job->m < job->n ? job->m : job->n;
}

static cudaError_t lapack_gesvd(const struct hw_solver_job *job, void *a, const int *lda, void *s, void *u,
                                const int *ldu, void *vt, const int *ldvt, int *info)
{
    struct hw_lapack_work work = hw_lapack_work(job);
    void *reals = calloc((size_t)shorter(job) * 5 + 1, job->real_element);

    if (!reals)
        return cudaErrorMemoryAllocation;
    while (hw_lapack_more(&work))
        if (job->is_complex)
            ((gesvd_complex *)job->lapack->gesvd)(&job->jobu, &job->jobvt, &job->m, &job->n, a, lda, s, u,
                                                  ldu, vt, ldvt, work.memory, &work.count, reals, info, 1, 1);
        else
            ((gesvd_real *)job->lapack->gesvd)(&job->jobu, &job->jobvt, &job->m, &job->n, a, lda, s, u, ldu,
                                               vt, ldvt, work.memory, &work.count, info, 1, 1);
    free(reals);
    return work.error;
}

/* --- as LAPACK has it --- */

static cudaError_t gesvd(struct hw_solver_job *job)
{
    const int one = 1, *ldu = &job->ld[HW_SOLVER_U], *ldvt = &job->ld[HW_SOLVER_V];
    int info = 0;
    const cudaError_t error = lapack_gesvd(
        job, job->of[HW_SOLVER_A].host, &job->ld[HW_SOLVER_A], job->of[HW_SOLVER_S].host,
        job->of[HW_SOLVER_U].host, *ldu ? ldu : &one, job->of[HW_SOLVER_V].host, *ldvt ? ldvt : &one, &info);

    hw_solver_set_info(job, 0, info);
    return error;
}

/* Of the four letters, those that want the matrix of vectors: how many of its columns or rows. */
static int64_t wanted(struct hw_solver_call *call, signed char job, int64_t full, int64_t less)
{
    hw_solver_demand(call, job == 'A' || job == 'S' || job == 'O' || job == 'N');
    return job == 'A' ? full : job == 'S' ? less : 0;
}

struct hw_solver_call hw_solver_gesvd_begin(const char *name, cusolverDnHandle_t handle, int type,
                                            const struct hw_solver_svd *problem)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);

    hw_solver_sizes(&call, problem->m, problem->n, 0);
    hw_solver_demand(&call, problem->m >= problem->n);
    return call;
}

cusolverStatus_t hw_solver_gesvd(const char *name, cusolverDnHandle_t handle, int type,
                                 const struct hw_solver_svd *problem, const void *work, size_t bytes,
                                 int *info)
{
    struct hw_solver_call call = hw_solver_gesvd_begin(name, handle, type, problem);
    const int64_t m = problem->m, n = problem->n, columns = wanted(&call, problem->jobu, m, n),
                  rows = wanted(&call, problem->jobvt, n, n);

    hw_solver_demand(&call, problem->jobu != 'O' || problem->jobvt != 'O');
    call.job.jobu = (char)problem->jobu;
    call.job.jobvt = (char)problem->jobvt;
    hw_solver_matrix(&call, HW_SOLVER_A, problem->a, m, n, problem->lda);
    hw_solver_vector(&call, HW_SOLVER_S, problem->s, n, call.job.real_element);
    if (columns)
        hw_solver_matrix(&call, HW_SOLVER_U, problem->u, m, columns, problem->ldu);
    if (rows)
        hw_solver_matrix(&call, HW_SOLVER_V, problem->v, rows, n, problem->ldv);
    hw_solver_info(&call, info, 1);
    hw_solver_byte_buffer(&call, work, bytes);
    return hw_solver_end(&call, gesvd);
}

/* --- with V, and as many vectors as are wanted (job->k of the first, or all) --- */

/* Room for one matrix: its vectors and values before they go where the program wants them. */
struct vectors {
    char *a, *s, *u, *vt;
    int columns, rows; /* of u, of vt */
};

static bool take(const struct hw_solver_job *job, struct vectors *room)
{
    const size_t m = (size_t)job->m, n = (size_t)job->n;

    room->columns = job->economy ? shorter(job) : job->m;
    room->rows = job->economy ? shorter(job) : job->n;
    room->a = calloc(m * n + 1, job->element);
    room->s = calloc((size_t)shorter(job) + 1, job->real_element);
    room->u = calloc(m * (size_t)room->columns + 1, job->element);
    room->vt = calloc(n * (size_t)room->rows + 1, job->element);
    return room->a && room->s && room->u && room->vt;
}

static void give_back(struct vectors *room)
{
    free(room->a);
    free(room->s);
    free(room->u);
    free(room->vt);
}

/* The norm of what the vectors that are not wanted stand for. */
static double rest(const struct hw_solver_job *job, const struct vectors *room)
{
    double sum = 0;

    for (int i = job->k; i < shorter(job); i++) {
        const double value = creal(hw_number_load(hw_number_real_type(job->type), room->s, (size_t)i));
        sum += value * value;
    }
    return sqrt(sum);
}

static void hand_out(const struct hw_solver_job *job, const struct vectors *room, int batch)
{
    char *s =
        (char *)job->of[HW_SOLVER_S].host + job->stride[HW_SOLVER_S] * batch * (long long)job->real_element;
    char *u = hw_solver_at(job, HW_SOLVER_U, batch), *v = hw_solver_at(job, HW_SOLVER_V, batch);
    const int values = job->k < shorter(job) ? job->k : shorter(job);
    const int columns = job->k < room->columns ? job->k : room->columns,
              rows = job->k < room->rows ? job->k : room->rows;

    memcpy(s, room->s, (size_t)values * job->real_element);
    if (job->jobz != 'V')
        return;
    for (size_t i = 0; job->of[HW_SOLVER_U].host && i < (size_t)columns; i++)
        memcpy(u + i * (size_t)job->ld[HW_SOLVER_U] * job->element,
               room->u + i * (size_t)job->m * job->element, (size_t)job->m * job->element);
    for (size_t i = 0; job->of[HW_SOLVER_V].host && i < (size_t)rows; i++)
        for (size_t j = 0; j < (size_t)job->n; j++)
            hw_number_store(job->type, v, i * (size_t)job->ld[HW_SOLVER_V] + j,
                            conj(hw_number_load(job->type, room->vt, j * (size_t)room->rows + i)));
}

static cudaError_t one_matrix(const struct hw_solver_job *job, struct vectors *room, int batch)
{
    const char *a = hw_solver_at(job, HW_SOLVER_A, batch);
    const int m = job->m > 1 ? job->m : 1, ldvt = room->rows > 1 ? room->rows : 1;
    int info = 0;

    for (size_t i = 0; i < (size_t)job->n; i++)
        memcpy(room->a + i * (size_t)job->m * job->element,
               a + i * (size_t)job->ld[HW_SOLVER_A] * job->element, (size_t)job->m * job->element);
    const cudaError_t error = lapack_gesvd(job, room->a, &m, room->s, room->u, &m, room->vt, &ldvt, &info);
    if (error == cudaSuccess) {
        hand_out(job, room, batch);
        hw_solver_set_info(job, batch, info);
        if (job->result)
            ((double *)job->result)[batch] = rest(job, room);
    }
    return error;
}

static cudaError_t svd(struct hw_solver_job *job)
{
    struct vectors room;
    cudaError_t error = take(job, &room) ? cudaSuccess : cudaErrorMemoryAllocation;

    job->jobu = job->jobvt = job->jobz != 'V' ? 'N' : job->economy ? 'S' : 'A';
    for (int i = 0; i < job->count && error == cudaSuccess; i++)
        error = one_matrix(job, &room, i);
    give_back(&room);
    return error;
}

/* --- calls --- */

struct hw_solver_call hw_solver_svd_begin(const char *name, cusolverDnHandle_t handle, int type,
                                          const struct hw_solver_svd *problem)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);

    hw_solver_sizes(&call, problem->m, problem->n, problem->rank);
    hw_solver_jobz(&call, problem->jobz);
    hw_solver_demand(&call, problem->count >= 0 &&
                                problem->rank <= (problem->m > problem->n ? problem->m : problem->n));
    if (problem->jacobi)
        hw_solver_demand(&call, hw_solver_is_gesvdj(problem->jacobi));
    return call;
}

/* An operand of `count` matrices a stride apart. */
static void batch(struct hw_solver_call *call, enum hw_solver_role role, const void *a, int64_t rows,
                  int64_t columns, int64_t ld, long long stride)
{
    const int count = call->job.count;

    hw_solver_matrix(call, role, a, rows, columns, ld);
    if (!hw_solver_ready(call))
        return;
    hw_solver_demand(call, stride >= 0);
    const size_t one = call->job.of[role].bytes,
                 others = hw_math_matrix_bytes(1, count, stride, call->job.element);
    call->job.of[role].bytes = count < 1 || one == 0     ? 0
                               : one > SIZE_MAX - others ? SIZE_MAX
                                                         : one + others - call->job.element;
    call->job.stride[role] = stride;
}

cusolverStatus_t hw_solver_svd(const char *name, cusolverDnHandle_t handle, int type,
                               const struct hw_solver_svd *problem, const void *work, size_t bytes, int *info,
                               double *norms)
{
    struct hw_solver_call call = hw_solver_svd_begin(name, handle, type, problem);
    struct hw_solver_job *job = &call.job;
    const int64_t m = problem->m, n = problem->n, least = m < n ? m : n, rank = problem->rank;
    const int64_t full_u = problem->economy ? least : m, full_v = problem->economy ? least : n;
    const int64_t values = rank < least ? rank : least;

    job->count = problem->count;
    job->economy = problem->economy;
    job->result = norms;
    batch(&call, HW_SOLVER_A, problem->a, m, n, problem->lda, problem->stride_a);
    if (problem->jobz == CUSOLVER_EIG_MODE_VECTOR && problem->u)
        batch(&call, HW_SOLVER_U, problem->u, m, rank < full_u ? rank : full_u, problem->ldu,
              problem->stride_u);
    if (problem->jobz == CUSOLVER_EIG_MODE_VECTOR && problem->v)
        batch(&call, HW_SOLVER_V, problem->v, n, rank < full_v ? rank : full_v, problem->ldv,
              problem->stride_v);
    hw_solver_vector(&call, HW_SOLVER_S, problem->s, (problem->count - 1) * problem->stride_s + values,
                     job->real_element);
    job->stride[HW_SOLVER_S] = problem->stride_s;
    hw_solver_info(&call, info, problem->count);
    hw_solver_byte_buffer(&call, work, bytes);
    return norms ? hw_solver_end_now(&call, svd) : hw_solver_end(&call, svd);
}
