/* SPDX-License-Identifier: MIT */
/* Libraries of code in the runtime's words (CUDA 12.8): images that each context loads when it uses them, and
 * their kernels, which the calls of both interfaces take.  (CUDA Runtime API 13, "Library Management".) */
#include "cuda/runtime/runtime.h"

#include "cuda/core/modules/library_source.h"
#include "cuda/core/log/reason.h"

/* The state's errors as this part of the runtime has them. */
static cudaError_t error_of(cudaError_t error)
{
    switch ((int)error) {
    case HW_CUDA_ERROR_NOT_FOUND: return cudaErrorSymbolNotFound;
    case HW_CUDA_ERROR_FILE_NOT_FOUND: return cudaErrorFileNotFound;
    case HW_CUDA_ERROR_INVALID_PTX: return cudaErrorInvalidPtx;
    case HW_CUDA_ERROR_NO_COMPILER: return cudaErrorJitCompilerNotFound;
    case HW_CUDA_ERROR_PTX_ONLY: return cudaErrorNoKernelImageForDevice;
    default: return error;
    }
}

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code, int *jit_options, void **jit_values,
                                unsigned jit_count, int *options, void **values, unsigned count)
{
    const struct hw_cuda_library_source source = {.code = code,
                                                  .jit_options = jit_options,
                                                  .jit_values = jit_values,
                                                  .jit_count = jit_count,
                                                  .options = options,
                                                  .count = count};

    (void)values;
    HW_DEVICE_CALL(error_of(hw_cuda_library_open(library, &source)));
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *path, int *jit_options,
                                    void **jit_values, unsigned jit_count, int *options, void **values,
                                    unsigned count)
{
    const struct hw_cuda_library_source source = {.path = path,
                                                  .jit_options = jit_options,
                                                  .jit_values = jit_values,
                                                  .jit_count = jit_count,
                                                  .options = options,
                                                  .count = count};

    (void)values;
    HW_DEVICE_CALL(error_of(hw_cuda_library_open(library, &source)));
}

/* --- what is in it --- */

/* What the calls begin with: a library, and what has to be there besides. */
static cudaError_t check(cudaLibrary_t library, const char *what, const void *needed)
{
    if (!needed)
        return hw_cuda_fail(cudaErrorInvalidValue, "the %s is null", what);
    if (!hw_cuda_library_is_valid(library))
        return hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "library", library);
    return cudaSuccess;
}

cudaError_t hw_runtime_library_get_kernel(struct hw_cuda_library_kernel **kernel, cudaLibrary_t library,
                                          const char *name)
{
    cudaError_t error = check(library, "kernel's place", kernel);

    if (error == cudaSuccess)
        error = check(library, "name", name);
    return error == cudaSuccess ? error_of(hw_cuda_library_kernel(library, name, kernel)) : error;
}

cudaError_t hw_runtime_library_get_kernel_count(unsigned *count, cudaLibrary_t library)
{
    const cudaError_t error = check(library, "count's place", count);

    if (error == cudaSuccess)
        *count = (unsigned)hw_cuda_library_kernel_count(library);
    return error;
}

cudaError_t hw_runtime_library_enumerate_kernels(struct hw_cuda_library_kernel **kernels, unsigned count,
                                                 cudaLibrary_t library)
{
    const cudaError_t error = check(library, "list", kernels);

    for (size_t i = 0; error == cudaSuccess && i < count && i < hw_cuda_library_kernel_count(library); i++)
        kernels[i] = hw_cuda_library_kernel_at(library, i);
    return error;
}

/* Either the address or the size may be left out. */
cudaError_t hw_runtime_library_get_global(void **address, size_t *bytes, cudaLibrary_t library,
                                          const char *name)
{
    struct hw_cuda_module *module;
    cudaError_t error = check(library, "name", name);

    if (error == cudaSuccess)
        error = hw_cuda_library_module(library, &module);
    return error == cudaSuccess ? error_of(hw_cuda_module_variable(module, name, address, bytes))
                                : error_of(error);
}

cudaError_t hw_runtime_library_get_managed(void **address, size_t *bytes, cudaLibrary_t library,
                                           const char *name)
{
    const cudaError_t error = check(library, "name", name);

    return error == cudaSuccess ? error_of(hw_cuda_library_managed(library, name, address, bytes)) : error;
}

cudaError_t hw_runtime_kernel_set_attribute_for_device(struct hw_cuda_library_kernel *kernel, int attribute,
                                                       int value, int device)
{
    struct hw_cuda_kernel *found;

    if (!hw_cuda_library_kernel_is_valid(kernel))
        return hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "kernel", kernel);
    const cudaError_t error = hw_cuda_library_kernel_on(kernel, device, &found);
    return error == cudaSuccess ? hw_cuda_kernel_set(found, attribute, value) : error_of(error);
}
