/* SPDX-License-Identifier: MIT */
/* Factors with orthogonal matrices, which are kept as reflections: QR, and the reductions to bidiagonal and
 * tridiagonal matrices; the matrices themselves, and products with them. */
#include "cuda/solver/lapack_work.h"
#include "cuda/solver/solver_dense.h"

#define A(job)   (job)->of[HW_SOLVER_A].host, &(job)->ld[HW_SOLVER_A]
#define C(job)   (job)->of[HW_SOLVER_B].host, &(job)->ld[HW_SOLVER_B]
#define AT(role) job->of[HW_SOLVER_##role].host

/* The body of a piece of work: a call of LAPACK with a workspace. */
#define WORK(name, ...)                                   \
    static cudaError_t name(struct hw_solver_job *job)    \
    {                                                     \
        struct hw_lapack_work work = hw_lapack_work(job); \
        int info = 0;                                     \
        while (hw_lapack_more(&work))                     \
            job->lapack->name(__VA_ARGS__);               \
        hw_solver_set_info(job, 0, info);                 \
        return work.error;                                \
    }
#define ROOM work.memory, &work.count, &info

WORK(geqrf, &job->m, &job->n, A(job), AT(TAU), ROOM)
WORK(orgqr, &job->m, &job->n, &job->k, A(job), AT(TAU), ROOM)
WORK(ormqr, &job->side, &job->trans, &job->m, &job->n, &job->k, A(job), AT(TAU), C(job), ROOM, 1, 1)
WORK(gebrd, &job->m, &job->n, A(job), AT(S), AT(E), AT(TAU), AT(TAUP), ROOM)
WORK(orgbr, &job->jobz, &job->m, &job->n, &job->k, A(job), AT(TAU), ROOM, 1)
WORK(sytrd, &job->uplo, &job->n, A(job), AT(S), AT(E), AT(TAU), ROOM, 1)
WORK(orgtr, &job->uplo, &job->n, A(job), AT(TAU), ROOM, 1)
WORK(ormtr, &job->side, &job->uplo, &job->trans, &job->m, &job->n, A(job), AT(TAU), C(job), ROOM, 1, 1, 1)
#undef WORK
#undef ROOM
#undef A
#undef C
#undef AT

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void reflections(struct hw_solver_call *call, const void *tau, int64_t count)
{
    hw_solver_vector(call, HW_SOLVER_TAU, tau, count, call->job.element);
}

/* --- QR --- */

cusolverStatus_t hw_solver_geqrf(const char *name, cusolverDnHandle_t handle, int type, int64_t m, int64_t n,
                                 void *a, int64_t lda, void *tau, const void *work, size_t bytes, int *info)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);

    hw_solver_sizes(&call, m, n, 0);
    hw_solver_matrix(&call, HW_SOLVER_A, a, m, n, lda);
    reflections(&call, tau, least(m, n));
    hw_solver_info(&call, info, 1);
    hw_solver_byte_buffer(&call, work, bytes);
    return hw_solver_end(&call, geqrf);
}

cusolverStatus_t hw_solver_orgqr(const char *name, cusolverDnHandle_t handle, int type, int m, int n, int k,
                                 void *a, int lda, const void *tau, const void *work, int lwork, int *info)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);

    hw_solver_sizes(&call, m, n, k);
    hw_solver_demand(&call, n <= m && k <= n);
    hw_solver_matrix(&call, HW_SOLVER_A, a, m, n, lda);
    reflections(&call, tau, k);
    hw_solver_info(&call, info, 1);
    hw_solver_buffer(&call, work, lwork);
    return hw_solver_end(&call, orgqr);
}

cusolverStatus_t hw_solver_ormqr(const char *name, cusolverDnHandle_t handle, int type, cublasSideMode_t side,
                                 cublasOperation_t trans, int m, int n, int k, const void *a, int lda,
                                 const void *tau, void *c, int ldc, const void *work, int lwork, int *info)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);
    const int order = side == 0 ? m : n;

    hw_solver_sizes(&call, m, n, k);
    hw_solver_side(&call, side);
    hw_solver_trans(&call, trans);
    /* Products with the transposed of a complex matrix are none of LAPACK's. */
    hw_solver_demand(&call, k <= order && (!call.job.is_complex || call.job.trans != 'T'));
    hw_solver_matrix(&call, HW_SOLVER_A, a, order, k, lda);
    hw_solver_matrix(&call, HW_SOLVER_B, c, m, n, ldc);
    reflections(&call, tau, k);
    hw_solver_info(&call, info, 1);
    hw_solver_buffer(&call, work, lwork);
    return hw_solver_end(&call, ormqr);
}

