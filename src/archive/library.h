/* SPDX-License-Identifier: MIT */
/* Static libraries. */
#ifndef HW_ARCHIVE_LIBRARY_H
#define HW_ARCHIVE_LIBRARY_H

#include "archive/scan.h"

bool hw_scan_is_library(const struct hw_scan *scan);
hw_status hw_scan_library(const struct hw_scan *scan);

#endif
