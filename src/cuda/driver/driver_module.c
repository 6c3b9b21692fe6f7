/* SPDX-License-Identifier: MIT */
/* Modules: images that programs load, and their named parts.  What is wrong with one is said in the logs that
 * the program gives, or on standard error where it gives none. */
#include "cuda/core/image_copy.h"
#include "cuda/driver/driver_call.h"
#include "cuda/core/jit_options.h"

#include <halfwarp/status.h>

/* --- loading --- */

static CUresult load_image(CUmodule *module, const struct hw_cuda_image *image,
                           struct hw_cuda_jit_options *jit)
{
    struct hw_error error = {.text = ""};
    const cudaError_t result = hw_cuda_module_load(module, image->bytes, image->length, &jit->jit, &error);

    hw_cuda_jit_tell(jit, result == cudaSuccess ? "" : error.text);
    return hw_cu_error(result);
}

static CUresult load(CUmodule *module, const void *memory, unsigned count, const int *options, void **values)
{
    struct hw_cuda_jit_options jit;
    struct hw_cuda_image image;
    CUresult result =
        module ? hw_cu_error(hw_cuda_jit_take(count, options, values, &jit)) : CUDA_ERROR_INVALID_VALUE;

    if (result != CUDA_SUCCESS)
        return result;
    result = hw_cu_error(hw_cuda_image_copy(memory, &image));
    if (result == CUDA_SUCCESS)
        result = load_image(module, &image, &jit);
    else
        hw_cuda_jit_tell(&jit, "the image of a module is none, or ends before its header says");
    hw_cuda_image_free(&image);
    return result;
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count, int *options, void **values)
{
    HW_CONTEXT_CALL(load(module, image, count, options, values));
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    HW_CONTEXT_CALL(load(module, image, 0, NULL, NULL));
}

CUresult cuModuleLoadFatBinary(CUmodule *module, const void *fatbin)
{
    HW_CONTEXT_CALL(load(module, fatbin, 0, NULL, NULL));
}

static CUresult load_file(CUmodule *module, const char *path)
{
    struct hw_cuda_image image;
    struct hw_cuda_jit_options jit;

    if (!module || !path)
        return CUDA_ERROR_INVALID_VALUE;
    hw_cuda_jit_take(0, NULL, NULL, &jit);
    CUresult result = hw_cu_error(hw_cuda_image_read(path, &image));
    if (result == CUDA_SUCCESS)
        result = load_image(module, &image, &jit);
    hw_cuda_image_free(&image);
    return result;
}

CUresult cuModuleLoad(CUmodule *module, const char *path)
{
    HW_CONTEXT_CALL(load_file(module, path));
}

CUresult cuModuleUnload(CUmodule module)
{
    HW_HANDLE_CALL(hw_cu_error(hw_cuda_module_unload(module)));
}

/* --- names --- */

/* What all look-ups begin with. */
static CUresult check(const void *room, CUmodule module, const char *name)
{
    if (!room || !name)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cuda_module_known(module) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

static CUresult get_function(CUfunction *function, CUmodule module, const char *name)
{
    const CUresult result = check(function, module, name);

    return result == CUDA_SUCCESS ? hw_cu_error(hw_cuda_module_kernel(module, name, function)) : result;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    HW_CONTEXT_CALL(get_function(function, module, name));
}

/* Either the address or the size may be left out. */
static CUresult get_global(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name)
{
    void *place = NULL;
    CUresult result = check(name, module, name);

    if (result == CUDA_SUCCESS)
        result = hw_cu_error(hw_cuda_module_variable(module, name, &place, bytes));
    if (result == CUDA_SUCCESS && address)
        *address = (uintptr_t)place;
    return result;
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name)
{
    HW_CONTEXT_CALL(get_global(address, bytes, module, name));
}

static CUresult get_texture(CUtexref *reference, CUmodule module, const char *name)
{
    const CUresult result = check(reference, module, name);

    return result == CUDA_SUCCESS ? hw_cu_error(hw_cuda_module_texture(module, name, reference)) : result;
}

CUresult cuModuleGetTexRef(CUtexref *reference, CUmodule module, const char *name)
{
    HW_CONTEXT_CALL(get_texture(reference, module, name));
}

static CUresult get_surface(CUsurfref *reference, CUmodule module, const char *name)
{
    const CUresult result = check(reference, module, name);

    return result == CUDA_SUCCESS ? hw_cu_error(hw_cuda_module_surface(module, name, reference)) : result;
}

CUresult cuModuleGetSurfRef(CUsurfref *reference, CUmodule module, const char *name)
{
    HW_CONTEXT_CALL(get_surface(reference, module, name));
}
