/* SPDX-License-Identifier: MIT */
/* The front door of containers recognises a file's kind and calls the reader that lists it. */
#include "archive/ar.h"
#include "archive/detect.h"
#include "archive/zip_scan.h"
#include "target_name.h"

#include <stdlib.h>
#include <string.h>

const char *hw_archive_kind_name(enum hw_archive_kind kind)
{
    static const char *const names[] = {"cubin",   "PTX",         "fatbin",         "ELF file",
                                        "PE file", "COFF object", "static library", "zip file"};
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

hw_status hw_archive_open(const void *bytes, size_t length, struct hw_archive **archive,
                          struct hw_error *error)
{
    *archive = NULL;
    struct hw_archive *opened = calloc(1, sizeof *opened);
    if (!opened)
        return hw_module_no_memory(error);
    opened->bytes = bytes;
    opened->length = length;
    struct hw_scan scan = {.archive = opened, .end = length, .fatbin = HW_NO_FATBIN, .error = error};
    opened->kind = hw_scan_is_ar(&scan)    ? HW_ARCHIVE_AR
                   : hw_scan_is_zip(&scan) ? HW_ARCHIVE_ZIP
                                           : hw_scan_kind(&scan);
    const hw_status status = opened->kind == HW_ARCHIVE_AR    ? hw_scan_ar(&scan)
                             : opened->kind == HW_ARCHIVE_ZIP ? hw_scan_zip(&scan)
                                                              : hw_scan_file(&scan, opened->kind);
    if (status)
        hw_archive_close(opened);
    else
        *archive = opened;
    return status;
}

bool hw_entry_is_for(const struct hw_entry *entry, const char *target)
{
    return entry->kind == HW_ENTRY_CUBIN ? hw_target_cubins_equal(entry->target, target)
                                         : strcmp(entry->target, target) == 0;
}

void hw_archive_close(struct hw_archive *archive)
{
    if (!archive)
        return;
    for (size_t i = 0; i < archive->entry_count; i++)
        hw_entry_clear(&archive->entries[i]);
    free(archive->entries);
    hw_archive_members_free(archive);
    free(archive);
}
