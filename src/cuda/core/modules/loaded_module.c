/* SPDX-License-Identifier: MIT */
/* Modules: code that has been loaded into a context, and its named parts.  The runtime loads a fat binary
 * that the program registered; the driver interface loads an image. */
#include "cuda/core/modules/loaded_module.h"

#include "cuda/core/modules/code_library.h"
#include "cuda/core/modules/fatbin_select.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/handle.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/unsupported_kernel.h"
#include "cuda/core/modules/registered_fatbin.h"
#include "cuda/core/streams/stream_queue.h"
#include "cuda/core/textures/surface_reference.h"
#include "cuda/core/textures/texture_reference.h"

#include <stdlib.h>
#include <string.h>

/* Textures and surfaces that the file names; sm_1x has textures as samplers. */
static cudaError_t add_references(struct hw_cuda_module *module)
{
    const struct hw_module *code = module->code;
    bool ok = true;

    for (size_t i = 0; ok && i < code->sampler_count; i++)
        ok = hw_cuda_texture_add(module, code->samplers[i]->name);
    for (size_t i = 0; ok && i < code->symbol_count; i++) {
        if (code->symbols[i]->type == HW_SYMBOL_TEXTURE)
            ok = hw_cuda_texture_add(module, code->symbols[i]->name);
        else if (code->symbols[i]->type == HW_SYMBOL_SURFACE)
            ok = hw_cuda_surface_add(module, code->symbols[i]->name);
    }
    return ok ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t hw_cuda_module_load(struct hw_cuda_module **module, const void *image, size_t length,
                                struct hw_cuda_jit *jit, struct hw_error *error)
{
    struct hw_cuda_context *context = hw_cuda.context;
    struct hw_cuda_module *made = calloc(1, sizeof *made);

    if (!made || !hw_cuda_handle_add(made, HW_CUDA_MODULE)) {
        free(made);
        hw_fail(error, HW_ERR_NO_MEMORY, "cuda", "no memory for a module");
        return cudaErrorMemoryAllocation;
    }
    made->context = context;
    made->next = context->modules;
    context->modules = made;
    struct hw_cuda_jit own = {.wish = jit ? jit->wish : NULL};
    cudaError_t result =
        hw_cuda_container_read(image, length, context->device->chip, &own, &made->code, error);
    made->refused = own.refused;
    if (jit)
        jit->said = own.said;
    else
        free(own.said);
    if (result == cudaSuccess)
        result = add_references(made);
    if (result == cudaSuccess)
        result = hw_cuda_module_base(made, error);
    if (result == cudaSuccess)
        *module = made;
    else
        hw_cuda_module_destroy(made);
    return result;
}

bool hw_cuda_module_is_valid(const struct hw_cuda_module *module)
{
    return hw_cuda_is(module, HW_CUDA_MODULE);
}

cudaError_t hw_cuda_module_unload(struct hw_cuda_module *module)
{
    if (!hw_cuda_module_is_valid(module))
        return cudaErrorInvalidResourceHandle;
    hw_cuda_queue_wait_context(module->context);
    if (!hw_cuda_module_is_valid(module))
        return cudaErrorInvalidResourceHandle;
    hw_cuda_module_destroy(module);
    return cudaSuccess;
}

static void destroy_references(struct hw_cuda_module *module)
{
    while (module->textures) {
        struct hw_cuda_texture *texture = module->textures;
        module->textures = texture->next;
        hw_cuda_handle_remove(texture);
        free(texture);
    }
    while (module->surfaces) {
        struct hw_cuda_surface *surface = module->surfaces;
        module->surfaces = surface->next;
        hw_cuda_handle_remove(surface);
        free(surface);
    }
}

void hw_cuda_module_destroy(struct hw_cuda_module *module)
{
    struct hw_cuda_module **link = &module->context->modules;

    hw_cuda_queue_forget_module(module);
    while (*link != module)
        link = &(*link)->next;
    *link = module->next;
    if (module->library)
        hw_cuda_library_forget(module->library, module);
    while (module->kernels) {
        struct hw_cuda_kernel *kernel = module->kernels;
        module->kernels = kernel->next;
        hw_cuda_kernel_destroy(kernel);
    }
    hw_cuda_take_places(module);
    hw_cuda_module_unbase(module);
    destroy_references(module);
    hw_module_free(module->code);
    free(module->refused);
    hw_cuda_handle_remove(module);
    free(module);
}

cudaError_t hw_cuda_module_kernel_of(struct hw_cuda_module *module, const struct hw_kernel *code,
                                     struct hw_cuda_kernel **kernel)
{
    for (*kernel = module->kernels; *kernel; *kernel = (*kernel)->next)
        if ((*kernel)->code == code)
            return cudaSuccess;
    const cudaError_t error = hw_cuda_kernel_create(module, code, kernel);
    if (error != cudaSuccess)
        return error;
    (*kernel)->next = module->kernels;
    module->kernels = *kernel;
    return cudaSuccess;
}

cudaError_t hw_cuda_module_kernel(struct hw_cuda_module *module, const char *name,
                                  struct hw_cuda_kernel **kernel)
{
    const struct hw_kernel *code = hw_module_find_kernel(module->code, name);

    if (!code || code->function)
        return hw_cuda_missing_kernel(module->refused, name);
    return hw_cuda_module_kernel_of(module, code, kernel);
}

size_t hw_cuda_module_kernel_count(const struct hw_cuda_module *module)
{
    size_t count = 0;

    for (size_t i = 0; i < module->code->kernel_count; i++)
        count += !module->code->kernels[i]->function;
    return count;
}

cudaError_t hw_cuda_module_kernel_at(struct hw_cuda_module *module, size_t index,
                                     struct hw_cuda_kernel **kernel)
{
    for (size_t i = 0; i < module->code->kernel_count; i++)
        if (!module->code->kernels[i]->function && index-- == 0)
            return hw_cuda_module_kernel_of(module, module->code->kernels[i], kernel);
    return (cudaError_t)HW_CUDA_ERROR_NOT_FOUND;
}

cudaError_t hw_cuda_module_texture(struct hw_cuda_module *module, const char *name,
                                   struct hw_cuda_texture **texture)
{
    *texture = hw_cuda_texture_find(module, name);
    return *texture ? cudaSuccess : (cudaError_t)HW_CUDA_ERROR_NOT_FOUND;
}

cudaError_t hw_cuda_module_surface(struct hw_cuda_module *module, const char *name,
                                   struct hw_cuda_surface **surface)
{
    *surface = hw_cuda_surface_find(module, name);
    return *surface ? cudaSuccess : (cudaError_t)HW_CUDA_ERROR_NOT_FOUND;
}
