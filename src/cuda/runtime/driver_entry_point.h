/* SPDX-License-Identifier: MIT */
/* Functions of the driver API by name, for programs that know the runtime only. */
#ifndef HW_CUDA_RUNTIME_DRIVER_ENTRY_POINT_H
#define HW_CUDA_RUNTIME_DRIVER_ENTRY_POINT_H

#include "cuda/runtime/runtime_abi.h"

#pragma GCC visibility push(default)

/* CUDA 11 has no `status`. */
cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
                                    int *status);
cudaError_t cudaGetDriverEntryPoint_ptsz(const char *symbol, void **function, unsigned long long flags,
                                         int *status);
cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function, unsigned version,
                                             unsigned long long flags, int *status);
cudaError_t cudaGetDriverEntryPointByVersion_ptsz(const char *symbol, void **function, unsigned version,
                                                  unsigned long long flags, int *status);

#pragma GCC visibility pop
#endif
