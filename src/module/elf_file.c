/* SPDX-License-Identifier: MIT */
/* Reading the ELF file below a cubin, with libelf, which works on the caller's bytes in place.
 *
 * Two things are checked here, before libelf sees the file: the number of sections, since libelf makes room
 * for as many as the file claims, and headers and contents that pass the end of the file, since libelf's
 * error codes do not say where they are.  String tables, record sizes and alignment are libelf's to check. */
#include "module/elf_file.h"
#include "module/elf_cubin.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a field of the ELF header stands. */
#define HEADER_FIELD(file, field) ((file)->wide ? offsetof(Elf64_Ehdr, field) : offsetof(Elf32_Ehdr, field))

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

bool hw_elf_is_empty(uint32_t type)
{
    /* cuobjdump calls them CUDA_GLOBAL, CUDA_LOCAL, CUDA_SHARED, CUDA_RESERVED_SHARED; .nv.global.init (8)
     * has contents.  Where files have bytes for a section of reserved shared memory, they are zeros. */
    const uint32_t global = SHT_LOPROC + 7, local = SHT_LOPROC + 9, shared = SHT_LOPROC + 10,
                   reserved = SHT_LOPROC + 21;
    return type == SHT_NOBITS || type == global || type == local || type == shared || type == reserved;
}

/* Whether `size` bytes at `offset` lie in the file. */
static bool in_file(const struct hw_elf_file *file, uint64_t offset, uint64_t size)
{
    return offset <= file->length && size <= file->length - offset;
}

static hw_status check_ident(struct hw_elf_file *file, struct hw_error *error)
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
    if (ident[EI_VERSION] != EV_CURRENT)
        return hw_elf_fail(error, HW_ERR_UNSUPPORTED, EI_VERSION, "ELF version %u; expected %u",
                           ident[EI_VERSION], EV_CURRENT);
    file->wide = ident[EI_CLASS] == ELFCLASS64;
    file->abi_version = ident[EI_ABIVERSION];
    file->os_abi = ident[EI_OSABI];
    return HW_OK;
}

/* The header as the file has it: gelf_getehdr needs the tables to be in order first. */
static hw_status read_header(const struct hw_elf_file *file, GElf_Ehdr *header, struct hw_error *error)
{
    Elf32_Ehdr narrow = {0};
    size_t size = file->wide ? sizeof *header : sizeof narrow;
    Elf_Data from = {.d_buf = (void *)(uintptr_t)file->bytes,
                     .d_type = ELF_T_EHDR,
                     .d_version = EV_CURRENT,
                     .d_size = size};
    Elf_Data to = from;
    if (file->length < size)
        return hw_elf_fail(error, HW_ERR_FORMAT, file->length,
                           "the file ends inside the ELF header of %zu bytes", size);
    to.d_buf = file->wide ? (void *)header : (void *)&narrow;
    if (!(file->wide ? elf64_xlatetom : elf32_xlatetom)(&to, &from, ELFDATA2LSB))
        return hw_elf_fail(error, HW_ERR_FORMAT, 0, "the ELF header cannot be read: %s", elf_errmsg(-1));
    if (!file->wide)
        *header = (GElf_Ehdr){
            .e_type = narrow.e_type,
            .e_machine = narrow.e_machine,
            .e_version = narrow.e_version,
            .e_phoff = narrow.e_phoff,
            .e_shoff = narrow.e_shoff,
            .e_flags = narrow.e_flags,
            .e_phentsize = narrow.e_phentsize,
            .e_phnum = narrow.e_phnum,
            .e_shentsize = narrow.e_shentsize,
            .e_shnum = narrow.e_shnum,
            .e_shstrndx = narrow.e_shstrndx,
        };
    return HW_OK;
}

