/* SPDX-License-Identifier: MIT */
/* What the check needs of the driver below openai-gemm beside the driver's own functions. */
#ifndef GEMM_DRIVER_H
#define GEMM_DRIVER_H

#include <halfwarp/memory.h>

#ifdef __cplusplus
extern "C" {
#endif

struct CUmod_st;
struct CUfunc_st;
struct CUstream_st;

extern int gemm_capability;        /* of the device that is pretended: 50 or 60 */
extern uint64_t gemm_instructions; /* thread instructions of all launches so far */
struct hw_memory *gemm_memory(void);

int cuModuleLoadData(struct CUmod_st **module, const void *image);
int cuModuleGetFunction(struct CUfunc_st **function, struct CUmod_st *module, const char *name);
int cuCtxGetDevice(int *device);
int cuDeviceGetAttribute(int *value, int attribute, int device);
int cuLaunchKernel(struct CUfunc_st *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                   struct CUstream_st *stream, void **arguments, void **extra);

#ifdef __cplusplus
}
#endif
#endif
