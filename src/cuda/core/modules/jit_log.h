/* SPDX-License-Identifier: MIT */
/* The logs that a program gives to calls that load or link code: for the sentences of a compiler, which there
 * is none of; ours go there. */
#ifndef HW_CUDA_CORE_MODULES_JIT_LOG_H
#define HW_CUDA_CORE_MODULES_JIT_LOG_H

#include "cuda/core/cuda_abi.h"
#include "cuda/core/modules/jit_abi.h"

#include <stddef.h>

struct hw_cuda_jit_log {
    char *text;
    size_t bytes;
    void **filled; /* the option's value, which becomes the bytes of text */
};

struct hw_cuda_logs {
    struct hw_cuda_jit_log info, error;
};

#pragma GCC visibility push(default)

/* What the options of a call say of logs; others mean nothing here. */
cudaError_t hw_cuda_logs_take(unsigned count, const int *options, void **values, struct hw_cuda_logs *logs);
/* Write a sentence, or "" where all went well, to the logs; without any, to standard error. */
void hw_cuda_logs_tell(const struct hw_cuda_logs *logs, const char *sentence);
/* The same with what there is to say besides errors. */
void hw_cuda_logs_tell_both(const struct hw_cuda_logs *logs, const char *info, const char *sentence);

#pragma GCC visibility pop

#endif
