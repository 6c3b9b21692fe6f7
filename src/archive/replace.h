/* SPDX-License-Identifier: MIT */
/* Other code in an entry's place: a writer for each kind of file, which makes a copy of the whole file.
 *
 * Code that an archive has at an offset is replaced by the writer for its kind of file; that of a library by
 * way of the writer for its member, that of a zip file likewise. */
#ifndef HW_ARCHIVE_REPLACE_H
#define HW_ARCHIVE_REPLACE_H

#include "archive/scan.h"

/* The code that comes. */
struct hw_new_code {
    const uint8_t *bytes;
    size_t size;
};

/* A file in memory, made with malloc. */
struct hw_made_file {
    uint8_t *bytes;
    size_t length;
};

/* replace_fatbin.c: a fatbin with other code in one of its entries.  The entry's offset and fatbin are those
 * in `file`; *old_bytes is the length of the fatbin as it was. */
hw_status hw_replace_in_fatbin(const uint8_t *file, const struct hw_entry *entry,
                               const struct hw_new_code *code, struct hw_made_file *fatbin,
                               uint64_t *old_bytes, struct hw_error *error);

/* replace_bytes.c: a copy of a file, with `old` bytes at `offset` replaced by `size` others; what stands
 * behind moves. */
hw_status hw_replace_bytes(const struct hw_archive *archive, uint64_t offset, uint64_t old,
                           const uint8_t *bytes, size_t size, struct hw_made_file *made,
                           struct hw_error *error);
/* The same with nothing moved: `old` is no less than `size`, the rest becomes zeros. */
hw_status hw_overwrite_bytes(const struct hw_archive *archive, uint64_t offset, uint64_t old,
                             const uint8_t *bytes, size_t size, struct hw_made_file *made,
                             struct hw_error *error);

/* replace_host.c: code in a program, library or object. */
hw_status hw_replace_in_host(const struct hw_archive *archive, const struct hw_entry *entry,
                             const struct hw_new_code *code, struct hw_made_file *made,
                             struct hw_error *error);

/* A fatbin in a file of the host that has to be longer than its place. */
struct hw_longer_fatbin {
    uint64_t offset, bytes; /* of the old one */
    struct hw_made_file made;
};

/* replace_elf_object.c, replace_elf_linked.c */
hw_status hw_replace_in_elf_object(const struct hw_archive *archive, const struct hw_longer_fatbin *fatbin,
                                   struct hw_made_file *made, struct hw_error *error);
hw_status hw_replace_in_linked_elf(const struct hw_archive *archive, const struct hw_longer_fatbin *fatbin,
                                   struct hw_made_file *made, struct hw_error *error);

/* replace_ar.c: the file with another member in the place of that which `entry` is in. */
hw_status hw_replace_in_ar(const struct hw_archive *archive, const struct hw_entry *entry,
                           const struct hw_new_code *code, struct hw_made_file *made, struct hw_error *error);

/* replace_zip.c: the same for entry `index` of a zip file. */
hw_status hw_replace_in_zip(const struct hw_archive *archive, size_t index, const struct hw_new_code *code,
                            struct hw_made_file *made, struct hw_error *error);

#endif
