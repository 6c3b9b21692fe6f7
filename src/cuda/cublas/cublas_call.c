/* SPDX-License-Identifier: MIT */
/* See cublas_call.h. */
#include "cuda/cublas/cublas_call.h"

#include "cuda/blas/blas_handle.h"
#include "cuda/core/cuda_core.h"

#include <stdlib.h>

/* --- beginning and end --- */

struct hw_blas_call hw_blas_begin_plain(const char *name)
{
    return (struct hw_blas_call){
        .name = name, .status = hw_cuda_enter() ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED};
}

struct hw_blas_call hw_blas_begin(const char *name, cublasHandle_t handle)
{
    struct hw_blas_call call = hw_blas_begin_plain(name);
    const bool known = hw_blas_handle_known(handle) && !handle->light;

    hw_blas_check(&call, known, CUBLAS_STATUS_NOT_INITIALIZED);
    if (known) {
        call.cblas = hw_cblas_get();
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

cublasStatus_t hw_blas_end(const struct hw_blas_call *call)
{
    hw_cuda_unlock(cudaSuccess);
    hw_cuda_log_call(call->name, (int)call->status, hw_blas_status_name(call->status));
    return call->status;
}

/* --- arguments --- */

static int one_of(struct hw_blas_call *call, unsigned value, const int *values, unsigned count)
{
    hw_blas_check(call, value < count, CUBLAS_STATUS_INVALID_VALUE);
    return value < count ? values[value] : 0;
}

int hw_blas_trans(struct hw_blas_call *call, cublasOperation_t trans)
{
    return one_of(call, trans, (const int[]){HW_CBLAS_NO_TRANS, HW_CBLAS_TRANS, HW_CBLAS_CONJ_TRANS}, 3);
}

int hw_blas_uplo(struct hw_blas_call *call, cublasFillMode_t uplo)
{
    return one_of(call, uplo, (const int[]){HW_CBLAS_LOWER, HW_CBLAS_UPPER}, 2);
}

int hw_blas_diag(struct hw_blas_call *call, cublasDiagType_t diag)
{
    return one_of(call, diag, (const int[]){HW_CBLAS_NON_UNIT, HW_CBLAS_UNIT}, 2);
}

int hw_blas_side(struct hw_blas_call *call, cublasSideMode_t side)
{
    return one_of(call, side, (const int[]){HW_CBLAS_LEFT, HW_CBLAS_RIGHT}, 2);
}

/* So many elements of device memory as the host has them. */
static void *memory(struct hw_blas_call *call, const void *address, size_t count, size_t element)
{
    const bool countable = count <= SIZE_MAX / element;
    void *host = countable && hw_blas_is_ready(call) ? hw_cuda_device_memory(address, count * element) : NULL;

    hw_blas_check(call, host != NULL, CUBLAS_STATUS_EXECUTION_FAILED);
    return host;
}

void *hw_blas_scalar(struct hw_blas_call *call, const void *scalar, size_t element)
{
    hw_blas_check(call, scalar != NULL, CUBLAS_STATUS_INVALID_VALUE);
    return call->scalars_on_device ? memory(call, scalar, 1, element) : (void *)scalar;
}

void *hw_blas_vector(struct hw_blas_call *call, const void *x, int n, int inc, size_t element)
{
    return n > 0 ? memory(call, x, (size_t)(n - 1) * (size_t)llabs(inc) + 1, element) : NULL;
}

void *hw_blas_matrix(struct hw_blas_call *call, const void *a, int rows, int columns, int ld, size_t element)
{
    hw_blas_check(call, rows >= 0 && columns >= 0 && ld >= rows && ld >= 1, CUBLAS_STATUS_INVALID_VALUE);
    if (!hw_blas_is_ready(call) || rows == 0 || columns == 0)
        return NULL;
    return memory(call, a, (size_t)(columns - 1) * (size_t)ld + (size_t)rows, element);
}

/* --- letters --- */

cublasOperation_t hw_blas_trans_of(char letter)
{
    switch (letter) {
    case 'n':
    case 'N': return CUBLAS_OP_N;
    case 't':
    case 'T': return CUBLAS_OP_T;
    case 'c':
    case 'C': return CUBLAS_OP_C;
    default: return (cublasOperation_t)(CUBLAS_OP_C + 1);
    }
}

/* 0 or 1 for one of two letters, else 2. */
static unsigned which(char letter, char zero, char one)
{
    const char capital = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;

    return capital == zero ? 0 : capital == one ? 1 : 2;
}

cublasFillMode_t hw_blas_uplo_of(char letter)
{
    return (cublasFillMode_t)which(letter, 'L', 'U');
}

cublasDiagType_t hw_blas_diag_of(char letter)
{
    return (cublasDiagType_t)which(letter, 'N', 'U');
}

cublasSideMode_t hw_blas_side_of(char letter)
{
    return (cublasSideMode_t)which(letter, 'L', 'R');
}
