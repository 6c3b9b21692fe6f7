/* SPDX-License-Identifier: MIT */
/* Where a library of code comes from, and how a program wants it compiled, as both interfaces ask for it. */
#ifndef HW_CUDA_CORE_MODULES_LIBRARY_SOURCE_H
#define HW_CUDA_CORE_MODULES_LIBRARY_SOURCE_H

#include "cuda/core/cuda_core.h"

struct hw_cuda_library_source {
    const void *code; /* in memory */
    const char *path; /* or in a file */
    const int *jit_options;
    void **jit_values;
    unsigned jit_count;
    const int *options; /* of libraries: what may be left uncopied, which means nothing here */
    unsigned count;
};

#pragma GCC visibility push(default)

/* hw_cuda_library_load with answers in what the options name: logs, the time.  cudaErrorInvalidValue: there
 * is neither code nor path, no place for the library, or an option that is none. */
cudaError_t hw_cuda_library_open(struct hw_cuda_library **library,
                                 const struct hw_cuda_library_source *source);

#pragma GCC visibility pop

#endif
