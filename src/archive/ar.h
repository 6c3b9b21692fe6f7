/* SPDX-License-Identifier: MIT */
/* A static library is an `ar` file of objects. */
#ifndef HW_ARCHIVE_AR_H
#define HW_ARCHIVE_AR_H

#include "archive/scan.h"

enum { HW_AR_MAGIC = 8, HW_AR_HEADER = 60, HW_AR_NAME = 16, HW_AR_SIZE_AT = 48, HW_AR_SIZE = 10 };

/* Where a member stands in the file; `begin` is behind a name that stands in its contents. */
struct hw_ar_member {
    uint64_t header, begin, end, next;
};

/* The member whose header is at `at`. */
hw_status hw_ar_member_at(const struct hw_scan *scan, uint64_t at, struct hw_ar_member *member);

bool hw_scan_is_ar(const struct hw_scan *scan);
hw_status hw_scan_ar(const struct hw_scan *scan);

#endif
