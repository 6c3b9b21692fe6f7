/* SPDX-License-Identifier: MIT */
/* Zip files, as PKWARE's APPNOTE.TXT 6.3 describes them: the members that the central directory names. */
#ifndef HW_ARCHIVE_ZIP_H
#define HW_ARCHIVE_ZIP_H

#include "archive/scan.h"

/* Methods of packing; bytes of headers and of the end record; the extra field of zip64. */
enum {
    HW_ZIP_STORED = 0,
    HW_ZIP_DEFLATED = 8,
    HW_ZIP_CENTRAL = 46,
    HW_ZIP_LOCAL = 30,
    HW_ZIP_END = 22,
    HW_ZIP_EXTRA_64 = 1
};

struct hw_zip_member {
    const char *name; /* of name_bytes characters */
    uint32_t name_bytes, method;
    uint64_t packed_bytes, bytes;
    const uint8_t *central, *local; /* its two headers */
    const uint8_t *data;            /* packed_bytes */
};

/* The members in the central directory's order.  The caller of hw_zip_open frees the array. */
struct hw_zip {
    struct hw_zip_member *members;
    size_t count;
};

bool hw_scan_is_zip(const struct hw_scan *scan);
hw_status hw_zip_open(const struct hw_scan *scan, struct hw_zip *zip);

/* Whether a member's name ends so. */
bool hw_zip_ends_in(const struct hw_zip_member *member, const char *ending);
/* How much of a member's name an error shows: for `%.*s`. */
int hw_zip_shown(const struct hw_zip_member *member);

/* The first `size` bytes of a member, at most its own; false where they cannot be had. */
bool hw_zip_read(const struct hw_zip_member *member, uint8_t *to, size_t size);

/* A member's new contents. */
struct hw_zip_change {
    size_t member;
    const uint8_t *bytes;
    size_t length;
};

/* The zip file once more, with changed members; deflated and stored as they were. */
hw_status hw_zip_write(const struct hw_zip *zip, const struct hw_zip_change *changes, size_t count,
                       uint8_t **bytes, size_t *length, struct hw_error *error);

/* A wheel's RECORD has the hash of each of its files.  The changed text of it for a changed member goes into
 * *change, whose bytes the caller frees; they are NULL where the zip file has no RECORD that names the
 * member. */
hw_status hw_zip_record(const struct hw_zip *zip, const struct hw_zip_change *changed,
                        struct hw_zip_change *change, struct hw_error *error);

#endif
