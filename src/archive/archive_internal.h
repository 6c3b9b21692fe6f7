/* What the files of src/archive share: a range of the file that is looked at, and one reader a kind of file.
 *
 * Each reader adds the entries that it finds to the archive.  Readers of files that hold other files (a
 * static library its members) hand ranges on to hw_archive_scan. */
#ifndef HW_ARCHIVE_INTERNAL_H
#define HW_ARCHIVE_INTERNAL_H

#include <halfwarp/archive.h>

#include "module/module_internal.h"

#define HW_ARCHIVE_ERROR "archive"

struct hw_scan {
    struct hw_archive *archive;
    const char *member; /* of a static library, while it is read */
    uint64_t begin, end;
    struct hw_error *error;
};

static inline const uint8_t *hw_scan_at(const struct hw_scan *scan, uint64_t offset)
{
    return scan->archive->bytes + offset;
}

/* Whether `size` bytes at `offset` (of the file) lie in the range. */
static inline bool hw_scan_has(const struct hw_scan *scan, uint64_t offset, uint64_t size)
{
    return offset >= scan->begin && offset <= scan->end && size <= scan->end - offset;
}

static inline uint64_t hw_get64(const uint8_t *p)
{
    return hw_get32(p) | (uint64_t)hw_get32(p + 4) << 32;
}

/* Fail, naming a byte offset in the file. */
hw_status hw_scan_fail(const struct hw_scan *scan, hw_status status, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Append an entry; `name` is `name_bytes` characters or NULL. */
hw_status hw_scan_add(const struct hw_scan *scan, const struct hw_entry *entry, const char *name,
                      size_t name_bytes);

/* The readers.  Those with a kind before them are asked by hw_archive_scan whether a range is theirs. */
enum hw_archive_kind hw_archive_kind_of(const struct hw_scan *scan);
hw_status hw_archive_scan(const struct hw_scan *scan, enum hw_archive_kind kind);

/* cubin.c: the range is one. */
bool hw_scan_is_elf(const struct hw_scan *scan);
bool hw_scan_is_cubin(const struct hw_scan *scan);
bool hw_scan_is_ptx(const struct hw_scan *scan);
hw_status hw_scan_cubin(const struct hw_scan *scan);
hw_status hw_scan_ptx(const struct hw_scan *scan);

/* Fatbins (fatbin.c says how one is laid out). */
#define HW_FATBIN_MAGIC 0xba55ed50u
enum { HW_FATBIN_HEADER = 16, HW_FATBIN_ENTRY = 64, HW_FATBIN_ALIGN = 8 }; /* bytes */
enum { HW_FATBIN_PTX = 1, HW_FATBIN_CUBIN = 2 };                           /* kinds of entries */

/* fatbin.c: one fatbin at the beginning of the range, whose length goes into *length; and all in a section,
 * with padding between them. */
bool hw_scan_is_fatbin(const struct hw_scan *scan);
hw_status hw_scan_fatbin(const struct hw_scan *scan, uint64_t *length);
hw_status hw_scan_fatbins(const struct hw_scan *scan);

/* raw.c: fatbins and cubins anywhere in the range, for files without the sections that should hold them. */
hw_status hw_scan_raw(const struct hw_scan *scan);

/* host_elf.c, host_pe.c, library.c */
hw_status hw_scan_host_elf(const struct hw_scan *scan);
bool hw_scan_is_pe(const struct hw_scan *scan);
bool hw_scan_is_coff(const struct hw_scan *scan);
hw_status hw_scan_pe(const struct hw_scan *scan);
hw_status hw_scan_coff(const struct hw_scan *scan);
bool hw_scan_is_library(const struct hw_scan *scan);
hw_status hw_scan_library(const struct hw_scan *scan);

#endif
