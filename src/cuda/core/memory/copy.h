/* SPDX-License-Identifier: MIT */
/* Copies, before they run. */
#ifndef HW_CUDA_CORE_MEMORY_COPY_H
#define HW_CUDA_CORE_MEMORY_COPY_H

#include "cuda/core/cuda_core.h"

/* Whether both ends have the box. */
cudaError_t hw_cuda_copy_check(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t width,
                               size_t height, size_t depth);

#endif
