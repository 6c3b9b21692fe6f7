/* SPDX-License-Identifier: MIT */
/* See blas_call.h. */
#include "cuda/blas/blas_call.h"

#include "cuda/blas/blas_handle.h"
#include "cuda/blas/cblas.h"
#include "cuda/core/cuda_core.h"

#include <limits.h>
#include <string.h>

/* --- beginning and end --- */

struct hw_blas_call hw_blas_begin_plain(const char *name)
{
    return (struct hw_blas_call){.name = name,
                                 .status =
                                     hw_cuda_enter() ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED,
                                 .job = {.count = 1}};
}

struct hw_blas_call hw_blas_begin(const char *name, cublasHandle_t handle)
{
    struct hw_blas_call call = hw_blas_begin_plain(name);
    const bool known = hw_blas_handle_known(handle);

    hw_blas_check(&call, known, CUBLAS_STATUS_NOT_INITIALIZED);
    if (known) {
        call.stream = handle->stream;
        call.scalars_on_device = handle->mode == CUBLAS_POINTER_MODE_DEVICE;
    }
    return call;
}

bool hw_blas_is_ready(const struct hw_blas_call *call)
{
    return call->status == CUBLAS_STATUS_SUCCESS;
}

void hw_blas_check(struct hw_blas_call *call, bool right, cublasStatus_t status)
{
    if (!right && call->status == CUBLAS_STATUS_SUCCESS)
        call->status = status;
}

const char *hw_blas_status_name(cublasStatus_t status)
{
#define CASE(number, name) \
    case name: return #name;
    switch (status) {
        HW_CUBLAS_STATUSES(CASE)
    }
#undef CASE
    return NULL;
}

const char *hw_blas_status_meaning(cublasStatus_t status)
{
    switch (status) {
    case CUBLAS_STATUS_SUCCESS: return "the operation completed";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "there is no such handle, or no BLAS on this machine";
    case CUBLAS_STATUS_ALLOC_FAILED: return "out of memory";
    case CUBLAS_STATUS_INVALID_VALUE: return "an argument is wrong";
    case CUBLAS_STATUS_ARCH_MISMATCH: return "the device cannot do this";
    case CUBLAS_STATUS_MAPPING_ERROR: return "memory cannot be reached";
    case CUBLAS_STATUS_EXECUTION_FAILED: return "the work failed on the device";
    case CUBLAS_STATUS_INTERNAL_ERROR: return "an internal operation failed";
    case CUBLAS_STATUS_NOT_SUPPORTED: return "this is not supported";
    case CUBLAS_STATUS_LICENSE_ERROR: return "a license is missing";
    }
    return "unknown status";
}

static cublasStatus_t status_of(cudaError_t error)
{
    switch (error) {
    case cudaSuccess: return CUBLAS_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation: return CUBLAS_STATUS_ALLOC_FAILED;
    case cudaErrorInitializationError: return CUBLAS_STATUS_NOT_INITIALIZED;
    default: return CUBLAS_STATUS_EXECUTION_FAILED;
    }
}

/* Also wait for it, where the host gets results. */
static cublasStatus_t submit(struct hw_blas_call *call)
{
    cudaError_t error = hw_cuda_stream_check(call->stream);

    if (error == cudaSuccess)
        error = hw_cuda_work(call->stream, hw_blas_do, &call->job, sizeof call->job);
    if (error == cudaSuccess && call->waits)
        error = hw_cuda_stream_wait(call->stream);
    return status_of(error);
}

cublasStatus_t hw_blas_end(struct hw_blas_call *call)
{
    if (hw_blas_is_ready(call) && call->job.run)
        call->status = submit(call);
    hw_cuda_unlock(cudaSuccess);
    hw_cuda_log_call(call->name, (int)call->status, hw_blas_status_name(call->status));
    return call->status;
}

/* --- sizes --- */

int hw_blas_size(struct hw_blas_call *call, int64_t size)
{
    hw_blas_check(call, size >= 0, CUBLAS_STATUS_INVALID_VALUE);
    hw_blas_check(call, size <= INT_MAX, CUBLAS_STATUS_NOT_SUPPORTED);
    return hw_blas_is_ready(call) ? (int)size : 0;
}

int hw_blas_length(struct hw_blas_call *call, int64_t length)
{
    return length < 0 ? 0 : hw_blas_size(call, length);
}

void hw_blas_count(struct hw_blas_call *call, int64_t count)
{
    hw_blas_check(call, count >= 0, CUBLAS_STATUS_INVALID_VALUE);
    call->job.count = count;
}

/* --- what is done --- */

