/* SPDX-License-Identifier: MIT */
/* See jit_log.h. */
#include "cuda/core/modules/jit_log.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

cudaError_t hw_cuda_logs_take(unsigned count, const int *options, void **values, struct hw_cuda_logs *logs)
{
    if (count && (!options || !values))
        return cudaErrorInvalidValue;
    for (unsigned i = 0; i < count; i++) {
        struct hw_cuda_jit_log *log =
            options[i] <= CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES ? &logs->info : &logs->error;
        switch (options[i]) {
        case CU_JIT_INFO_LOG_BUFFER:
        case CU_JIT_ERROR_LOG_BUFFER: log->text = values[i]; break;
        case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
        case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
            log->bytes = (uintptr_t)values[i] & UINT32_MAX; /* an unsigned int in the place of a pointer */
            log->filled = &values[i];
            break;
        default:
            if (options[i] < 0)
                return cudaErrorInvalidValue;
        }
    }
    return cudaSuccess;
}

static void write_log(const struct hw_cuda_jit_log *log, const char *sentence)
{
    size_t length = 0;

    if (log->text && log->bytes > 0) {
        snprintf(log->text, log->bytes, "%s", sentence);
        length = strlen(log->text);
    }
    if (log->filled)
        *log->filled = (void *)length;
}

void hw_cuda_logs_tell_both(const struct hw_cuda_logs *logs, const char *info, const char *sentence)
{
    const bool logged = (logs->info.text && logs->info.bytes) || (logs->error.text && logs->error.bytes);

    write_log(&logs->info, info);
    write_log(&logs->error, sentence);
    if (!logged && *sentence)
        fprintf(stderr, "halfwarp: %s\n", sentence);
}

/* Programs of CUDA SDK 4.2 print the info log and give no error log, so both get the sentence. */
void hw_cuda_logs_tell(const struct hw_cuda_logs *logs, const char *sentence)
{
    hw_cuda_logs_tell_both(logs, sentence, sentence);
}
