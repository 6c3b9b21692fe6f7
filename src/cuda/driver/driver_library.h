/* SPDX-License-Identifier: MIT */
/* Libraries of code and their kernels, which belong to no context (CUDA 12), and what CUDA 11 and 12 tell
 * about functions and modules.
 *
 * A CUkernel may be given wherever a function takes a CUfunction: it means that kernel in the current
 * context. */
#ifndef HW_CUDA_DRIVER_DRIVER_LIBRARY_H
#define HW_CUDA_DRIVER_DRIVER_LIBRARY_H

#include "cuda/driver/driver.h"

typedef struct hw_cuda_library *CUlibrary;
typedef struct hw_cuda_library_kernel *CUkernel;

/* What cuFuncIsLoaded says. */
enum { CU_FUNCTION_LOADING_STATE_UNLOADED, CU_FUNCTION_LOADING_STATE_LOADED };

#pragma GCC visibility push(default)

/* The options are lists of numbers and of values: those of cuModuleLoadDataEx, and those of libraries, which
 * say what may be left uncopied and so mean nothing here. */
CUresult cuLibraryLoadData(CUlibrary *library, const void *code, int *jit_options, void **jit_values,
                           unsigned jit_count, int *options, void **values, unsigned count);
CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, int *jit_options, void **jit_values,
                               unsigned jit_count, int *options, void **values, unsigned count);
CUresult cuLibraryUnload(CUlibrary library);
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name);
CUresult cuLibraryGetKernelCount(unsigned *count, CUlibrary library);
CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned count, CUlibrary library);
CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library);
CUresult cuLibraryGetGlobal(CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name);
CUresult cuLibraryGetManaged(CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name);

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel);
CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel kernel);
CUresult cuKernelGetName(const char **name, CUkernel kernel);
CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *bytes);
CUresult cuKernelGetAttribute(int *value, int attribute, CUkernel kernel, CUdevice device);
CUresult cuKernelSetAttribute(int attribute, int value, CUkernel kernel, CUdevice device);
CUresult cuKernelSetCacheConfig(CUkernel kernel, int config, CUdevice device);

CUresult cuFuncGetName(const char **name, CUfunction function);
CUresult cuFuncGetModule(CUmodule *module, CUfunction function);
CUresult cuFuncLoad(CUfunction function);
CUresult cuFuncIsLoaded(int *state, CUfunction function);
CUresult cuModuleGetFunctionCount(unsigned *count, CUmodule module);
CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned count, CUmodule module);

#pragma GCC visibility pop
#endif
