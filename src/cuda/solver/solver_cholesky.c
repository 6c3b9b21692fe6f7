/* SPDX-License-Identifier: MIT */
/* Cholesky's factors, one matrix or an array of them; and products and inverses of triangles. */
#include "cuda/solver/solver_dense.h"

/* --- functions that change one triangle in place --- */

#define TRIANGLE(name)                                                                                      \
    static cudaError_t name(struct hw_solver_job *job)                                                      \
    {                                                                                                       \
        int info = 0;                                                                                       \
        job->lapack->name(&job->uplo, &job->n, job->of[HW_SOLVER_A].host, &job->ld[HW_SOLVER_A], &info, 1); \
        hw_solver_set_info(job, 0, info);                                                                   \
        return cudaSuccess;                                                                                 \
    }

TRIANGLE(potrf)
TRIANGLE(potri)
TRIANGLE(lauum)
#undef TRIANGLE

static cudaError_t trtri(struct hw_solver_job *job)
{
    int info = 0;

    job->lapack->trtri(&job->uplo, &job->diag, &job->n, job->of[HW_SOLVER_A].host, &job->ld[HW_SOLVER_A],
                       &info, 1, 1);
    hw_solver_set_info(job, 0, info);
    return cudaSuccess;
}

static struct hw_solver_call begin_triangle(const char *name, cusolverDnHandle_t handle, int type,
                                            cublasFillMode_t uplo, int64_t n, void *a, int64_t lda, int *info)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);

    hw_solver_sizes(&call, n, n, 0);
    hw_solver_uplo(&call, uplo);
    hw_solver_matrix(&call, HW_SOLVER_A, a, n, n, lda);
    hw_solver_info(&call, info, 1);
    return call;
}

cusolverStatus_t hw_solver_triangle(const char *name, cusolverDnHandle_t handle, int type,
                                    enum hw_solver_triangle_work which, cublasFillMode_t uplo, int64_t n,
                                    void *a, int64_t lda, const void *work, size_t bytes, int *info)
{
    static hw_solver_work_fn *const function[] = {[HW_SOLVER_TRIANGLE_POTRF] = potrf,
                                                  [HW_SOLVER_TRIANGLE_POTRI] = potri,
                                                  [HW_SOLVER_TRIANGLE_LAUUM] = lauum};
    struct hw_solver_call call = begin_triangle(name, handle, type, uplo, n, a, lda, info);

    hw_solver_byte_buffer(&call, work, bytes);
    return hw_solver_end(&call, function[which]);
}

cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo, cublasDiagType_t diag,
                                  int64_t n, cudaDataType type, void *a, int64_t lda, void *device_buffer,
                                  size_t device_bytes, void *host_buffer, size_t host_bytes, int *info)
{
    struct hw_solver_call call = begin_triangle(__func__, handle, type, uplo, n, a, lda, info);

    (void)host_buffer, (void)host_bytes;
    hw_solver_demand(&call, diag <= 1);
    call.job.diag = diag ? 'U' : 'N';
    hw_solver_byte_buffer(&call, device_buffer, device_bytes);
    return hw_solver_end(&call, trtri);
}

/* --- solutions --- */

static cudaError_t potrs(struct hw_solver_job *job)
{
    int info = 0;

    job->lapack->potrs(&job->uplo, &job->n, &job->k, job->of[HW_SOLVER_A].host, &job->ld[HW_SOLVER_A],
                       job->of[HW_SOLVER_B].host, &job->ld[HW_SOLVER_B], &info, 1);
    hw_solver_set_info(job, 0, info);
    return cudaSuccess;
}

cusolverStatus_t hw_solver_potrs(const char *name, cusolverDnHandle_t handle, int type, cublasFillMode_t uplo,
                                 int64_t n, int64_t nrhs, const void *a, int64_t lda, void *b, int64_t ldb,
                                 int *info)
{
    struct hw_solver_call call = begin_triangle(name, handle, type, uplo, n, (void *)a, lda, info);

    hw_solver_sizes(&call, n, n, nrhs);
    hw_solver_matrix(&call, HW_SOLVER_B, b, n, nrhs, ldb);
    return hw_solver_end(&call, potrs);
}

/* --- arrays of matrices --- */

static cudaError_t potrf_batched(struct hw_solver_job *job)
{
    for (int i = 0; i < job->count; i++) {
        void *a = hw_solver_batch_matrix(job, HW_SOLVER_A, i, job->n, job->n);
        int info = 0;
        if (!a && job->n)
            return cudaErrorInvalidDevicePointer;
        job->lapack->potrf(&job->uplo, &job->n, a, &job->ld[HW_SOLVER_A], &info, 1);
        hw_solver_set_info(job, i, info);
    }
    return cudaSuccess;
}

static cudaError_t potrs_batched(struct hw_solver_job *job)
{
    int info = 0;

    for (int i = 0; i < job->count && info == 0; i++) {
        const void *a = hw_solver_batch_matrix(job, HW_SOLVER_A, i, job->n, job->n);
        void *b = hw_solver_batch_matrix(job, HW_SOLVER_B, i, job->n, job->k);
        if ((!a || (!b && job->k)) && job->n)
            return cudaErrorInvalidDevicePointer;
        job->lapack->potrs(&job->uplo, &job->n, &job->k, a, &job->ld[HW_SOLVER_A], b, &job->ld[HW_SOLVER_B],
                           &info, 1);
    }
    hw_solver_set_info(job, 0, info);
    return cudaSuccess;
}

static void array(struct hw_solver_call *call, enum hw_solver_role role, const void *pointers, int64_t rows,
                  int ld, int count)
{
    hw_solver_demand(call, ld >= rows && ld >= 1 && count >= 0);
    hw_solver_vector(call, role, pointers, count, sizeof(void *));
    call->job.ld[role] = ld;
    call->job.count = count;
}

cusolverStatus_t hw_solver_potrf_batched(const char *name, cusolverDnHandle_t handle, int type,
                                         cublasFillMode_t uplo, int n, const void *a, int lda, int *info,
                                         int count)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);

    hw_solver_sizes(&call, n, n, 0);
    hw_solver_uplo(&call, uplo);
    array(&call, HW_SOLVER_A, a, n, lda, count);
    hw_solver_info(&call, info, count);
    return hw_solver_end(&call, potrf_batched);
}

cusolverStatus_t hw_solver_potrs_batched(const char *name, cusolverDnHandle_t handle, int type,
                                         cublasFillMode_t uplo, int n, int nrhs, const void *a, int lda,
                                         const void *b, int ldb, int *info, int count)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);

    hw_solver_sizes(&call, n, n, nrhs);
    hw_solver_uplo(&call, uplo);
    array(&call, HW_SOLVER_A, a, n, lda, count);
    array(&call, HW_SOLVER_B, b, n, ldb, count);
    hw_solver_info(&call, info, 1);
    return hw_solver_end(&call, potrs_batched);
}
