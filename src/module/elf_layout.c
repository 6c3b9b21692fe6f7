/* SPDX-License-Identifier: MIT */
/* The ELF layout lists the sections and symbols that an ELF cubin of sm_20 or later will have: first the
 * module's own list, then every section with contents that is not on it (all of them, in a module built from
 * nothing). */
#include "module/elf_layout.h"

#include "module/elf_compat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t memory_flags = SHF_ALLOC | SHF_WRITE, code_flags = SHF_ALLOC | SHF_EXECINSTR;

/* Plan a section unless it is planned already.  The first plan is the module's own list; names of that are
 * found by the sorted list, and a missing section is missing once. */
static hw_status need_section(struct hw_elf_writer *writer, const char *prefix, const char *owner,
                              uint32_t type, uint64_t flags, uint64_t align, const char *link,
                              const char *info)
{
    char name[HW_MODULE_NAME_MAX + 64];
    uint32_t number;
    snprintf(name, sizeof name, "%s%s", prefix, owner);
    if (hw_name_index_find(&writer->sections, name, &number))
        return HW_OK;
    struct hw_section section = {.name = name,
                                 .type = type,
                                 .flags = flags,
                                 .align = align,
                                 .link = (char *)(uintptr_t)link,
                                 .info = (char *)(uintptr_t)info,
                                 .modelled = true};
    return hw_module_add_section(writer->plan, &section, writer->error);
}

static hw_status need_symbol(struct hw_elf_writer *writer, const struct hw_symbol *symbol)
{
    uint32_t number;
    if (hw_name_index_find(&writer->symbols, symbol->name, &number))
        return HW_OK;
    return hw_module_add_symbol(writer->plan, symbol, writer->error);
}

/* The banks that have pieces, and bank 0 where parameters lie there. */
static hw_status need_banks(struct hw_elf_writer *writer, struct hw_const **consts, size_t count, bool params,
                            const char *owner, const char *text)
{
    hw_status status = HW_OK;
    for (uint32_t bank = 0; bank < HW_CONST_BANKS && !status; bank++) {
        char prefix[32];
        bool used = params && bank == 0;
        for (size_t i = 0; i < count; i++)
            used |= consts[i]->bank == bank;
        snprintf(prefix, sizeof prefix, CUBIN_CONSTANT "%u%s", bank, owner[0] ? "." : "");
        if (used)
            status = need_section(writer, prefix, owner, SHT_PROGBITS, SHF_ALLOC, 4, NULL, text);
    }
    return status;
}

/* Code of a file stays without a section of records where the file has none for it, as functions of its
 * kernels. */
static bool needs_records(const struct hw_elf_writer *writer, const struct hw_kernel *kernel,
                          const char *text)
{
    uint32_t number;
    return kernel->infos.count || kernel->param_count || kernel->param_bytes >= 0 ||
           !hw_name_index_find(&writer->sections, text, &number);
}

static hw_status need_kernel(struct hw_elf_writer *writer, const struct hw_kernel *kernel)
{
    char text[HW_MODULE_NAME_MAX + 64], bank[HW_MODULE_NAME_MAX + 64];
    const char *name = kernel->name;
    snprintf(text, sizeof text, CUBIN_TEXT "%s", name);
    snprintf(bank, sizeof bank, CUBIN_CONSTANT "0.%s", name);
    hw_status status = HW_OK;
    if (needs_records(writer, kernel, text))
        status = need_section(writer, CUBIN_INFO ".", name, CUBIN_TYPE_INFO, 0, 4, CUBIN_SYMTAB, text);
    if (!status)
        status =
            need_banks(writer, kernel->consts, kernel->const_count, kernel->param_bytes >= 0, name, text);
    struct hw_symbol bank_symbol = {.name = bank, .section = bank, .type = HW_SYMBOL_SECTION};
    if (!status && kernel->param_bytes >= 0)
        status = need_symbol(writer, &bank_symbol);
    if (!status)
        status = need_section(writer, text, "", SHT_PROGBITS, code_flags, 32, CUBIN_SYMTAB, NULL);
    if (!status && kernel->shared_bytes)
        status = need_section(writer, CUBIN_SHARED, name, SHT_NOBITS, memory_flags, 16, NULL, text);
    struct hw_symbol symbol = {.name = kernel->name,
                               .section = text,
                               .type = HW_SYMBOL_FUNCTION,
                               .binding = HW_BINDING_GLOBAL,
                               .other = kernel->function ? 0 : HW_SYMBOL_ENTRY};
    return status ? status : need_symbol(writer, &symbol);
}

/* The constants that have names, as a listing gives them: symbols in their bank. */
static hw_status need_constants(struct hw_elf_writer *writer)
{
    const struct hw_module *module = writer->module;
    hw_status status = need_banks(writer, module->consts, module->const_count, false, "", NULL);
    for (size_t i = 0; !status && i < module->const_count; i++) {
        const struct hw_const *piece = module->consts[i];
        char bank[32];
        snprintf(bank, sizeof bank, CUBIN_CONSTANT "%u", piece->bank);
        struct hw_symbol symbol = {.name = piece->name,
                                   .section = bank,
                                   .type = HW_SYMBOL_OBJECT,
                                   .binding = HW_BINDING_GLOBAL,
                                   .value = piece->offset,
                                   .bytes = piece->bytes};
        if (piece->name)
            status = need_symbol(writer, &symbol);
    }
    return status;
}