/* The machine, and the tables that the header names: their offsets, entry sizes and counts. */
static hw_status check_header(const struct hw_elf_file *file, const GElf_Ehdr *header, uint32_t machine,
                              struct hw_error *error)
{
    size_t section_bytes = file->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
    if (machine && header->e_machine != machine)
        return hw_elf_fail(error, HW_ERR_UNSUPPORTED, HEADER_FIELD(file, e_machine),
                           "ELF machine %u; expected %u (%s)", header->e_machine, machine,
                           machine == EM_CUDA ? "NVIDIA CUDA" : "the host");
    if (header->e_phnum && !in_file(file, header->e_phoff, (uint64_t)header->e_phnum * header->e_phentsize))
        return hw_elf_fail(error, HW_ERR_FORMAT, HEADER_FIELD(file, e_phoff),
                           "the program headers (%u from byte 0x%llx) pass the end of the file",
                           header->e_phnum, (unsigned long long)header->e_phoff);
    if (header->e_shentsize != section_bytes || header->e_shnum == 0)
        return hw_elf_fail(error, HW_ERR_FORMAT, HEADER_FIELD(file, e_shentsize),
                           "%u section headers of %u bytes; expected some, of %zu bytes", header->e_shnum,
                           header->e_shentsize, section_bytes);
    if (!in_file(file, header->e_shoff, (uint64_t)header->e_shnum * section_bytes))
        return hw_elf_fail(error, HW_ERR_FORMAT, HEADER_FIELD(file, e_shoff),
                           "the section headers (%u from byte 0x%llx) pass the end of the file",
                           header->e_shnum, (unsigned long long)header->e_shoff);
    if (header->e_shstrndx >= header->e_shnum)
        return hw_elf_fail(error, HW_ERR_FORMAT, HEADER_FIELD(file, e_shstrndx),
                           "section %u is to hold the section names, but there are %u", header->e_shstrndx,
                           header->e_shnum);
    return HW_OK;
}

/* ELF knows 0 and powers of two.  A file that says anything else gets the largest that divides what it
 * says. */
static uint64_t usable_align(uint64_t align)
{
    align &= -align;
    return align < HW_SECTION_ALIGN_MAX ? align : HW_SECTION_ALIGN_MAX;
}

static hw_status read_section(const struct hw_elf_file *file, uint32_t index, uint32_t names,
                              struct hw_elf_section *section, struct hw_error *error)
{
    GElf_Shdr header;
    section->scn = elf_getscn(file->elf, index);
    if (!gelf_getshdr(section->scn, &header))
        return hw_elf_fail(error, HW_ERR_FORMAT, section->header, "section header %u cannot be read: %s",
                           index, elf_errmsg(-1));
    section->name = header.sh_type == SHT_NULL ? "" : elf_strptr(file->elf, names, header.sh_name);
    section->type = header.sh_type;
    section->link = header.sh_link;
    section->info = header.sh_info;
    section->flags = header.sh_flags;
    section->align = usable_align(header.sh_addralign);
    section->entry_bytes = header.sh_entsize;
    section->size = header.sh_size;
    section->offset = header.sh_offset;
    if (!section->name)
        return hw_elf_fail(error, HW_ERR_FORMAT, section->header,
                           "section %u has a name outside the name table, section %u", index, names);
    if (section->type == SHT_NULL || hw_elf_is_empty(section->type))
        return HW_OK;
    if (!in_file(file, section->offset, section->size))
        return hw_elf_fail(error, HW_ERR_FORMAT, section->header,
                           "section %.100s (0x%llx bytes from byte 0x%llx) passes the end of the file",
                           section->name, (unsigned long long)section->size,
                           (unsigned long long)section->offset);
    section->data = file->bytes + section->offset;
    return HW_OK;
}

/* From sm_100 on a cubin has its data once more for another tool, in sections that share the bytes of the
 * others (seen in PyTorch 2.15). */
static bool says_again(const struct hw_elf_section *section)
{
    return hw_cubin_skip_prefix(section->name, CUBIN_CAPSULE_DATA) != NULL;
}

static hw_status read_sections(struct hw_elf_file *file, const GElf_Ehdr *header, struct hw_error *error)
{
    uint64_t total = 0, again = 0;
    file->sections = calloc(header->e_shnum, sizeof file->sections[0]);
    if (!file->sections)
        return hw_module_no_memory(error);
    file->section_count = header->e_shnum;
    for (uint32_t i = 0; i < file->section_count; i++) {
        struct hw_elf_section *section = &file->sections[i];
        section->header = header->e_shoff + (uint64_t)i * header->e_shentsize;
        hw_status status = read_section(file, i, header->e_shstrndx, section, error);
        if (status)
            return status;
        *(says_again(section) ? &again : &total) += section->data ? section->size : 0;
    }
    total = total > again ? total : again;
    if (total > file->length)
        return hw_elf_fail(error, HW_ERR_FORMAT, header->e_shoff,
                           "the sections overlap: together they have 0x%llx bytes in a file of 0x%zx",
                           (unsigned long long)total, file->length);
    return HW_OK;
}

