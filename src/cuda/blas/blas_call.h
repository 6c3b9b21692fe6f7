/* SPDX-License-Identifier: MIT */
/* A call of cuBLAS or cuBLASLt: its arguments are checked and put into a job one after the other; the first
 * wrong one decides the call's status, and no work is done then. */
#ifndef HW_CUDA_BLAS_BLAS_CALL_H
#define HW_CUDA_BLAS_BLAS_CALL_H

#include "cuda/blas/blas_abi.h"
#include "cuda/blas/blas_job.h"

struct hw_blas_call {
    const char *name;
    cublasStatus_t status;
    cudaStream_t stream;    /* the handle's */
    bool scalars_on_device; /* and results */
    bool waits;             /* for results that the host gets */
    bool takes_host;        /* matrices may be the host's */
    struct hw_blas_job job; /* one that runs nothing is none */
};

/* Where an operand is: of a batch at addresses with a stride between them, or listed on the device. */
struct hw_blas_argument {
    const void *address;
    int64_t ld; /* for a vector: steps */
    int64_t stride;
    bool listed;
};

#pragma GCC visibility push(default)

/* Begin a call, with the lock of src/cuda. */
struct hw_blas_call hw_blas_begin(const char *name, cublasHandle_t handle);
/* The same without a handle. */
struct hw_blas_call hw_blas_begin_plain(const char *name);
bool hw_blas_is_ready(const struct hw_blas_call *call);
/* Note that something is wrong, unless something was before. */
void hw_blas_check(struct hw_blas_call *call, bool right, cublasStatus_t status);
/* End it: do the job. */
cublasStatus_t hw_blas_end(struct hw_blas_call *call);
/* NULL: there is no such status. */
const char *hw_blas_status_name(cublasStatus_t status);
/* What a status means, for people. */
const char *hw_blas_status_meaning(cublasStatus_t status);

/* --- arguments --- */

/* Numbers of rows and columns, which the host's BLAS has as int; a vector's may be negative, which is 0. */
int hw_blas_size(struct hw_blas_call *call, int64_t size);
int hw_blas_length(struct hw_blas_call *call, int64_t length);
/* How many are in the batch. */
void hw_blas_count(struct hw_blas_call *call, int64_t count);
/* What is done to operand 0 or 1. */
void hw_blas_trans(struct hw_blas_call *call, int operand, cublasOperation_t trans);
void hw_blas_uplo(struct hw_blas_call *call, cublasFillMode_t uplo);
void hw_blas_diag(struct hw_blas_call *call, cublasDiagType_t diag);
void hw_blas_side(struct hw_blas_call *call, cublasSideMode_t side);
/* A number that is read, at `scalar` of the host or the device. */
void hw_blas_scalar(struct hw_blas_call *call, int index, const void *scalar, size_t bytes);
/* A number, or some in a row, that are written and perhaps read. */
void hw_blas_result(struct hw_blas_call *call, int operand, const void *result, size_t bytes);
/* Empty ones are not looked at. */
void hw_blas_vector(struct hw_blas_call *call, int operand, struct hw_blas_argument x, int64_t length,
                    size_t element);
void hw_blas_matrix(struct hw_blas_call *call, int operand, struct hw_blas_argument a, int64_t rows,
                    int64_t columns, size_t element);
/* Say which scalar multiplies operands `first` to `last`: where it is 0, they are not read. */
void hw_blas_factor(struct hw_blas_call *call, int first, int last, int scalar);
void hw_blas_ordered_matrix(struct hw_blas_call *call, int operand, struct hw_blas_argument a,
                            enum hw_blas_order order, int64_t rows, int64_t columns, size_t element);

#pragma GCC visibility pop
#endif
