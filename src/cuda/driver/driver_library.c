/* SPDX-License-Identifier: MIT */
/* Libraries of code, which belong to no context (CUDA 12). */
#include "cuda/driver/driver_call.h"

#include "cuda/core/modules/library_source.h"

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, int *jit_options, void **jit_values,
                           unsigned jit_count, int *options, void **values, unsigned count)
{
    const struct hw_cuda_library_source source = {.code = code,
                                                  .jit_options = jit_options,
                                                  .jit_values = jit_values,
                                                  .jit_count = jit_count,
                                                  .options = options,
                                                  .count = count};

    (void)values;
    HW_ANYWHERE_CALL(hw_cu_error(hw_cuda_library_open(library, &source)));
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, int *jit_options, void **jit_values,
                               unsigned jit_count, int *options, void **values, unsigned count)
{
    const struct hw_cuda_library_source source = {.path = path,
                                                  .jit_options = jit_options,
                                                  .jit_values = jit_values,
                                                  .jit_count = jit_count,
                                                  .options = options,
                                                  .count = count};

    (void)values;
    HW_ANYWHERE_CALL(hw_cu_error(hw_cuda_library_open(library, &source)));
}

/* --- what is in it --- */

static CUresult check(const void *room, CUlibrary library)
{
    if (!room)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cuda_library_is_valid(library) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult hw_cu_library_get_kernel(CUkernel *kernel, CUlibrary library, const char *name)
{
    const CUresult result = check(kernel, library);

    if (result != CUDA_SUCCESS)
        return result;
    return name ? hw_cu_error(hw_cuda_library_kernel(library, name, kernel)) : CUDA_ERROR_INVALID_VALUE;
}

CUresult hw_cu_library_get_kernel_count(unsigned *count, CUlibrary library)
{
    const CUresult result = check(count, library);

    if (result == CUDA_SUCCESS)
        *count = (unsigned)hw_cuda_library_kernel_count(library);
    return result;
}

CUresult hw_cu_library_enumerate_kernels(CUkernel *kernels, unsigned count, CUlibrary library)
{
    const CUresult result = check(kernels, library);

    for (size_t i = 0; result == CUDA_SUCCESS && i < count && i < hw_cuda_library_kernel_count(library); i++)
        kernels[i] = hw_cuda_library_kernel_at(library, i);
    return result;
}

CUresult hw_cu_library_get_module(CUmodule *module, CUlibrary library)
{
    const CUresult result = check(module, library);

    return result == CUDA_SUCCESS ? hw_cu_error(hw_cuda_library_module(library, module)) : result;
}

/* Either the address or the size may be left out. */
CUresult hw_cu_library_get_global(CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name)
{
    void *place = NULL;
    CUmodule module;
    CUresult result = check(name, library);

    if (result == CUDA_SUCCESS)
        result = hw_cu_error(hw_cuda_library_module(library, &module));
    if (result == CUDA_SUCCESS)
        result = hw_cu_error(hw_cuda_module_variable(module, name, &place, bytes));
    if (result == CUDA_SUCCESS && address)
        *address = (uintptr_t)place;
    return result;
}

CUresult hw_cu_library_get_managed(CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name)
{
    void *place = NULL;
    CUresult result = check(name, library);

    if (result != CUDA_SUCCESS)
        return result;
    if (!address && !bytes)
        return CUDA_ERROR_INVALID_VALUE;
    result = hw_cu_error(hw_cuda_library_managed(library, name, &place, bytes));
    if (result == CUDA_SUCCESS && address)
        *address = (uintptr_t)place;
    return result;
}
