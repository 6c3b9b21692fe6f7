/* SPDX-License-Identifier: MIT */
/* See info_elf.h. */
#include "cli/info_elf.h"

#include "module/elf_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *section_name(const struct hw_elf_file *file, uint32_t index)
{
    return index && index < file->section_count ? file->sections[index].name
           : index == SHN_ABS                   ? "(absolute)"
           : index == SHN_COMMON                ? "(common)"
                                                : "-";
}

static void put_header(const struct hw_elf_file *file)
{
    printf("%s-bit ELF: type=ET_%s, OS ABI=0x%" PRIx32 ", ABI=%" PRIu32 ", version=0x%" PRIx32
           ", flags=0x%" PRIx32 ", %" PRIu32 " sections\n",
           file->wide ? "64" : "32",
           file->type == ET_EXEC  ? "EXEC"
           : file->type == ET_REL ? "REL"
                                  : "?",
           file->os_abi, file->abi_version, file->version, file->flags, file->section_count);
}

static void put_sections(const struct hw_elf_file *file)
{
    printf("\nsections:\nindex   offset     size  es  align              type     flags  link      info  "
           "name\n");
    for (uint32_t i = 1; i < file->section_count; i++) {
        const struct hw_elf_section *section = &file->sections[i];
        char type[HW_ELF_NAME];
        printf("%5" PRIx32 " %8" PRIx64 " %8" PRIx64 " %3" PRIx64 " %6" PRIx64 " %17s %9" PRIx64 " %5" PRIx32
               " %9" PRIx32 "  %s\n",
               i, section->offset, section->size, section->entry_bytes, section->align,
               hw_elf_section_type(section->type, type), section->flags, section->link, section->info,
               section->name);
    }
}

static void put_segments(const struct hw_elf_file *file)
{
    static const char *const types[] = {"NULL", "LOAD", "DYNAMIC", "INTERP", "NOTE", "SHLIB", "PHDR"};
    size_t count = 0;

    if (elf_getphdrnum(file->elf, &count) || !count)
        return;
    printf("\nsegments:\n      type   offset  address     file   memory  flags  align\n");
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        if (!gelf_getphdr(file->elf, (int)i, &segment))
            continue;
        if (segment.p_type < sizeof types / sizeof types[0])
            printf("%10s", types[segment.p_type]);
        else
            printf("%10" PRIx32, segment.p_type);
        printf(" %8" PRIx64 " %8" PRIx64 " %8" PRIx64 " %8" PRIx64 "    %c%c%c %6" PRIx64 "\n",
               segment.p_offset, segment.p_vaddr, segment.p_filesz, segment.p_memsz,
               segment.p_flags & PF_R ? 'r' : '-', segment.p_flags & PF_W ? 'w' : '-',
               segment.p_flags & PF_X ? 'x' : '-', segment.p_align);
    }
}

static void put_symbols(const struct hw_elf_file *file)
{
    printf("symbols:\n  num    value     size  type          bind    visibility  other     section\n");
    for (uint32_t i = 1; i < file->symbol_count; i++) {
        struct hw_elf_symbol symbol;
        char type[HW_ELF_NAME], binding[HW_ELF_NAME], other[HW_ELF_NAME];
        if (hw_elf_symbol(file, i, &symbol, NULL) != HW_OK)
            continue;
        printf("%5" PRIx32 " %8" PRIx64 " %8" PRIx64 "  %-13s %-7s %-10s  %-8s  %s  %s\n", i, symbol.value,
               symbol.size, hw_elf_symbol_type(symbol.type, type), hw_elf_binding(symbol.binding, binding),
               hw_elf_visibility(symbol.other), hw_elf_other(symbol.other, other),
               symbol.section ? section_name(file, symbol.section) : "(undefined)", symbol.name);
    }
}

/* ---------------------------------------------------------------- relocations */

static void put_reloc(const struct hw_elf_file *file, uint64_t offset, uint64_t info, const int64_t *addend)
{
    const uint32_t type = file->wide ? (uint32_t)GELF_R_TYPE(info) : (uint32_t)(info & 0xff);
    const uint32_t number = file->wide ? (uint32_t)GELF_R_SYM(info) : (uint32_t)(info >> 8);
    const struct hw_reloc_kind *kind = hw_reloc_kind(type);
    struct hw_elf_symbol symbol;
    const bool is_named =
        number && number < file->symbol_count && hw_elf_symbol(file, number, &symbol, NULL) == HW_OK;

    printf("%8" PRIx64 "  ", offset);
    if (kind)
        printf("R_CUDA_%-22s", kind->name);
    else
        printf("%-29" PRIu32, type);
    printf(" %s", is_named ? symbol.name : "-");
    if (addend)
        printf(" %s0x%" PRIx64, *addend < 0 ? "-" : "+",
               *addend < 0 ? 0 - (uint64_t)*addend : (uint64_t)*addend);
    printf("\n");
}

static void put_relocs(const struct hw_elf_file *file)
{
    for (uint32_t i = 0; i < file->section_count; i++) {
        const struct hw_elf_section *section = &file->sections[i];
        Elf_Data *list;
        size_t count;
        if ((section->type != SHT_REL && section->type != SHT_RELA) ||
            hw_elf_rels(file, section, &list, &count, NULL) != HW_OK)
            continue;
        printf("\n%s, of %s:\n", section->name, section_name(file, section->info));
        for (size_t k = 0; k < count; k++) {
            GElf_Rel rel;
            GElf_Rela rela;
            if (section->type == SHT_REL && gelf_getrel(list, (int)k, &rel))
                put_reloc(file, rel.r_offset, rel.r_info, NULL);
            else if (section->type == SHT_RELA && gelf_getrela(list, (int)k, &rela))
                put_reloc(file, rela.r_offset, rela.r_info, &rela.r_addend);
        }
    }
}

/* ---------------------------------------------------------------- the whole */

static hw_status open_elf(struct hw_elf_file *file, const uint8_t *data, size_t size, struct hw_error *error)
{
    *file = (struct hw_elf_file){.elf = NULL};
    if (size < SELFMAG || memcmp(data, ELFMAG, SELFMAG) != 0)
        return hw_fail(error, HW_ERR_UNSUPPORTED, "cli",
                       "this is a text cubin, which is no ELF file; `halfwarp info` shows what it holds");
    return hw_elf_open(file, data, size, EM_NONE, error);
}

hw_status hw_info_elf(const uint8_t *data, size_t size, struct hw_error *error)
{
    struct hw_elf_file file;
    hw_status status = open_elf(&file, data, size, error);

    if (status == HW_OK) {
        put_header(&file);
        put_sections(&file);
        put_segments(&file);
        printf("\n");
        put_symbols(&file);
        hw_info_records(&file);
        put_relocs(&file);
    }
    hw_elf_close(&file);
    return status;
}

hw_status hw_info_symbols(const uint8_t *data, size_t size, struct hw_error *error)
{
    struct hw_elf_file file;
    hw_status status = open_elf(&file, data, size, error);

    if (status == HW_OK)
        put_symbols(&file);
    hw_elf_close(&file);
    return status;
}
