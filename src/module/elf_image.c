/* SPDX-License-Identifier: MIT */
/* This ELF writer collects sections, string tables and symbols (libelf builds no string tables), then hands
 * them to libelf, which lays out and serialises the file.  libelf writes to a file descriptor only, so it
 * gets one that is memory. */
#include "module/elf_image.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void hw_elf_image_free(struct hw_elf_image *image)
{
    for (uint32_t i = 0; i < image->section_count; i++)
        free(image->sections[i].data.bytes);
    free(image->sections);
    free(image->first_strings);
    hw_name_index_free(&image->strings);
}

struct hw_elf_image_section *hw_elf_image_section(struct hw_elf_image *image, const char *prefix,
                                                  const char *suffix, uint32_t type, uint64_t flags,
                                                  uint64_t align)
{
    if (image->section_count >= SHN_LORESERVE ||
        !hw_module_grow(&image->sections, image->section_count, sizeof image->sections[0])) {
        /* A caller that adds a section may fill it without a check; a failed buffer ignores appended
         * bytes. */
        image->failed = true;
        image->nowhere.data.failed = true;
        return &image->nowhere;
    }
    struct hw_elf_image_section *section = &image->sections[image->section_count++];
    *section = (struct hw_elf_image_section){.type = type, .flags = flags, .align = align};
    if (image->section_count > HW_ELF_NAMES) {
        struct hw_buffer *names = &image->sections[HW_ELF_NAMES].data;
        if (!names->length)
            hw_buffer_zero(names, 1); /* name 0 is the empty one */
        section->name = (uint32_t)names->length;
        hw_buffer_add(names, prefix, strlen(prefix));
        hw_buffer_add(names, suffix, strlen(suffix) + 1);
    }
    return section;
}

static const char *const own[] = {
    [HW_ELF_NAMES] = ".shstrtab", [HW_ELF_STRINGS] = ".strtab", [HW_ELF_SYMBOLS] = ".symtab"};

uint32_t hw_elf_image_own(const char *name)
{
    for (uint32_t i = HW_ELF_NAMES; i <= HW_ELF_SYMBOLS; i++)
        if (strcmp(name, own[i]) == 0)
            return i;
    return 0;
}

void hw_elf_image_start(struct hw_elf_image *image, bool wide)
{
    *image = (struct hw_elf_image){.wide = wide};
    hw_elf_image_section(image, "", "", SHT_NULL, 0, 0);
    hw_elf_image_section(image, own[HW_ELF_NAMES], "", SHT_STRTAB, 0, 1);
    struct hw_elf_image_section *strings =
        hw_elf_image_section(image, own[HW_ELF_STRINGS], "", SHT_STRTAB, 0, 1);
    hw_buffer_zero(&strings->data, 1);
    struct hw_elf_image_section *symbols =
        hw_elf_image_section(image, own[HW_ELF_SYMBOLS], "", SHT_SYMTAB, 0, wide ? 8 : 4);
    symbols->link = HW_ELF_STRINGS;
    symbols->records = ELF_T_SYM;
    static const struct hw_elf_symbol none = {.name = ""};
    hw_elf_image_symbol(image, &none);
}

bool hw_elf_image_strings(struct hw_elf_image *image, const uint8_t *table, size_t bytes)
{
    struct hw_buffer *strings = &image->sections[HW_ELF_STRINGS].data;
    if (!table || bytes < 2 || table[0] || table[bytes - 1] || image->first_strings)
        return true; /* no string table, or the second one */
    image->first_strings = (uint8_t *)hw_module_copy_text((const char *)table, bytes);
    if (!image->first_strings)
        return false;
    for (size_t at = 1; at < bytes; at += strlen((const char *)table + at) + 1)
        if (!hw_name_index_add(&image->strings, (const char *)image->first_strings + at, (uint32_t)at))
            return false;
    hw_name_index_sort(&image->strings);
    hw_buffer_add(strings, table + 1, bytes - 1);
    return true;
}

uint32_t hw_elf_image_symbol(struct hw_elf_image *image, const struct hw_elf_symbol *symbol)
{
    GElf_Sym entry = {
        .st_info = GELF_ST_INFO(symbol->binding, symbol->type),
        .st_other = symbol->other,
        .st_shndx = (GElf_Section)symbol->section,
        .st_value = symbol->value,
        .st_size = symbol->size,
    };
    if (image->failed)
        return 0;
    if (symbol->name[0] && !hw_name_index_find(&image->strings, symbol->name, &entry.st_name)) {
        struct hw_buffer *strings = &image->sections[HW_ELF_STRINGS].data;
        entry.st_name = (GElf_Word)strings->length;
        hw_buffer_add(strings, symbol->name, strlen(symbol->name) + 1);
    }
    hw_buffer_add(&image->sections[HW_ELF_SYMBOLS].data, &entry, sizeof entry);
    image->symbol_count++;
    if (symbol->binding != STB_GLOBAL)
        image->local_count = image->symbol_count;
    return image->symbol_count - 1;
}

