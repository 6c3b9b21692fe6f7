/* Kernels' images, which are loaded when a kernel is launched first, and the variables of a fat binary.
 *
 * All kernels of a module have the same variables in device memory.  Constants are copied into each kernel's
 * banks, so what the host writes to one goes to all images; an image that is loaded later has what the first
 * one has. */
#include "cuda/state.h"

#include <stdlib.h>
#include <string.h>

static struct hw_kernel *code_of(const struct hw_cuda_fatbin *fatbin, const char *name)
{
    struct hw_kernel *kernel = hw_module_find_kernel(fatbin->module, name);

    return kernel && !kernel->function ? kernel : NULL;
}

/* Loading gives an image the constants of the file; what the host has written since is in the first one. */
static void copy_constants(struct hw_cuda_kernel *to, const struct hw_cuda_kernel *from)
{
    const struct hw_module *module = from->fatbin->module;

    for (size_t i = 0; i < module->const_count; i++) {
        const struct hw_const *constant = module->consts[i];
        if (constant->bytes > 0)
            memcpy(to->image.bank[constant->bank].data + constant->offset,
                   from->image.bank[constant->bank].data + constant->offset, constant->bytes);
    }
}

cudaError_t hw_cuda_kernel_load(struct hw_cuda_kernel *kernel)
{
    struct hw_cuda_fatbin *fatbin = kernel->fatbin;
    struct hw_error error;
    hw_status status;

    if (kernel->loaded)
        return cudaSuccess;
    const cudaError_t trouble = hw_cuda_fatbin_open(fatbin);
    if (trouble != cudaSuccess)
        return trouble;
    const struct hw_kernel *code = code_of(fatbin, kernel->name);
    if (!code)
        return cudaErrorInvalidDeviceFunction;
    if (fatbin->first)
        status = hw_image_load_beside(&kernel->image, fatbin->module, code, &fatbin->first->image, &error);
    else
        status = hw_image_load(&kernel->image, fatbin->module, code, hw_cuda.memory, &error);
    if (status != HW_OK) {
        hw_cuda_say("%s: %s", kernel->name, error.text);
        return status == HW_ERR_NO_MEMORY ? cudaErrorMemoryAllocation : cudaErrorInvalidKernelImage;
    }
    kernel->loaded = true;
    if (fatbin->first)
        copy_constants(kernel, fatbin->first);
    else
        fatbin->first = kernel;
    return cudaSuccess;
}

void hw_cuda_fatbin_unload(struct hw_cuda_fatbin *fatbin)
{
    for (struct hw_cuda_kernel *kernel = fatbin->kernels; kernel; kernel = kernel->next) {
        if (kernel->loaded && kernel != fatbin->first)
            hw_image_unload(&kernel->image);
        kernel->loaded = kernel->loaded && kernel == fatbin->first;
    }
    if (fatbin->first) { /* last, since the others use its variables */
        hw_image_unload(&fatbin->first->image);
        fatbin->first->loaded = false;
    }
    fatbin->first = NULL;
    for (struct hw_cuda_texture *texture = fatbin->textures; texture; texture = texture->next)
        texture->bound = false;
    for (struct hw_cuda_surface *surface = fatbin->surfaces; surface; surface = surface->next)
        surface->bound = false;
}

/* --- variables --- */

/* Where a variable is: in device memory, or in a constant bank of every image. */
struct place {
    bool constant;
    unsigned bank;
    uint64_t address; /* or offset in the bank */
};

/* sm_1x has variables and constants as items. */
static bool find_item(const struct hw_cuda_fatbin *fatbin, const char *name, struct place *place)
{
    const struct hw_module *module = fatbin->module;

    for (size_t i = 0; i < module->const_count; i++)
        if (module->consts[i]->name && strcmp(module->consts[i]->name, name) == 0) {
            *place = (struct place){true, module->consts[i]->bank, module->consts[i]->offset};
            return true;
        }
    for (size_t i = 0; i < module->variable_count; i++)
        if (strcmp(module->variables[i]->name, name) == 0) {
            *place = (struct place){.address = fatbin->first->image.variable[i]};
            return true;
        }
    return false;
}

static bool find_symbol(const struct hw_cuda_fatbin *fatbin, const char *name, struct place *place)
{
    static const char bank[] = ".nv.constant";
    const struct hw_symbol *symbol = hw_module_find_symbol(fatbin->module, name);

    if (!symbol || !symbol->section ||
        hw_image_symbol(&fatbin->first->image, fatbin->module, name, &place->address, NULL) != HW_OK)
        return false;
    place->constant = strncmp(symbol->section, bank, sizeof bank - 1) == 0;
    place->bank = place->constant ? (unsigned)strtoul(symbol->section + sizeof bank - 1, NULL, 10) : 0;
    return !place->constant || place->bank < HW_BANKS;
}

