/* SPDX-License-Identifier: MIT */
/* The front door of replacing code: it looks at the code that comes, and calls the writer for the file. */
#include "archive/replace.h"

#include "archive/fatbin.h"

#include <stdlib.h>
#include <string.h>

/* Kind and target of the code must be the entry's. */
static hw_status check_code(const struct hw_entry *entry, const struct hw_new_code *code,
                            struct hw_error *error)
{
    struct hw_archive *opened;
    hw_status status = hw_archive_open(code->bytes, code->size, &opened, error);
    if (status)
        return status;
    const struct hw_entry *found =
        (opened->kind == HW_ARCHIVE_CUBIN || opened->kind == HW_ARCHIVE_PTX) && opened->entry_count
            ? opened->entries
            : NULL;
    const bool is_elf = code->size >= 4 && memcmp(code->bytes, "\177ELF", 4) == 0;
    if (!found || !found->target[0])
        status = hw_fail(error, HW_ERR_FORMAT, HW_ARCHIVE_ERROR, "the new code is neither a cubin nor PTX");
    else if (found->kind != entry->kind)
        status = hw_fail(
            error, HW_ERR_FORMAT, HW_ARCHIVE_ERROR, "the new code is %s%s, which cannot take the place of %s",
            found->kind == HW_ENTRY_CUBIN ? "a " : "", hw_entry_kind_name(found->kind),
            entry->kind == HW_ENTRY_OTHER ? "code of another kind" : hw_entry_kind_name(entry->kind));
    else if (entry->target[0] && !hw_entry_is_for(entry, found->target))
        status = hw_fail(error, HW_ERR_FORMAT, HW_ARCHIVE_ERROR,
                         "the new code is for %s, the old for %s: a loader chooses by what the old says",
                         found->target, entry->target);
    else if (entry->fatbin != HW_NO_FATBIN && found->kind == HW_ENTRY_CUBIN && !is_elf)
        status =
            hw_fail(error, HW_ERR_FORMAT, HW_ARCHIVE_ERROR,
                    "the new code is a text cubin; a fatbin holds ELF cubins (`as --format elf` makes one)");
    hw_archive_close(opened);
    return status;
}

static hw_status replace_in_fatbin_file(const struct hw_archive *archive, const struct hw_entry *entry,
                                        const struct hw_new_code *code, struct hw_made_file *made,
                                        struct hw_error *error)
{
    struct hw_made_file fatbin = {NULL, 0};
    uint64_t old_bytes;
    hw_status status = hw_replace_in_fatbin(archive->bytes, entry, code, &fatbin, &old_bytes, error);
    if (!status)
        status =
            hw_replace_bytes(archive, entry->fatbin, old_bytes, fatbin.bytes, fatbin.length, made, error);
    free(fatbin.bytes);
    return status;
}

static hw_status replace(const struct hw_archive *archive, size_t index, const struct hw_new_code *code,
                         struct hw_made_file *made, struct hw_error *error)
{
    const struct hw_entry *entry = &archive->entries[index];
    switch (archive->kind) {
    case HW_ARCHIVE_CUBIN:
    case HW_ARCHIVE_PTX:
        return hw_replace_bytes(archive, 0, archive->length, code->bytes, code->size, made, error);
    case HW_ARCHIVE_FATBIN: return replace_in_fatbin_file(archive, entry, code, made, error);
    case HW_ARCHIVE_ELF:
    case HW_ARCHIVE_PE:
    case HW_ARCHIVE_COFF: return hw_replace_in_host(archive, entry, code, made, error);
    case HW_ARCHIVE_AR: return hw_replace_in_ar(archive, entry, code, made, error);
    case HW_ARCHIVE_ZIP: return hw_replace_in_zip(archive, index, code, made, error);
    }
    return HW_OK;
}

hw_status hw_archive_replace(const struct hw_archive *archive, size_t index, const void *code, size_t size,
                             uint8_t **bytes, size_t *length, struct hw_error *error)
{
    const struct hw_new_code given = {.bytes = code, .size = size};
    struct hw_made_file made = {NULL, 0};
    *bytes = NULL;
    *length = 0;
    if (index >= archive->entry_count)
        return hw_fail(error, HW_ERR_ARGUMENT, HW_ARCHIVE_ERROR, "there is no entry %zu: the file has %zu",
                       index, archive->entry_count);
    if (archive->entries[index].group_bytes)
        return hw_fail(
            error, HW_ERR_UNSUPPORTED, HW_ARCHIVE_ERROR,
            "entry %zu is packed as one with others (fatbinary --concat), so it cannot be replaced "
            "by itself; expected an entry that is packed by itself",
            index);
    hw_status status = check_code(&archive->entries[index], &given, error);
    if (!status)
        status = replace(archive, index, &given, &made, error);
    if (status) {
        free(made.bytes);
        return status;
    }
    *bytes = made.bytes;
    *length = made.length;
    return HW_OK;
}