void hw_elf_image_rel(struct hw_elf_image *image, uint32_t index, uint64_t offset, uint32_t symbol,
                      uint32_t type, int64_t addend)
{
    struct hw_elf_image_section *section = &image->sections[index];
    GElf_Xword info = GELF_R_INFO((GElf_Xword)symbol, type);
    GElf_Rela with_addend = {.r_offset = offset, .r_info = info, .r_addend = addend};
    GElf_Rel without = {.r_offset = offset, .r_info = info};
    if (section->records == ELF_T_RELA)
        hw_buffer_add(&section->data, &with_addend, sizeof with_addend);
    else
        hw_buffer_add(&section->data, &without, sizeof without);
}

/* --- handing it to libelf ------------------------------------------------------------------------- */

static hw_status libelf_failed(struct hw_error *error)
{
    return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR, "libelf cannot write the cubin: %s", elf_errmsg(-1));
}

/* Where a section begins in the file is a multiple of its alignment up to this.  Alignments of the memory
 * that the section goes to, which may be anything, would make the file as large. */
#define FILE_ALIGN_MAX 256

/* The size of a structure of the general form. */
static size_t general_size(Elf_Type records)
{
    switch (records) {
    case ELF_T_SYM: return sizeof(GElf_Sym);
    case ELF_T_REL: return sizeof(GElf_Rel);
    case ELF_T_RELA: return sizeof(GElf_Rela);
    default: return 1;
    }
}

/* Copied before it is written: the records of the file's class grow over the general ones. */
static bool put_record(Elf_Data *data, Elf_Type records, int index, const uint8_t *from)
{
    GElf_Sym symbol;
    GElf_Rel rel;
    GElf_Rela rela;
    switch (records) {
    case ELF_T_SYM: memcpy(&symbol, from, sizeof symbol); return gelf_update_sym(data, index, &symbol);
    case ELF_T_REL: memcpy(&rel, from, sizeof rel); return gelf_update_rel(data, index, &rel);
    default: memcpy(&rela, from, sizeof rela); return gelf_update_rela(data, index, &rela);
    }
}

/* Turn structures of the general form into the records of the file's class, which are no larger, in place. */
static hw_status put_records(Elf *elf, const struct hw_elf_image_section *section, Elf_Data *data,
                             struct hw_error *error)
{
    size_t size = general_size(section->records), count = section->data.length / size;
    bool ok = true;
    data->d_size = gelf_fsize(elf, section->records, count, EV_CURRENT);
    for (size_t i = 0; ok && i < count; i++)
        ok = put_record(data, section->records, (int)i, section->data.bytes + i * size);
    return ok ? HW_OK : libelf_failed(error);
}

/* Whether the section's header can say all that it is to say. */
static hw_status check_section(const struct hw_elf_image *image, const struct hw_elf_image_section *section,
                               uint64_t bytes, struct hw_error *error)
{
    const char *name = (const char *)image->sections[HW_ELF_NAMES].data.bytes + section->name;
    if ((section->align & (section->align - 1)) || section->align > HW_SECTION_ALIGN_MAX)
        return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR,
                       "section %.100s is aligned to 0x%llx; expected 0 or a power of two, at most 0x%x",
                       name, (unsigned long long)section->align, HW_SECTION_ALIGN_MAX);
    if (!image->wide && (bytes | section->flags | section->entry_bytes) > UINT32_MAX)
        return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR,
                       "section %.100s has 0x%llx bytes in records of 0x%llx, and flags 0x%llx; a 32-bit ELF "
                       "cubin can record 32 bits of each",
                       name, (unsigned long long)bytes, (unsigned long long)section->entry_bytes,
                       (unsigned long long)section->flags);
    return HW_OK;
}

static hw_status put_section(Elf *elf, const struct hw_elf_image *image, uint32_t index,
                             struct hw_error *error)
{
    const struct hw_elf_image_section *section = &image->sections[index];
    bool empty = hw_elf_is_empty(section->type);
    uint64_t bytes = empty ? section->size : section->data.length;
    hw_status status = check_section(image, section, bytes, error);
    if (status)
        return status;
    Elf_Scn *scn = elf_newscn(elf);
    Elf_Data *data = scn ? elf_newdata(scn) : NULL;
    GElf_Shdr header;
    if (!data || !gelf_getshdr(scn, &header))
        return libelf_failed(error);
    header.sh_name = section->name;
    header.sh_type = empty ? SHT_NOBITS : section->type;
    header.sh_flags = section->flags;
    header.sh_link = section->link;
    header.sh_info = section->info;
    header.sh_size = bytes;
    header.sh_addralign = section->align < FILE_ALIGN_MAX ? section->align : FILE_ALIGN_MAX;
    if (!gelf_update_shdr(scn, &header))
        return libelf_failed(error);
    data->d_type = section->records;
    data->d_align = header.sh_addralign ? header.sh_addralign : 1;
    data->d_size = header.sh_size;
    data->d_buf = empty ? NULL : section->data.bytes;
    return section->records == ELF_T_BYTE ? HW_OK : put_records(elf, section, data, error);
}