/* The variable's place; its module is loaded for that, with any kernel. */
static cudaError_t find_place(const struct hw_cuda_variable *variable, struct place *place)
{
    struct hw_cuda_fatbin *fatbin = variable->fatbin;
    cudaError_t error = cudaSuccess;

    for (struct hw_cuda_kernel *kernel = fatbin->kernels; kernel && !fatbin->first; kernel = kernel->next) {
        error = hw_cuda_kernel_load(kernel);
        if (error != cudaSuccess && error != cudaErrorInvalidDeviceFunction)
            return error;
    }
    *place = (struct place){.constant = false};
    if (!fatbin->first ||
        !(find_item(fatbin, variable->name, place) || find_symbol(fatbin, variable->name, place)))
        return cudaErrorInvalidSymbol;
    return cudaSuccess;
}

cudaError_t hw_cuda_symbol_address(const void *symbol, void **address)
{
    const struct hw_cuda_variable *variable = hw_cuda_find_variable(symbol);
    struct place place;

    if (!variable)
        return cudaErrorInvalidSymbol;
    const cudaError_t error = find_place(variable, &place);
    if (error != cudaSuccess)
        return error;
    if (place.constant) /* constant banks lie in no memory that has addresses here */
        return cudaErrorAddressOfConstant;
    *address = (void *)(uintptr_t)place.address;
    return cudaSuccess;
}

cudaError_t hw_cuda_symbol_bytes(const void *symbol, size_t *bytes)
{
    const struct hw_cuda_variable *variable = hw_cuda_find_variable(symbol);

    if (!variable)
        return cudaErrorInvalidSymbol;
    *bytes = variable->bytes;
    return cudaSuccess;
}

/* Host memory from which, or to which, a constant is copied; device memory is read where it is. */
static void *plain_memory(const void *data, size_t bytes, bool device)
{
    return device ? hw_memory_host(hw_cuda.memory, (uintptr_t)data, bytes) : (void *)(uintptr_t)data;
}

static bool in_bank(const struct hw_image *image, const struct place *place, size_t offset, size_t bytes)
{
    return image->bank[place->bank].data && place->address + offset + bytes <= image->bank[place->bank].bytes;
}

static cudaError_t write_constant(const struct hw_cuda_fatbin *fatbin, const struct place *place,
                                  const void *data, size_t bytes, size_t offset)
{
    for (struct hw_cuda_kernel *kernel = fatbin->kernels; kernel; kernel = kernel->next)
        if (kernel->loaded && in_bank(&kernel->image, place, offset, bytes))
            memcpy(kernel->image.bank[place->bank].data + place->address + offset, data, bytes);
    return cudaSuccess;
}

static cudaError_t read_constant(const struct hw_cuda_fatbin *fatbin, const struct place *place, void *data,
                                 size_t bytes, size_t offset)
{
    const struct hw_image *image = &fatbin->first->image;

    if (!in_bank(image, place, offset, bytes))
        return cudaErrorInvalidSymbol;
    memcpy(data, image->bank[place->bank].data + place->address + offset, bytes);
    return cudaSuccess;
}

/* Part of a variable that is copied to or from. */
struct part {
    const struct hw_cuda_variable *variable;
    struct place place;
};

/* What both directions do first.  `own` is the end of the copy that is the variable. */
static cudaError_t find_part(const void *symbol, size_t bytes, size_t offset, int kind, struct hw_cuda_end *to,
                             struct hw_cuda_end *from, struct hw_cuda_end *own, struct part *part)
{
    cudaError_t error = hw_cuda_set_kind(to, from, kind);

    if (error != cudaSuccess)
        return error;
    if (!own->device)
        return cudaErrorInvalidMemcpyDirection;
    part->variable = hw_cuda_find_variable(symbol);
    if (!part->variable)
        return cudaErrorInvalidSymbol;
    if (offset > part->variable->bytes || bytes > part->variable->bytes - offset)
        return cudaErrorInvalidValue;
    error = find_place(part->variable, &part->place);
    if (error == cudaSuccess && !part->place.constant)
        own->memory = (const void *)(uintptr_t)(part->place.address + offset);
    return error;
}

cudaError_t hw_cuda_symbol_write(const void *symbol, const void *data, size_t bytes, size_t offset, int kind)
{
    struct hw_cuda_end from = {.memory = data}, to = {.device = true};
    struct part part;
    cudaError_t error = find_part(symbol, bytes, offset, kind, &to, &from, &to, &part);

    if (error != cudaSuccess)
        return error;
    if (!part.place.constant)
        return hw_cuda_copy(&to, &from, bytes, 1, 1);
    const void *plain = plain_memory(data, bytes, from.device);
    return plain ? write_constant(part.variable->fatbin, &part.place, plain, bytes, offset) : cudaErrorInvalidValue;
}

cudaError_t hw_cuda_symbol_read(const void *symbol, void *data, size_t bytes, size_t offset, int kind)
{
    struct hw_cuda_end from = {.device = true}, to = {.memory = data};
    struct part part;
    cudaError_t error = find_part(symbol, bytes, offset, kind, &to, &from, &from, &part);

    if (error != cudaSuccess)
        return error;
    if (!part.place.constant)
        return hw_cuda_copy(&to, &from, bytes, 1, 1);
    void *plain = plain_memory(data, bytes, to.device);
    return plain ? read_constant(part.variable->fatbin, &part.place, plain, bytes, offset) : cudaErrorInvalidValue;
}
