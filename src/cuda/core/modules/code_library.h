/* SPDX-License-Identifier: MIT */
/* Libraries of code that belong to no context (CUDA 12): each context that uses one loads it as a module. */
#ifndef HW_CUDA_CORE_MODULES_CODE_LIBRARY_H
#define HW_CUDA_CORE_MODULES_CODE_LIBRARY_H

#include "cuda/core/cuda_core.h"

/* A module goes: no kernel of its library is ready in its context any more. */
void hw_cuda_library_forget(struct hw_cuda_library *library, const struct hw_cuda_module *module);

/* A kernel that the program had registered is gone, and its handle with it. */
void hw_cuda_program_kernel_forget(const void *host);

#endif
