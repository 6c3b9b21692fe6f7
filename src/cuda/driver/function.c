/* SPDX-License-Identifier: MIT */
/* The state of functions: attributes, preferences, and for the launches of toolkits before 4.0 the block's
 * shape and the parameters, which stay with the function from launch to launch. */
#include "cuda/driver/function.h"

#include "cuda/core/reason.h"

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

CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction function)
{
    HW_CONTEXT_CALL(hw_cu_function_attribute(value, attribute, function));
}

/* A preference that a device need not follow, of the numbers 0 to `last`. */
static CUresult prefer(CUfunction *function, int config, int last)
{
    if (config < 0 || config > last)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_function(function);
}

/* Only occupancy counts it. */
CUresult hw_cu_function_prefer_cache(CUfunction function, int config)
{
    const CUresult result = prefer(&function, config, CU_FUNC_CACHE_PREFER_EQUAL);

    if (result == CUDA_SUCCESS)
        hw_cuda_kernel_prefer(function, config);
    return result;
}

CUresult cuFuncSetCacheConfig(CUfunction function, int config)
{
    HW_CONTEXT_CALL(hw_cu_function_prefer_cache(function, config));
}

CUresult cuFuncSetSharedMemConfig(CUfunction function, int config)
{
    HW_CONTEXT_CALL(prefer(&function, config, CU_SHARED_MEM_CONFIG_EIGHT_BYTE));
}

/* --- what is kept for launches --- */

CUresult hw_cu_prepared(CUfunction function, struct hw_cu_prepared **prepared)
{
    if (!hw_cuda_kernel_known(function))
        return CUDA_ERROR_INVALID_HANDLE;
    void **notes = hw_cuda_kernel_notes(function);
    if (!*notes)
        *notes = calloc(1, sizeof **prepared);
    *prepared = *notes;
    return *notes ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult set_block(CUfunction function, int x, int y, int z)
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

CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z)
{
    HW_CONTEXT_CALL(set_block(function, x, y, z));
}

static CUresult set_shared(CUfunction function, unsigned bytes)
{
    struct hw_cu_prepared *prepared;
    const CUresult result = hw_cu_prepared(function, &prepared);

    if (result == CUDA_SUCCESS)
        prepared->shared_bytes = bytes;
    return result;
}

CUresult cuFuncSetSharedSize(CUfunction function, unsigned bytes)
{
    HW_CONTEXT_CALL(set_shared(function, bytes));
}

static CUresult set_size(CUfunction function, unsigned bytes)
{
    struct hw_cu_prepared *prepared;
    const CUresult result = hw_cu_prepared(function, &prepared);

    if (result != CUDA_SUCCESS)
        return result;
    if (bytes > sizeof prepared->parameters)
        return CUDA_ERROR_INVALID_VALUE;
    prepared->parameter_bytes = bytes;
    return CUDA_SUCCESS;
}

CUresult cuParamSetSize(CUfunction function, unsigned bytes)
{
    HW_CONTEXT_CALL(set_size(function, bytes));
}

static CUresult set_bytes(CUfunction function, int offset, const void *value, unsigned bytes)
{
    struct hw_cu_prepared *prepared;
    const CUresult result = hw_cu_prepared(function, &prepared);

    if (result != CUDA_SUCCESS)
        return result;
    if (!value || offset < 0 || (size_t)offset > sizeof prepared->parameters ||
        bytes > sizeof prepared->parameters - (size_t)offset)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(prepared->parameters + offset, value, bytes);
    return CUDA_SUCCESS;
}

CUresult cuParamSetv(CUfunction function, int offset, void *value, unsigned bytes)
{
    HW_CONTEXT_CALL(set_bytes(function, offset, value, bytes));
}

CUresult cuParamSeti(CUfunction function, int offset, unsigned value)
{
    HW_CONTEXT_CALL(set_bytes(function, offset, &value, sizeof value));
}

CUresult cuParamSetf(CUfunction function, int offset, float value)
{
    HW_CONTEXT_CALL(set_bytes(function, offset, &value, sizeof value));
}

/* A reference of a module is the kernel's without this (the unit can only be the one that the code names). */
static CUresult set_texture(CUfunction function, int unit, CUtexref reference)
{
    if (!hw_cuda_kernel_known(function) || !hw_cuda_texture_known(reference))
        return CUDA_ERROR_INVALID_HANDLE;
    return unit == CU_PARAM_TR_DEFAULT ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuParamSetTexRef(CUfunction function, int unit, CUtexref reference)
{
    HW_CONTEXT_CALL(set_texture(function, unit, reference));
}
