/* SPDX-License-Identifier: MIT */
/* Arguments of batches of factors (blas_arguments.h).  Matrices are listed on the device, pivots and infos
 * lie there one behind the other. */
#include "cuda/cublas/blas_arguments.h"

#include "cuda/blas/blas_lapack.h"

#define CALL struct hw_blas_call *call, const struct hw_blas_type *kind, hw_blas_run_fn *run

/* The order of matrices, and how many there are. */
static void set_orders(struct hw_blas_call *call, int m, int n, int columns, int count)
{
    call->job.m = hw_blas_size(call, m);
    call->job.n = hw_blas_size(call, n);
    call->job.k = hw_blas_size(call, columns);
    hw_blas_count(call, count);
    hw_blas_check(call, !hw_blas_is_ready(call) || hw_blas_lapack_get(), CUBLAS_STATUS_NOT_INITIALIZED);
}

/* So many whole numbers for each of the batch. */
static void set_numbers(struct hw_blas_call *call, int operand, const int *numbers, int each, bool optional)
{
    hw_blas_check(call, numbers || optional, CUBLAS_STATUS_INVALID_VALUE);
    hw_blas_vector(call, operand, STRIDED(numbers, 1, each), each, sizeof *numbers);
    call->job.operand[operand].optional = optional;
}

/* Say which argument is wrong, counted from 1 without the handle, as LAPACK does: 0 for none. */
static void tell(struct hw_blas_call *call, int *info, int wrong)
{
    hw_blas_check(call, info != NULL, CUBLAS_STATUS_INVALID_VALUE);
    if (info)
        *info = -wrong;
    hw_blas_check(call, wrong == 0, CUBLAS_STATUS_INVALID_VALUE);
}

static bool short_columns(struct hw_blas_argument a, int rows)
{
    return a.ld < rows || a.ld < 1;
}

/* --- LU --- */

void hw_cublas_getrf(CALL, int n, struct hw_blas_argument a, int *pivots, int *infos, int count)
{
    set_orders(call, n, n, 0, count);
    hw_blas_matrix(call, 0, a, n, n, kind->bytes);
    set_numbers(call, 1, pivots, n, true);
    set_numbers(call, 2, infos, 1, false);
    hw_cublas_run(call, run, 0);
}

void hw_cublas_getri(CALL, int n, struct hw_blas_argument a, const int *pivots, struct hw_blas_argument c,
                     int *infos, int count)
{
    set_orders(call, n, n, 0, count);
    hw_blas_matrix(call, 0, a, n, n, kind->bytes);
    set_numbers(call, 1, pivots, n, true);
    hw_blas_matrix(call, 2, c, n, n, kind->bytes);
    set_numbers(call, 3, infos, 1, false);
    hw_cublas_run(call, run, 2);
}

void hw_cublas_getrs(CALL, cublasOperation_t trans, int n, int columns, struct hw_blas_argument a,
                     const int *pivots, struct hw_blas_argument b, int *info, int count)
{
    tell(call, info,
         trans > CUBLAS_OP_C   ? 1
         : n < 0               ? 2
         : columns < 0         ? 3
         : short_columns(a, n) ? 5
         : short_columns(b, n) ? 8
         : count < 0           ? 10
                               : 0);
    set_orders(call, n, n, columns, count);
    hw_blas_trans(call, 0, trans);
    hw_blas_matrix(call, 0, a, n, n, kind->bytes);
    set_numbers(call, 1, pivots, n, true);
    hw_blas_matrix(call, 2, b, n, columns, kind->bytes);
    hw_cublas_run(call, run, 2);
}

/* The largest matrix that is inverted without factors of the caller's. */
#define LARGEST_INVERTED 32

void hw_cublas_matinv(CALL, int n, struct hw_blas_argument a, struct hw_blas_argument inverse, int *infos,
                      int count)
{
    set_orders(call, n, n, 0, count);
    hw_blas_check(call, n <= LARGEST_INVERTED, CUBLAS_STATUS_INVALID_VALUE);
    hw_blas_matrix(call, 0, a, n, n, kind->bytes);
    hw_blas_matrix(call, 1, inverse, n, n, kind->bytes);
    set_numbers(call, 2, infos, 1, false);
    hw_cublas_run(call, run, 1);
}

/* --- QR --- */

void hw_cublas_geqrf(CALL, int m, int n, struct hw_blas_argument a, const void *tau, int *info, int count)
{
    tell(call, info, m < 0 ? 1 : n < 0 ? 2 : short_columns(a, m) ? 4 : count < 0 ? 7 : 0);
    set_orders(call, m, n, 0, count);
    hw_blas_matrix(call, 0, a, m, n, kind->bytes);
    hw_blas_vector(call, 1, LISTED(tau, 1), m < n ? m : n, kind->bytes);
    hw_cublas_run(call, run, 1);
}

void hw_cublas_gels(CALL, cublasOperation_t trans, int m, int n, int columns, struct hw_blas_argument a,
                    struct hw_blas_argument c, int *info, int *infos, int count)
{
    tell(call, info,
         trans > CUBLAS_OP_C   ? 1
         : m < 0               ? 2
         : n < 0               ? 3
         : columns < 0         ? 4
         : short_columns(a, m) ? 6
         : short_columns(c, m) ? 8
         : count < 0           ? 11
                               : 0);
    hw_blas_check(call, trans == CUBLAS_OP_N && m >= n, CUBLAS_STATUS_NOT_SUPPORTED);
    set_orders(call, m, n, columns, count);
    hw_blas_matrix(call, 0, a, m, n, kind->bytes);
    hw_blas_matrix(call, 1, c, m, columns, kind->bytes);
    set_numbers(call, 2, infos, 1, true);
    hw_cublas_run(call, run, 1);
}
