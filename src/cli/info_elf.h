/* SPDX-License-Identifier: MIT */
/* Dumps of an ELF cubin: what cuobjdump -elf and -symbols, or readelf, show of it. */
#ifndef HW_CLI_INFO_ELF_H
#define HW_CLI_INFO_ELF_H

#include <halfwarp/status.h>

#include <stddef.h>
#include <stdint.h>

struct hw_elf_file;

/* Print headers, sections, segments, symbols, records of .nv.info and relocations; or the symbols alone.
 * Errors: HW_ERR_UNSUPPORTED for a text cubin, which is no ELF file, HW_ERR_FORMAT for a damaged one. */
hw_status hw_info_elf(const uint8_t *data, size_t size, struct hw_error *error);
hw_status hw_info_symbols(const uint8_t *data, size_t size, struct hw_error *error);

/* --- info_elf_names.c: ELF's numbers by name --- */

#define HW_ELF_NAME 32 /* characters that hold any */
const char *hw_elf_section_type(uint32_t type, char text[HW_ELF_NAME]);
const char *hw_elf_symbol_type(unsigned type, char text[HW_ELF_NAME]);
const char *hw_elf_binding(unsigned binding, char text[HW_ELF_NAME]);
/* `other` of a symbol: its visibility, and what NVIDIA says beside it. */
const char *hw_elf_visibility(unsigned other);
const char *hw_elf_other(unsigned other, char text[HW_ELF_NAME]);

/* --- info_records.c --- */
/* The records of all sections of .nv.info, attributes by name. */
void hw_info_records(const struct hw_elf_file *file);

#endif
