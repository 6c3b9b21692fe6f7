/* SPDX-License-Identifier: MIT */
/* Variables: where they are in device memory, by name in a module or as the program's host code knows
 * them. */
#include "cuda/core/modules/symbol.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/handle.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/modules/registered_fatbin.h"
#include "machine/memory/device_memory.h"

#include <stdlib.h>
#include <string.h>

unsigned hw_cuda_constant_bank(const struct hw_symbol *symbol)
{
    static const char bank[] = ".nv.constant";

    if (symbol->type != HW_SYMBOL_OBJECT || !symbol->section ||
        strncmp(symbol->section, bank, sizeof bank - 1) != 0)
        return HW_BANKS;
    return (unsigned)strtoul(symbol->section + sizeof bank - 1, NULL, 10);
}

bool hw_cuda_symbol_is_managed(const struct hw_symbol *symbol)
{
    return symbol->type == HW_SYMBOL_OBJECT && symbol->section && symbol->other & HW_SYMBOL_MANAGED;
}

struct symbol_place {
    uint64_t address;
    size_t bytes;
};

static bool in_home(const struct hw_cuda_module *module, unsigned bank, uint64_t offset, size_t bytes,
                    struct symbol_place *place)
{
    if (bank >= HW_BANKS || !module->home[bank])
        return false;
    *place = (struct symbol_place){module->home[bank] + offset, bytes};
    return true;
}

/* sm_1x has variables and constants as items. */
static bool find_item(const struct hw_cuda_module *module, const char *name, struct symbol_place *place)
{
    const struct hw_module *code = module->code;

    for (size_t i = 0; i < code->const_count; i++)
        if (code->consts[i]->name && strcmp(code->consts[i]->name, name) == 0)
            return in_home(module, code->consts[i]->bank, code->consts[i]->offset, code->consts[i]->bytes,
                           place);
    for (size_t i = 0; i < code->variable_count; i++)
        if (strcmp(code->variables[i]->name, name) == 0) {
            *place = (struct symbol_place){module->base.variable[i], code->variables[i]->bytes};
            return true;
        }
    return false;
}

static bool place_symbol(const struct hw_cuda_module *module, const struct hw_symbol *symbol,
                         struct symbol_place *place)
{
    if (!symbol || !symbol->section ||
        hw_image_symbol(&module->base, module->code, symbol->name, &place->address, NULL) != HW_OK)
        return false;
    place->bytes = symbol->bytes;
    const unsigned bank = hw_cuda_constant_bank(symbol);
    return bank == HW_BANKS || in_home(module, bank, place->address, place->bytes, place);
}

cudaError_t hw_cuda_module_variable(struct hw_cuda_module *module, const char *name, void **address,
                                    size_t *bytes)
{
    struct symbol_place place = {.address = 0};

    if (!module->based || !(find_item(module, name, &place) ||
                            place_symbol(module, hw_module_find_symbol(module->code, name), &place)))
        return (cudaError_t)HW_CUDA_ERROR_NOT_FOUND;
    if (address)
        *address = (void *)(uintptr_t)place.address;
    if (bytes)
        *bytes = place.bytes;
    return cudaSuccess;
}

cudaError_t hw_cuda_module_managed(struct hw_cuda_module *module, const char *name, void **address,
                                   size_t *bytes)
{
    const struct hw_symbol *symbol = hw_module_find_symbol(module->code, name);

    return symbol && hw_cuda_symbol_is_managed(symbol) ? hw_cuda_module_variable(module, name, address, bytes)
                                                       : (cudaError_t)HW_CUDA_ERROR_NOT_FOUND;
}

/* --- by address --- */

/* Whether an allocation has variables of a module. */
static bool owns(const struct hw_cuda_module *module, const struct hw_range *range)
{
    bool found = false;

    for (size_t i = 0; module->based && i < module->base.variable_count; i++)
        found |= module->base.variable[i] == range->first;
    for (unsigned i = 0; i < HW_BANKS; i++)
        found |= module->home[i] == range->first;
    return found;
}

/* Managed by the file's word, or by the program's. */
static bool is_managed(const struct hw_cuda_module *module, const struct hw_symbol *symbol)
{
    const struct hw_cuda_item *item = module->fatbin ? module->fatbin->items : NULL;

    while (item && !(item->place && strcmp(item->name, symbol->name) == 0))
        item = item->next;
    return item || hw_cuda_symbol_is_managed(symbol);
}

