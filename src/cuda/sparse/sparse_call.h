/* SPDX-License-Identifier: MIT */
/* How calls of cuSPARSE run: between begin and end a call says what it works with; end gives the work to the
 * handle's stream.  The work gets copies of all descriptions, so that descriptors may go before it runs. */
#ifndef HW_CUDA_SPARSE_SPARSE_CALL_H
#define HW_CUDA_SPARSE_SPARSE_CALL_H

#include "cuda/math/matrix_descriptor.h"
#include "cuda/sparse/csr.h"

struct cusparseContext {
    cudaStream_t stream;
    bool scalars_on_device;
};

struct hw_sparse_job;
typedef cudaError_t hw_sparse_work_fn(struct hw_sparse_job *job);

/* Everything that some call works with. */
struct hw_sparse_job {
    hw_sparse_work_fn *work;
    struct hw_sparse_matrix a, b, c, d;
    struct hw_sparse_dense x, y, z;
    struct hw_sparse_vector v;
    struct hw_sparse_scalar alpha, beta;
    cusparseOperation_t op_a, op_b;
    int type; /* of the numbers of a function that has but one */
    int m, n, count;
    void *memory[4]; /* device memory that is none of these */
    int *total;      /* learns a number of entries: memory of the host or the device, by the handle's mode */
    bool total_on_device;
    void *info; /* an object that learns something */
    int flags;
};

struct hw_sparse_call {
    const char *name;
    cusparseStatus_t status;
    cusparseHandle_t handle;
    bool sizing; /* a bufferSize function: there need be no memory yet, nor numbers */
    struct hw_sparse_job job;
};

struct hw_sparse_call hw_sparse_begin(const char *name, cusparseHandle_t handle);
/* A call without a handle. */
struct hw_sparse_call hw_sparse_begin_plain(const char *name);
/* Runs the work, unless something was wrong or `work` is NULL. */
cusparseStatus_t hw_sparse_end(struct hw_sparse_call *call, hw_sparse_work_fn *work);
/* The same for work whose result the host has when the call returns. */
cusparseStatus_t hw_sparse_end_now(struct hw_sparse_call *call, hw_sparse_work_fn *work);
/* Programs allocate what they are told, and some do not like nothing. */
enum { HW_SPARSE_BUFFER_BYTES = 256 };
/* Ends a bufferSize function: work has memory of its own, and wants few bytes. */
cusparseStatus_t hw_sparse_end_size(struct hw_sparse_call *call, size_t *bytes);
cusparseStatus_t hw_sparse_end_int_size(struct hw_sparse_call *call, int *bytes);

/* The first status other than success stays. */
void hw_sparse_check(struct hw_sparse_call *call, bool right, cusparseStatus_t status);
bool hw_sparse_ready(const struct hw_sparse_call *call);
/* CUSPARSE_STATUS_INVALID_VALUE unless it is right. */
void hw_sparse_demand(struct hw_sparse_call *call, bool right);
/* CUSPARSE_STATUS_EXECUTION_FAILED unless it is all the device's. */
void hw_sparse_memory(struct hw_sparse_call *call, const void *address, int64_t count, size_t element);

/* A number by the handle's pointer mode. */
struct hw_sparse_scalar hw_sparse_scalar(struct hw_sparse_call *call, const void *scalar, int type);
void hw_sparse_op(struct hw_sparse_call *call, cusparseOperation_t op);
/* Where a number of entries goes. */
void hw_sparse_total(struct hw_sparse_call *call, int *total);
cudaError_t hw_sparse_set_total(const struct hw_sparse_job *job, int64_t total);

/* What a function that is not implemented returns (cusparse.api). */
int hw_sparse_missing(const char *library, const char *name, unsigned char *told);

#endif
