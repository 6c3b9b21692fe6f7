/* SPDX-License-Identifier: MIT */
/* The state of functions: attributes, preferences, and for the launches of toolkits before 4.0 the block's
 * shape and the parameters, which stay with the function from launch to launch. */
#include "cuda/driver/function_state.h"

#include "cuda/core/log/reason.h"
#include "cuda/driver/driver_work.h"

#include <stdlib.h>
#include <string.h>

CUresult hw_cu_function(CUfunction *function)
{
    const CUresult result = hw_cu_error(hw_cuda_kernel_of(*function, function));

    if (result == CUDA_ERROR_INVALID_HANDLE)
        hw_cuda_fail_handle(result, "function", *function);
    return result;
}

CUresult hw_cu_function_attribute(int *value, int attribute, CUfunction function)
{
    struct cudaFuncAttributes attributes;
    CUresult result = value ? hw_cu_function(&function) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        result = hw_cu_error(hw_cuda_kernel_attributes(&attributes, function));
    if (result != CUDA_SUCCESS)
        return result;
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = attributes.maxThreadsPerBlock; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)attributes.sharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int)attributes.constSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)attributes.localSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = attributes.numRegs; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = attributes.ptxVersion; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = attributes.binaryVersion; break;
    default: return hw_cu_error(hw_cuda_kernel_setting(function, attribute, value));
    }
    return CUDA_SUCCESS;
}

/* A preference that a device need not follow, of the numbers 0 to `last`. */
CUresult hw_cu_function_prefer(CUfunction *function, int config, int last)
{
    if (config < 0 || config > last)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_function(function);
}

/* Only occupancy counts it. */
CUresult hw_cu_function_prefer_cache(CUfunction function, int config)
{
    const CUresult result = hw_cu_function_prefer(&function, config, CU_FUNC_CACHE_PREFER_EQUAL);

    if (result == CUDA_SUCCESS)
        hw_cuda_kernel_prefer(function, config);
    return result;
}

CUresult hw_cu_function_set_attribute(CUfunction function, int attribute, int value)
{
    const CUresult result = hw_cu_function(&function);

    return result == CUDA_SUCCESS ? hw_cu_error(hw_cuda_kernel_set(function, attribute, value)) : result;
}

CUresult hw_cu_function_parameter(CUfunction function, size_t index, size_t *offset, size_t *bytes)
{
    const CUresult result = offset ? hw_cu_function(&function) : CUDA_ERROR_INVALID_VALUE;
    size_t size;

    if (result != CUDA_SUCCESS)
        return result;
    if (index > UINT32_MAX ||
        !hw_cuda_kernel_parameter(function, (unsigned)index, offset, bytes ? bytes : &size))
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

CUresult hw_cu_function_parameter_count(CUfunction function, size_t *count)
{
    const CUresult result = count ? hw_cu_function(&function) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *count = hw_cuda_kernel_parameter_count(function);
    return result;
}

/* --- what is kept for launches --- */

CUresult hw_cu_prepared(CUfunction function, struct hw_cu_prepared **prepared)
{
    if (!hw_cuda_kernel_is_valid(function))
        return CUDA_ERROR_INVALID_HANDLE;
    void **notes = hw_cuda_kernel_notes(function);
    if (!*notes) {
        const size_t most = hw_cuda_kernel_most_parameters(function);
        struct hw_cu_prepared *made = calloc(1, sizeof *made + most);
        if (!made)
            return CUDA_ERROR_OUT_OF_MEMORY;
        made->most = most;
        *notes = made;
    }
    *prepared = *notes;
    return CUDA_SUCCESS;
}

CUresult hw_cu_func_set_block_shape(CUfunction function, int x, int y, int z)
{
    struct hw_cu_prepared *prepared;
    const CUresult result = hw_cu_prepared(function, &prepared);

    if (result != CUDA_SUCCESS)
        return result;
    if (x <= 0 || y <= 0 || z <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    prepared->block = (dim3){(unsigned)x, (unsigned)y, (unsigned)z};
    return CUDA_SUCCESS;
}

CUresult hw_cu_func_set_shared_size(CUfunction function, unsigned bytes)
{
    struct hw_cu_prepared *prepared;
    const CUresult result = hw_cu_prepared(function, &prepared);

    if (result == CUDA_SUCCESS)
        prepared->shared_bytes = bytes;
    return result;
}

CUresult hw_cu_param_set_size(CUfunction function, unsigned bytes)
{
    struct hw_cu_prepared *prepared;
    const CUresult result = hw_cu_prepared(function, &prepared);

    if (result != CUDA_SUCCESS)
        return result;
    if (bytes > prepared->most)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "%s: %u bytes of parameters; expected at most %zu",
                            hw_cuda_kernel_name(function), bytes, prepared->most);
    prepared->parameter_bytes = bytes;
    return CUDA_SUCCESS;
}

CUresult hw_cu_parameter_set(CUfunction function, int offset, const void *value, unsigned bytes)
{
    struct hw_cu_prepared *prepared;
    const CUresult result = hw_cu_prepared(function, &prepared);

    if (result != CUDA_SUCCESS)
        return result;
    if (!value || offset < 0 || (size_t)offset > prepared->most || bytes > prepared->most - (size_t)offset)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE,
                            "%s: a parameter of %u bytes at %p for byte %d; expected at most %zu in all",
                            hw_cuda_kernel_name(function), bytes, value, offset, prepared->most);
    memcpy(prepared->parameters + offset, value, bytes);
    return CUDA_SUCCESS;
}

/* A reference of a module is the kernel's without this (the unit can only be the one that the code names). */
CUresult hw_cu_param_set_tex_ref(CUfunction function, int unit, CUtexref reference)
{
    if (!hw_cuda_kernel_is_valid(function) || !hw_cuda_texture_is_valid(reference))
        return CUDA_ERROR_INVALID_HANDLE;
    return unit == CU_PARAM_TR_DEFAULT ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
