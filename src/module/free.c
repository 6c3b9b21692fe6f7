/* Taking a module apart again. */
#include "module/internal.h"

#include <stdlib.h>
#include <string.h>

static void free_extras(struct hw_extra *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(list[i].text);
    free(list);
}

static void free_infos(struct hw_infos *infos)
{
    for (size_t i = 0; i < infos->count; i++) {
        free(infos->list[i].data);
        free(infos->list[i].symbol);
    }
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

static void free_kernel(struct hw_kernel *kernel)
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

/* Renumber the items: kernel items other than `kept` go, and that one becomes kernel 0. */
static void keep_kernel_item(struct hw_module *module, size_t kept)
{
    size_t count = 0;
    for (size_t i = 0; i < module->item_count; i++) {
        struct hw_item item = module->items[i];
        if (item.kind == HW_ITEM_KERNEL) {
            if (item.index != kept)
                continue;
            item.index = 0;
        }
        module->items[count++] = item;
    }
    module->item_count = count;
}

hw_status hw_module_keep_kernel(struct hw_module *module, const char *name, struct hw_error *error)
{
    size_t kept = 0;
    while (kept < module->kernel_count && strcmp(module->kernels[kept]->name, name))
        kept++;
    if (kept == module->kernel_count)
        return hw_fail(error, HW_ERR_NOT_FOUND, HW_MODULE_ERROR, "there is no kernel '%.100s' in this file",
                       name);
    keep_kernel_item(module, kept);
    for (size_t i = 0; i < module->kernel_count; i++)
        if (i != kept)
            free_kernel(module->kernels[i]);
    module->kernels[0] = module->kernels[kept];
    module->kernel_count = 1;
    return HW_OK;
}

void hw_module_free(struct hw_module *module)
{
    if (!module)
        return;
    for (size_t i = 0; i < module->kernel_count; i++)
        free_kernel(module->kernels[i]);
    for (size_t i = 0; i < module->variable_count; i++)
        free_variable(module->variables[i]);
    for (size_t i = 0; i < module->sampler_count; i++)
        free_sampler(module->samplers[i]);
    for (size_t i = 0; i < module->section_count; i++) {
        free(module->sections[i].name);
        free(module->sections[i].data);
    }
    hw_module_free_consts(module->consts, module->const_count);
    free_extras(module->extras, module->extra_count);
    free_infos(&module->infos);
    free(module->kernels);
    free(module->variables);
    free(module->samplers);
    free(module->sections);
    free(module->items);
    free(module->target);
    free(module->name);
    free(module);
}