static bool has_managed_at(const struct hw_cuda_module *module, uint64_t address)
{
    struct symbol_place place;

    for (size_t i = 0; i < module->code->symbol_count; i++) {
        const struct hw_symbol *symbol = module->code->symbols[i];
        if (symbol->type == HW_SYMBOL_OBJECT && place_symbol(module, symbol, &place) &&
            address - place.address < place.bytes)
            return is_managed(module, symbol);
    }
    return false;
}

const struct hw_cuda_module *hw_cuda_module_at(const void *address, bool *managed)
{
    struct hw_range range;

    if (!hw_memory_range(hw_cuda.memory, (uintptr_t)address, &range))
        return NULL;
    for (const struct hw_cuda_context *context = hw_cuda.contexts; context; context = context->next)
        for (const struct hw_cuda_module *module = context->modules; module; module = module->next)
            if (owns(module, &range)) {
                *managed = has_managed_at(module, (uintptr_t)address);
                return module;
            }
    return NULL;
}

/* --- the program's --- */

/* A name that several fat binaries have means none of them. */
static cudaError_t find_variable(const void *symbol, const struct hw_cuda_item **item)
{
    unsigned same;

    *item = hw_cuda_item_find(HW_CUDA_VARIABLE, symbol, &same);
    if (!*item)
        return hw_cuda_fail(cudaErrorInvalidSymbol, "symbol %p is no variable that the program registered",
                            symbol);
    if (same > 1)
        return hw_cuda_fail(cudaErrorDuplicateVariableName, "%u fat binaries have a variable `%s`", same,
                            (*item)->name);
    return cudaSuccess;
}

static cudaError_t find_place(const struct hw_cuda_item *item, void **address)
{
    struct hw_cuda_module *module;
    cudaError_t error = hw_cuda_fatbin_module(item->fatbin, &module);

    if (error == cudaSuccess)
        error = hw_cuda_module_variable(module, item->name, address, NULL);
    return (int)error == HW_CUDA_ERROR_NOT_FOUND || error == cudaErrorInvalidDeviceFunction
               ? cudaErrorInvalidSymbol
               : error;
}

cudaError_t hw_cuda_symbol_address(const void *symbol, void **address)
{
    const struct hw_cuda_item *item;
    const cudaError_t error = find_variable(symbol, &item);

    return error == cudaSuccess ? find_place(item, address) : error;
}

cudaError_t hw_cuda_symbol_bytes(const void *symbol, size_t *bytes)
{
    const struct hw_cuda_item *item;
    const cudaError_t error = find_variable(symbol, &item);

    if (error == cudaSuccess)
        *bytes = item->bytes;
    return error;
}

/* The part of a variable that is one end, `own`, of a copy. */
static cudaError_t set_part(const void *symbol, size_t bytes, size_t offset, struct hw_cuda_end *own)
{
    const struct hw_cuda_item *item;
    void *address = NULL;
    cudaError_t error = find_variable(symbol, &item);

    if (error == cudaSuccess && (offset > item->bytes || bytes > item->bytes - offset))
        error = hw_cuda_fail(cudaErrorInvalidValue, "%zu bytes from byte %zu of `%s`; the variable has %zu",
                             bytes, offset, item->name, item->bytes);
    if (error == cudaSuccess)
        error = find_place(item, &address);
    if (error == cudaSuccess)
        own->memory = (const char *)address + offset;
    return error;
}

static cudaError_t copy_part(const void *symbol, size_t bytes, size_t offset, int kind,
                             struct hw_cuda_end *to, struct hw_cuda_end *from, struct hw_cuda_end *own,
                             cudaStream_t stream)
{
    const int of_host = own == to ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
    cudaError_t error = set_part(symbol, bytes, offset, own);

    if (error == cudaSuccess && (kind == cudaMemcpyHostToHost || kind == of_host))
        error =
            hw_cuda_fail(cudaErrorInvalidMemcpyDirection, "kind %d says the variable is the host's", kind);
    if (error == cudaSuccess)
        error = hw_cuda_set_kind(to, from, kind);
    return error == cudaSuccess ? hw_cuda_copy(to, from, bytes, 1, 1, stream) : error;
}

cudaError_t hw_cuda_symbol_write(const void *symbol, const void *data, size_t bytes, size_t offset, int kind,
                                 cudaStream_t stream)
{
    struct hw_cuda_end from = {.memory = data}, to = {.device = true};

    return copy_part(symbol, bytes, offset, kind, &to, &from, &to, stream);
}

cudaError_t hw_cuda_symbol_read(const void *symbol, void *data, size_t bytes, size_t offset, int kind,
                                cudaStream_t stream)
{
    struct hw_cuda_end from = {.device = true}, to = {.memory = data};

    return copy_part(symbol, bytes, offset, kind, &to, &from, &from, stream);
}
