/* SPDX-License-Identifier: MIT */
/* This file builds the data, symbols and records of the output. */
#include "link/linking.h"

#include "module/elf_cubin.h"
#include "module/nv_info.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY_FLAGS 3    /* SHF_WRITE | SHF_ALLOC */
#define PTXAS_OBJECT 13   /* a variable of a relocatable cubin, whose `other` says its space */
#define LINKED_OTHER 0x1e /* bits of `other` that are not of spaces */
#define MAX_STACK    0x23

/* --- variables and constants --- */

static hw_status relocate_data(struct hw_linker *linker, enum hw_link_space space, uint32_t bank,
                               const char *name, struct hw_link_output *output, struct hw_error *error)
{
    hw_status status = HW_OK;
    for (size_t u = 0; u < linker->unit_count; u++) {
        const struct hw_link_object *unit = linker->units[u];
        for (size_t i = 0; !status && unit->wanted && i < unit->module->section_count; i++) {
            const struct hw_link_section *section = &unit->sections[i];
            if (section->space != space || section->bank != bank || !section->relocs)
                continue;
            const struct hw_link_target target = {.section = name,
                                                  .base = section->base,
                                                  .bytes = output->bytes.bytes + section->base,
                                                  .length = output->bytes.length - section->base};
            status = hw_link_relocate(linker, section, &target, error);
        }
    }
    return status;
}

static hw_status add_bank(struct hw_linker *linker, uint32_t bank, struct hw_error *error)
{
    struct hw_link_output *output = &linker->bank[bank];
    char name[32];
    if (!output->size)
        return HW_OK;
    snprintf(name, sizeof name, CUBIN_CONSTANT "%u", bank);
    hw_buffer_zero(&output->bytes, hw_round_up4(output->bytes.length) - output->bytes.length);
    if (output->bytes.failed)
        return hw_link_no_memory(error);
    hw_status status = relocate_data(linker, HW_LINKED_CONSTANT, bank, name, output, error);
    if (status)
        return status;
    return hw_module_add_const(linker->out, NULL, bank, 0, (uint32_t)output->size, output->bytes.bytes,
                               output->bytes.length, NULL, error);
}

static hw_status add_memory(struct hw_linker *linker, struct hw_error *error)
{
    hw_status status = HW_OK;
    const struct hw_section initialised = {.name = (char[]){CUBIN_GLOBAL_INIT},
                                           .type = linker->options.partial ? 0x70000008 : 1,
                                           .flags = MEMORY_FLAGS,
                                           .align = linker->initialised.align,
                                           .data = linker->initialised.bytes.bytes,
                                           .bytes = linker->initialised.bytes.length};
    const struct hw_section zeroed = {.name = (char[]){CUBIN_GLOBAL},
                                      .type = linker->options.partial ? 0x70000007 : 8,
                                      .flags = MEMORY_FLAGS,
                                      .align = linker->zeroed.align,
                                      .bytes = (size_t)linker->zeroed.size};
    if (linker->initialised.size) {
        status = relocate_data(linker, HW_LINKED_MEMORY, 0, CUBIN_GLOBAL_INIT, &linker->initialised, error);
        if (!status)
            status = hw_module_add_section(linker->out, &initialised, error);
    }
    if (!status && linker->zeroed.size)
        status = hw_module_add_section(linker->out, &zeroed, error);
    return status;
}

/* In a partial link shared variables stay without an address. */
static hw_status add_shared(struct hw_linker *linker, struct hw_error *error)
{
    struct hw_section sum = {.name = NULL};
    for (size_t u = 0; u < linker->unit_count && linker->options.partial; u++)
        for (size_t i = 0; linker->units[u]->wanted && i < linker->units[u]->module->section_count; i++) {
            const struct hw_link_section *section = &linker->units[u]->sections[i];
            if (section->space != HW_LINKED_SHARED || section->code)
                continue;
            const size_t before = sum.bytes;
            sum = *section->from;
            sum.bytes += before;
        }
    return sum.name ? hw_module_add_section(linker->out, &sum, error) : HW_OK;
}

/* A partial link keeps types and alignments: the sections of functions, and of each bank that of the first
 * file with the alignment of all. */
