/* SPDX-License-Identifier: MIT */
/* Lines of the log about HALFWARP_FAIL, and the end of calls that it makes fail. */
#ifndef HW_CUDA_CORE_LOG_LOG_INJECTED_H
#define HW_CUDA_CORE_LOG_LOG_INJECTED_H

#include "cuda/inject/inject.h"

#pragma GCC visibility push(default)

/* Before the end of a call that is made to fail, so that the log has the reason; `status` as the program gets
 * it. */
void hw_cuda_log_injected_call(const struct hw_injected *injected, int status);

/* End such a call of a library whose statuses have no names here; gives the status. */
int hw_cuda_injected(const struct hw_injected *injected);

#pragma GCC visibility pop

/* A launch is made to fail. */
void hw_cuda_log_injected_launch(const struct hw_injected *injected, const char *kernel);

#endif
