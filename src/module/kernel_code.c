/* SPDX-License-Identifier: MIT */
/* What a module has of a kernel's code beside the kernel: its section, and the relocations of it. */
#include "module/elf_cubin.h"

#include <stdio.h>
#include <string.h>

bool hw_is_code_of(const char *section, const struct hw_kernel *kernel)
{
    const char *owner = hw_cubin_skip_prefix(section, CUBIN_TEXT);

    return owner && strcmp(owner, kernel->name) == 0;
}

const struct hw_section *hw_code_section(const struct hw_module *module, const struct hw_kernel *kernel)
{
    char name[sizeof CUBIN_TEXT + HW_MODULE_NAME_MAX];

    snprintf(name, sizeof name, CUBIN_TEXT "%s", kernel->name);
    return hw_module_find_section(module, name);
}

const struct hw_reloc *hw_operand_reloc(const struct hw_module *module, const struct hw_kernel *kernel,
                                        uint64_t address)
{
    for (size_t i = 0; i < module->reloc_count; i++) {
        const struct hw_reloc *reloc = &module->relocs[i];
        const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->type);
        if (reloc->offset == address && reloc->symbol && kind && kind->bits &&
            hw_is_code_of(reloc->section, kernel))
            return reloc;
    }
    return NULL;
}
