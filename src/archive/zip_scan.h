/* SPDX-License-Identifier: MIT */
/* The members of zip files, Python's wheels among them, that hold GPU code. */
#ifndef HW_ARCHIVE_ZIP_SCAN_H
#define HW_ARCHIVE_ZIP_SCAN_H

#include "archive/zip.h"

/* A member that holds entries: an archive of its own. */
struct hw_archive_member {
    struct hw_archive *archive;
    uint8_t *made;      /* what was inflated for it, NULL where it is stored as it is */
    size_t first_entry; /* of the zip file's: the first that is this archive's */
    size_t number;      /* of the member in the central directory */
};

hw_status hw_scan_zip(const struct hw_scan *scan);
void hw_archive_members_free(struct hw_archive *archive);

#endif
