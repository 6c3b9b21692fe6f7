/* SPDX-License-Identifier: MIT */
/* See assertion.h. */
#include "cuda/core/launches/assertion.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/log/reason.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hw_cuda_assertion_keep(struct hw_cuda_context *context, const char *text, size_t bytes)
{
    struct hw_cuda_assertions *kept = &context->assertions;
    char *longer = realloc(kept->text, kept->bytes + bytes);

    if (!longer)
        return;
    memcpy(longer + kept->bytes, text, bytes);
    kept->text = longer;
    kept->bytes += bytes;
}

void hw_cuda_fault_heard(struct hw_cuda_context *context)
{
    if (context->fault == cudaSuccess)
        context->fault = context->failed;
}

cudaError_t hw_cuda_fault_told(struct hw_cuda_context *context)
{
    const struct hw_cuda_assertions *kept = &context->assertions;

    hw_cuda_fault_heard(context);

    if (kept->text)
        fwrite(kept->text, 1, kept->bytes, stderr);
    hw_cuda_assertions_forget(context);
    if (context->fault == cudaSuccess)
        return cudaSuccess;
    return hw_cuda_fail(context->fault, "%s %s has failed in this context",
                        *context->failed_kernel ? "kernel" : "work of",
                        *context->failed_kernel ? context->failed_kernel : "a stream");
}

void hw_cuda_assertions_forget(struct hw_cuda_context *context)
{
    free(context->assertions.text);
    context->assertions = (struct hw_cuda_assertions){NULL, 0};
}
