/* SPDX-License-Identifier: MIT */
/* Kernels of libraries, and what CUDA 11 and 12 tell about functions and modules. */
#include "cuda/driver/driver.h"

#include "cuda/core/log/reason.h"
#include "cuda/driver/function_state.h"

/* --- kernels --- */

static CUresult check(const void *room, CUkernel kernel)
{
    if (!room)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cuda_library_kernel_is_valid(kernel) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult hw_cu_kernel_get_function(CUfunction *function, CUkernel kernel)
{
    const CUresult result = check(function, kernel);

    return result == CUDA_SUCCESS ? hw_cu_error(hw_cuda_kernel_of(kernel, function)) : result;
}

CUresult hw_cu_kernel_get_library(CUlibrary *library, CUkernel kernel)
{
    const CUresult result = check(library, kernel);

    if (result != CUDA_SUCCESS)
        return result;
    if (!hw_cuda_library_of(kernel))
        return hw_cuda_fail(CUDA_ERROR_NOT_SUPPORTED, "%s is a kernel of the program, which is no library",
                            hw_cuda_library_kernel_name(kernel));
    *library = hw_cuda_library_of(kernel);
    return CUDA_SUCCESS;
}

CUresult hw_cu_kernel_get_name(const char **name, CUkernel kernel)
{
    const CUresult result = check(name, kernel);

    if (result == CUDA_SUCCESS)
        *name = hw_cuda_library_kernel_name(kernel);
    return result;
}

CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *bytes)
{
    CUresult result;

    HW_CONTEXT_CALL((result = check(offset, kernel)) == CUDA_SUCCESS
                        ? hw_cu_function_parameter((CUfunction)(void *)kernel, index, offset, bytes)
                        : result);
}

CUresult hw_cu_kernel_get_param_count(CUkernel kernel, size_t *count)
{
    const CUresult result = check(count, kernel);

    return result == CUDA_SUCCESS ? hw_cu_function_parameter_count((CUfunction)(void *)kernel, count)
                                  : result;
}

/* The function that a kernel is on a device. */
static CUresult on_device(CUkernel kernel, CUdevice device, CUfunction *function)
{
    if (!hw_cuda_library_kernel_is_valid(kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    return hw_cu_error(hw_cuda_library_kernel_on(kernel, device, function));
}

CUresult hw_cu_kernel_get_attribute(int *value, int attribute, CUkernel kernel, CUdevice device)
{
    CUfunction function;
    const CUresult result = on_device(kernel, device, &function);

    return result == CUDA_SUCCESS ? hw_cu_function_attribute(value, attribute, function) : result;
}

CUresult hw_cu_kernel_set_attribute(int attribute, int value, CUkernel kernel, CUdevice device)
{
    CUfunction function;
    const CUresult result = on_device(kernel, device, &function);

    return result == CUDA_SUCCESS ? hw_cu_function_set_attribute(function, attribute, value) : result;
}

CUresult hw_cu_kernel_set_cache_config(CUkernel kernel, int config, CUdevice device)
{
    CUfunction function;
    const CUresult result = on_device(kernel, device, &function);

    return result == CUDA_SUCCESS ? hw_cu_function_prefer_cache(function, config) : result;
}

/* --- functions and modules --- */

CUresult hw_cu_func_get_name(const char **name, CUfunction function)
{
    const CUresult result = name ? hw_cu_function(&function) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *name = hw_cuda_kernel_name(function);
    return result;
}

CUresult hw_cu_func_get_module(CUmodule *module, CUfunction function)
{
    const CUresult result = module ? hw_cu_function(&function) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *module = hw_cuda_kernel_module(function);
    return result;
}

CUresult hw_cu_func_is_loaded(int *state, CUfunction function)
{
    const CUresult result = state ? hw_cu_function(&function) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *state = CU_FUNCTION_LOADING_STATE_LOADED;
    return result;
}

static CUresult check_module(const void *room, CUmodule module)
{
    if (!room)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cuda_module_is_valid(module) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult hw_cu_module_get_function_count(unsigned *count, CUmodule module)
{
    const CUresult result = check_module(count, module);

    if (result == CUDA_SUCCESS)
        *count = (unsigned)hw_cuda_module_kernel_count(module);
    return result;
}

CUresult hw_cu_module_enumerate_functions(CUfunction *functions, unsigned count, CUmodule module)
{
    CUresult result = check_module(functions, module);

    if (result == CUDA_SUCCESS && count > hw_cuda_module_kernel_count(module))
        count = (unsigned)hw_cuda_module_kernel_count(module);
    for (unsigned i = 0; i < count && result == CUDA_SUCCESS; i++)
        result = hw_cu_error(hw_cuda_module_kernel_at(module, i, &functions[i]));
    return result;
}
