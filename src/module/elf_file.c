/* Reading the ELF file below a cubin.  Everything that the headers claim is checked here against the
 * length of the file, once, so that the code above works on plain pointers and sizes.
 *
 * This is not libelf: a cubin needs four structures of the format, and an input that may be hostile is better
 * checked in the open than through a library's corner cases. */
#include "module/elf_file.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
const struct hw_elf_layout hw_elf_layouts[2] = {
    {
        .word_bytes = 4,
        .header_bytes = 52, .e_phoff = 28, .e_shoff = 32, .e_flags = 36, .e_ehsize = 40,
        .program_bytes = 32,
        .section_bytes = 40, .sh_flags = 8, .sh_offset = 16, .sh_size = 20, .sh_link = 24, .sh_info = 28,
        .sh_addralign = 32, .sh_entsize = 36,
        .symbol_bytes = 16, .st_value = 4, .st_size = 8, .st_info = 12, .st_other = 13, .st_shndx = 14,
        .rel_bytes = 8, .r_info = 4, .r_symbol_shift = 8,
    },
    {
        .word_bytes = 8,
        .header_bytes = 64, .e_phoff = 32, .e_shoff = 40, .e_flags = 48, .e_ehsize = 52,
        .program_bytes = 56,
        .section_bytes = 64, .sh_flags = 8, .sh_offset = 24, .sh_size = 32, .sh_link = 40, .sh_info = 44,
        .sh_addralign = 48, .sh_entsize = 56,
        .symbol_bytes = 24, .st_value = 8, .st_size = 16, .st_info = 4, .st_other = 5, .st_shndx = 6,
        .rel_bytes = 16, .r_info = 8, .r_symbol_shift = 32,
    },
};
// clang-format on

uint64_t hw_elf_get_word(const struct hw_elf_layout *layout, const uint8_t *p)
{
    uint64_t low = hw_get32(p);
    return layout->word_bytes == 8 ? low | (uint64_t)hw_get32(p + 4) << 32 : low;
}

void hw_elf_put_word(const struct hw_elf_layout *layout, uint8_t *p, uint64_t value)
{
    hw_put32(p, (uint32_t)value);
    if (layout->word_bytes == 8)
        hw_put32(p + 4, (uint32_t)(value >> 32));
}

hw_status hw_elf_fail(struct hw_error *error, hw_status status, uint64_t offset, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    hw_fail(error, status, HW_MODULE_ERROR, "at byte 0x%llx: %s", (unsigned long long)offset, text);
    if (error)
        error->offset = offset;
    return status;
}

/* Whether `size` bytes at `offset` lie in the file. */
static bool in_file(const struct hw_elf_file *file, uint64_t offset, uint64_t size)
{
    return offset <= file->length && size <= file->length - offset;
}

/* The string at `offset` of a string table; NULL where it is not one that ends inside it. */
static const char *string_at(const struct hw_elf_section *table, uint64_t offset)
{
    if (!table->data || offset >= table->size)
        return NULL;
    const char *text = (const char *)table->data + offset;
    return memchr(text, '\0', (size_t)(table->size - offset)) ? text : NULL;
}

static hw_status read_ident(struct hw_elf_file *file, struct hw_error *error)
{
    const uint8_t *ident = file->bytes;
    if (file->length < EI_NIDENT)
        return hw_elf_fail(error, HW_ERR_FORMAT, file->length, "the file ends inside the ELF identification");
    if (ident[EI_CLASS] != ELFCLASS32 && ident[EI_CLASS] != ELFCLASS64)
        return hw_elf_fail(error, HW_ERR_FORMAT, EI_CLASS,
                           "ELF class %u; expected 1 (32 bits) or 2 (64 bits)", ident[EI_CLASS]);
    if (ident[EI_DATA] != ELFDATA2LSB)
        return hw_elf_fail(error, HW_ERR_UNSUPPORTED, EI_DATA,
                           "ELF data encoding %u; expected 1 (little-endian)", ident[EI_DATA]);
    file->wide = ident[EI_CLASS] == ELFCLASS64;
    file->layout = &hw_elf_layouts[file->wide];
    file->abi_version = ident[EI_ABIVERSION];
    return HW_OK;
}

/* The tables that the header names: their places, their entry sizes and counts. */
struct tables {
    uint64_t phoff, shoff;
    uint32_t phentsize, phnum, shentsize, shnum, shstrndx;
};

