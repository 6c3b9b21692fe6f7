/* SPDX-License-Identifier: MIT */
/* See driver_library.h: libraries. */
#include "cuda/driver/driver_library.h"

#include "cuda/core/image_copy.h"
#include "cuda/driver/driver_call.h"
#include "cuda/driver/jit_options.h"

#include <halfwarp/status.h>

#define LIBRARY_OPTIONS 2 /* a table of host functions, a binary that stays where it is */

static CUresult check_options(unsigned count, const int *options)
{
    if (count && !options)
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; i++)
        if (options[i] < 0 || options[i] >= LIBRARY_OPTIONS)
            return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

static CUresult load_image(CUlibrary *library, struct hw_cuda_image *image, struct hw_cu_jit *jit)
{
    struct hw_error error = {.text = ""};
    const cudaError_t result = hw_cuda_library_load(library, image, &jit->jit, &error);

    hw_cu_jit_tell(jit, result == cudaSuccess ? "" : error.text);
    hw_cuda_image_free(image);
    return hw_cu_error(result);
}

static CUresult load(CUlibrary *library, const void *code, struct hw_cu_jit *jit)
{
    struct hw_cuda_image image;
    const cudaError_t result = hw_cuda_image_copy(code, &image);

    if (result == cudaSuccess)
        return load_image(library, &image, jit);
    hw_cu_jit_tell(jit, "the image of a library is none, or ends before its header says");
    return hw_cu_error(result);
}

static CUresult load_file(CUlibrary *library, const char *path, struct hw_cu_jit *jit)
{
    struct hw_cuda_image image;
    const cudaError_t result = hw_cuda_image_read(path, &image);

    return result == cudaSuccess ? load_image(library, &image, jit) : hw_cu_error(result);
}

/* What both begin with. */
static CUresult take(const void *library, const void *code, int *jit_options, void **jit_values,
                     unsigned jit_count, const int *options, unsigned count, struct hw_cu_jit *jit)
{
    const CUresult result = library && code ? check_options(count, options) : CUDA_ERROR_INVALID_VALUE;

    return result == CUDA_SUCCESS ? hw_cu_jit_take(jit_count, jit_options, jit_values, jit) : result;
}

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, int *jit_options, void **jit_values,
                           unsigned jit_count, int *options, void **values, unsigned count)
{
    struct hw_cu_jit jit;
    const CUresult taken = take(library, code, jit_options, jit_values, jit_count, options, count, &jit);

    (void)values;
    HW_ANYWHERE_CALL(taken == CUDA_SUCCESS ? load(library, code, &jit) : taken);
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, int *jit_options, void **jit_values,
                               unsigned jit_count, int *options, void **values, unsigned count)
{
    struct hw_cu_jit jit;
    const CUresult taken = take(library, path, jit_options, jit_values, jit_count, options, count, &jit);

    (void)values;
    HW_ANYWHERE_CALL(taken == CUDA_SUCCESS ? load_file(library, path, &jit) : taken);
}

CUresult cuLibraryUnload(CUlibrary library)
{
    HW_ANYWHERE_CALL(hw_cu_error(hw_cuda_library_unload(library)));
}

/* --- what is in it --- */

static CUresult check(const void *room, CUlibrary library)
{
    if (!room)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cuda_library_known(library) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

static CUresult get_kernel(CUkernel *kernel, CUlibrary library, const char *name)
{
    const CUresult result = check(kernel, library);

    if (result != CUDA_SUCCESS)
        return result;
    return name ? hw_cu_error(hw_cuda_library_kernel(library, name, kernel)) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name)
{
    HW_ANYWHERE_CALL(get_kernel(kernel, library, name));
}

static CUresult count_kernels(unsigned *count, CUlibrary library)
{
    const CUresult result = check(count, library);

    if (result == CUDA_SUCCESS)
        *count = (unsigned)hw_cuda_library_kernel_count(library);
    return result;
}

CUresult cuLibraryGetKernelCount(unsigned *count, CUlibrary library)
{
    HW_ANYWHERE_CALL(count_kernels(count, library));
}

static CUresult list_kernels(CUkernel *kernels, unsigned count, CUlibrary library)
{
    const CUresult result = check(kernels, library);

    for (size_t i = 0; result == CUDA_SUCCESS && i < count && i < hw_cuda_library_kernel_count(library); i++)
        kernels[i] = hw_cuda_library_kernel_at(library, i);
    return result;
}

CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned count, CUlibrary library)
{
    HW_ANYWHERE_CALL(list_kernels(kernels, count, library));
}

static CUresult get_module(CUmodule *module, CUlibrary library)
{
    const CUresult result = check(module, library);

    return result == CUDA_SUCCESS ? hw_cu_error(hw_cuda_library_module(library, module)) : result;
}

CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library)
{
    HW_CONTEXT_CALL(get_module(module, library));
}

/* Either the address or the size may be left out. */
static CUresult get_global(CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name)
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

CUresult cuLibraryGetGlobal(CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name)
{
    HW_CONTEXT_CALL(get_global(address, bytes, library, name));
}

static CUresult get_managed(CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name)
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

CUresult cuLibraryGetManaged(CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name)
{
    HW_ANYWHERE_CALL(get_managed(address, bytes, library, name));
}
