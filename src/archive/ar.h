/* SPDX-License-Identifier: MIT */
/* A static library is an `ar` file of objects. */
#ifndef HW_ARCHIVE_AR_H
#define HW_ARCHIVE_AR_H

#include "archive/scan.h"

bool hw_scan_is_ar(const struct hw_scan *scan);
hw_status hw_scan_ar(const struct hw_scan *scan);

#endif
