/* SPDX-License-Identifier: MIT */
/* The ELF writer's image is an ELF file being built: sections and symbols are added in any order, contents
 * filled in later, and hw_elf_image_finish has libelf lay all of it out. */
#ifndef HW_MODULE_ELF_IMAGE_H
#define HW_MODULE_ELF_IMAGE_H

#include "module/elf_file.h"
#include "module/name_index.h"

struct hw_elf_image_section {
    uint32_t name; /* offset in the section name table */
    uint32_t type, link, info;
    uint64_t flags, align, entry_bytes;
    uint64_t size;         /* of a section without contents */
    struct hw_buffer data; /* bytes; GElf_Sym, GElf_Rel or GElf_Rela structures where `records` says so */
    Elf_Type records;      /* ELF_T_BYTE, ELF_T_SYM, ELF_T_REL or ELF_T_RELA */
};

struct hw_elf_image {
    bool wide;
    struct hw_elf_image_section *sections;
    uint32_t section_count;
    uint32_t symbol_count, local_count;
    struct hw_name_index strings;        /* those that the string table began with: their offsets */
    uint8_t *first_strings;              /* and the table that they are in */
    struct hw_elf_image_section nowhere; /* stands in for a section that could not be added */
    bool failed;                         /* out of memory, or more sections than ELF can number */
};

/* Indices of the sections that every image begins with. */
enum { HW_ELF_NAMES = 1, HW_ELF_STRINGS = 2, HW_ELF_SYMBOLS = 3 };

/* The index of the section of that name, if it is one of these; 0 for others. */
uint32_t hw_elf_image_own(const char *name);

void hw_elf_image_start(struct hw_elf_image *image, bool wide);
void hw_elf_image_free(struct hw_elf_image *image);

/* Add a section named prefix + suffix; the pointer is good until the next one is added. */
struct hw_elf_image_section *hw_elf_image_section(struct hw_elf_image *image, const char *prefix,
                                                  const char *suffix, uint32_t type, uint64_t flags,
                                                  uint64_t align);

/* HW_ERR_NO_MEMORY or HW_ERR_RANGE once something did not fit in. */
hw_status hw_elf_image_check(const struct hw_elf_image *image, struct hw_error *error);

/* Begin the string table, before any symbol is added, with one that ends on a NUL.  False when out of
 * memory. */
bool hw_elf_image_strings(struct hw_elf_image *image, const uint8_t *table, size_t bytes);

/* Add a symbol and return its index.  ELF wants global ones (STB_GLOBAL) behind all others, but NVIDIA's own
 * cubins do not always have them so; what the table says of it is where the last of the others ends. */
uint32_t hw_elf_image_symbol(struct hw_elf_image *image, const struct hw_elf_symbol *symbol);

/* Append a relocation to section `index`, whose records are to be relocations (ELF_T_REL, or ELF_T_RELA,
 * which has the addend too). */
void hw_elf_image_rel(struct hw_elf_image *image, uint32_t index, uint64_t offset, uint32_t symbol,
                      uint32_t type, int64_t addend);

/* What the ELF header says that cubins differ in. */
struct hw_elf_header {
    uint32_t flags, version;
    uint16_t type;
    uint8_t os_abi, abi_version;
};

/* The whole file: header, all contents, section headers. */
hw_status hw_elf_image_finish(struct hw_elf_image *image, const struct hw_elf_header *header,
                              struct hw_buffer *out, struct hw_error *error);

#endif
