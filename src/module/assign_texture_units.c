/* SPDX-License-Identifier: MIT */
/* This file assigns texture units to the textures that Tesla's kernels read.
 *
 * An ELF cubin has a record IMAGE_SLOT in each kernel that reads a texture, and its unit differs from kernel
 * to kernel.  A text cubin has one unit a texture and does not name the kernels that read it. */
#include "module/nv_info.h"

#include <stdlib.h>
#include <string.h>

bool hw_sampler_has_unit(const struct hw_module *module, const char *name)
{
    bool has_unit = hw_nv_info_has(&module->infos, HW_ATTRIBUTE_TEXTURE, name);
    for (size_t i = 0; !has_unit && i < module->kernel_count; i++)
        has_unit = hw_nv_info_has(&module->kernels[i]->infos, HW_ATTRIBUTE_TEXTURE, name);
    return has_unit;
}

/* Whether a record says the unit of a texture. */
static bool is_slot(const struct hw_nv_info *info)
{
    return info->attribute == HW_ATTRIBUTE_TEXTURE && info->value == HW_TEXTURE_BYTES && info->data &&
           info->symbol_count;
}

/* Of several records for one texture in one kernel the first counts. */
static void take_units(struct hw_module *module, const struct hw_name_index *samplers,
                       const struct hw_nv_infos *infos)
{
    for (size_t i = infos->count; i-- > 0;) {
        const struct hw_nv_info *info = &infos->list[i];
        uint32_t index;
        if (!is_slot(info) || !hw_name_index_find(samplers, info->symbols[0], &index))
            continue;
        module->samplers[index]->unit = hw_get32(info->data + 4);
        module->samplers[index]->unread = false;
    }
}

hw_status hw_samplers_assign_units(struct hw_module *module, struct hw_error *error)
{
    struct hw_name_index samplers = {0};
    bool listed = true;
    for (size_t i = 0; listed && i < module->sampler_count; i++)
        listed = hw_name_index_add(&samplers, module->samplers[i]->name, (uint32_t)i);
    hw_name_index_sort(&samplers);
    take_units(module, &samplers, &module->infos);
    for (size_t i = 0; i < module->kernel_count; i++)
        take_units(module, &samplers, &module->kernels[i]->infos);
    hw_name_index_free(&samplers);
    return listed ? HW_OK : hw_module_no_memory(error);
}

static uint32_t unit_above(uint32_t above, uint32_t unit)
{
    return unit >= above && unit < UINT32_MAX ? unit + 1 : above;
}

uint32_t hw_samplers_free_unit(const struct hw_module *module)
{
    uint32_t above = 0;
    for (size_t i = 0; i < module->sampler_count; i++)
        if (!module->samplers[i]->unread)
            above = unit_above(above, module->samplers[i]->unit);
    for (size_t i = 0; i < module->kernel_count; i++) {
        const struct hw_nv_infos *infos = &module->kernels[i]->infos;
        for (size_t k = 0; k < infos->count; k++)
            if (is_slot(&infos->list[k]))
                above = unit_above(above, hw_get32(infos->list[k].data + 4));
    }
    return above;
}
