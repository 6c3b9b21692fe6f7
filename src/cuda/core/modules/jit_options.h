/* SPDX-License-Identifier: MIT */
/* The options of calls that compile or link code (CUjit_option): what is asked, and where answers go. */
#ifndef HW_CUDA_CORE_MODULES_JIT_OPTIONS_H
#define HW_CUDA_CORE_MODULES_JIT_OPTIONS_H

#include "cuda/core/modules/fatbin_select.h"
#include "cuda/core/modules/jit_linker.h"
#include "cuda/core/modules/jit_log.h"

#include <stdint.h>

struct hw_cuda_jit_options {
    struct hw_cuda_logs logs;
    struct hw_cuda_link_wish wish;
    struct hw_cuda_jit jit;
    void **wall_time; /* milliseconds, a float in the place of a pointer; NULL: nobody asks */
    uint64_t began;   /* hw_nanoseconds() */
};

#pragma GCC visibility push(default)

/* cudaErrorInvalidValue: there are options, but no lists of them, or a number that is none.  Options that
 * change nothing here are taken: the mode of caches, for example. */
cudaError_t hw_cuda_jit_take(unsigned count, const int *options, void **values,
                             struct hw_cuda_jit_options *jit);
/* Write the answers: what the compiler has said, a sentence of what went wrong or "", the time. */
void hw_cuda_jit_tell(struct hw_cuda_jit_options *jit, const char *sentence);
/* The time since hw_cuda_jit_take, where that is wanted. */
void hw_cuda_jit_time(const struct hw_cuda_jit_options *jit);

#pragma GCC visibility pop

#endif