/* ".rel.text.K" for relocations of ".text.K". */
static void rel_name(char *name, size_t size, const struct hw_reloc *reloc)
{
    snprintf(name, size, "%s%s", reloc->explicit_addend ? CUBIN_RELA : CUBIN_REL, reloc->section);
}

hw_status hw_elf_list_names(struct hw_elf_writer *writer)
{
    const struct hw_module *plan = writer->plan;
    hw_name_index_free(&writer->sections);
    hw_name_index_free(&writer->symbols);
    bool listed = true;
    for (size_t i = 0; i < plan->section_count; i++)
        listed &= hw_name_index_add(&writer->sections, plan->sections[i].name, (uint32_t)i);
    for (size_t i = 0; i < plan->symbol_count; i++)
        listed &= hw_name_index_add(&writer->symbols, plan->symbols[i]->name, (uint32_t)i);
    hw_name_index_sort(&writer->sections);
    hw_name_index_sort(&writer->symbols);
    return listed ? HW_OK : hw_module_no_memory(writer->error);
}

/* Mark the first relocation of each section that has some of that kind.  Names of a list are sorted, those
 * that are equal by number. */
static bool mark_first(const struct hw_module *module, bool explicit_addend, bool *first)
{
    struct hw_name_index sections = {0};
    bool listed = true;
    for (size_t i = 0; listed && i < module->reloc_count; i++)
        if (module->relocs[i].explicit_addend == explicit_addend)
            listed = hw_name_index_add(&sections, module->relocs[i].section, (uint32_t)i);
    hw_name_index_sort(&sections);
    for (size_t i = 0; listed && i < sections.count; i++)
        if (!i || strcmp(sections.list[i].name, sections.list[i - 1].name) != 0)
            first[sections.list[i].number] = true;
    hw_name_index_free(&sections);
    return listed;
}

static hw_status need_relocs(struct hw_elf_writer *writer)
{
    const struct hw_module *module = writer->module;
    bool *first = calloc(module->reloc_count + 1, sizeof *first);
    hw_status status = first && mark_first(module, false, first) && mark_first(module, true, first)
                           ? HW_OK
                           : hw_module_no_memory(writer->error);
    for (size_t i = 0; !status && i < module->reloc_count; i++) {
        const struct hw_reloc *reloc = &module->relocs[i];
        char name[HW_MODULE_NAME_MAX + 64];
        if (!first[i])
            continue;
        rel_name(name, sizeof name, reloc);
        status = need_section(writer, name, "", reloc->explicit_addend ? SHT_RELA : SHT_REL, 0, 8,
                              CUBIN_SYMTAB, reloc->section);
    }
    free(first);
    return status ? status : hw_elf_list_names(writer);
}

/* Other sections refer to the string table by offsets, so it begins as it was. */
static hw_status take_strings(struct hw_elf_writer *writer, const struct hw_section *strings)
{
    return hw_elf_image_strings(&writer->image, strings->data, strings->bytes)
               ? HW_OK
               : hw_module_no_memory(writer->error);
}

static hw_status plan_section(struct hw_elf_writer *writer, const struct hw_section *section)
{
    switch (hw_elf_image_own(section->name)) {
    case 0: return hw_module_add_section(writer->plan, section, writer->error);
    case HW_ELF_STRINGS: return take_strings(writer, section);
    default:
        return hw_fail(writer->error, HW_ERR_UNSUPPORTED, HW_MODULE_ERROR,
                       "the module has a section named %s beside the table of that name", section->name);
    }
}

hw_status hw_elf_layout(struct hw_elf_writer *writer)
{
    const struct hw_module *module = writer->module;
    hw_status status = HW_OK;
    for (size_t i = 0; !status && i < module->section_count; i++)
        status = plan_section(writer, &module->sections[i]);
    for (size_t i = 0; !status && i < module->symbol_count; i++)
        status = hw_module_add_symbol(writer->plan, module->symbols[i], writer->error);
    if (!status)
        status = hw_elf_list_names(writer);
    if (!status && (module->infos.count || module->kernel_count))
        status = need_section(writer, CUBIN_INFO, "", CUBIN_TYPE_INFO, 0, 4, CUBIN_SYMTAB, NULL);
    if (!status && hw_compat_is_made(module))
        status = hw_compat_make(module, writer->plan, writer->error);
    if (!status)
        status = need_constants(writer);
    for (size_t i = 0; !status && i < module->kernel_count; i++)
        status = need_kernel(writer, module->kernels[i]);
    if (!status)
        status = hw_elf_list_names(writer);
    return status ? status : need_relocs(writer);
}
