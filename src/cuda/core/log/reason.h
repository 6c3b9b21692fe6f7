/* SPDX-License-Identifier: MIT */
/* Why a call fails: the sentence that stands behind the error's number in the log. */
#ifndef HW_CUDA_CORE_LOG_REASON_H
#define HW_CUDA_CORE_LOG_REASON_H

#include <stddef.h>

#pragma GCC visibility push(default)

/* Keep a sentence for the log's line of the calling thread's call: which argument is wrong, what it is, and
 * what was expected.  The last sentence of a call counts.  Returns `error`, whosever number that is. */
int hw_cuda_fail(int error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same of a handle that is none of ours, or no more: `what` names its kind. */
int hw_cuda_fail_handle(int error, const char *what, const void *handle);
/* The same of bytes at an address of the device's, of which not all are the program's: cudaErrorInvalidValue.
 * `what` is the argument's part in the call. */
int hw_cuda_fail_reach(const char *what, const void *address, size_t bytes);

#pragma GCC visibility pop

/* The sentence of the call that ends, which is forgotten; NULL: it has none. */
const char *hw_cuda_reason(void);

#endif
