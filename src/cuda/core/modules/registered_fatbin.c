/* SPDX-License-Identifier: MIT */
/* Fat binaries that the program registers before main, and the names of their contents in host code.
 *
 * Names are not unique: a program may be built from the same source twice, in single and double precision. So
 * everything is known by its host address, and a name counts within one fat binary; only a host address that
 * nobody registered is taken for a name, as interfaces before CUDA 5 allow it. */
#include "cuda/core/modules/registered_fatbin.h"

#include "cuda/base/message.h"
#include "cuda/core/launches/launch_coverage.h"
#include "cuda/core/modules/code_count.h"
#include "cuda/core/modules/code_library.h"
#include "cuda/core/modules/fatbin_select.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/handle.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/modules/registered_fatbin_old.h"
#include "cuda/core/textures/surface_reference.h"
#include "cuda/core/textures/texture_reference.h"

#include <stdlib.h>
#include <string.h>

static struct hw_cuda_fatbin *fatbins; /* registered last first */

static void set_container(struct hw_cuda_fatbin *fatbin, const void *wrapper)
{
    struct hw_error error;

    if (wrapper && hw_cuda_fatbin_is_old(wrapper)) {
        if (hw_cuda_fatbin_convert(wrapper, &fatbin->made, &fatbin->length, &error) != HW_OK)
            hw_cuda_message("%s; the kernels of this fat binary are not there", error.text);
        fatbin->bytes = fatbin->made;
        return;
    }
    fatbin->bytes = wrapper ? hw_cuda_container_of(wrapper, &fatbin->length) : NULL;
    if (!fatbin->bytes)
        hw_cuda_message(
            "the program registers a fat binary of a kind that is not known; its kernels are not there");
}

struct hw_cuda_fatbin *hw_cuda_fatbin_add(const void *wrapper)
{
    struct hw_cuda_fatbin *fatbin = calloc(1, sizeof *fatbin);

    if (!fatbin)
        return NULL;
    set_container(fatbin, wrapper);
    fatbin->next = fatbins;
    fatbins = fatbin;
    hw_cuda_cover_registration();
    return fatbin;
}

void hw_cuda_fatbins_each(void (*take)(struct hw_cuda_fatbin *fatbin))
{
    for (struct hw_cuda_fatbin *fatbin = fatbins; fatbin; fatbin = fatbin->next)
        take(fatbin);
}

/* Contexts forget the kernels that they know by host addresses, and the modules. */
static void unload(const struct hw_cuda_fatbin *fatbin)
{
    for (struct hw_cuda_context *context = hw_cuda.contexts; context; context = context->next) {
        struct hw_cuda_module *module = context->modules;
        while (module && module->fatbin != fatbin)
            module = module->next;
        if (!module)
            continue;
        hw_cuda_pointer_map_clear(&context->kernels);
        hw_cuda_module_destroy(module);
    }
}

void hw_cuda_fatbin_remove(struct hw_cuda_fatbin *fatbin)
{
    struct hw_cuda_fatbin **link = &fatbins;

    while (*link && *link != fatbin)
        link = &(*link)->next;
    if (!*link)
        return;
    *link = fatbin->next;
    unload(fatbin);
    while (fatbin->items) {
        struct hw_cuda_item *item = fatbin->items;
        fatbin->items = item->next;
        if (item->kind == HW_CUDA_KERNEL)
            hw_cuda_program_kernel_forget(item->host);
        free(item);
    }
    free(fatbin->made);
    free(fatbin);
}

static void add(struct hw_cuda_fatbin *fatbin, const struct hw_cuda_item *item)
{
    struct hw_cuda_item *made = malloc(sizeof *made);

    if (!made)
        return;
    *made = *item;
    made->fatbin = fatbin;
    made->next = fatbin->items;
    fatbin->items = made;
}

void hw_cuda_add_kernel(struct hw_cuda_fatbin *fatbin, const void *host, const char *name)
{
    add(fatbin, &(struct hw_cuda_item){.kind = HW_CUDA_KERNEL, .host = host, .name = name});
}

void hw_cuda_add_variable(struct hw_cuda_fatbin *fatbin, const void *host, const char *name, size_t bytes,
                          bool constant)
{
    add(fatbin,
        &(struct hw_cuda_item){
            .kind = HW_CUDA_VARIABLE, .host = host, .name = name, .bytes = bytes, .constant = constant});
}

void hw_cuda_add_managed(struct hw_cuda_fatbin *fatbin, void **place, const char *name, size_t bytes)
{
    add(fatbin, &(struct hw_cuda_item){
                    .kind = HW_CUDA_VARIABLE, .host = place, .place = place, .name = name, .bytes = bytes});
}