/* --- bidiagonal --- */

cusolverStatus_t hw_solver_gebrd(const char *name, cusolverDnHandle_t handle, int type, int m, int n, void *a,
                                 int lda, void *d, void *e, void *tauq, void *taup, const void *work,
                                 int lwork, int *info)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);
    const int64_t shorter = least(m, n);

    hw_solver_sizes(&call, m, n, 0);
    hw_solver_demand(&call, m >= n);
    hw_solver_matrix(&call, HW_SOLVER_A, a, m, n, lda);
    hw_solver_vector(&call, HW_SOLVER_S, d, shorter, call.job.real_element);
    hw_solver_vector(&call, HW_SOLVER_E, e, shorter - 1, call.job.real_element);
    reflections(&call, tauq, shorter);
    hw_solver_vector(&call, HW_SOLVER_TAUP, taup, shorter, call.job.element);
    hw_solver_info(&call, info, 1);
    hw_solver_buffer(&call, work, lwork);
    return hw_solver_end(&call, gebrd);
}

cusolverStatus_t hw_solver_orgbr(const char *name, cusolverDnHandle_t handle, int type, cublasSideMode_t side,
                                 int m, int n, int k, void *a, int lda, const void *tau, const void *work,
                                 int lwork, int *info)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);

    hw_solver_sizes(&call, m, n, k);
    hw_solver_side(&call, side);
    hw_solver_demand(&call, side == 0 ? m >= n && n >= least(m, k) : n >= m && m >= least(n, k));
    call.job.jobz = side == 0 ? 'Q' : 'P';
    hw_solver_matrix(&call, HW_SOLVER_A, a, m, n, lda);
    reflections(&call, tau, least(side == 0 ? m : n, k));
    hw_solver_info(&call, info, 1);
    hw_solver_buffer(&call, work, lwork);
    return hw_solver_end(&call, orgbr);
}

/* --- tridiagonal --- */

static struct hw_solver_call begin_symmetric(const char *name, cusolverDnHandle_t handle, int type,
                                             cublasFillMode_t uplo, int n, const void *a, int lda,
                                             const void *tau, int *info)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);

    hw_solver_sizes(&call, n, n, 0);
    hw_solver_uplo(&call, uplo);
    hw_solver_matrix(&call, HW_SOLVER_A, a, n, n, lda);
    reflections(&call, tau, (int64_t)n - 1);
    hw_solver_info(&call, info, 1);
    return call;
}

cusolverStatus_t hw_solver_sytrd(const char *name, cusolverDnHandle_t handle, int type, cublasFillMode_t uplo,
                                 int n, void *a, int lda, void *d, void *e, void *tau, const void *work,
                                 int lwork, int *info)
{
    struct hw_solver_call call = begin_symmetric(name, handle, type, uplo, n, a, lda, tau, info);

    hw_solver_vector(&call, HW_SOLVER_S, d, n, call.job.real_element);
    hw_solver_vector(&call, HW_SOLVER_E, e, (int64_t)n - 1, call.job.real_element);
    hw_solver_buffer(&call, work, lwork);
    return hw_solver_end(&call, sytrd);
}

cusolverStatus_t hw_solver_orgtr(const char *name, cusolverDnHandle_t handle, int type, cublasFillMode_t uplo,
                                 int n, void *a, int lda, const void *tau, const void *work, int lwork,
                                 int *info)
{
    struct hw_solver_call call = begin_symmetric(name, handle, type, uplo, n, a, lda, tau, info);

    hw_solver_buffer(&call, work, lwork);
    return hw_solver_end(&call, orgtr);
}

cusolverStatus_t hw_solver_ormtr(const char *name, cusolverDnHandle_t handle, int type, cublasSideMode_t side,
                                 cublasFillMode_t uplo, cublasOperation_t trans, int m, int n, const void *a,
                                 int lda, const void *tau, void *c, int ldc, const void *work, int lwork,
                                 int *info)
{
    struct hw_solver_call call =
        begin_symmetric(name, handle, type, uplo, side == 0 ? m : n, a, lda, tau, info);

    hw_solver_sizes(&call, m, n, 0);
    hw_solver_side(&call, side);
    hw_solver_trans(&call, trans);
    hw_solver_demand(&call, !call.job.is_complex || call.job.trans != 'T');
    hw_solver_matrix(&call, HW_SOLVER_B, c, m, n, ldc);
    hw_solver_buffer(&call, work, lwork);
    return hw_solver_end(&call, ormtr);
}
