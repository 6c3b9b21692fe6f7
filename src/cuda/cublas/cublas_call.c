/* SPDX-License-Identifier: MIT */
/* See cublas_call.h. */
#include "cuda/cublas/cublas_call.h"

#include "cuda/blas/blas_handle.h"

struct hw_blas_call hw_cublas_begin(const char *name, cublasHandle_t handle)
{
    struct hw_blas_call call = hw_blas_begin(name, handle);

    hw_blas_check(&call, !hw_blas_is_ready(&call) || handle->kind == HW_BLAS_HANDLE_PLAIN,
                  CUBLAS_STATUS_NOT_INITIALIZED);
    return call;
}

struct hw_blas_call hw_cublas_begin_xt(const char *name, cublasHandle_t handle)
{
    struct hw_blas_call call = hw_blas_begin(name, handle);

    hw_blas_check(&call, !hw_blas_is_ready(&call) || handle->kind == HW_BLAS_HANDLE_OF_MANY,
                  CUBLAS_STATUS_NOT_INITIALIZED);
    call.takes_host = call.waits = true;
    return call;
}

void hw_cublas_run(struct hw_blas_call *call, hw_blas_run_fn *run, int operand)
{
    const struct hw_blas_operand *written = &call->job.operand[operand];

    if (written->rows > 0 && written->columns > 0)
        call->job.run = run;
}

/* --- letters --- */

cublasOperation_t hw_cublas_trans_of(char letter)
{
    switch (letter) {
    case 'n':
    case 'N': return CUBLAS_OP_N;
    case 't':
    case 'T': return CUBLAS_OP_T;
    case 'c':
    case 'C': return CUBLAS_OP_C;
    default: return (cublasOperation_t)(CUBLAS_OP_CONJG + 1);
    }
}

/* 0 or 1 for one of two letters, else 2. */
static unsigned which(char letter, char zero, char one)
{
    const char capital = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;

    return capital == zero ? 0 : capital == one ? 1 : 2;
}

cublasFillMode_t hw_cublas_uplo_of(char letter)
{
    return (cublasFillMode_t)which(letter, 'L', 'U');
}

cublasDiagType_t hw_cublas_diag_of(char letter)
{
    return (cublasDiagType_t)which(letter, 'N', 'U');
}

cublasSideMode_t hw_cublas_side_of(char letter)
{
    return (cublasSideMode_t)which(letter, 'L', 'R');
}
