/* SPDX-License-Identifier: MIT */
/* Images of a module: one that has the variables, and one of each kernel that was asked for.
 *
 * All kernels of a module have the same variables in device memory.  Constants have their home there, too:
 * the banks of every launch lie in it, so that constants have addresses, and what the host or a kernel writes
 * is what all kernels read from the next launch on. */
#include "cuda/core/modules/kernel_image.h"

#include "cuda/base/message.h"
#include "cuda/core/memory/allocation.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/handle.h"
#include "cuda/core/launches/launch_coverage.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/memory/managed.h"
#include "cuda/core/modules/registered_fatbin.h"
#include "cuda/core/settings.h"
#include "cuda/core/textures/surface_reference.h"
#include "cuda/core/modules/symbol.h"
#include "cuda/core/textures/texture_reference.h"
#include "machine/chip/kernel_abi.h"
#include "names/shown.h"

#include <stdlib.h>
#include <string.h>

#define BANK_BYTES 65536u

/* --- constants --- */

/* Copy what an image has of a bank: initial values, with relocations done. */
static void fill_home(const struct hw_cuda_module *module, const struct hw_image *image,
                      struct hw_const *const *constants, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct hw_const *constant = constants[i];
        const struct hw_image_bank *bank = &image->bank[constant->bank];
        const uint64_t home = module->home[constant->bank];
        if (home && home != image->constants && bank->data && constant->bytes > 0)
            hw_memory_write(hw_cuda.memory, home + constant->offset, bank->data + constant->offset,
                            constant->bytes, NULL);
    }
}

static cudaError_t make_home(struct hw_cuda_module *module, unsigned bank)
{
    if (bank >= HW_BANKS || module->home[bank])
        return cudaSuccess;
    if (bank == HW_CONSTANTS_BANK && module->base.constants) {
        module->home[bank] = module->base.constants;
        return cudaSuccess;
    }
    return hw_cuda_allocate(module->context, BANK_BYTES, &module->home[bank]);
}

/* Banks that hold variables have a home; literals and addresses stay with each kernel. */
static cudaError_t make_homes(struct hw_cuda_module *module)
{
    const struct hw_module *code = module->code;
    cudaError_t error = cudaSuccess;

    for (size_t i = 0; i < code->const_count && error == cudaSuccess && code->symbol_count == 0; i++)
        if (code->consts[i]->name)
            error = make_home(module, code->consts[i]->bank);
    for (size_t i = 0; i < code->symbol_count && error == cudaSuccess; i++)
        error = make_home(module, hw_cuda_constant_bank(code->symbols[i]));
    if (error == cudaSuccess)
        fill_home(module, &module->base, code->consts, code->const_count);
    return error;
}

/* --- the base --- */

/* Where a program has managed variables, all of its variables are memory that the host sees. */
static hw_status alloc_managed(struct hw_memory *memory, uint64_t bytes, uint64_t *address,
                               struct hw_error *error)
{
    void *place;

    if (hw_cuda_managed_alloc(&place, bytes, HW_ATTACH_GLOBAL) != cudaSuccess)
        return hw_fail(error, HW_ERR_NO_MEMORY, "cuda", "no memory for managed variables");
    *address = (uintptr_t)place;
    (void)memory;
    return HW_OK;
}

static hw_status free_managed(struct hw_memory *memory, uint64_t address, struct hw_error *error)
{
    (void)memory, (void)error;
    return hw_cuda_host_free((void *)(uintptr_t)address) == cudaSuccess ? HW_OK : HW_ERR_ARGUMENT;
}

/* Whether a program registers managed variables of the code, or the code itself says that it has some. */
static bool manages(const struct hw_cuda_module *module)
{
    if (module->fatbin)
        return hw_cuda_fatbin_manages(module->fatbin);
    for (size_t i = 0; i < module->code->symbol_count; i++)
        if (hw_cuda_symbol_is_managed(module->code->symbols[i]))
            return true;
    return false;
}

