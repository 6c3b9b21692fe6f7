/* SPDX-License-Identifier: MIT */
/* A scan has the range of a file that is searched, and the entries found in it.
 *
 * There is a reader for each kind of file.  They stand above each other, and each includes only those below:
 * cubin and fatbin, which hold code; carve, which looks for them; host_elf and host_pe, which have sections
 * for them; detect, which is any of these; ar, whose members are such files; archive; zip_scan, whose members
 * are archives. */
#ifndef HW_ARCHIVE_SCAN_H
#define HW_ARCHIVE_SCAN_H

#include <halfwarp/archive.h>

#include "module/module_internal.h"

#define HW_ARCHIVE_ERROR "archive"

struct hw_scan {
    struct hw_archive *archive;
    const char *member; /* of a static library, while it is read */
    uint64_t begin, end;
    uint64_t fatbin; /* where the fatbin begins whose entries are read */
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

static inline void hw_put64(uint8_t *p, uint64_t value)
{
    hw_put32(p, (uint32_t)value);
    hw_put32(p + 4, (uint32_t)(value >> 32));
}

/* `value` up to the next multiple of a power of two. */
static inline uint64_t hw_round_up(uint64_t value, uint64_t align)
{
    return (value + align - 1) & ~(align - 1);
}

/* Fail, naming a byte offset in the file. */
hw_status hw_scan_fail(const struct hw_scan *scan, hw_status status, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Append an entry; `name` is `name_bytes` characters or NULL. */
hw_status hw_scan_add(const struct hw_scan *scan, const struct hw_entry *entry, const char *name,
                      size_t name_bytes);

/* Free what an entry holds. */
void hw_entry_clear(struct hw_entry *entry);

#endif
