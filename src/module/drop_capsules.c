/* SPDX-License-Identifier: MIT */
/* A module without capsules is what files were before CUDA 12.8: only the machine code of its own target. */
#include "module/elf_flags.h"

static bool is_capsule(const char *section)
{
    return hw_cubin_skip_prefix(section, CUBIN_CAPSULE) || hw_cubin_skip_prefix(section, CUBIN_CAPSULE_DATA);
}

void hw_module_drop_capsules(struct hw_module *module)
{
    size_t count = 0;

    for (size_t i = 0; i < module->section_count; i++)
        if (is_capsule(module->sections[i].name))
            hw_section_clear(&module->sections[i]);
        else
            module->sections[count++] = module->sections[i];
    module->section_count = count;
    hw_cubin_flags_drop_capsule(module);
}
