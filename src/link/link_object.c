/* SPDX-License-Identifier: MIT */
/* An input object is a relocatable cubin prepared for linking: what its module names by strings becomes
 * pointers, and each section gets its meaning. */
#include "link/linking.h"

#include "module/elf_cubin.h"
#include "module/nv_info.h"

#include <stdlib.h>
#include <string.h>

#define FUNCTION_SHARED ".nv_debug.shared" /* variables that functions, or several kernels, use */

/* --- sections and codes --- */

static struct hw_link_function *find_code(const struct hw_link_object *unit, const char *name)
{
    uint32_t number;
    return name && hw_name_index_find(&unit->code_names, name, &number) ? &unit->codes[number] : NULL;
}

/* The function that a section belongs to, by its name; NULL if no function follows the prefix. */
static struct hw_link_function *owner_behind(const struct hw_link_object *unit, const char *name,
                                             const char *prefix)
{
    return find_code(unit, hw_cubin_skip_prefix(name, prefix));
}

static void classify(const struct hw_link_object *unit, struct hw_link_section *section)
{
    const char *name = section->from->name, *owner = NULL;
    uint32_t bank = 0;
    section->space = HW_LINKED_DISCARDED;
    if ((section->code = owner_behind(unit, name, CUBIN_TEXT))) {
        section->space = HW_LINKED_CODE;
        section->code->section = section;
    } else if (strcmp(name, CUBIN_GLOBAL) == 0 || strcmp(name, CUBIN_GLOBAL_INIT) == 0) {
        section->space = HW_LINKED_MEMORY;
    } else if (strcmp(name, FUNCTION_SHARED) == 0) {
        section->space = HW_LINKED_SHARED;
    } else if ((section->code = owner_behind(unit, name, CUBIN_SHARED))) {
        section->space = HW_LINKED_SHARED;
    } else if (hw_cubin_is_constant(name, &bank, &owner) && bank < HW_CONST_BANKS &&
               (!owner || (section->code = find_code(unit, owner)))) {
        section->space = owner ? HW_LINKED_LITERAL : HW_LINKED_CONSTANT;
        section->bank = bank;
    }
}

static bool add_codes(struct hw_link_object *unit)
{
    const struct hw_module *module = unit->module;
    unit->codes = calloc(module->kernel_count + 1, sizeof *unit->codes);
    bool added = unit->codes != NULL;
    for (size_t i = 0; added && i < module->kernel_count; i++) {
        struct hw_kernel *kernel = module->kernels[i];
        unit->codes[i] =
            (struct hw_link_function){.unit = unit, .kernel = kernel, .frame = kernel->local_bytes};
        added = hw_name_index_add(&unit->code_names, kernel->name, (uint32_t)i);
    }
    hw_name_index_sort(&unit->code_names);
    return added;
}

static bool add_sections(struct hw_link_object *unit)
{
    const struct hw_module *module = unit->module;
    unit->sections = calloc(module->section_count + 1, sizeof *unit->sections);
    bool added = unit->sections != NULL;
    for (size_t i = 0; added && i < module->section_count; i++) {
        unit->sections[i].from = &module->sections[i];
        classify(unit, &unit->sections[i]);
        added = hw_name_index_add(&unit->section_names, module->sections[i].name, (uint32_t)i);
    }
    hw_name_index_sort(&unit->section_names);
    return added;
}

static struct hw_link_section *find_section(const struct hw_link_object *unit, const char *name)
{
    uint32_t number;
    return name && hw_name_index_find(&unit->section_names, name, &number) ? &unit->sections[number] : NULL;
}

/* --- symbols and relocations --- */

static bool add_symbols(struct hw_link_object *unit)
{
    const struct hw_module *module = unit->module;
    unit->symbols = calloc(module->symbol_count + 1, sizeof *unit->symbols);
    bool added = unit->symbols != NULL;
    for (size_t i = 0; added && i < module->symbol_count; i++) {
        struct hw_link_symbol *symbol = &unit->symbols[i];
        *symbol = (struct hw_link_symbol){.from = module->symbols[i],
                                          .unit = unit,
                                          .section = find_section(unit, module->symbols[i]->section),
                                          .meant = symbol};
        added = hw_name_index_add(&unit->symbol_names, module->symbols[i]->name, (uint32_t)i);
        struct hw_link_function *code = find_code(unit, symbol->from->name);
        if (code && symbol->from->type == HW_SYMBOL_FUNCTION && symbol->section == code->section)
            code->symbol = symbol;
    }
    hw_name_index_sort(&unit->symbol_names);
    return added;
}

