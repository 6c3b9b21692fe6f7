/* SPDX-License-Identifier: MIT */
/* These readers find fatbins in files of the host: programs, libraries and objects. */
#ifndef HW_ARCHIVE_HOST_FILE_H
#define HW_ARCHIVE_HOST_FILE_H

#include "archive/scan.h"

/* carve.c: fatbins and cubins anywhere in the range, for files without the sections that should hold them. */
hw_status hw_scan_carve(const struct hw_scan *scan);

/* host_elf.c */
hw_status hw_scan_host_elf(const struct hw_scan *scan);
/* Whether a section of this name holds fatbins, and nothing else. */
bool hw_elf_holds_fatbins(const char *section);

/* host_pe.c */
bool hw_scan_is_pe(const struct hw_scan *scan);
bool hw_scan_is_coff(const struct hw_scan *scan);
hw_status hw_scan_pe(const struct hw_scan *scan);
hw_status hw_scan_coff(const struct hw_scan *scan);

#endif
