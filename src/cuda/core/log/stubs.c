/* SPDX-License-Identifier: MIT */
/* See stubs.h. */
#include "cuda/core/log/stubs.h"

#include "cuda/base/message.h"
#include "cuda/core/cuda_core.h"

int hw_cuda_missing(const char *library, const char *name, int status, unsigned char *told)
{
    if (!__atomic_exchange_n(told, 1, __ATOMIC_RELAXED))
        hw_cuda_message("%s: %s is not implemented; it returns %d", library, name, status);
    hw_cuda_log_call(name, status, "not implemented");
    return status;
}
