/* SPDX-License-Identifier: MIT */
/* Kernels of PTX that the compiler has left out, for the chip or the compiler lacks something that they use:
 * they are missed only where a program asks for them. */
#ifndef HW_CUDA_CORE_MODULES_UNSUPPORTED_KERNEL_H
#define HW_CUDA_CORE_MODULES_UNSUPPORTED_KERNEL_H

#include "cuda/core/cuda_core.h"

/* The error for a name that no code has: HW_CUDA_ERROR_NOT_FOUND, or cudaErrorNoKernelImageForDevice where
 * the kernel was left out, and then the reason is on standard error.  `refused` is that of struct
 * hw_cuda_ptx_code. */
cudaError_t hw_cuda_missing_kernel(const char *refused, const char *name);

#endif
