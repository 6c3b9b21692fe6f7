/* SPDX-License-Identifier: MIT */
/* The logs that a program gives to calls that load or link code: for the sentences of a compiler, which there
 * is none of; ours go there. */
#ifndef HW_CUDA_DRIVER_JIT_LOG_H
#define HW_CUDA_DRIVER_JIT_LOG_H

#include "cuda/driver/driver_abi.h"
#include "cuda/driver/driver_errors.h"

#include <stddef.h>

struct hw_cu_log {
    char *text;
    size_t bytes;
    void **filled; /* the option's value, which becomes the bytes of text */
};

struct hw_cu_logs {
    struct hw_cu_log info, error;
};

/* What the options of a call say of logs; others mean nothing here. */
CUresult hw_cu_logs_take(unsigned count, const int *options, void **values, struct hw_cu_logs *logs);
/* Write a sentence, or "" where all went well, to the logs; without any, to standard error. */
void hw_cu_logs_tell(const struct hw_cu_logs *logs, const char *sentence);
/* The same with what there is to say besides errors. */
void hw_cu_logs_tell_both(const struct hw_cu_logs *logs, const char *info, const char *sentence);

#endif
