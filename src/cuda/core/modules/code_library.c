/* SPDX-License-Identifier: MIT */
/* See code_library.h.
 *
 * A library keeps its image.  Its kernels are handles of their own, which stand for the kernel of that name
 * in whatever context uses them; the last one found is kept with the handle, since launches ask for it.
 * Kernels that the program has registered have such handles, too, once it asks for one. */
#include "cuda/core/modules/code_library.h"

#include "cuda/core/modules/fatbin_select.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/handle.h"
#include "cuda/core/modules/module_image.h"
#include "cuda/core/modules/jit_linker.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/modules/unsupported_kernel.h"
#include "cuda/core/modules/registered_fatbin.h"

#include <stdlib.h>
#include <string.h>

struct hw_cuda_library_kernel {
    struct hw_cuda_library_kernel *next; /* of the program's */
    struct hw_cuda_library *library;
    const void *host; /* of one of the program's, by which it is known */
    char *name;
    struct hw_cuda_kernel *ready; /* in the context that asked last; NULL: in none */
};

struct hw_cuda_library {
    struct hw_cuda_image image;
    struct hw_cuda_link_wish wish; /* for its PTX, in each context */
    struct hw_cuda_library_kernel *kernels;
    size_t kernel_count;
    char *refused; /* kernels of its PTX that were left out */
};

bool hw_cuda_library_is_valid(const struct hw_cuda_library *library)
{
    return hw_cuda_is(library, HW_CUDA_LIBRARY);
}

bool hw_cuda_library_kernel_is_valid(const struct hw_cuda_library_kernel *kernel)
{
    return hw_cuda_is(kernel, HW_CUDA_LIBRARY_KERNEL);
}

/* --- the module of a context --- */

static struct hw_cuda_module *module_in(const struct hw_cuda_context *context,
                                        const struct hw_cuda_library *library)
{
    struct hw_cuda_module *module = context->modules;

    while (module && module->library != library)
        module = module->next;
    return module;
}

/* *said: what the compiler says, to be freed. */
static cudaError_t load_here(struct hw_cuda_library *library, struct hw_cuda_module **module, char **said,
                             struct hw_error *error)
{
    struct hw_cuda_jit jit = {.wish = &library->wish};
    const cudaError_t result =
        hw_cuda_module_load(module, library->image.bytes, library->image.length, &jit, error);

    *said = jit.said;

    if (result == cudaSuccess) {
        (*module)->library = library;
        free(library->refused);
        library->refused = (*module)->refused ? strdup((*module)->refused) : NULL;
    }
    return result;
}

cudaError_t hw_cuda_library_module(struct hw_cuda_library *library, struct hw_cuda_module **module)
{
    struct hw_error error;
    char *said;

    if (!hw_cuda_active(hw_cuda.context))
        return (cudaError_t)HW_CUDA_ERROR_NO_CONTEXT;
    *module = module_in(hw_cuda.context, library);
    if (*module)
        return cudaSuccess;
    const cudaError_t result = load_here(library, module, &said, &error);
    free(said);
    return result;
}

cudaError_t hw_cuda_library_managed(struct hw_cuda_library *library, const char *name, void **address,
                                    size_t *bytes)
{
    struct hw_cuda_module *module = NULL;

    if (hw_cuda_library_module(library, &module) != cudaSuccess)
        module = NULL;
    for (const struct hw_cuda_context *context = hw_cuda.contexts; context && !module;
         context = context->next)
        module = module_in(context, library);
    return module ? hw_cuda_module_managed(module, name, address, bytes)
                  : (cudaError_t)HW_CUDA_ERROR_NOT_FOUND;
}

void hw_cuda_library_forget(struct hw_cuda_library *library, const struct hw_cuda_module *module)
{
    for (size_t i = 0; i < library->kernel_count; i++) {
        struct hw_cuda_library_kernel *kernel = &library->kernels[i];
        if (kernel->ready && kernel->ready->module == module)
            kernel->ready = NULL;
    }
}