/* A section's contents as records; libelf refuses those of a size that is no multiple of the record's. */
static hw_status read_records(const struct hw_elf_file *file, const struct hw_elf_section *section,
                              Elf_Type type, Elf_Data **records, size_t *count, struct hw_error *error)
{
    size_t size = gelf_fsize(file->elf, type, 1, EV_CURRENT);
    *records = elf_getdata(section->scn, NULL);
    if (!*records)
        return hw_elf_fail(error, HW_ERR_FORMAT, section->header,
                           "section %.100s has %llu bytes; expected records of %zu (libelf: %s)",
                           section->name, (unsigned long long)section->size, size, elf_errmsg(-1));
    *count = (*records)->d_size / size;
    return HW_OK;
}

static hw_status find_symbols(struct hw_elf_file *file, struct hw_error *error)
{
    const struct hw_elf_section *table = file->sections, *end = table + file->section_count;
    size_t count = 0;
    while (table < end && table->type != SHT_SYMTAB)
        table++;
    if (table == end)
        return HW_OK;
    if (table->link >= file->section_count || file->sections[table->link].type != SHT_STRTAB)
        return hw_elf_fail(error, HW_ERR_FORMAT, table->header,
                           "the symbol table's names are to be in section %u, which is no string table",
                           table->link);
    hw_status status = read_records(file, table, ELF_T_SYM, &file->symbols, &count, error);
    file->symbol_section = table;
    file->symbol_count = (uint32_t)count;
    return status;
}

hw_status hw_elf_open(struct hw_elf_file *file, const uint8_t *bytes, size_t length, uint32_t machine,
                      struct hw_error *error)
{
    GElf_Ehdr header = {0};
    *file = (struct hw_elf_file){.bytes = bytes, .length = length};
    elf_version(EV_CURRENT);
    hw_status status = check_ident(file, error);
    if (!status)
        status = read_header(file, &header, error);
    if (!status)
        status = check_header(file, &header, machine, error);
    if (status)
        return status;
    file->flags = header.e_flags;
    file->version = header.e_version;
    file->type = header.e_type;
    file->program_end = header.e_phnum ? header.e_phoff + (uint64_t)header.e_phnum * header.e_phentsize : 0;
    file->flags_at = HEADER_FIELD(file, e_flags);
    /* Opened for reading: libelf does not write to the image. */
    file->elf = elf_memory((char *)(uintptr_t)bytes, length);
    if (!file->elf)
        return hw_elf_fail(error, HW_ERR_FORMAT, 0, "libelf cannot open the file: %s", elf_errmsg(-1));
    status = read_sections(file, &header, error);
    return status ? status : find_symbols(file, error);
}

void hw_elf_close(struct hw_elf_file *file)
{
    elf_end(file->elf);
    free(file->sections);
    file->elf = NULL;
    file->sections = NULL;
}

hw_status hw_elf_symbol(const struct hw_elf_file *file, uint32_t index, struct hw_elf_symbol *symbol,
                        struct hw_error *error)
{
    const struct hw_elf_section *table = file->symbol_section;
    uint64_t at = table->offset + index * (uint64_t)gelf_fsize(file->elf, ELF_T_SYM, 1, EV_CURRENT);
    GElf_Sym entry;
    if (!gelf_getsym(file->symbols, (int)index, &entry))
        return hw_elf_fail(error, HW_ERR_FORMAT, at, "symbol %u cannot be read: %s", index, elf_errmsg(-1));
    *symbol = (struct hw_elf_symbol){
        .name = elf_strptr(file->elf, table->link, entry.st_name),
        .type = GELF_ST_TYPE(entry.st_info),
        .binding = GELF_ST_BIND(entry.st_info),
        .other = entry.st_other,
        .section = entry.st_shndx,
        .value = entry.st_value,
        .size = entry.st_size,
    };
    if (!symbol->name)
        return hw_elf_fail(error, HW_ERR_FORMAT, at, "symbol %u has a name outside its string table", index);
    return HW_OK;
}

hw_status hw_elf_rels(const struct hw_elf_file *file, const struct hw_elf_section *section, Elf_Data **rels,
                      size_t *count, struct hw_error *error)
{
    return read_records(file, section, section->type == SHT_RELA ? ELF_T_RELA : ELF_T_REL, rels, count,
                        error);
}
