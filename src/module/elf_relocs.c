/* SPDX-License-Identifier: MIT */
/* See elf_relocs.h. */
#include "module/elf_relocs.h"

/* Entry `index` of a section of either kind. */
static bool get_rel(Elf_Data *rels, int index, bool explicit_addend, GElf_Rela *rela)
{
    GElf_Rel rel;
    if (explicit_addend)
        return gelf_getrela(rels, index, rela);
    if (!gelf_getrel(rels, index, &rel))
        return false;
    *rela = (GElf_Rela){.r_offset = rel.r_offset, .r_info = rel.r_info};
    return true;
}

/* Tables of ELF's own are made anew when the file is written, so no relocation can be for one. */
static bool is_table(const struct hw_elf_section *section)
{
    return section->type == SHT_REL || section->type == SHT_RELA || section->type == SHT_SYMTAB ||
           section->type == SHT_STRTAB;
}

hw_status hw_elf_read_relocs(const struct hw_elf_file *file, struct hw_module *module,
                             const struct hw_elf_section *section, struct hw_error *error)
{
    const bool named = section->info && section->info < file->section_count;
    const char *target = named ? file->sections[section->info].name : NULL;
    size_t count = 0;
    Elf_Data *rels = NULL;
    if (!section->size)
        return HW_OK;
    if (target && is_table(&file->sections[section->info]))
        return hw_elf_fail(error, HW_ERR_FORMAT, section->header,
                           "the relocations of %.100s are for %.100s; expected code or data", section->name,
                           target);
    hw_status status = hw_elf_rels(file, section, &rels, &count, error);
    for (size_t i = 0; !status && i < count; i++) {
        GElf_Rela rela = {0};
        bool read = get_rel(rels, (int)i, section->type == SHT_RELA, &rela);
        uint64_t symbol = GELF_R_SYM(rela.r_info);
        uint32_t type = (uint32_t)GELF_R_TYPE(rela.r_info);
        const struct hw_reloc_kind *kind = hw_reloc_kind(type);
        if (!read || !target || symbol >= file->symbol_count)
            return hw_elf_fail(
                error, HW_ERR_FORMAT, section->header,
                "relocation %zu of %.100s is for symbol %llu and section %u; there are %u and %u", i,
                section->name, (unsigned long long)symbol, section->info, file->symbol_count,
                file->section_count);
        uint64_t size = file->sections[section->info].data ? file->sections[section->info].size : 0;
        uint64_t room = kind && kind->bytes ? kind->bytes : 1;
        if (rela.r_offset > size || size - rela.r_offset < room)
            return hw_elf_fail(error, HW_ERR_FORMAT, section->header,
                               "relocation %zu of %.100s lies outside the section that it is for", i,
                               section->name);
        struct hw_reloc reloc = {
            .section = (char *)(uintptr_t)target,
            .offset = rela.r_offset,
            .type = type,
            .symbol = symbol ? module->symbols[symbol - 1]->name : NULL,
            .explicit_addend = section->type == SHT_RELA,
            .addend = rela.r_addend,
        };
        status = hw_module_add_reloc(module, &reloc, error);
    }
    return status;
}
