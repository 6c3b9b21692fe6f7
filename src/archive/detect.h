/* SPDX-License-Identifier: MIT */
/* File kind detection recognises any file that is no library, and lists its entries. */
#ifndef HW_ARCHIVE_DETECT_H
#define HW_ARCHIVE_DETECT_H

#include "archive/scan.h"

enum hw_archive_kind hw_scan_kind(const struct hw_scan *scan);
hw_status hw_scan_file(const struct hw_scan *scan, enum hw_archive_kind kind);

#endif
