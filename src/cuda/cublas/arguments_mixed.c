/* SPDX-License-Identifier: MIT */
/* Products of mixed types (arguments_mixed.h).  The functions of blas_arguments.h check sizes and addresses;
 * then the types of operands take the place of the kind's. */
#include "cuda/cublas/arguments_mixed.h"

#include "cuda/blas/blas_compute.h"
#include "cuda/blas/blas_element.h"

#include <string.h>

/* The kind, as far as functions of blas_arguments.h look at it: the sizes of scalars. */
static struct hw_blas_type sized(cudaDataType scalar, cudaDataType part)
{
    return (struct hw_blas_type){.bytes = hw_blas_element_bytes(scalar),
                                 .real_bytes = hw_blas_element_bytes(part)};
}

/* Results are of the type of the factors, or of what sums are computed in. */
static bool go_together(const struct hw_cublas_product *product, struct hw_blas_compute compute)
{
    const cudaDataType factor = product->a.type, result = product->c.type;

    if (!compute.known || product->b.type != factor)
        return false;
    if (hw_blas_element_part(factor) == CUDA_R_8I)
        return result == compute.scalar;
    return result == factor || (result == compute.wide && compute.scalar == compute.wide);
}

static bool is_zero_on_host(const struct hw_blas_call *call, int scalar)
{
    static const unsigned char zero[HW_BLAS_SCALAR_BYTES];

    return !call->job.scalar[scalar].device && memcmp(call->job.scalar[scalar].value, zero, sizeof zero) == 0;
}

void hw_cublas_mixed_product(struct hw_blas_call *call, const struct hw_cublas_product *product)
{
    const struct hw_blas_compute compute =
        hw_blas_compute_of(product->compute, product->a.type, product->c.type);
    const struct hw_blas_typed types[] = {
        {.type = product->a.type}, {.type = product->b.type}, {.type = product->c.type, .written = true}};

    hw_blas_check(call, go_together(product, compute), CUBLAS_STATUS_NOT_SUPPORTED);
    if (!hw_blas_is_ready(call))
        return;
    const struct hw_blas_type *kind = hw_blas_type_of(compute.wide),
                              scalars = sized(compute.scalar, compute.scalar);
    hw_cublas_gemm(call, &scalars, kind->gemm, product->transa, product->transb, product->m, product->n,
                   product->k, product->alpha, product->a.place, product->b.place, product->beta,
                   product->c.place, product->count);
    hw_blas_widen(call, compute.wide, kind->gemm, compute.scalar, types, 3);
    call->job.operand[2].unread = is_zero_on_host(call, 1);
}

void hw_cublas_mixed_gemv(struct hw_blas_call *call, cublasOperation_t trans, int64_t m, int64_t n,
                          const void *alpha, struct hw_cublas_typed a, struct hw_blas_argument x,
                          const void *beta, struct hw_cublas_typed y, int64_t count)
{
    const struct hw_blas_typed types[] = {
        {.type = a.type}, {.type = a.type}, {.type = y.type, .written = true}};

    hw_cublas_gemv(call, &hw_blas_single, hw_blas_single.gemv, trans, m, n, alpha, a.place, x, beta, y.place,
                   count);
    hw_blas_widen(call, CUDA_R_32F, hw_blas_single.gemv, CUDA_R_32F, types, 3);
}

void hw_cublas_mixed_square(struct hw_blas_call *call, cublasOperation_t turned, cublasFillMode_t uplo,
                            cublasOperation_t trans, int64_t n, int64_t k, const void *alpha,
                            struct hw_cublas_typed a, const void *beta, struct hw_cublas_typed c)
{
    const bool hermitian = turned == CUBLAS_OP_C;
    hw_blas_run_fn *run = hermitian ? hw_blas_complex.herk : hw_blas_complex.syrk;
    const struct hw_blas_typed types[] = {{.type = a.type}, {.type = c.type, .written = true}};

    hw_blas_check(call, c.type == CUDA_C_32F && (a.type == CUDA_C_32F || a.type == CUDA_C_8I),
                  CUBLAS_STATUS_NOT_SUPPORTED);
    hw_cublas_syrk(call, &hw_blas_complex, run, turned, uplo, trans, n, k, alpha,
                   hermitian ? hw_blas_complex.real_bytes : hw_blas_complex.bytes, a.place, beta, c.place);
    hw_blas_widen(call, CUDA_C_32F, run, hermitian ? CUDA_R_32F : CUDA_C_32F, types, 2);
}