bool hw_cuda_fatbin_manages(const struct hw_cuda_fatbin *fatbin)
{
    const struct hw_cuda_item *item = fatbin->items;

    while (item && !item->place)
        item = item->next;
    return item != NULL;
}

void hw_cuda_add_texture(struct hw_cuda_fatbin *fatbin, const struct textureReference *host, const char *name,
                         int read_mode)
{
    add(fatbin, &(struct hw_cuda_item){
                    .kind = HW_CUDA_TEXTURE, .host = host, .name = name, .normalized_read = read_mode != 0});
}

void hw_cuda_add_surface(struct hw_cuda_fatbin *fatbin, const struct surfaceReference *host, const char *name)
{
    add(fatbin, &(struct hw_cuda_item){.kind = HW_CUDA_SURFACE, .host = host, .name = name});
}

void hw_cuda_fatbins_count(struct hw_code_count *count)
{
    *count = (struct hw_code_count){.images = 0};
    for (const struct hw_cuda_fatbin *fatbin = fatbins; fatbin; fatbin = fatbin->next)
        hw_code_count_image(count, fatbin->bytes, fatbin->length);
}

/* --- finding --- */

/* The host's code means a managed variable by its address. */
static bool is_host(const struct hw_cuda_item *item, const void *asked)
{
    return item->host == asked || (item->place && *item->place == asked);
}

static const struct hw_cuda_item *find(enum hw_cuda_kind kind, const void *asked, bool by_name,
                                       unsigned *same)
{
    const struct hw_cuda_item *found = NULL;

    for (const struct hw_cuda_fatbin *fatbin = fatbins; fatbin; fatbin = fatbin->next)
        for (const struct hw_cuda_item *item = fatbin->items; item; item = item->next) {
            if (item->kind != kind || !(by_name ? strcmp(item->name, asked) == 0 : is_host(item, asked)))
                continue;
            found = found ? found : item;
            ++*same;
        }
    return found;
}

const struct hw_cuda_item *hw_cuda_item_find(enum hw_cuda_kind kind, const void *host, unsigned *same)
{
    unsigned unused;
    const struct hw_cuda_item *found = NULL;

    same = same ? same : &unused;
    for (int by_name = 0; host && !found && by_name < 2; by_name++) {
        *same = 0;
        found = find(kind, host, by_name, same);
        if (found && !by_name)
            *same = 1;
    }
    return found;
}

static cudaError_t load_module(struct hw_cuda_module *module)
{
    struct hw_cuda_jit jit = {.wish = NULL};
    struct hw_error error;

    if (!module->fatbin->bytes)
        return cudaErrorInvalidKernelImage;
    const cudaError_t trouble =
        hw_cuda_container_read(module->fatbin->bytes, module->fatbin->length, hw_cuda.context->device->chip,
                               &jit, &module->code, &error);
    free(jit.said);
    module->refused = jit.refused;
    if (trouble != cudaSuccess)
        hw_cuda_message("%s", error.text);
    if ((int)trouble == HW_CUDA_ERROR_PTX_ONLY || (int)trouble == HW_CUDA_ERROR_INVALID_PTX ||
        (int)trouble == HW_CUDA_ERROR_NO_COMPILER)
        return cudaErrorNoKernelImageForDevice;
    return trouble == cudaErrorNoKernelImageForDevice ? cudaErrorInvalidDeviceFunction : trouble;
}

/* Textures and surfaces that the program has registered; the file need not name them. */
static cudaError_t add_references(struct hw_cuda_module *module)
{
    for (const struct hw_cuda_item *item = module->fatbin->items; item; item = item->next) {
        if (item->kind == HW_CUDA_TEXTURE) {
            struct hw_cuda_texture *texture = hw_cuda_texture_find(module, item->name);
            if (!texture)
                texture = hw_cuda_texture_add(module, item->name);
            if (!texture)
                return cudaErrorMemoryAllocation;
            texture->host = item->host;
            texture->sampling.normalized_read = item->normalized_read;
        } else if (item->kind == HW_CUDA_SURFACE) {
            struct hw_cuda_surface *surface = hw_cuda_surface_find(module, item->name);
            if (!surface)
                surface = hw_cuda_surface_add(module, item->name);
            if (!surface)
                return cudaErrorMemoryAllocation;
            surface->host = item->host;
        }
    }
    return cudaSuccess;
}

/* Tell the host's code where managed variables are: those of the device that used them first. */
static void give_places(struct hw_cuda_module *module)
{
    for (const struct hw_cuda_item *item = module->fatbin->items; item; item = item->next)
        if (item->place && !*item->place)
            hw_cuda_module_variable(module, item->name, item->place, NULL);
}

void hw_cuda_take_places(struct hw_cuda_module *module)
{
    const struct hw_cuda_item *item = module->fatbin ? module->fatbin->items : NULL;
    void *address = NULL;

    for (; item; item = item->next)
        if (item->place && hw_cuda_module_variable(module, item->name, &address, NULL) == cudaSuccess &&
            *item->place == address)
            *item->place = NULL;
}

