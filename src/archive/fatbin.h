/* SPDX-License-Identifier: MIT */
/* A fatbin is a container of code for several chips (fatbin.c says how one is laid out). */
#ifndef HW_ARCHIVE_FATBIN_H
#define HW_ARCHIVE_FATBIN_H

#include "archive/scan.h"

#define HW_FATBIN_MAGIC 0xba55ed50u
enum { HW_FATBIN_HEADER = 16, HW_FATBIN_ENTRY = 64, HW_FATBIN_GROUP = 72, HW_FATBIN_ALIGN = 8 }; /* bytes */
enum { HW_FATBIN_KIND_PTX = 1, HW_FATBIN_KIND_CUBIN = 2, HW_FATBIN_KIND_GROUP = 0x100 }; /* of entries */

/* Flags of entries: PTX or a cubin for an accelerated target or a family, a cubin with .nv.capmerc. */
enum {
    HW_FATBIN_FLAG_ACCELERATED = 0x100000,
    HW_FATBIN_FLAG_FAMILY = 0x200000,
    HW_FATBIN_FLAG_CAPSULE = 0x1000000
};

/* One fatbin at the beginning of the range, whose length goes into *length. */
bool hw_scan_is_fatbin(const struct hw_scan *scan);
hw_status hw_scan_fatbin(const struct hw_scan *scan, uint64_t *length);
/* All in a section, with padding between them. */
hw_status hw_scan_fatbins(const struct hw_scan *scan);

#endif