static bool add_relocs(struct hw_link_object *unit)
{
    const struct hw_module *module = unit->module;
    unit->relocs = calloc(module->reloc_count + 1, sizeof *unit->relocs);
    for (size_t i = module->reloc_count; unit->relocs && i-- > 0;) {
        const struct hw_reloc *from = &module->relocs[i];
        struct hw_link_section *section = find_section(unit, from->section);
        struct hw_link_reloc *reloc = &unit->relocs[i];
        uint32_t number;
        reloc->from = from;
        if (from->symbol && hw_name_index_find(&unit->symbol_names, from->symbol, &number))
            reloc->symbol = &unit->symbols[number];
        if (!section)
            continue;
        reloc->next = section->relocs;
        section->relocs = reloc;
    }
    return unit->relocs != NULL;
}

/* Stack frames are recorded by the names of the module's functions. */
static void take_frames(struct hw_link_object *unit)
{
    const struct hw_nv_infos *infos = &unit->module->infos;
    for (size_t i = 0; i < infos->count; i++) {
        const struct hw_nv_info *info = &infos->list[i];
        struct hw_link_function *code = info->symbol_count ? find_code(unit, info->symbols[0]) : NULL;
        if (code && info->attribute == HW_ATTRIBUTE_FRAME && info->value == 8)
            code->frame = hw_get32(info->data + 4);
    }
}

static hw_status check_codes(const struct hw_link_object *unit, struct hw_error *error)
{
    for (size_t i = 0; i < unit->module->kernel_count; i++) {
        const struct hw_link_function *code = &unit->codes[i];
        if (!code->symbol || !code->section)
            return hw_fail(
                error, HW_ERR_FORMAT, HW_LINK_ERROR,
                "%.100s has code of %.100s but no section of code and symbol of a function with that name",
                unit->name, code->kernel->name);
    }
    return HW_OK;
}

hw_status hw_link_add_object(struct hw_linker *linker, const char *name, struct hw_module *module,
                             bool wanted, struct hw_error *error)
{
    struct hw_link_object *unit = calloc(1, sizeof *unit);
    if (!unit) {
        hw_module_free(module);
        return hw_link_no_memory(error);
    }
    unit->module = module;
    unit->wanted = wanted;
    unit->name = hw_module_copy_text(name, strlen(name));
    bool made = unit->name && add_codes(unit) && add_sections(unit) && add_symbols(unit) && add_relocs(unit);
    made = made && hw_module_grow(&linker->units, linker->unit_count, sizeof(struct hw_link_object *));
    hw_status status = made ? check_codes(unit, error) : hw_link_no_memory(error);
    if (!status) {
        take_frames(unit);
        status = hw_link_read_calls(unit, error);
    }
    if (status)
        hw_link_object_free(unit);
    else
        linker->units[linker->unit_count++] = unit;
    return status;
}

void hw_link_object_free(struct hw_link_object *unit)
{
    if (!unit)
        return;
    for (size_t i = 0; unit->codes && i < unit->module->kernel_count; i++) {
        struct hw_link_function *code = &unit->codes[i];
        free(code->name);
        free(code->calls.list);
        free(code->callees);
        free(code->kernels);
        hw_name_index_free(&code->taken);
        hw_name_index_free(&code->indirect);
    }
    for (size_t i = 0; unit->symbols && i < unit->module->symbol_count; i++)
        free(unit->symbols[i].name);
    hw_name_index_free(&unit->section_names);
    hw_name_index_free(&unit->symbol_names);
    hw_name_index_free(&unit->code_names);
    free(unit->sections);
    free(unit->symbols);
    free(unit->relocs);
    free(unit->taken);
    free(unit->codes);
    hw_module_free(unit->module);
    free(unit->name);
    free(unit);
}