static hw_status keep_section(struct hw_linker *linker, const struct hw_link_section *section,
                              struct hw_error *error)
{
    char name[HW_MODULE_NAME_MAX + 64], text[HW_MODULE_NAME_MAX + 64];
    struct hw_section kept = *section->from;
    hw_link_output_section(section, name, sizeof name);
    if (section->space == HW_LINKED_CONSTANT && hw_module_find_section(linker->out, name))
        return HW_OK;
    if (section->space == HW_LINKED_CONSTANT)
        kept.align = linker->bank[section->bank].align;
    if (section->code)
        snprintf(text, sizeof text, CUBIN_TEXT "%s", section->code->name);
    kept.name = name;
    kept.info = section->code && kept.info ? text : NULL;
    return hw_module_add_section(linker->out, &kept, error);
}

static hw_status keep_sections(struct hw_linker *linker, struct hw_error *error)
{
    hw_status status = HW_OK;
    for (size_t u = 0; u < linker->unit_count; u++) {
        const struct hw_link_object *unit = linker->units[u];
        for (size_t i = 0; !status && unit->wanted && i < unit->module->section_count; i++) {
            const struct hw_link_section *section = &unit->sections[i];
            const bool own =
                section->space == HW_LINKED_LITERAL || (section->space == HW_LINKED_SHARED && section->code);
            const bool bank = section->space == HW_LINKED_CONSTANT && linker->bank[section->bank].size;
            if (section->from->modelled && (bank || (own && section->code->live)))
                status = keep_section(linker, section, error);
        }
    }
    return status;
}

hw_status hw_link_make_output(struct hw_linker *linker, struct hw_error *error)
{
    hw_status status = add_memory(linker, error);
    for (uint32_t bank = 0; !status && bank < HW_CONST_BANKS; bank++)
        status = add_bank(linker, bank, error);
    if (!status && linker->options.partial)
        status = keep_sections(linker, error);
    return status ? status : add_shared(linker, error);
}

/* --- symbols --- */

static hw_status add_section_symbol(struct hw_linker *linker, const char *prefix, const char *owner,
                                    struct hw_error *error)
{
    char name[HW_MODULE_NAME_MAX + 64];
    snprintf(name, sizeof name, "%s%s", prefix, owner);
    const struct hw_symbol symbol = {.name = name, .section = name, .type = HW_SYMBOL_SECTION};
    return hw_module_add_symbol(linker->out, &symbol, error);
}

static hw_status add_section_symbols(struct hw_linker *linker, struct hw_error *error)
{
    hw_status status = HW_OK;
    for (size_t i = 0; !status && i < linker->out->kernel_count; i++) {
        const struct hw_kernel *kernel = linker->out->kernels[i];
        status = add_section_symbol(linker, CUBIN_TEXT, kernel->name, error);
        if (!status && kernel->param_bytes >= 0 && !linker->options.partial)
            status = add_section_symbol(linker, CUBIN_CONSTANT "0.", kernel->name, error);
        if (!status && kernel->shared_bytes && !linker->options.partial)
            status = add_section_symbol(linker, CUBIN_SHARED, kernel->name, error);
    }
    for (uint32_t bank = 0; !status && bank < HW_CONST_BANKS; bank++) {
        char name[16];
        snprintf(name, sizeof name, "%u", bank);
        if (linker->bank[bank].size && !linker->options.partial)
            status = add_section_symbol(linker, CUBIN_CONSTANT, name, error);
    }
    for (size_t i = 0; !status && i < linker->out->section_count; i++)
        status = add_section_symbol(linker, linker->out->sections[i].name, "", error);
    return status;
}

/* Whether a symbol is in the output: code that is live, variables with an address of their own, used symbols
 * that are undefined. */
static bool is_kept(const struct hw_linker *linker, const struct hw_link_symbol *symbol)
{
    if (symbol->meant != symbol || !symbol->name)
        return false;
    if (!symbol->section)
        return symbol->used || symbol->from->common || symbol->from->absolute;
    switch (symbol->section->space) {
    case HW_LINKED_DISCARDED: return false;
    case HW_LINKED_CODE: return symbol->section->code->live;
    case HW_LINKED_MEMORY:
    case HW_LINKED_CONSTANT: return true;
    case HW_LINKED_LITERAL:
    case HW_LINKED_SHARED:
        return linker->options.partial && (!symbol->section->code || symbol->section->code->live);
    }
    return false;
}

