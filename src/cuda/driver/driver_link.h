/* SPDX-License-Identifier: MIT */
/* Linking: pieces of device code, and PTX, become a cubin (CUDA 5.5). */
#ifndef HW_CUDA_DRIVER_DRIVER_LINK_H
#define HW_CUDA_DRIVER_DRIVER_LINK_H

#include "cuda/driver/driver.h"

typedef struct hw_cuda_link *CUlinkState;

#pragma GCC visibility push(default)

CUresult cuLinkCreate(unsigned count, int *options, void **values, CUlinkState *state);
CUresult cuLinkCreate_v2(unsigned count, int *options, void **values, CUlinkState *state);
CUresult cuLinkAddData(CUlinkState state, int type, void *data, size_t bytes, const char *name,
                       unsigned count, int *options, void **values);
CUresult cuLinkAddData_v2(CUlinkState state, int type, void *data, size_t bytes, const char *name,
                          unsigned count, int *options, void **values);
CUresult cuLinkAddFile(CUlinkState state, int type, const char *path, unsigned count, int *options,
                       void **values);
CUresult cuLinkAddFile_v2(CUlinkState state, int type, const char *path, unsigned count, int *options,
                          void **values);
CUresult cuLinkComplete(CUlinkState state, void **cubin, size_t *bytes);
CUresult cuLinkDestroy(CUlinkState state);

#pragma GCC visibility pop
#endif
