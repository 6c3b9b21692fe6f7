/* SPDX-License-Identifier: MIT */
/* A piece of work of cuBLAS or cuBLASLt, with everything that it needs copied: what is done to which memory.
 *
 * It is made by the call that asks for it and done in order of a stream, perhaps later and more than once,
 * when the device's memory is looked up and numbers that lie there are read.  Work on a batch is done item by
 * item. */
#ifndef HW_CUDA_BLAS_BLAS_JOB_H
#define HW_CUDA_BLAS_BLAS_JOB_H

#include "cuda/blas/blas_order.h"
#include "cuda/core/cuda_core.h"
#include "cuda/core/library_types.h"

#include <stdbool.h>

enum { HW_BLAS_OPERANDS = 12, HW_BLAS_SCALARS = 4, HW_BLAS_SCALAR_BYTES = 16 };

enum hw_blas_where {
    HW_BLAS_AT_ADDRESS,
    HW_BLAS_AT_LISTED, /* on the device, where a list on the device says for each of a batch */
    HW_BLAS_AT_HOST,
    HW_BLAS_AT_EITHER /* the device's, or else the host's */
};

/* A matrix; a vector has one row, and steps of `ld`, which may be negative. */
struct hw_blas_operand {
    const void *address;
    enum hw_blas_where where;
    bool optional;  /* no address: it is not there */
    int factor;     /* the scalar that multiplies it, from 1, which makes it absent if it is 0; 0: none */
    size_t element; /* its bytes */
    int64_t rows, columns;
    int ld;
    int64_t stride; /* elements from one of a batch to the next */
    enum hw_blas_order order;
    /* Where kinds of numbers are mixed (blas_accumulate.h): */
    bool typed; /* the work gets it widened from this type */
    cudaDataType type;
    bool unread, written; /* what it was does not count; it changes */
};

/* A number that the program gave: a copy of the host's, or where it is on the device. */
struct hw_blas_scalar {
    const void *device;
    size_t bytes;
    cudaDataType type; /* where kinds of numbers are mixed */
    _Alignas(HW_BLAS_SCALAR_BYTES) unsigned char value[HW_BLAS_SCALAR_BYTES];
};

struct hw_blas_item;
typedef void hw_blas_run_fn(struct hw_blas_item *item);

struct hw_blas_job {
    hw_blas_run_fn *run;
    hw_blas_run_fn *inner; /* what is run on widened operands, of the kind of `wide` */
    cudaDataType wide;
    int epilogue; /* of a product of cuBLASLt (blas_matmul.h) */
    struct hw_blas_operand operand[HW_BLAS_OPERANDS];
    struct hw_blas_scalar scalar[HW_BLAS_SCALARS];
    int64_t count;                  /* of the batch */
    int m, n, k, below, above;      /* the last two: diagonals of a band */
    int trans[2], uplo, diag, side; /* as the host's BLAS has them */
};

/* One of a batch: the job, and what it works with in the host's memory; NULL: nothing is there. */
struct hw_blas_item {
    const struct hw_blas_job *job;
    void *at[HW_BLAS_OPERANDS];
    const void *scalar[HW_BLAS_SCALARS];
    cudaError_t error; /* what went wrong, for the function that runs to set */
};

#pragma GCC visibility push(default)

/* A hw_cuda_work_fn: do such a job. */
cudaError_t hw_blas_do(void *job);

#pragma GCC visibility pop
#endif