/* --- loading --- */

static cudaError_t name_kernels(struct hw_cuda_library *library, const struct hw_module *code)
{
    library->kernels = calloc(code->kernel_count + 1, sizeof *library->kernels);
    if (!library->kernels)
        return cudaErrorMemoryAllocation;
    for (size_t i = 0; i < code->kernel_count; i++) {
        if (code->kernels[i]->function)
            continue;
        struct hw_cuda_library_kernel *kernel = &library->kernels[library->kernel_count];
        *kernel = (struct hw_cuda_library_kernel){.library = library, .name = strdup(code->kernels[i]->name)};
        if (!kernel->name || !hw_cuda_handle_add(kernel, HW_CUDA_LIBRARY_KERNEL)) {
            free(kernel->name);
            return cudaErrorMemoryAllocation;
        }
        library->kernel_count++;
    }
    return cudaSuccess;
}

/* Where no context is current, the first device that the image has code for says what kernels there are. */
static cudaError_t name_by_devices(struct hw_cuda_library *library, char **said, struct hw_error *error)
{
    struct hw_cuda_jit jit = {.wish = &library->wish};
    struct hw_module *code = NULL;
    cudaError_t result = cudaErrorNoDevice;

    for (int i = 0; i < hw_cuda_device_count() && !code; i++)
        result = hw_cuda_container_read(library->image.bytes, library->image.length,
                                        hw_cuda_device_at(i)->chip, &jit, &code, error);
    *said = jit.said;
    library->refused = jit.refused;
    if (code)
        result = name_kernels(library, code);
    hw_module_free(code);
    return result;
}

static void destroy(struct hw_cuda_library *library)
{
    struct hw_cuda_module *module;

    for (struct hw_cuda_context *context = hw_cuda.contexts; context; context = context->next)
        while ((module = module_in(context, library)))
            hw_cuda_module_destroy(module);
    for (size_t i = 0; i < library->kernel_count; i++) {
        hw_cuda_handle_remove(&library->kernels[i]);
        free(library->kernels[i].name);
    }
    hw_cuda_handle_remove(library);
    hw_cuda_image_free(&library->image);
    free(library->refused);
    free(library->kernels);
    free(library);
}

cudaError_t hw_cuda_library_load(struct hw_cuda_library **library, struct hw_cuda_image *image,
                                 struct hw_cuda_jit *jit, struct hw_error *error)
{
    struct hw_cuda_library *made = calloc(1, sizeof *made);
    struct hw_cuda_module *module;
    cudaError_t result = cudaErrorMemoryAllocation;

    if (!made || !hw_cuda_handle_add(made, HW_CUDA_LIBRARY)) {
        hw_fail(error, HW_ERR_NO_MEMORY, "cuda", "no memory for a library");
        free(made);
        return result;
    }
    made->image = *image;
    made->wish = *jit->wish;
    *image = (struct hw_cuda_image){NULL, 0};
    if (hw_cuda_active(hw_cuda_current()))
        result = load_here(made, &module, &jit->said, error);
    else
        module = NULL, result = name_by_devices(made, &jit->said, error);
    if (result == cudaSuccess && module)
        result = name_kernels(made, module->code);
    if (result == cudaSuccess)
        *library = made;
    else
        destroy(made);
    return result;
}

cudaError_t hw_cuda_library_unload(struct hw_cuda_library *library)
{
    if (!hw_cuda_library_is_valid(library))
        return cudaErrorInvalidResourceHandle;
    destroy(library);
    return cudaSuccess;
}

/* --- kernels --- */

size_t hw_cuda_library_kernel_count(const struct hw_cuda_library *library)
{
    return library->kernel_count;
}

struct hw_cuda_library_kernel *hw_cuda_library_kernel_at(struct hw_cuda_library *library, size_t index)
{
    return &library->kernels[index];
}

