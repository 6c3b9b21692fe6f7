/* SPDX-License-Identifier: MIT */
/* File kind detection recognises any file that is no library, and lists its entries. */
#ifndef HW_ARCHIVE_DETECT_H
#define HW_ARCHIVE_DETECT_H

#include "archive/scan.h"

enum hw_archive_kind hw_scan_kind(const struct hw_scan *scan);
hw_status hw_scan_file(const struct hw_scan *scan, enum hw_archive_kind kind);

#define HW_FIRST_BYTES 8

/* Whether a file that begins with these bytes, or one of this name, may hold code: what has no magic number
 * is known by its name (text cubins, PTX, objects of Windows).  Zip files are none of them. */
bool hw_begins_like_code(const uint8_t first[HW_FIRST_BYTES]);
bool hw_is_named_like_code(const char *name, size_t length);

#endif
