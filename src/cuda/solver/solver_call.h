/* SPDX-License-Identifier: MIT */
/* How calls of cuSOLVER run: between begin and end a call says what it works with; end checks that the memory
 * is the device's and gives the work to the handle's stream.  Functions are written once for all kinds of
 * numbers, by cudaDataType (see math/number.h). */
#ifndef HW_CUDA_SOLVER_SOLVER_CALL_H
#define HW_CUDA_SOLVER_SOLVER_CALL_H

#include "cuda/math/number.h"
#include "cuda/math/operand.h"
#include "cuda/solver/cusolver.h"
#include "cuda/solver/lapack.h"

struct cusolverDnContext {
    cudaStream_t stream;
    bool other_order; /* results need not be the same each time */
};
/* What a cusolverDnHandle_t and a cusolverSpHandle_t may be asked for. */
bool hw_solver_known(const void *handle);

/* What memory a call has. */
enum hw_solver_role {
    HW_SOLVER_A,
    HW_SOLVER_B,
    HW_SOLVER_X,
    HW_SOLVER_U,
    HW_SOLVER_V,
    HW_SOLVER_S, /* singular values, eigenvalues, a diagonal */
    HW_SOLVER_E, /* the diagonal beside it */
    HW_SOLVER_TAU,
    HW_SOLVER_TAUP,
    HW_SOLVER_PIVOTS,
    HW_SOLVER_INFO,
    HW_SOLVER_ROLES
};

struct hw_solver_job;
typedef cudaError_t hw_solver_work_fn(struct hw_solver_job *job);

struct hw_solver_job {
    hw_solver_work_fn *work;
    const struct hw_lapack *lapack;
    int type, values; /* of the matrix's numbers, and of its eigenvalues where these can be of another type */
    size_t element, real_element;
    bool is_complex, wide_pivots /* of 64 bits */;
    int m, n, k, count;
    struct hw_math_operand of[HW_SOLVER_ROLES];
    int ld[HW_SOLVER_ROLES];
    long long stride[HW_SOLVER_ROLES]; /* of batches, in elements */
    char uplo, trans, side, diag, jobz, jobu, jobvt, range;
    int itype, il, iu;
    double vl, vu, tolerance;
    bool economy, unsorted;
    void *object; /* an object of the program that learns something */
    void *result; /* memory of the host that does */
};

struct hw_solver_call {
    const char *name;
    cusolverStatus_t status;
    cudaStream_t stream;
    struct hw_solver_job job;
};

/* `type` is a cudaDataType. */
struct hw_solver_call hw_solver_begin(const char *name, const void *handle, int type);
/* A call that works with no numbers. */
struct hw_solver_call hw_solver_begin_plain(const char *name);
/* Runs the work, unless something was wrong or `work` is NULL. */
cusolverStatus_t hw_solver_end(struct hw_solver_call *call, hw_solver_work_fn *work);
/* The same for work whose result the host has when the call returns: the stream has come so far. */
cusolverStatus_t hw_solver_end_now(struct hw_solver_call *call, hw_solver_work_fn *work);

/* The first status other than success stays. */
void hw_solver_check(struct hw_solver_call *call, bool right, cusolverStatus_t status);
bool hw_solver_ready(const struct hw_solver_call *call);
/* CUSOLVER_STATUS_INVALID_VALUE unless it is right. */
void hw_solver_demand(struct hw_solver_call *call, bool right);

/* Operands.  A NULL of no elements is right. */
void hw_solver_matrix(struct hw_solver_call *call, enum hw_solver_role role, const void *a, int64_t rows,
                      int64_t columns, int64_t ld);
void hw_solver_vector(struct hw_solver_call *call, enum hw_solver_role role, const void *x, int64_t count,
                      size_t element);
void hw_solver_info(struct hw_solver_call *call, int *info, int64_t count);
/* Sizes: refused unless they are 0 to INT_MAX. */
void hw_solver_sizes(struct hw_solver_call *call, int64_t m, int64_t n, int64_t k);

void hw_solver_uplo(struct hw_solver_call *call, cublasFillMode_t uplo);
void hw_solver_trans(struct hw_solver_call *call, cublasOperation_t trans);
void hw_solver_side(struct hw_solver_call *call, cublasSideMode_t side);
void hw_solver_jobz(struct hw_solver_call *call, cusolverEigMode_t jobz);

/* How many numbers of workspace an m by n problem has.  The work itself takes memory of the host, so this
 * only holds programs to the rule that a call needs what its bufferSize said. */
int64_t hw_solver_workspace(int64_t m, int64_t n);
/* The workspace of a call: refused when it is shorter than that, or not the device's. */
void hw_solver_buffer(struct hw_solver_call *call, const void *work, int64_t lwork);
/* The same in bytes; the buffer of the host is not needed. */
void hw_solver_byte_buffer(struct hw_solver_call *call, const void *work, size_t bytes);
/* The bodies of bufferSize functions, for the sizes m and n of the job. */
cusolverStatus_t hw_solver_end_size(struct hw_solver_call *call, int *lwork);
cusolverStatus_t hw_solver_end_bytes(struct hw_solver_call *call, size_t *device, size_t *host);

/* What a function that is not implemented returns (cusolver.api). */
int hw_solver_missing(const char *library, const char *name, unsigned char *told);

/* --- for work --- */

static inline void *hw_solver_at(const struct hw_solver_job *job, enum hw_solver_role role, int batch)
{
    return (char *)job->of[role].host + (long long)job->element * job->stride[role] * batch;
}
void hw_solver_set_info(const struct hw_solver_job *job, int batch, int info);
/* The matrix that element `batch` of an array of pointers points to; NULL: it is not the device's. */
void *hw_solver_batch_matrix(const struct hw_solver_job *job, enum hw_solver_role role, int batch, int rows,
                             int columns);

#endif
