/* SPDX-License-Identifier: MIT */
/* Arguments of functions on vectors (blas_arguments.h).  Lengths below 0 count as 0, and results are then 0.
 */
#include "cuda/cublas/blas_arguments.h"

#define CALL struct hw_blas_call *call, const struct hw_blas_type *kind, hw_blas_run_fn *run

/* Vectors `x` and, where there is one, `y` of length `n` become operands 0 and 1. */
static void set_vectors(struct hw_blas_call *call, int64_t n, size_t bytes, struct hw_blas_argument x,
                        const struct hw_blas_argument *y)
{
    call->job.n = hw_blas_length(call, n);
    hw_blas_vector(call, 0, x, call->job.n, bytes);
    if (y)
        hw_blas_vector(call, 1, *y, call->job.n, bytes);
}

void hw_cublas_extreme(CALL, int64_t n, struct hw_blas_argument x, void *result, size_t result_bytes)
{
    set_vectors(call, x.ld > 0 ? n : 0, kind->bytes, x, NULL);
    hw_blas_result(call, 1, result, result_bytes);
    call->job.run = run;
}

void hw_cublas_sum(CALL, int64_t n, struct hw_blas_argument x, void *result)
{
    set_vectors(call, x.ld > 0 ? n : 0, kind->bytes, x, NULL);
    hw_blas_result(call, 1, result, kind->real_bytes);
    call->job.run = run;
}

void hw_cublas_scal(CALL, int64_t n, const void *alpha, size_t alpha_bytes, struct hw_blas_argument x)
{
    set_vectors(call, x.ld > 0 ? n : 0, kind->bytes, x, NULL);
    hw_blas_scalar(call, 0, alpha, alpha_bytes);
    hw_cublas_run(call, run, 0);
}

void hw_cublas_axpy(CALL, int64_t n, const void *alpha, struct hw_blas_argument x, struct hw_blas_argument y)
{
    set_vectors(call, n, kind->bytes, x, &y);
    hw_blas_scalar(call, 0, alpha, kind->bytes);
    hw_blas_factor(call, 0, 0, 0);
    hw_cublas_run(call, run, 1);
}

void hw_cublas_pair(CALL, int64_t n, struct hw_blas_argument x, struct hw_blas_argument y)
{
    set_vectors(call, n, kind->bytes, x, &y);
    hw_cublas_run(call, run, 1);
}

void hw_cublas_dot(CALL, int64_t n, struct hw_blas_argument x, struct hw_blas_argument y, void *result)
{
    set_vectors(call, n, kind->bytes, x, &y);
    hw_blas_result(call, 2, result, kind->bytes);
    call->job.run = run;
}

void hw_cublas_rot(CALL, int64_t n, struct hw_blas_argument x, struct hw_blas_argument y, const void *c,
                   const void *s, size_t s_bytes)
{
    set_vectors(call, n, kind->bytes, x, &y);
    hw_blas_scalar(call, 0, c, kind->real_bytes);
    hw_blas_scalar(call, 1, s, s_bytes);
    hw_cublas_run(call, run, 1);
}

void hw_cublas_rotg(CALL, void *a, void *b, void *c, void *s)
{
    hw_blas_result(call, 0, a, kind->bytes);
    hw_blas_result(call, 1, b, kind->bytes);
    hw_blas_result(call, 2, c, kind->real_bytes);
    hw_blas_result(call, 3, s, kind->bytes);
    call->job.run = run;
}

/* What a modified rotation does is in five numbers. */
#define ROTM_NUMBERS 5

void hw_cublas_rotm(CALL, int64_t n, struct hw_blas_argument x, struct hw_blas_argument y,
                    const void *parameters)
{
    set_vectors(call, n, kind->bytes, x, &y);
    hw_blas_result(call, 2, parameters, ROTM_NUMBERS * kind->bytes);
    hw_cublas_run(call, run, 1);
}

void hw_cublas_rotmg(CALL, void *d1, void *d2, void *x1, const void *y1, void *parameters)
{
    hw_blas_result(call, 0, d1, kind->bytes);
    hw_blas_result(call, 1, d2, kind->bytes);
    hw_blas_result(call, 2, x1, kind->bytes);
    hw_blas_result(call, 3, y1, kind->bytes);
    hw_blas_result(call, 4, parameters, ROTM_NUMBERS * kind->bytes);
    call->job.run = run;
}
