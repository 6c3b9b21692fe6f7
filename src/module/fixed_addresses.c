/* SPDX-License-Identifier: MIT */
/* This file gives variables fixed addresses that the caller has chosen before the module is loaded. */
#include "module/module_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NO_TYPE 0 /* of a symbol that another file defines */

#define fail(error, status, ...) hw_fail(error, status, HW_MODULE_ERROR, __VA_ARGS__)

static hw_status check_32_bits(const char *name, uint64_t address, struct hw_error *error)
{
    if (address <= UINT32_MAX)
        return HW_OK;
    return fail(error, HW_ERR_RANGE, "'%s' cannot be at 0x%" PRIx64 ": the file's addresses have 32 bits",
                name, address);
}

/* sm_1x: the word of the constant bank that would get its address. */
static hw_status place_variable(struct hw_module *module, struct hw_variable *variable, uint64_t address,
                                struct hw_error *error)
{
    const uint32_t value = (uint32_t)address + variable->addend;
    const uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                              (uint8_t)(value >> 24)};
    hw_status status = check_32_bits(variable->name, address, error);

    if (status == HW_OK && variable->unaddressed)
        status = fail(error, HW_ERR_NOT_FOUND, "no code takes the address of '%s'", variable->name);
    if (status == HW_OK)
        status = hw_module_add_const(module, NULL, variable->bank, variable->offset, sizeof bytes, bytes,
                                     sizeof bytes, NULL, error);
    if (status == HW_OK)
        variable->unaddressed = true;
    return status;
}

/* Why a symbol of sm_20 on is no variable in global memory; NULL: it is one, here or in another file. */
static const char *trouble_with(const struct hw_symbol *symbol)
{
    if (symbol->type == HW_SYMBOL_TEXTURE || symbol->type == HW_SYMBOL_SURFACE)
        return "a texture or surface";
    if (symbol->type != HW_SYMBOL_OBJECT && symbol->type != NO_TYPE)
        return symbol->type == HW_SYMBOL_FUNCTION ? "code" : "a section";
    if (!symbol->section || strncmp(symbol->section, ".nv.global", strlen(".nv.global")) == 0)
        return NULL;
    return strncmp(symbol->section, ".nv.constant", strlen(".nv.constant")) == 0 ? "in a constant bank"
                                                                                 : "not in global memory";
}

static hw_status place_symbol(const struct hw_module *module, struct hw_symbol *symbol, uint64_t address,
                              struct hw_error *error)
{
    const char *trouble = trouble_with(symbol);
    hw_status status = HW_OK;

    if (trouble)
        return fail(error, HW_ERR_NOT_FOUND, "'%s' is %s; only variables in global memory can be placed",
                    symbol->name, trouble);
    if (module->container == HW_CONTAINER_ELF32)
        status = check_32_bits(symbol->name, address, error);
    if (status != HW_OK)
        return status;
    free(symbol->section);
    symbol->section = NULL;
    symbol->absolute = true;
    symbol->common = false;
    symbol->value = address;
    return HW_OK;
}

hw_status hw_module_place_variable(struct hw_module *module, const char *name, uint64_t address,
                                   struct hw_error *error)
{
    struct hw_symbol *symbol = hw_module_find_symbol(module, name);

    if (symbol)
        return place_symbol(module, symbol, address, error);
    for (size_t i = 0; i < module->variable_count; i++)
        if (strcmp(module->variables[i]->name, name) == 0)
            return place_variable(module, module->variables[i], address, error);
    return fail(error, HW_ERR_NOT_FOUND, "there is no variable '%s' in this file", name);
}