static hw_status read_header(struct hw_elf_file *file, struct tables *tables, struct hw_error *error)
{
    const struct hw_elf_layout *layout = file->layout;
    const uint8_t *header = file->bytes;
    if (file->length < layout->header_bytes)
        return hw_elf_fail(error, HW_ERR_FORMAT, file->length,
                           "the file ends inside the ELF header of %u bytes", layout->header_bytes);
    if (hw_get16(header + 18) != EM_CUDA)
        return hw_elf_fail(error, HW_ERR_UNSUPPORTED, 18, "ELF machine %u; expected %u (NVIDIA CUDA)",
                           hw_get16(header + 18), EM_CUDA);
    const uint8_t *counts = header + layout->e_ehsize;
    file->flags = hw_get32(header + layout->e_flags);
    *tables = (struct tables){
        .phoff = hw_elf_get_word(layout, header + layout->e_phoff),
        .shoff = hw_elf_get_word(layout, header + layout->e_shoff),
        .phentsize = hw_get16(counts + 2),
        .phnum = hw_get16(counts + 4),
        .shentsize = hw_get16(counts + 6),
        .shnum = hw_get16(counts + 8),
        .shstrndx = hw_get16(counts + 10),
    };
    if (tables->phnum && !in_file(file, tables->phoff, (uint64_t)tables->phnum * tables->phentsize))
        return hw_elf_fail(error, HW_ERR_FORMAT, layout->e_phoff,
                           "the program headers (%u from byte 0x%llx) pass the end of the file",
                           tables->phnum, (unsigned long long)tables->phoff);
    if (tables->shentsize != layout->section_bytes || tables->shnum == 0)
        return hw_elf_fail(error, HW_ERR_FORMAT, layout->e_ehsize + 6,
                           "%u section headers of %u bytes; expected some, of %u bytes", tables->shnum,
                           tables->shentsize, layout->section_bytes);
    if (!in_file(file, tables->shoff, (uint64_t)tables->shnum * tables->shentsize))
        return hw_elf_fail(error, HW_ERR_FORMAT, layout->e_shoff,
                           "the section headers (%u from byte 0x%llx) pass the end of the file",
                           tables->shnum, (unsigned long long)tables->shoff);
    if (tables->shstrndx >= tables->shnum)
        return hw_elf_fail(error, HW_ERR_FORMAT, layout->e_ehsize + 10,
                           "section %u is to hold the section names, but there are %u", tables->shstrndx,
                           tables->shnum);
    return HW_OK;
}

static hw_status read_section(struct hw_elf_file *file, uint64_t at, struct hw_elf_section *section,
                              struct hw_error *error)
{
    const struct hw_elf_layout *layout = file->layout;
    const uint8_t *header = file->bytes + at;
    uint64_t offset = hw_elf_get_word(layout, header + layout->sh_offset);
    *section = (struct hw_elf_section){
        .name = "",
        .type = hw_get32(header + 4),
        .link = hw_get32(header + layout->sh_link),
        .info = hw_get32(header + layout->sh_info),
        .flags = hw_elf_get_word(layout, header + layout->sh_flags),
        .align = hw_elf_get_word(layout, header + layout->sh_addralign),
        .entry_bytes = hw_elf_get_word(layout, header + layout->sh_entsize),
        .size = hw_elf_get_word(layout, header + layout->sh_size),
        .header = at,
    };
    if (section->type == SHT_NULL || section->type == SHT_NOBITS)
        return HW_OK;
    if (!in_file(file, offset, section->size))
        return hw_elf_fail(error, HW_ERR_FORMAT, at,
                           "a section (0x%llx bytes from byte 0x%llx) passes the end of the file",
                           (unsigned long long)section->size, (unsigned long long)offset);
    section->data = file->bytes + offset;
    return HW_OK;
}

static hw_status name_sections(struct hw_elf_file *file, uint32_t names, struct hw_error *error)
{
    for (uint32_t i = 0; i < file->section_count; i++) {
        struct hw_elf_section *section = &file->sections[i];
        if (section->type == SHT_NULL)
            continue;
        section->name = string_at(&file->sections[names], hw_get32(file->bytes + section->header));
        if (!section->name)
            return hw_elf_fail(error, HW_ERR_FORMAT, section->header,
                               "section %u has a name outside the name table", i);
    }
    return HW_OK;
}

