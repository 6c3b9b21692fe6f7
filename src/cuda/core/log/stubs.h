/* SPDX-License-Identifier: MIT */
/* Functions that a library exports because NVIDIA's does, and that nobody has written (tools/exportgen). */
#ifndef HW_CUDA_CORE_LOG_STUBS_H
#define HW_CUDA_CORE_LOG_STUBS_H

#pragma GCC visibility push(default)

/* Say so, once a function as `*told` remembers, log the call, and return `status`, the library's number for
 * "not supported". */
int hw_cuda_missing(const char *library, const char *name, int status, unsigned char *told);

#pragma GCC visibility pop
#endif
