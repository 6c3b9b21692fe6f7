/* SPDX-License-Identifier: MIT */
/* A cubin or PTX file of its own is a container of one entry. */
#ifndef HW_ARCHIVE_CUBIN_H
#define HW_ARCHIVE_CUBIN_H

#include "archive/scan.h"

bool hw_scan_is_elf(const struct hw_scan *scan);
bool hw_scan_is_cubin(const struct hw_scan *scan);
bool hw_scan_is_ptx(const struct hw_scan *scan);
/* How many bytes an ELF cubin has that begins there, by its headers; 0 where it is not whole. */
uint64_t hw_cubin_length(const uint8_t *bytes, size_t room);
/* Whether an ELF cubin has a capsule, .nv.capmerc. */
bool hw_cubin_has_capsule(const uint8_t *bytes, size_t size);

hw_status hw_scan_cubin(const struct hw_scan *scan);
hw_status hw_scan_ptx(const struct hw_scan *scan);

#endif
