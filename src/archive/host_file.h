/* SPDX-License-Identifier: MIT */
/* These readers find fatbins in files of the host: programs, libraries and objects. */
#ifndef HW_ARCHIVE_HOST_FILE_H
#define HW_ARCHIVE_HOST_FILE_H

#include "archive/scan.h"

/* carve.c: fatbins and cubins anywhere in the range, for files without the sections that should hold them. */
hw_status hw_scan_carve(const struct hw_scan *scan);

/* host_elf.c */
hw_status hw_scan_host_elf(const struct hw_scan *scan);
struct hw_elf_file;
struct hw_elf_section;
/* The section for fatbins that a whole one is in; NULL: it is in none of these. */
const struct hw_elf_section *hw_elf_fatbin_section(const struct hw_elf_file *file, uint64_t fatbin,
                                                   uint64_t bytes);

/* host_pe.c */
bool hw_scan_is_pe(const struct hw_scan *scan);
bool hw_scan_is_coff(const struct hw_scan *scan);
hw_status hw_scan_pe(const struct hw_scan *scan);
hw_status hw_scan_coff(const struct hw_scan *scan);

#endif