cudaError_t hw_cuda_begin_managed(const struct hw_cuda_fatbin *fatbin)
{
    struct hw_cuda_module *module;

    return hw_cuda_fatbin_manages(fatbin) ? hw_cuda_fatbin_module(fatbin, &module) : cudaSuccess;
}

cudaError_t hw_cuda_fatbin_module(const struct hw_cuda_fatbin *fatbin, struct hw_cuda_module **module)
{
    struct hw_cuda_context *context = hw_cuda.context;
    struct hw_cuda_module *made = context->modules;
    struct hw_error error;

    while (made && made->fatbin != fatbin)
        made = made->next;
    if (!made) {
        made = calloc(1, sizeof *made);
        if (!made)
            return cudaErrorMemoryAllocation;
        *made = (struct hw_cuda_module){.context = context, .fatbin = fatbin, .next = context->modules};
        context->modules = made;
        made->trouble = add_references(made);
        if (made->trouble == cudaSuccess)
            made->trouble = load_module(made);
        if (made->trouble == cudaSuccess)
            made->trouble = hw_cuda_module_base(made, &error);
        if (made->trouble == cudaSuccess)
            give_places(made);
    }
    *module = made;
    return made->trouble;
}

/* --- by host address --- */

cudaError_t hw_cuda_find_kernel(const void *host, struct hw_cuda_kernel **kernel)
{
    const struct hw_cuda_item *item;
    struct hw_cuda_module *module;

    *kernel = hw_cuda_pointer_map_get(&hw_cuda.context->kernels, host);
    if (*kernel)
        return cudaSuccess;
    item = hw_cuda_item_find(HW_CUDA_KERNEL, host, NULL);
    if (!item)
        return hw_cuda_kernel_of(host, kernel) == cudaSuccess
                   ? cudaSuccess
                   : hw_cuda_fail(cudaErrorInvalidDeviceFunction, "function %p is no kernel of the program",
                                  host);
    cudaError_t error = hw_cuda_fatbin_module(item->fatbin, &module);
    if (error == cudaSuccess)
        error = hw_cuda_module_kernel(module, item->name, kernel);
    if ((int)error == HW_CUDA_ERROR_NOT_FOUND)
        return cudaErrorInvalidDeviceFunction;
    if (error == cudaSuccess && item->host == host)
        hw_cuda_pointer_map_put(&hw_cuda.context->kernels, host, *kernel);
    return error;
}

void *hw_cuda_kernel_host(const struct hw_cuda_kernel *kernel)
{
    const struct hw_cuda_pointer_map *table = &hw_cuda.context->kernels;

    for (size_t i = 0; i < table->capacity; i++)
        if (table->slot[i].key && table->slot[i].value == kernel)
            return (void *)(uintptr_t)table->slot[i].key;
    return NULL;
}

/* References are there even when the device has no code that uses them: the module's trouble is that of
 * launches. */
struct hw_cuda_texture *hw_cuda_find_texture(const struct textureReference *host)
{
    const struct hw_cuda_item *item = host ? find(HW_CUDA_TEXTURE, host, false, &(unsigned){0}) : NULL;
    struct hw_cuda_module *module = NULL;

    if (!item)
        return NULL;
    hw_cuda_fatbin_module(item->fatbin, &module);
    return module ? hw_cuda_texture_find(module, item->name) : NULL;
}

struct hw_cuda_surface *hw_cuda_find_surface(const struct surfaceReference *host)
{
    const struct hw_cuda_item *item = host ? find(HW_CUDA_SURFACE, host, false, &(unsigned){0}) : NULL;
    struct hw_cuda_module *module = NULL;

    if (!item)
        return NULL;
    hw_cuda_fatbin_module(item->fatbin, &module);
    return module ? hw_cuda_surface_find(module, item->name) : NULL;
}

cudaError_t hw_cuda_texture_named(const char *name, const struct textureReference **host)
{
    unsigned same = 0;
    const struct hw_cuda_item *item = name ? find(HW_CUDA_TEXTURE, name, true, &same) : NULL;

    if (item)
        *host = item->host;
    return !item ? cudaErrorInvalidTexture : same > 1 ? cudaErrorDuplicateTextureName : cudaSuccess;
}

cudaError_t hw_cuda_surface_named(const char *name, const struct surfaceReference **host)
{
    unsigned same = 0;
    const struct hw_cuda_item *item = name ? find(HW_CUDA_SURFACE, name, true, &same) : NULL;

    if (item)
        *host = item->host;
    return !item ? cudaErrorInvalidSurface : same > 1 ? cudaErrorDuplicateSurfaceName : cudaSuccess;
}