cudaError_t hw_cuda_module_base(struct hw_cuda_module *module, struct hw_error *error)
{
    static const struct hw_image_memory managed = {alloc_managed, free_managed};
    const struct hw_image_memory *variables = manages(module) ? &managed : NULL;
    const struct hw_module *code = module->code;
    hw_status status = HW_OK;

    /* Code without a kernel has variables all the same: it is functions that a library calls. */
    for (size_t i = 0; i < 2 * code->kernel_count && !module->based; i++) {
        const struct hw_kernel *kernel = code->kernels[i % code->kernel_count];
        const bool functions = i >= code->kernel_count;
        if (kernel->function != functions || (functions && status != HW_OK))
            continue;
        status = hw_image_load_in(&module->base, code, kernel, hw_cuda.memory, variables, error);
        module->based = status == HW_OK;
    }
    if (!module->based && code->kernel_count == 0) {
        status = hw_image_load_variables(&module->base, code, hw_cuda.memory, variables, error);
        module->based = status == HW_OK;
    }
    if (status != HW_OK && !module->based)
        return status == HW_ERR_NO_MEMORY ? cudaErrorMemoryAllocation : cudaErrorInvalidKernelImage;
    if (code->container == HW_CONTAINER_ELF32)
        module->context->address_bits = 32;
    hw_cuda_cover_module(module);
    return make_homes(module);
}

void hw_cuda_module_unbase(struct hw_cuda_module *module)
{
    for (unsigned i = 0; i < HW_BANKS; i++)
        if (module->home[i] && module->home[i] != module->base.constants)
            hw_memory_free(hw_cuda.memory, module->home[i], NULL);
    if (module->based)
        hw_image_unload(&module->base);
    module->based = false;
}

/* --- kernels --- */

static void add_use(struct hw_cuda_kernel *kernel, const char *name, uint32_t entry)
{
    struct hw_cuda_use use = {.entry = entry,
                              .texture = hw_cuda_texture_find(kernel->module, name),
                              .surface = hw_cuda_surface_find(kernel->module, name)};

    if ((use.texture || use.surface) && entry < HW_TEXTURES)
        kernel->use[kernel->use_count++] = use;
}

/* The textures and surfaces that it names.  Files of sm_1x that say nothing for a kernel say units for the
 * module. */
static cudaError_t find_uses(struct hw_cuda_kernel *kernel)
{
    const struct hw_module *code = kernel->module->code;
    const struct hw_image *image = &kernel->image;

    kernel->use = calloc(image->reference_count + code->sampler_count + 1, sizeof *kernel->use);
    if (!kernel->use)
        return cudaErrorMemoryAllocation;
    for (size_t i = 0; i < image->reference_count; i++)
        add_use(kernel, image->reference[i].name, image->reference[i].entry);
    for (size_t i = 0; i < code->sampler_count && code->container == HW_CONTAINER_TEXT; i++)
        add_use(kernel, code->samplers[i]->name, code->samplers[i]->unit);
    return cudaSuccess;
}

/* Whether the code may run although it has bits that nobody knows. */
static bool check_code(const struct hw_cuda_kernel *kernel)
{
    struct hw_unknown_bits found;
    char text[HW_SENTENCE_MAX];

    hw_image_unknown(&kernel->image, &kernel->target, &found);
    if (!found.count)
        return true;
    hw_unknown_bits_print(&found, &kernel->target, text, sizeof text);
    return hw_cuda_doubt(kernel->code, "%s", text);
}

static cudaError_t load(struct hw_cuda_kernel *kernel)
{
    const struct hw_cuda_module *module = kernel->module;
    struct hw_error error;
    hw_status status =
        hw_target_of_code(module->context->device->chip, module->code->target, &kernel->target, &error);

    if (status == HW_OK)
        status = hw_image_load_beside(&kernel->image, module->code, kernel->code, &module->base, &error);
    if (status == HW_OK) {
        fill_home(module, &kernel->image, kernel->code->consts, kernel->code->const_count);
        return check_code(kernel) ? find_uses(kernel) : cudaErrorInvalidKernelImage;
    }
    hw_cuda_message("%s: %s", HW_SHOWN(kernel->code->name), error.text);
    return status == HW_ERR_NO_MEMORY ? cudaErrorMemoryAllocation : cudaErrorInvalidKernelImage;
}

cudaError_t hw_cuda_kernel_create(struct hw_cuda_module *module, const struct hw_kernel *code,
                                  struct hw_cuda_kernel **kernel)
{
    struct hw_cuda_kernel *made = calloc(1, sizeof *made);
    cudaError_t error = cudaErrorMemoryAllocation;

    if (!made)
        return error;
    *made = (struct hw_cuda_kernel){.module = module, .code = code};
    if (hw_cuda_handle_add(made, HW_CUDA_KERNEL))
        error = load(made);
    if (error == cudaSuccess)
        *kernel = made;
    else
        hw_cuda_kernel_destroy(made);
    return error;
}

void hw_cuda_kernel_destroy(struct hw_cuda_kernel *kernel)
{
    hw_cuda_handle_remove(kernel);
    hw_image_unload(&kernel->image);
    free(kernel->use);
    free(kernel->notes);
    free(kernel);
}
