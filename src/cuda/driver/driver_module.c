/* SPDX-License-Identifier: MIT */
/* Modules: images that programs load, and their named parts.
 *
 * There is no compiler for PTX: it is CUDA_ERROR_NO_BINARY_FOR_GPU, with a sentence in the logs that the
 * program gives, or on standard error where it gives none. */
#include "cuda/driver/driver_call.h"
#include "cuda/driver/driver_image.h"

#include <halfwarp/status.h>

#include <stdio.h>
#include <string.h>

/* --- logs of the compiler that there is not --- */

struct log {
    char *text;
    size_t bytes;
    void **filled; /* the option's value, which becomes the bytes of text */
};

struct logs {
    struct log info, error;
};

static CUresult take_options(unsigned count, const int *options, void **values, struct logs *logs)
{
    if (count && (!options || !values))
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; i++) {
        struct log *log = options[i] <= CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES ? &logs->info : &logs->error;
        switch (options[i]) {
        case CU_JIT_INFO_LOG_BUFFER:
        case CU_JIT_ERROR_LOG_BUFFER: log->text = values[i]; break;
        case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
        case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
            log->bytes = (uintptr_t)values[i] & UINT32_MAX; /* an unsigned int in the place of a pointer */
            log->filled = &values[i];
            break;
        default:
            if (options[i] < 0)
                return CUDA_ERROR_INVALID_VALUE;
        }
    }
    return CUDA_SUCCESS;
}

static void write_log(const struct log *log, const char *sentence)
{
    size_t length = 0;

    if (log->text && log->bytes > 0) {
        snprintf(log->text, log->bytes, "%s", sentence);
        length = strlen(log->text);
    }
    if (log->filled)
        *log->filled = (void *)length;
}

/* Programs of CUDA SDK 4.2 print the info log and give no error log, so both get the sentence. */
static void tell(const struct logs *logs, const char *sentence)
{
    const bool logged = (logs->info.text && logs->info.bytes) || (logs->error.text && logs->error.bytes);

    write_log(&logs->info, sentence);
    write_log(&logs->error, sentence);
    if (!logged && *sentence)
        fprintf(stderr, "halfwarp: %s\n", sentence);
}

/* --- loading --- */

static CUresult load_image(CUmodule *module, const struct hw_cu_image *image, const struct logs *logs)
{
    struct hw_error error = {.text = ""};

    if (hw_cu_image_is_ptx(image)) {
        tell(logs, "the module is PTX, for which there is no compiler here; a cubin for the device will do "
                   "(nvcc -cubin, or ptxas)");
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
    const cudaError_t result = hw_cuda_module_load(module, image->bytes, image->length, &error);
    tell(logs, result == cudaSuccess ? "" : error.text);
    return hw_cu_error(result);
}

static CUresult load(CUmodule *module, const void *memory, unsigned count, const int *options, void **values)
{
    struct logs logs = {.info = {.text = NULL}};
    struct hw_cu_image image;
    CUresult result = module ? take_options(count, options, values, &logs) : CUDA_ERROR_INVALID_VALUE;

    if (result != CUDA_SUCCESS)
        return result;
    result = hw_cu_image_copy(memory, &image);
    if (result == CUDA_SUCCESS)
        result = load_image(module, &image, &logs);
    else
        tell(&logs, "the image of a module is none, or ends before its header says");
    hw_cu_image_free(&image);
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
    const struct logs logs = {.info = {.text = NULL}};
    struct hw_cu_image image;

    if (!module || !path)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = hw_cu_image_read(path, &image);
    if (result == CUDA_SUCCESS)
        result = load_image(module, &image, &logs);
    hw_cu_image_free(&image);
    return result;
}

CUresult cuModuleLoad(CUmodule *module, const char *path)
{
    HW_CONTEXT_CALL(load_file(module, path));
}

CUresult cuModuleUnload(CUmodule module)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_module_unload(module)));
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
