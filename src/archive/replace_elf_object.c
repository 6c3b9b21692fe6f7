/* SPDX-License-Identifier: MIT */
/* A longer fatbin in an object: its section is copied to the end of the file, with the new fatbin in it, and
 * what stands behind the fatbin in the section moves, with the symbols and relocations that mean it. */
#include "archive/replace.h"

#include "archive/fatbin.h"
#include "module/elf_file.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16, ALIGN_MAX = 4096 }; /* of what moves; fatbins need 8 */

struct changed_object {
    struct hw_elf_file file; /* of the original */
    uint32_t section;        /* that holds the fatbin */
    uint64_t moved_from;     /* offset in the section; what stands there moves */
    uint64_t moved_by;
    struct hw_made_file *made;
    struct hw_error *error;
};

static bool find_section(struct changed_object *object, const struct hw_longer_fatbin *fatbin)
{
    for (uint32_t i = 0; i < object->file.section_count; i++) {
        const struct hw_elf_section *section = &object->file.sections[i];
        object->section = i;
        if (section->data && section->offset <= fatbin->offset &&
            fatbin->offset + fatbin->bytes <= section->offset + section->size)
            return true;
    }
    return false;
}

/* The bytes of the section behind the fatbin that are needed: none if they are zeros. */
static uint64_t rest_of(const struct changed_object *object)
{
    const struct hw_elf_section *section = &object->file.sections[object->section];
    uint64_t end = section->size;
    while (end > object->moved_from && section->data[end - 1] == 0)
        end--;
    return end == object->moved_from ? 0 : section->size - object->moved_from;
}

/* The file with the longer section at its end; the old one becomes zeros. */
static hw_status copy_section(struct changed_object *object, const struct hw_archive *archive,
                              const struct hw_longer_fatbin *fatbin)
{
    const struct hw_elf_section *section = &object->file.sections[object->section];
    const uint64_t before = fatbin->offset - section->offset, rest = rest_of(object);
    const uint64_t align = section->align <= ALIGN       ? ALIGN
                           : section->align <= ALIGN_MAX ? section->align
                                                         : ALIGN_MAX;
    const uint64_t at = hw_round_up(archive->length, align);
    object->moved_by = hw_round_up(fatbin->made.length - fatbin->bytes, ALIGN);
    const uint64_t size = rest ? section->size + object->moved_by : before + fatbin->made.length;
    object->made->length = (size_t)(at + size);
    object->made->bytes = calloc(1, object->made->length + 1);
    if (!object->made->bytes)
        return hw_module_no_memory(object->error);
    uint8_t *bytes = object->made->bytes;
    memcpy(bytes, archive->bytes, archive->length);
    memset(bytes + section->offset, 0, (size_t)section->size);
    memcpy(bytes + at, section->data, (size_t)before);
    memcpy(bytes + at + before, fatbin->made.bytes, fatbin->made.length);
    if (rest)
        memcpy(bytes + at + object->moved_from + object->moved_by, section->data + object->moved_from,
               (size_t)rest);
    hw_put64(bytes + section->header + offsetof(Elf64_Shdr, sh_offset), at);
    hw_put64(bytes + section->header + offsetof(Elf64_Shdr, sh_size), size);
    return HW_OK;
}

static void move_symbols(const struct changed_object *object, const struct hw_elf_section *table)
{
    for (uint64_t at = 0; table->size - at >= sizeof(Elf64_Sym); at += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol;
        memcpy(&symbol, table->data + at, sizeof symbol);
        if (symbol.st_shndx != object->section || symbol.st_value < object->moved_from)
            continue;
        hw_put64(object->made->bytes + table->offset + at + offsetof(Elf64_Sym, st_value),
                 symbol.st_value + object->moved_by);
    }
}

/* Whether a symbol is the section itself, so that the addend says what is meant. */
static bool is_section(const struct changed_object *object, const struct hw_elf_section *table,
                       uint64_t number)
{
    Elf64_Sym symbol;
    if (number >= table->size / sizeof symbol)
        return false;
    memcpy(&symbol, table->data + number * sizeof symbol, sizeof symbol);
    return symbol.st_shndx == object->section && ELF64_ST_TYPE(symbol.st_info) == STT_SECTION;
}

static hw_status move_relocations(const struct changed_object *object,
                                  const struct hw_elf_section *relocations)
{
    const struct hw_elf_section *table = &object->file.sections[relocations->link];
    if (relocations->link >= object->file.section_count || table->type != SHT_SYMTAB)
        return HW_OK;
    for (uint64_t at = 0; relocations->size - at >= sizeof(Elf64_Rela); at += sizeof(Elf64_Rela)) {
        Elf64_Rela relocation;
        memcpy(&relocation, relocations->data + at, sizeof relocation);
        const uint32_t type = ELF64_R_TYPE(relocation.r_info);
        /* An addend of code is less than what is meant by some bytes. */
        if (!is_section(object, table, ELF64_R_SYM(relocation.r_info)) ||
            relocation.r_addend + ALIGN < (int64_t)object->moved_from)
            continue;
        if (type != R_X86_64_64 && type != R_AARCH64_ABS64)
            return hw_fail(
                object->error, HW_ERR_UNSUPPORTED, HW_ARCHIVE_ERROR,
                "relocation %llu of %.60s, of type %u, means what stands behind the fatbin; only those "
                "of whole addresses can be moved",
                (unsigned long long)(at / sizeof relocation), relocations->name, type);
        if (relocation.r_addend >= (int64_t)object->moved_from)
            hw_put64(object->made->bytes + relocations->offset + at + offsetof(Elf64_Rela, r_addend),
                     (uint64_t)relocation.r_addend + object->moved_by);
    }
    return HW_OK;
}

static hw_status replace(struct changed_object *object, const struct hw_archive *archive,
                         const struct hw_longer_fatbin *fatbin)
{
    if (!find_section(object, fatbin))
        return hw_fail(object->error, HW_ERR_UNSUPPORTED, HW_ARCHIVE_ERROR,
                       "the fatbin at byte 0x%llx lies in no section, so it cannot be longer",
                       (unsigned long long)fatbin->offset);
    object->moved_from = fatbin->offset + fatbin->bytes - object->file.sections[object->section].offset;
    hw_status status = copy_section(object, archive, fatbin);
    for (uint32_t i = 0; !status && rest_of(object) && i < object->file.section_count; i++) {
        const struct hw_elf_section *section = &object->file.sections[i];
        if (section->data && section->type == SHT_SYMTAB)
            move_symbols(object, section);
        else if (section->data && section->type == SHT_RELA)
            status = move_relocations(object, section);
    }
    return status;
}

hw_status hw_replace_in_elf_object(const struct hw_archive *archive, const struct hw_longer_fatbin *fatbin,
                                   struct hw_made_file *made, struct hw_error *error)
{
    struct changed_object object = {.made = made, .error = error};
    hw_status status = hw_elf_open(&object.file, archive->bytes, archive->length, EM_NONE, error);
    if (!status)
        status = replace(&object, archive, fatbin);
    hw_elf_close(&object.file);
    return status;
}