static hw_status find_symbols(struct hw_elf_file *file, struct hw_error *error)
{
    for (uint32_t i = 0; i < file->section_count && !file->symbols; i++)
        if (file->sections[i].type == SHT_SYMTAB)
            file->symbols = i;
    if (!file->symbols)
        return HW_OK;
    const struct hw_elf_section *table = &file->sections[file->symbols];
    if (table->link >= file->section_count || file->sections[table->link].type != SHT_STRTAB)
        return hw_elf_fail(error, HW_ERR_FORMAT, table->header,
                           "the symbol table's names are to be in section %u, which is no string table",
                           table->link);
    if (table->size % file->layout->symbol_bytes)
        return hw_elf_fail(error, HW_ERR_FORMAT, table->header,
                           "the symbol table has %llu bytes; expected a multiple of %u",
                           (unsigned long long)table->size, file->layout->symbol_bytes);
    file->symbol_count = (uint32_t)(table->size / file->layout->symbol_bytes);
    return HW_OK;
}

hw_status hw_elf_open(struct hw_elf_file *file, const uint8_t *bytes, size_t length, struct hw_error *error)
{
    struct tables tables = {0};
    *file = (struct hw_elf_file){.bytes = bytes, .length = length};
    hw_status status = read_ident(file, error);
    if (!status)
        status = read_header(file, &tables, error);
    if (status)
        return status;
    file->sections = calloc(tables.shnum, sizeof file->sections[0]);
    if (!file->sections)
        return hw_module_no_memory(error);
    file->section_count = tables.shnum;
    uint64_t total = 0;
    for (uint32_t i = 0; !status && i < tables.shnum; i++) {
        status = read_section(file, tables.shoff + (uint64_t)i * tables.shentsize, &file->sections[i], error);
        total += file->sections[i].data ? file->sections[i].size : 0;
    }
    if (!status && total > length)
        status = hw_elf_fail(error, HW_ERR_FORMAT, tables.shoff,
                             "the sections overlap: together they have 0x%llx bytes in a file of 0x%zx",
                             (unsigned long long)total, length);
    if (!status)
        status = name_sections(file, tables.shstrndx, error);
    return status ? status : find_symbols(file, error);
}

void hw_elf_close(struct hw_elf_file *file)
{
    free(file->sections);
    file->sections = NULL;
}

hw_status hw_elf_symbol(const struct hw_elf_file *file, uint32_t index, struct hw_elf_symbol *symbol,
                        struct hw_error *error)
{
    const struct hw_elf_layout *layout = file->layout;
    const struct hw_elf_section *table = &file->sections[file->symbols];
    const uint8_t *entry = table->data + (size_t)index * layout->symbol_bytes;
    *symbol = (struct hw_elf_symbol){
        .name = string_at(&file->sections[table->link], hw_get32(entry)),
        .type = ELF64_ST_TYPE(entry[layout->st_info]),
        .binding = ELF64_ST_BIND(entry[layout->st_info]),
        .other = entry[layout->st_other],
        .section = hw_get16(entry + layout->st_shndx),
        .value = hw_elf_get_word(layout, entry + layout->st_value),
        .size = hw_elf_get_word(layout, entry + layout->st_size),
    };
    if (!symbol->name)
        return hw_elf_fail(error, HW_ERR_FORMAT, (uint64_t)(entry - file->bytes),
                           "symbol %u has a name outside its string table", index);
    return HW_OK;
}

uint64_t hw_elf_rel_count(const struct hw_elf_file *file, const struct hw_elf_section *section)
{
    return section->data ? section->size / file->layout->rel_bytes : 0;
}

struct hw_elf_rel hw_elf_rel(const struct hw_elf_file *file, const struct hw_elf_section *section,
                             uint64_t index)
{
    const struct hw_elf_layout *layout = file->layout;
    const uint8_t *entry = section->data + index * layout->rel_bytes;
    uint64_t info = hw_elf_get_word(layout, entry + layout->r_info);
    return (struct hw_elf_rel){
        .offset = hw_elf_get_word(layout, entry),
        .symbol = (uint32_t)(info >> layout->r_symbol_shift),
        .type = (uint32_t)(info & ((UINT64_C(1) << layout->r_symbol_shift) - 1)),
    };
}
