/* SPDX-License-Identifier: MIT */
/* The compilers that are a part of this library, for NVRTC: CUDA C++ to PTX, and PTX to a cubin. */
#ifndef HW_CUDA_CORE_MODULES_SOURCE_COMPILER_H
#define HW_CUDA_CORE_MODULES_SOURCE_COMPILER_H

#include <halfwarp/compiler.h>

#pragma GCC visibility push(default)

/* hw_compile_cuda of compiler.h. */
hw_status hw_cuda_source_to_ptx(const struct hw_cuda_file *source, const struct hw_cuda_options *options,
                                char **ptx, char **messages, struct hw_error *error);

/* The cubin is malloc'ed; an error has line and column in its sentence. */
hw_status hw_cuda_ptx_to_cubin(const char *ptx, const struct hw_compile_options *options, uint8_t **cubin,
                               size_t *length, struct hw_error *error);

/* Whether code is made for this compute capability: 35. */
bool hw_cuda_is_target(unsigned number);

#pragma GCC visibility pop
#endif