static hw_status put_header(Elf *elf, bool wide, const struct hw_elf_header *from, struct hw_error *error)
{
    GElf_Ehdr header;
    if (!gelf_newehdr(elf, wide ? ELFCLASS64 : ELFCLASS32) || !gelf_getehdr(elf, &header))
        return libelf_failed(error);
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_OSABI] = from->os_abi;
    header.e_ident[EI_ABIVERSION] = from->abi_version;
    header.e_type = from->type;
    header.e_machine = EM_CUDA;
    header.e_version = EV_CURRENT;
    header.e_flags = from->flags;
    header.e_shstrndx = HW_ELF_NAMES;
    return gelf_update_ehdr(elf, &header) ? HW_OK : libelf_failed(error);
}

/* Append the first `size` bytes of a file. */
static hw_status read_back(int fd, size_t size, struct hw_buffer *out, struct hw_error *error)
{
    size_t start = out->length;
    hw_buffer_zero(out, size);
    for (size_t done = 0; !out->failed && done < size;) {
        ssize_t got = pread(fd, out->bytes + start + done, size - done, (off_t)done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return hw_fail(error, HW_ERR_IO, HW_MODULE_ERROR,
                           "the cubin of %zu bytes cannot be read back from memory", size);
        done += (size_t)got;
    }
    return out->failed ? hw_module_no_memory(error) : HW_OK;
}

/* A field of a section header that is as wide as the file's class. */
static void put_wide(const struct hw_elf_image *image, uint8_t *header, size_t narrow_at, size_t wide_at,
                     uint64_t value)
{
    hw_put32(header + (image->wide ? wide_at : narrow_at), (uint32_t)value);
    if (image->wide)
        hw_put32(header + wide_at + 4, (uint32_t)(value >> 32));
}

static void put_foreign_section(const struct hw_elf_image *image, const struct hw_elf_image_section *section,
                                uint8_t *header)
{
    if (hw_elf_is_empty(section->type))
        hw_put32(header + offsetof(Elf64_Shdr, sh_type), section->type);
    put_wide(image, header, offsetof(Elf32_Shdr, sh_addralign), offsetof(Elf64_Shdr, sh_addralign),
             section->align);
    if (section->records == ELF_T_BYTE)
        put_wide(image, header, offsetof(Elf32_Shdr, sh_entsize), offsetof(Elf64_Shdr, sh_entsize),
                 section->entry_bytes);
}

/* What libelf refuses, would misread or would change, put into the finished file: the toolkit's version where
 * libelf wants ELF's; NVIDIA's types of sections without contents, which were SHT_NOBITS so far; alignments,
 * and sizes of records that are none of ELF's. */
static void put_foreign(const struct hw_elf_image *image, Elf *elf, uint32_t version, uint8_t *file)
{
    GElf_Ehdr header;
    size_t entry = gelf_fsize(elf, ELF_T_SHDR, 1, EV_CURRENT);
    hw_put32(file + offsetof(Elf64_Ehdr, e_version), version);
    for (uint32_t i = 1; gelf_getehdr(elf, &header) && i < image->section_count; i++)
        put_foreign_section(image, &image->sections[i], file + header.e_shoff + i * entry);
}

static hw_status write_image(const struct hw_elf_image *image, Elf *elf, int fd,
                             const struct hw_elf_header *header, struct hw_buffer *out,
                             struct hw_error *error)
{
    hw_status status = put_header(elf, image->wide, header, error);
    for (uint32_t i = 1; !status && i < image->section_count; i++) /* libelf adds section 0 itself */
        status = put_section(elf, image, i, error);
    if (status)
        return status;
    off_t size = elf_update(elf, ELF_C_WRITE);
    size_t start = out->length;
    status = size < 0 ? libelf_failed(error) : read_back(fd, (size_t)size, out, error);
    if (!status)
        put_foreign(image, elf, header->version, out->bytes + start);
    return status;
}

hw_status hw_elf_image_check(const struct hw_elf_image *image, struct hw_error *error)
{
    bool failed = image->failed;
    if (image->section_count >= SHN_LORESERVE)
        return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR,
                       "the cubin would have more sections than ELF can number, which is %u",
                       SHN_LORESERVE - 1);
    for (uint32_t i = 0; i < image->section_count; i++)
        failed |= image->sections[i].data.failed;
    return failed ? hw_module_no_memory(error) : HW_OK;
}

hw_status hw_elf_image_finish(struct hw_elf_image *image, const struct hw_elf_header *header,
                              struct hw_buffer *out, struct hw_error *error)
{
    hw_status status = hw_elf_image_check(image, error);
    if (status)
        return status;
    image->sections[HW_ELF_SYMBOLS].info = image->local_count;
    int fd = memfd_create("cubin", MFD_CLOEXEC);
    if (fd < 0)
        return hw_fail(error, HW_ERR_IO, HW_MODULE_ERROR, "no file in memory can be made for the cubin: %s",
                       strerror(errno));
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_WRITE, NULL);
    status = elf ? write_image(image, elf, fd, header, out, error) : libelf_failed(error);
    elf_end(elf);
    close(fd);
    return status;
}
