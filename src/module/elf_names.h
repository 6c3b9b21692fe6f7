/* SPDX-License-Identifier: MIT */
/* Names in a module of sm_20 or later are unique, those in its file need not be: a linker keeps local
 * functions of several files, with their sections, under one name (nvlink does so with its division).  Copies
 * get a number, f#2; it is omitted in writing. */
#ifndef HW_MODULE_ELF_NAMES_H
#define HW_MODULE_ELF_NAMES_H

#include "module/elf_cubin.h"
#include "module/name_index.h"

/* Make the names of a file's sections unique, in place.  Sections that belong to a code or to another section
 * (records, constants, relocations) get the number of that: .nv.info.f#2 is of .text.f#2.  The names live
 * until hw_elf_names_free, which is to be called on failure, too. */
hw_status hw_elf_name_sections(struct hw_elf_file *file, char ***names, struct hw_error *error);
void hw_elf_names_free(const struct hw_elf_file *file, char **names);

/* What a symbol of that name is called in a section whose name is unique: that of a code and that of a
 * section follow the section. */
const char *hw_elf_symbol_name(const char *name, const char *section, unsigned type);

/* Number the symbols that still share a name.  The one of a code keeps it, else the first that other files
 * see, for by this name a host asks. */
hw_status hw_elf_number_symbols(struct hw_module *module, struct hw_error *error);

#endif
