/* SPDX-License-Identifier: MIT */
/* Modules: images that programs load, and their named parts.  What is wrong with one is said in the logs that
 * the program gives, or on standard error where it gives none. */
#include "cuda/driver/driver_work.h"

#include "cuda/core/modules/module_image.h"
#include "cuda/core/modules/jit_options.h"

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

CUresult hw_cu_module_load_image(CUmodule *module, const void *memory, unsigned count, const int *options,
                                 void **values)
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

CUresult hw_cu_module_load(CUmodule *module, const char *path)
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

/* --- names --- */

/* What all look-ups begin with. */
static CUresult check(const void *room, CUmodule module, const char *name)
{
    if (!room || !name)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cuda_module_is_valid(module) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult hw_cu_module_get_function(CUfunction *function, CUmodule module, const char *name)
{
    const CUresult result = check(function, module, name);

    return result == CUDA_SUCCESS ? hw_cu_error(hw_cuda_module_kernel(module, name, function)) : result;
}

/* Either the address or the size may be left out. */
CUresult hw_cu_module_get_global_v2(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name)
{
    void *place = NULL;
    CUresult result = check(name, module, name);

    if (result == CUDA_SUCCESS)
        result = hw_cu_error(hw_cuda_module_variable(module, name, &place, bytes));
    if (result == CUDA_SUCCESS && address)
        *address = (uintptr_t)place;
    return result;
}

CUresult hw_cu_module_get_tex_ref(CUtexref *reference, CUmodule module, const char *name)
{
    const CUresult result = check(reference, module, name);

    return result == CUDA_SUCCESS ? hw_cu_error(hw_cuda_module_texture(module, name, reference)) : result;
}

CUresult hw_cu_module_get_surf_ref(CUsurfref *reference, CUmodule module, const char *name)
{
    const CUresult result = check(reference, module, name);

    return result == CUDA_SUCCESS ? hw_cu_error(hw_cuda_module_surface(module, name, reference)) : result;
}
