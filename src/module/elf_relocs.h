/* SPDX-License-Identifier: MIT */
/* Relocations of ELF cubins of sm_20 and later, of either kind, are added to a module. */
#ifndef HW_MODULE_ELF_RELOCS_H
#define HW_MODULE_ELF_RELOCS_H

#include "module/elf_file.h"

/* The relocations that a section holds.  The module's symbols are those of the file. */
hw_status hw_elf_read_relocs(const struct hw_elf_file *file, struct hw_module *module,
                             const struct hw_elf_section *section, struct hw_error *error);

#endif
