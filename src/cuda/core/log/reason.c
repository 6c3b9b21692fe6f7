/* SPDX-License-Identifier: MIT */
/* See reason.h. */
#include "cuda/core/log/reason.h"

#include "cuda/core/cuda_core.h"
#include "cuda/core/log/log.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local char sentence[256];

/* Programs may fail often, as where they ask what there is: without a log nothing is printed. */
int hw_cuda_fail(int error, const char *format, ...)
{
    va_list arguments;

    if (!hw_cuda_log_reasons())
        return error;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return error;
}

int hw_cuda_fail_handle(int error, const char *what, const void *handle)
{
    return handle ? hw_cuda_fail(error, "%s %p is none that lives", what, handle)
                  : hw_cuda_fail(error, "the %s is null", what);
}

int hw_cuda_fail_reach(const char *what, const void *address, size_t bytes)
{
    return hw_cuda_fail(cudaErrorInvalidValue, "%s: %zu bytes at %p; %zu bytes of the device are there", what,
                        bytes, address, hw_cuda_bytes_from(address));
}

const char *hw_cuda_reason(void)
{
    static _Thread_local char told[sizeof sentence];

    if (!*sentence)
        return NULL;
    snprintf(told, sizeof told, "%s", sentence);
    *sentence = '\0';
    return told;
}
