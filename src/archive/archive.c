/* The front door of archives: what kind of file is this, and which reader lists it. */
#include "archive/archive_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *hw_archive_kind_name(enum hw_archive_kind kind)
{
    static const char *const names[] = {"cubin",   "PTX",         "fatbin",        "ELF file",
                                        "PE file", "COFF object", "static library"};
    return names[kind];
}

const char *hw_entry_kind_name(enum hw_entry_kind kind)
{
    static const char *const names[] = {"cubin", "PTX", "other"};
    return names[kind];
}

const char *hw_packing_name(enum hw_packing packing)
{
    static const char *const names[] = {"stored", "zlib", "LZ4", "zstd", "a method that is not known"};
    return names[packing];
}

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

static void free_entry(struct hw_entry *entry)
{
    free(entry->name);
    free(entry->member);
}

hw_status hw_scan_add(const struct hw_scan *scan, const struct hw_entry *entry, const char *name,
                      size_t name_bytes)
{
    struct hw_archive *archive = scan->archive;
    struct hw_entry copy = *entry;
    if (archive->entry_count >= HW_ARCHIVE_ENTRIES_MAX)
        return hw_scan_fail(scan, HW_ERR_LIMIT, entry->offset, "more than %d entries",
                            HW_ARCHIVE_ENTRIES_MAX);
    copy.name = name ? hw_module_copy_text(name, strnlen(name, name_bytes)) : NULL;
    copy.member = scan->member ? hw_module_copy_text(scan->member, strlen(scan->member)) : NULL;
    if ((name && !copy.name) || (scan->member && !copy.member) ||
        !hw_module_grow(&archive->entries, archive->entry_count, sizeof copy)) {
        free_entry(&copy);
        return hw_module_no_memory(scan->error);
    }
    archive->entries[archive->entry_count++] = copy;
    return HW_OK;
}

enum hw_archive_kind hw_archive_kind_of(const struct hw_scan *scan)
{
    if (hw_scan_is_fatbin(scan))
        return HW_ARCHIVE_FATBIN;
    if (hw_scan_is_library(scan))
        return HW_ARCHIVE_AR;
    if (hw_scan_is_cubin(scan))
        return HW_ARCHIVE_CUBIN;
    if (hw_scan_is_elf(scan))
        return HW_ARCHIVE_ELF;
    if (hw_scan_is_pe(scan))
        return HW_ARCHIVE_PE;
    if (hw_scan_is_coff(scan))
        return HW_ARCHIVE_COFF;
    return hw_scan_is_ptx(scan) ? HW_ARCHIVE_PTX : HW_ARCHIVE_CUBIN;
}

hw_status hw_archive_scan(const struct hw_scan *scan, enum hw_archive_kind kind)
{
    switch (kind) {
    case HW_ARCHIVE_CUBIN: return hw_scan_cubin(scan);
    case HW_ARCHIVE_PTX: return hw_scan_ptx(scan);
    case HW_ARCHIVE_FATBIN: return hw_scan_fatbins(scan);
    case HW_ARCHIVE_ELF: return hw_scan_host_elf(scan);
    case HW_ARCHIVE_PE: return hw_scan_pe(scan);
    case HW_ARCHIVE_COFF: return hw_scan_coff(scan);
    case HW_ARCHIVE_AR: return hw_scan_library(scan);
    }
    return HW_OK;
}

hw_status hw_archive_open(const void *bytes, size_t length, struct hw_archive **archive,
                          struct hw_error *error)
{
    *archive = NULL;
    struct hw_archive *opened = calloc(1, sizeof *opened);
    if (!opened)
        return hw_module_no_memory(error);
    opened->bytes = bytes;
    opened->length = length;
    struct hw_scan scan = {.archive = opened, .end = length, .error = error};
    opened->kind = hw_archive_kind_of(&scan);
    hw_status status = hw_archive_scan(&scan, opened->kind);
    if (status)
        hw_archive_close(opened);
    else
        *archive = opened;
    return status;
}

void hw_archive_close(struct hw_archive *archive)
{
    if (!archive)
        return;
    for (size_t i = 0; i < archive->entry_count; i++)
        free_entry(&archive->entries[i]);
    free(archive->entries);
    free(archive);
}
