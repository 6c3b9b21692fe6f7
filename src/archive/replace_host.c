/* SPDX-License-Identifier: MIT */
/* Code in programs, libraries and objects: in the place of the old where the new fits there, packed.  Else
 * the fatbin goes elsewhere in the file, in ELF. */
#include "archive/replace.h"

#include "archive/fatbin.h"
#include "archive/host_file.h"
#include "module/elf_file.h"

#include <stdlib.h>

/* A cubin or PTX that is plain data of the program: nothing says where else it could be. */
static hw_status replace_plain(const struct hw_archive *archive, const struct hw_entry *entry,
                               const struct hw_new_code *code, struct hw_made_file *made,
                               struct hw_error *error)
{
    if (code->size > entry->bytes)
        return hw_fail(
            error, HW_ERR_UNSUPPORTED, HW_ARCHIVE_ERROR,
            "the code lies in no fatbin but in plain data of 0x%llx bytes, and code of 0x%llx does not "
            "fit there",
            (unsigned long long)entry->bytes, (unsigned long long)code->size);
    return hw_overwrite_bytes(archive, entry->offset, entry->bytes, code->bytes, code->size, made, error);
}

/* The bytes that a fatbin may have where it is: behind it in its section may be zeros, which an earlier one
 * left there. */
static uint64_t room_of(const struct hw_archive *archive, const struct hw_longer_fatbin *fatbin)
{
    struct hw_elf_file file;
    const struct hw_elf_section *section = NULL;
    uint64_t end = fatbin->offset + fatbin->bytes;
    if (archive->kind != HW_ARCHIVE_ELF)
        return fatbin->bytes;
    if (hw_elf_open(&file, archive->bytes, archive->length, EM_NONE, NULL) == HW_OK)
        section = hw_elf_fatbin_section(&file, fatbin->offset, fatbin->bytes);
    const uint64_t limit = section ? section->offset + section->size : end;
    hw_elf_close(&file);
    while (end < limit && archive->bytes[end] == 0)
        end++;
    return end - fatbin->offset;
}

static hw_status move(const struct hw_archive *archive, const struct hw_longer_fatbin *fatbin, uint64_t room,
                      struct hw_made_file *made, struct hw_error *error)
{
    if (archive->kind != HW_ARCHIVE_ELF || archive->bytes[EI_CLASS] != ELFCLASS64)
        return hw_fail(
            error, HW_ERR_UNSUPPORTED, HW_ARCHIVE_ERROR,
            "the fatbin at byte 0x%llx would have 0x%zx bytes, but has room for 0x%llx, and only a "
            "64-bit ELF file can take a longer one",
            (unsigned long long)fatbin->offset, fatbin->made.length, (unsigned long long)room);
    return hw_get16(archive->bytes + offsetof(Elf64_Ehdr, e_type)) == ET_REL
               ? hw_replace_in_elf_object(archive, fatbin, made, error)
               : hw_replace_in_linked_elf(archive, fatbin, made, error);
}

hw_status hw_replace_in_host(const struct hw_archive *archive, const struct hw_entry *entry,
                             const struct hw_new_code *code, struct hw_made_file *made,
                             struct hw_error *error)
{
    if (entry->fatbin == HW_NO_FATBIN)
        return replace_plain(archive, entry, code, made, error);
    struct hw_longer_fatbin fatbin = {.offset = entry->fatbin};
    hw_status status = hw_replace_in_fatbin(archive->bytes, entry, code, &fatbin.made, &fatbin.bytes, error);
    if (status)
        return status;
    const uint64_t room = room_of(archive, &fatbin);
    status = fatbin.made.length <= room ? hw_overwrite_bytes(archive, fatbin.offset, room, fatbin.made.bytes,
                                                             fatbin.made.length, made, error)
                                        : move(archive, &fatbin, room, made, error);
    free(fatbin.made.bytes);
    return status;
}
