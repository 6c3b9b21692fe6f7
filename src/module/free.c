/* SPDX-License-Identifier: MIT */
/* This destructor frees a module. */
#include "module/module_internal.h"

#include <stdlib.h>
#include <string.h>

static void free_extras(struct hw_extra *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(list[i].text);
    free(list);
}

void hw_nv_info_clear(struct hw_nv_info *info)
{
    free(info->data);
    for (size_t i = 0; i < info->symbol_count; i++)
        free(info->symbols[i]);
    free(info->symbols);
}

static void free_infos(struct hw_nv_infos *infos)
{
    for (size_t i = 0; i < infos->count; i++)
        hw_nv_info_clear(&infos->list[i]);
    free(infos->list);
}

void hw_module_free_consts(struct hw_const **consts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(consts[i]->name);
        free(consts[i]->data);
        free_extras(consts[i]->extras.list, consts[i]->extras.count);
        free(consts[i]);
    }
    free(consts);
}

void hw_kernel_free(struct hw_kernel *kernel)
{
    free(kernel->name);
    free(kernel->code);
    free(kernel->params);
    hw_module_free_consts(kernel->consts, kernel->const_count);
    free_infos(&kernel->infos);
    free_extras(kernel->extras.list, kernel->extras.count);
    free(kernel);
}

static void free_variable(struct hw_variable *variable)
{
    free(variable->name);
    free(variable->data);
    free_extras(variable->extras.list, variable->extras.count);
    free(variable);
}

static void free_sampler(struct hw_sampler *sampler)
{
    free(sampler->name);
    free_extras(sampler->extras.list, sampler->extras.count);
    free(sampler);
}

void hw_module_free(struct hw_module *module)
{
    if (!module)
        return;
    for (size_t i = 0; i < module->kernel_count; i++)
        hw_kernel_free(module->kernels[i]);
    for (size_t i = 0; i < module->variable_count; i++)
        free_variable(module->variables[i]);
    for (size_t i = 0; i < module->sampler_count; i++)
        free_sampler(module->samplers[i]);
    for (size_t i = 0; i < module->section_count; i++)
        hw_section_clear(&module->sections[i]);
    for (size_t i = 0; i < module->symbol_count; i++)
        hw_symbol_free(module->symbols[i]);
    for (size_t i = 0; i < module->reloc_count; i++)
        hw_reloc_clear(&module->relocs[i]);
    hw_module_free_consts(module->consts, module->const_count);
    free_extras(module->extras, module->extra_count);
    free_infos(&module->infos);
    free(module->kernels);
    free(module->variables);
    free(module->samplers);
    free(module->sections);
    free(module->symbols);
    free(module->relocs);
    free(module->items);
    free(module->target);
    free(module->name);
    free(module);
}