static int one_of(struct hw_blas_call *call, unsigned value, const int *values, unsigned count)
{
    hw_blas_check(call, value < count, CUBLAS_STATUS_INVALID_VALUE);
    return value < count ? values[value] : 0;
}

void hw_blas_trans(struct hw_blas_call *call, int operand, cublasOperation_t trans)
{
    hw_blas_check(call, trans != CUBLAS_OP_CONJG, CUBLAS_STATUS_NOT_SUPPORTED);
    call->job.trans[operand] =
        one_of(call, trans, (const int[]){HW_CBLAS_NO_TRANS, HW_CBLAS_TRANS, HW_CBLAS_CONJ_TRANS}, 3);
}

void hw_blas_uplo(struct hw_blas_call *call, cublasFillMode_t uplo)
{
    call->job.uplo = one_of(call, uplo, (const int[]){HW_CBLAS_LOWER, HW_CBLAS_UPPER}, 2);
}

void hw_blas_diag(struct hw_blas_call *call, cublasDiagType_t diag)
{
    call->job.diag = one_of(call, diag, (const int[]){HW_CBLAS_NON_UNIT, HW_CBLAS_UNIT}, 2);
}

void hw_blas_side(struct hw_blas_call *call, cublasSideMode_t side)
{
    call->job.side = one_of(call, side, (const int[]){HW_CBLAS_LEFT, HW_CBLAS_RIGHT}, 2);
}

/* --- numbers, vectors, matrices --- */

void hw_blas_scalar(struct hw_blas_call *call, int index, const void *scalar, size_t bytes)
{
    struct hw_blas_scalar *to = &call->job.scalar[index];

    hw_blas_check(call, scalar != NULL, CUBLAS_STATUS_INVALID_VALUE);
    if (!hw_blas_is_ready(call))
        return;
    to->bytes = bytes;
    if (call->scalars_on_device)
        to->device = scalar;
    else
        memcpy(to->value, scalar, bytes);
}

void hw_blas_result(struct hw_blas_call *call, int operand, const void *result, size_t bytes)
{
    hw_blas_check(call, result != NULL, CUBLAS_STATUS_INVALID_VALUE);
    call->waits = call->waits || !call->scalars_on_device;
    call->job.operand[operand] =
        (struct hw_blas_operand){.address = result,
                                 .where = call->scalars_on_device ? HW_BLAS_AT_ADDRESS : HW_BLAS_AT_HOST,
                                 .element = bytes,
                                 .rows = 1,
                                 .columns = 1};
}

static void set_operand(struct hw_blas_call *call, int operand, struct hw_blas_argument place, int64_t rows,
                        int64_t columns, size_t element)
{
    const bool fits = place.ld >= -INT_MAX && place.ld <= INT_MAX;

    hw_blas_check(call, fits || columns <= 1, CUBLAS_STATUS_NOT_SUPPORTED);
    call->job.operand[operand] = (struct hw_blas_operand){.address = place.address,
                                                          .where = place.listed       ? HW_BLAS_AT_LISTED
                                                                   : call->takes_host ? HW_BLAS_AT_EITHER
                                                                                      : HW_BLAS_AT_ADDRESS,
                                                          .element = element,
                                                          .rows = rows,
                                                          .columns = columns,
                                                          .ld = fits ? (int)place.ld : INT_MAX,
                                                          .stride = place.stride};
}

void hw_blas_factor(struct hw_blas_call *call, int first, int last, int scalar)
{
    for (int i = first; i <= last; i++)
        call->job.operand[i].factor = scalar + 1;
}

void hw_blas_vector(struct hw_blas_call *call, int operand, struct hw_blas_argument x, int64_t length,
                    size_t element)
{
    set_operand(call, operand, x, 1, length, element);
}

void hw_blas_ordered_matrix(struct hw_blas_call *call, int operand, struct hw_blas_argument a,
                            enum hw_blas_order order, int64_t rows, int64_t columns, size_t element)
{
    hw_blas_check(call, rows >= 0 && rows <= INT_MAX && columns >= 0, CUBLAS_STATUS_INVALID_VALUE);
    hw_blas_check(call,
                  hw_blas_is_ready(call) && a.ld >= 1 && a.ld >= hw_blas_order_least_ld(order, rows, columns),
                  CUBLAS_STATUS_INVALID_VALUE);
    set_operand(call, operand, a, rows, columns, element);
    call->job.operand[operand].order = order;
}

void hw_blas_matrix(struct hw_blas_call *call, int operand, struct hw_blas_argument a, int64_t rows,
                    int64_t columns, size_t element)
{
    hw_blas_ordered_matrix(call, operand, a, HW_BLAS_IN_COLUMNS, rows, columns, element);
}
