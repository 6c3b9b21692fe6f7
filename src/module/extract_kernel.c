/* SPDX-License-Identifier: MIT */
/* Kernel extraction removes all kernels but one from a module.
 *
 * On sm_1x kernels are items, and a texture that only removed kernels read becomes unread.  Later a kernel
 * also has sections, symbols in them, relocations of them and records that name it; all of these are removed.
 * So is the call graph, which names symbols by number and serves linkers only, and so are capsules, which
 * name sections by number.  Debug sections stay whole, but for the addresses of what goes. */
#include "module/elf_flags.h"
#include "module/nv_info.h"

#include <stdlib.h>
#include <string.h>

/* Whether a section is one of a kernel: ".text.K", ".nv.constant2.K", ".rel.text.K" and so on. */
static bool is_of_kernel(const char *section, const char *kernel)
{
    static const char *const prefixes[] = {CUBIN_TEXT, CUBIN_INFO ".", CUBIN_SHARED, CUBIN_LOCAL};
    const char *name = hw_cubin_skip_prefix(section, CUBIN_RELA), *owner;
    uint32_t bank;
    if (!name)
        name = hw_cubin_skip_prefix(section, CUBIN_REL);
    if (!name)
        name = section;
    if (hw_cubin_is_constant(name, &bank, &owner))
        return owner && strcmp(owner, kernel) == 0;
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        owner = hw_cubin_skip_prefix(name, prefixes[i]);
        if (owner && strcmp(owner, kernel) == 0)
            return true;
    }
    return false;
}

bool hw_module_kernel_refers(const struct hw_module *module, const struct hw_kernel *kernel)
{
    for (size_t i = 0; i < module->reloc_count; i++)
        if (is_of_kernel(module->relocs[i].section, kernel->name))
            return true;
    return module->const_count || module->variable_count;
}

static bool stays(const struct hw_module *module, size_t kernel, size_t kept)
{
    return kernel == kept || module->kernels[kernel]->function;
}

/* Whether a section is one of a kernel that goes, or of no use without it. */
static bool section_goes(const struct hw_module *module, const char *section, size_t kept)
{
    if (!section)
        return false;
    if (strcmp(section, CUBIN_CALLGRAPH) == 0 || strcmp(section, CUBIN_PROTOTYPE) == 0)
        return true;
    for (size_t i = 0; i < module->kernel_count; i++)
        if (!stays(module, i, kept) && is_of_kernel(section, module->kernels[i]->name))
            return true;
    return false;
}

/* Whether that is the name of a kernel that goes. */
static bool kernel_goes(const struct hw_module *module, const char *name, size_t kept)
{
    for (size_t i = 0; i < module->kernel_count; i++)
        if (!stays(module, i, kept) && strcmp(module->kernels[i]->name, name) == 0)
            return true;
    return false;
}

static bool symbol_goes(const struct hw_module *module, const char *name, size_t kept)
{
    const struct hw_symbol *symbol = hw_module_find_symbol(module, name);
    return (symbol && section_goes(module, symbol->section, kept)) || kernel_goes(module, name, kept);
}

static bool is_debug(const char *section)
{
    return hw_cubin_skip_prefix(section, ".debug_") || hw_cubin_skip_prefix(section, ".nv_debug_");
}

static bool reloc_goes(const struct hw_module *module, const struct hw_reloc *reloc, size_t kept)
{
    return section_goes(module, reloc->section, kept) ||
           (reloc->symbol && is_debug(reloc->section) && symbol_goes(module, reloc->symbol, kept));
}

/* Before the symbols, as the records. */
static void drop_relocs(struct hw_module *module, size_t kept)
{
    size_t count = 0;
    for (size_t i = 0; i < module->reloc_count; i++) {
        if (reloc_goes(module, &module->relocs[i], kept))
            hw_reloc_clear(&module->relocs[i]);
        else
            module->relocs[count++] = module->relocs[i];
    }
    module->reloc_count = count;
}

/* Before the symbols: a record goes with the symbol that it is for. */
static void drop_infos(struct hw_module *module, size_t kept)
{
    struct hw_nv_infos *infos = &module->infos;
    size_t count = 0;
    for (size_t i = 0; i < infos->count; i++) {
        const char *name = infos->list[i].symbol_count ? infos->list[i].symbols[0] : NULL;
        if (name && symbol_goes(module, name, kept))
            hw_nv_info_clear(&infos->list[i]);
        else
            infos->list[count++] = infos->list[i];
    }
    infos->count = count;
}

static void drop_symbols(struct hw_module *module, size_t kept)
{
    size_t count = 0;
    for (size_t i = 0; i < module->symbol_count; i++) {
        if (section_goes(module, module->symbols[i]->section, kept))
            hw_symbol_free(module->symbols[i]);
        else
            module->symbols[count++] = module->symbols[i];
    }
    module->symbol_count = count;
}

static void drop_sections(struct hw_module *module, size_t kept)
{
    size_t count = 0;
    for (size_t i = 0; i < module->section_count; i++) {
        if (section_goes(module, module->sections[i].name, kept))
            hw_section_clear(&module->sections[i]);
        else
            module->sections[count++] = module->sections[i];
    }
    module->section_count = count;
}

/* Items of kernels that go are removed, those of the others renumbered; then the kernels themselves. */
static void drop_kernels(struct hw_module *module, size_t kept)
{
    size_t items = 0, kernels = 0;
    for (size_t i = 0; i < module->item_count; i++) {
        struct hw_declaration item = module->items[i];
        if (item.kind == HW_DECLARATION_KERNEL) {
            if (!stays(module, item.index, kept))
                continue;
            uint32_t before = 0;
            for (uint32_t k = 0; k < item.index; k++)
                before += stays(module, k, kept);
            item.index = before;
        }
        module->items[items++] = item;
    }
    module->item_count = items;
    for (size_t i = 0; i < module->kernel_count; i++) {
        struct hw_kernel *kernel = module->kernels[i];
        if (i == kept || kernel->function)
            module->kernels[kernels++] = kernel;
        else
            hw_kernel_free(kernel);
    }
    module->kernel_count = kernels;
}

hw_status hw_module_extract_kernel(struct hw_module *module, const char *name, struct hw_error *error)
{
    size_t kept = 0;
    while (kept < module->kernel_count && strcmp(module->kernels[kept]->name, name))
        kept++;
    if (kept == module->kernel_count)
        return hw_fail(error, HW_ERR_NOT_FOUND, HW_MODULE_ERROR, "there is no kernel '%.100s' in this file",
                       name);
    for (size_t i = 0; i < module->sampler_count; i++) /* until a record that stays assigns it */
        module->samplers[i]->unread |= hw_sampler_has_unit(module, module->samplers[i]->name);
    drop_relocs(module, kept);
    drop_infos(module, kept);
    drop_symbols(module, kept);
    drop_sections(module, kept);
    drop_kernels(module, kept);
    hw_module_drop_capsules(module);
    return hw_samplers_assign_units(module, error);
}