cudaError_t hw_cuda_library_kernel(struct hw_cuda_library *library, const char *name,
                                   struct hw_cuda_library_kernel **kernel)
{
    for (size_t i = 0; i < library->kernel_count; i++)
        if (strcmp(library->kernels[i].name, name) == 0) {
            *kernel = &library->kernels[i];
            return cudaSuccess;
        }
    return hw_cuda_missing_kernel(library->refused, name);
}

const char *hw_cuda_library_kernel_name(const struct hw_cuda_library_kernel *kernel)
{
    return kernel->name;
}

struct hw_cuda_library *hw_cuda_library_of(const struct hw_cuda_library_kernel *kernel)
{
    return kernel->library;
}

static cudaError_t ready(struct hw_cuda_library_kernel *of, struct hw_cuda_kernel **kernel)
{
    struct hw_cuda_module *module;
    cudaError_t error = cudaSuccess;

    if (of->host)
        return hw_cuda_find_kernel(of->host, kernel);
    if (!of->ready || of->ready->module->context != hw_cuda.context) {
        error = hw_cuda_library_module(of->library, &module);
        if (error == cudaSuccess)
            error = hw_cuda_module_kernel(module, of->name, &of->ready);
    }
    *kernel = of->ready;
    return error;
}

/* --- kernels of the program --- */

static struct hw_cuda_library_kernel *of_program;

cudaError_t hw_cuda_program_kernel(const void *host, struct hw_cuda_library_kernel **kernel)
{
    const struct hw_cuda_item *item = hw_cuda_item_find(HW_CUDA_KERNEL, host, NULL);

    if (!kernel)
        return hw_cuda_fail(cudaErrorInvalidValue, "the kernel's place is null");
    if (!item)
        return hw_cuda_fail(cudaErrorInvalidDeviceFunction, "function %p is no kernel of the program", host);
    for (*kernel = of_program; *kernel && (*kernel)->host != item->host; *kernel = (*kernel)->next)
        ;
    if (*kernel)
        return cudaSuccess;
    struct hw_cuda_library_kernel *made = calloc(1, sizeof *made);
    char *name = made ? strdup(item->name) : NULL;
    if (!name || !hw_cuda_handle_add(made, HW_CUDA_LIBRARY_KERNEL)) {
        free(name);
        free(made);
        return cudaErrorMemoryAllocation;
    }
    *made = (struct hw_cuda_library_kernel){.next = of_program, .host = item->host, .name = name};
    of_program = *kernel = made;
    return cudaSuccess;
}

void hw_cuda_program_kernel_forget(const void *host)
{
    struct hw_cuda_library_kernel **link = &of_program;

    while (*link && (*link)->host != host)
        link = &(*link)->next;
    if (!*link)
        return;
    struct hw_cuda_library_kernel *kernel = *link;
    *link = kernel->next;
    hw_cuda_handle_remove(kernel);
    free(kernel->name);
    free(kernel);
}

cudaError_t hw_cuda_kernel_of(const void *handle, struct hw_cuda_kernel **kernel)
{
    void *given = (void *)(uintptr_t)handle;

    if (hw_cuda_is(given, HW_CUDA_LIBRARY_KERNEL))
        return ready(given, kernel);
    *kernel = given;
    return hw_cuda_kernel_is_valid(given) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t hw_cuda_library_kernel_on(struct hw_cuda_library_kernel *kernel, int device,
                                      struct hw_cuda_kernel **found)
{
    struct hw_cuda_context *const current = hw_cuda.context, *const primary = hw_cuda_primary(device);

    if (!primary)
        return cudaErrorInvalidDevice;
    if (!current || current->device != primary->device) {
        if (!hw_cuda_context_activate(primary))
            return cudaErrorMemoryAllocation;
        hw_cuda.context = primary;
    }
    const cudaError_t error = ready(kernel, found);
    hw_cuda.context = current;
    return error;
}