/* Where it lies in the output. */
static void set_address(const struct hw_linker *linker, const struct hw_link_symbol *symbol,
                        struct hw_symbol *to, char *section, size_t size)
{
    to->section = NULL;
    if (symbol->section) {
        hw_link_output_section(symbol->section, section, size);
        to->section = section;
        to->value += symbol->section->base;
    } else if (to->common && !linker->options.partial) {
        snprintf(section, size, CUBIN_GLOBAL);
        to->section = section;
        to->value = symbol->address;
        to->common = false;
    }
    if (symbol->from->common)
        to->bytes = symbol->common_bytes > to->bytes ? symbol->common_bytes : to->bytes;
    if (to->common && symbol->common_align > to->value)
        to->value = symbol->common_align;
}

static hw_status add_symbol(struct hw_linker *linker, struct hw_link_symbol *symbol, struct hw_error *error)
{
    char section[HW_MODULE_NAME_MAX + 64];
    struct hw_symbol to = *symbol->from;
    to.name = symbol->name;
    set_address(linker, symbol, &to, section, sizeof section);
    if (!linker->options.partial) {
        to.type = to.type == PTXAS_OBJECT ? HW_SYMBOL_OBJECT : to.type;
        to.other &= LINKED_OTHER;
    }
    symbol->number = (uint32_t)linker->out->symbol_count + 1;
    return hw_module_add_symbol(linker->out, &to, error);
}

static void forget_numbers(const struct hw_linker *linker)
{
    for (size_t u = 0; u < linker->unit_count; u++)
        for (size_t i = 0; i < linker->units[u]->module->symbol_count; i++)
            linker->units[u]->symbols[i].number = 0;
}

hw_status hw_link_make_symbols(struct hw_linker *linker, struct hw_error *error)
{
    hw_status status = add_section_symbols(linker, error);
    forget_numbers(linker);
    for (int local = 1; local >= 0; local--)
        for (size_t u = 0; u < linker->unit_count; u++) {
            struct hw_link_object *unit = linker->units[u];
            for (size_t i = 0; !status && unit->wanted && i < unit->module->symbol_count; i++) {
                struct hw_link_symbol *symbol = &unit->symbols[i];
                if ((symbol->from->binding == HW_BINDING_LOCAL) == local && is_kept(linker, symbol))
                    status = add_symbol(linker, symbol, error);
            }
        }
    return status;
}

/* --- records of the module --- */

static hw_status add_number(struct hw_linker *linker, uint8_t attribute, const struct hw_link_function *code,
                            uint64_t number, struct hw_error *error)
{
    uint8_t words[8] = {0};
    const char *const name = code->name;
    hw_put32(words + 4, number > UINT32_MAX ? UINT32_MAX : (uint32_t)number);
    return hw_nv_infos_add(&linker->out->infos, HW_FORMAT_DATA, attribute, sizeof words, words, &name, 1,
                           error);
}

/* Records of lost codes go; in a whole link those that the link makes anew. */
static bool is_wanted_in_part(const struct hw_nv_info *info, const struct hw_link_object *unit)
{
    uint32_t number;
    if (!info->symbol_count || !hw_name_index_find(&unit->code_names, info->symbols[0], &number))
        return true;
    return unit->codes[number].live;
}

static bool is_wanted(const struct hw_nv_info *info, const struct hw_link_object *unit)
{
    return info->attribute != HW_ATTRIBUTE_FRAME && info->attribute != HW_ATTRIBUTE_STACK &&
           info->attribute != HW_ATTRIBUTE_REGISTERS && info->attribute != MAX_STACK &&
           is_wanted_in_part(info, unit);
}

hw_status hw_link_make_records(struct hw_linker *linker, struct hw_error *error)
{
    const bool partial = linker->options.partial;
    hw_status status = HW_OK;
    for (size_t i = 0; !status && !partial && i < linker->codes.count; i++) {
        const struct hw_link_function *code = linker->codes.list[i];
        status = add_number(linker, HW_ATTRIBUTE_FRAME, code, code->frame, error);
        if (!status)
            status = add_number(linker, HW_ATTRIBUTE_REGISTERS, code, code->registers, error);
    }
    for (size_t i = 0; !status && !partial && i < linker->kernels.count; i++)
        status = add_number(linker, HW_ATTRIBUTE_STACK, linker->kernels.list[i],
                            linker->kernels.list[i]->stack, error);
    for (size_t u = 0; !status && u < linker->unit_count; u++)
        if (linker->units[u]->wanted)
            status = hw_link_copy_records(&linker->out->infos, &linker->units[u]->module->infos,
                                          linker->units[u], partial ? is_wanted_in_part : is_wanted, error);
    return status;
}
