/* SPDX-License-Identifier: MIT */
/* Texts of PTX. */
#ifndef HW_CUDA_CORE_MODULES_PTX_TEXT_H
#define HW_CUDA_CORE_MODULES_PTX_TEXT_H

#include "cuda/core/modules/module_image.h"

/* The directive .version, which comes before all others; NULL: it is no PTX. */
const char *hw_cuda_ptx_version(const char *text);
/* A copy, with a NUL behind it, that says version 3.1 where it said less. */
cudaError_t hw_cuda_ptx_lift(const struct hw_cuda_image *ptx, struct hw_cuda_image *copy);

#endif
