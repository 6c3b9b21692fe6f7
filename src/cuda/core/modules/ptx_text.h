/* SPDX-License-Identifier: MIT */
/* Texts of PTX. */
#ifndef HW_CUDA_CORE_MODULES_PTX_TEXT_H
#define HW_CUDA_CORE_MODULES_PTX_TEXT_H

#include "cuda/core/modules/module_image.h"
#include "target_name.h"

/* The directive .version, which comes before all others; NULL: it is no PTX. */
const char *hw_cuda_ptx_version(const char *text);
/* A copy, with a NUL behind it, that says version 3.1 where it said less. */
cudaError_t hw_cuda_ptx_lift(const struct hw_cuda_image *ptx, struct hw_cuda_image *copy);

/* The target that a text says it is for; false: it says none, or is no PTX. */
bool hw_cuda_ptx_target(const struct hw_cuda_image *ptx, struct hw_target_name *target);

#endif
