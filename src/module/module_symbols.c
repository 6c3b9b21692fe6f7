/* SPDX-License-Identifier: MIT */
/* This file builds the symbols, relocations and sections of modules from sm_20 on, which refer to each other
 * by name. */
#include "module/module_internal.h"

#include <stdlib.h>
#include <string.h>

/* Copy an optional string. */
static bool copy_name(char **to, const char *from)
{
    *to = from ? hw_module_copy_text(from, strlen(from)) : NULL;
    return *to || !from;
}

void hw_symbol_free(struct hw_symbol *symbol)
{
    free(symbol->name);
    free(symbol->section);
    free(symbol);
}

void hw_reloc_clear(struct hw_reloc *reloc)
{
    free(reloc->section);
    free(reloc->symbol);
}

void hw_section_clear(struct hw_section *section)
{
    free(section->name);
    free(section->data);
    free(section->link);
    free(section->info);
}

hw_status hw_module_add_symbol(struct hw_module *module, const struct hw_symbol *symbol,
                               struct hw_error *error)
{
    struct hw_symbol *copy = malloc(sizeof *copy);
    if (!copy)
        return hw_module_no_memory(error);
    *copy = *symbol;
    bool copied = copy_name(&copy->name, symbol->name ? symbol->name : "");
    copied &= copy_name(&copy->section, symbol->section);
    if (!copied || !hw_module_grow(&module->symbols, module->symbol_count, sizeof module->symbols[0])) {
        hw_symbol_free(copy);
        return hw_module_no_memory(error);
    }
    module->symbols[module->symbol_count++] = copy;
    return HW_OK;
}

hw_status hw_module_add_reloc(struct hw_module *module, const struct hw_reloc *reloc, struct hw_error *error)
{
    struct hw_reloc copy = *reloc;
    bool copied = copy_name(&copy.section, reloc->section);
    copied &= copy_name(&copy.symbol, reloc->symbol);
    if (!copied || !hw_module_grow(&module->relocs, module->reloc_count, sizeof copy)) {
        hw_reloc_clear(&copy);
        return hw_module_no_memory(error);
    }
    module->relocs[module->reloc_count++] = copy;
    return HW_OK;
}

hw_status hw_module_add_section(struct hw_module *module, const struct hw_section *section,
                                struct hw_error *error)
{
    struct hw_section copy = *section;
    bool copied = copy_name(&copy.name, section->name);
    copied &= copy_name(&copy.link, section->link);
    copied &= copy_name(&copy.info, section->info);
    if (section->data)
        copy.data = (uint8_t *)hw_module_copy_text((const char *)section->data, section->bytes);
    if (!copied || (section->data && !copy.data) ||
        !hw_module_grow(&module->sections, module->section_count, sizeof copy)) {
        hw_section_clear(&copy);
        return hw_module_no_memory(error);
    }
    module->sections[module->section_count++] = copy;
    return HW_OK;
}

struct hw_symbol *hw_module_find_symbol(const struct hw_module *module, const char *name)
{
    for (size_t i = 0; name && i < module->symbol_count; i++)
        if (strcmp(module->symbols[i]->name, name) == 0)
            return module->symbols[i];
    return NULL;
}

struct hw_section *hw_module_find_section(const struct hw_module *module, const char *name)
{
    for (size_t i = 0; name && i < module->section_count; i++)
        if (strcmp(module->sections[i].name, name) == 0)
            return &module->sections[i];
    return NULL;
}
