/* SPDX-License-Identifier: MIT */
/* See assertion.h. */
#include "cuda/core/launches/assertion.h"

#include "cuda/core/devices/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hw_cuda_assertion_keep(void *context, const char *text, size_t bytes)
{
    struct hw_cuda_assertions *kept = &((struct hw_cuda_context *)context)->assertions;
    char *longer = realloc(kept->text, kept->bytes + bytes);

    if (!longer)
        return;
    memcpy(longer + kept->bytes, text, bytes);
    kept->text = longer;
    kept->bytes += bytes;
}

cudaError_t hw_cuda_fault_told(struct hw_cuda_context *context)
{
    const struct hw_cuda_assertions *kept = &context->assertions;

    if (kept->text)
        fwrite(kept->text, 1, kept->bytes, stderr);
    hw_cuda_assertions_forget(context);
    return context->fault;
}

void hw_cuda_assertions_forget(struct hw_cuda_context *context)
{
    free(context->assertions.text);
    context->assertions = (struct hw_cuda_assertions){NULL, 0};
}
