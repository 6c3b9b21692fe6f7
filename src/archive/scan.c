/* SPDX-License-Identifier: MIT */
/* See scan.h. */
#include "archive/scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hw_status hw_scan_fail(const struct hw_scan *scan, hw_status status, uint64_t offset, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    hw_fail(scan->error, status, HW_ARCHIVE_ERROR, "at byte 0x%llx: %s", (unsigned long long)offset, text);
    if (scan->error)
        scan->error->offset = offset;
    return status;
}

void hw_entry_clear(struct hw_entry *entry)
{
    free(entry->name);
    free(entry->member);
}

hw_status hw_scan_add(const struct hw_scan *scan, const struct hw_entry *entry, const char *name,
                      size_t name_bytes)
{
    struct hw_archive *archive = scan->archive;
    struct hw_entry copy = *entry;
    if (!copy.stored) { /* as an entry of another archive has it */
        copy.fatbin = scan->fatbin;
        copy.stored = hw_scan_at(scan, entry->offset);
    }
    if (archive->entry_count >= HW_ARCHIVE_ENTRIES_MAX)
        return hw_scan_fail(scan, HW_ERR_LIMIT, entry->offset, "more than %d entries",
                            HW_ARCHIVE_ENTRIES_MAX);
    copy.name = name ? hw_module_copy_text(name, strnlen(name, name_bytes)) : NULL;
    copy.member = scan->member ? hw_module_copy_text(scan->member, strlen(scan->member)) : NULL;
    if ((name && !copy.name) || (scan->member && !copy.member) ||
        !hw_module_grow(&archive->entries, archive->entry_count, sizeof copy)) {
        hw_entry_clear(&copy);
        return hw_module_no_memory(scan->error);
    }
    archive->entries[archive->entry_count++] = copy;
    return HW_OK;
}
