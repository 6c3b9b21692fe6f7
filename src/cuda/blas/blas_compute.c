/* SPDX-License-Identifier: MIT */
/* See blas_compute.h. */
#include "cuda/blas/blas_compute.h"

#include "cuda/blas/blas_element.h"

static struct hw_blas_compute when(bool known, cudaDataType wide, cudaDataType scalar)
{
    return (struct hw_blas_compute){.known = known, .wide = wide, .scalar = scalar};
}

struct hw_blas_compute hw_blas_compute_of(int compute, cudaDataType factor, cudaDataType result)
{
    const cudaDataType part = hw_blas_element_part(factor);
    const bool is_complex = part != factor, whole = part == CUDA_R_8I;
    const cudaDataType single = is_complex ? CUDA_C_32F : CUDA_R_32F,
                       twice = is_complex ? CUDA_C_64F : CUDA_R_64F;

    switch (compute) {
    case CUDA_R_16F:
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC: return when(factor == CUDA_R_16F, CUDA_R_32F, CUDA_R_16F);
    case CUDA_R_32F:
    case CUDA_C_32F:
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
    case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
        return when(part != CUDA_R_64F && part != CUDA_R_32I, whole ? twice : single, single);
    case CUDA_R_64F:
    case CUDA_C_64F:
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT: return when(part == CUDA_R_64F, twice, twice);
    case CUDA_R_32I:
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
        return when(factor == CUDA_R_8I, CUDA_R_64F, result == CUDA_R_32I ? CUDA_R_32I : CUDA_R_32F);
    default: return (struct hw_blas_compute){0};
    }
}
