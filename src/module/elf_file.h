/* SPDX-License-Identifier: MIT */
/* This ELF reader gives the headers, sections, symbols and relocations of both classes, checked so that no
 * reader of a cubin looks outside of the file.  Little-endian, as all cubins are. */
#ifndef HW_MODULE_ELF_FILE_H
#define HW_MODULE_ELF_FILE_H

#include "module/module_internal.h"

#include <gelf.h>

struct hw_elf_section {
    const char *name; /* in the file, always terminated */
    uint32_t type, link, info;
    uint64_t flags, align, entry_bytes, size;
    const uint8_t *data; /* `size` bytes; NULL for a section without contents in the file */
    uint64_t offset;     /* of the contents */
    uint64_t header;     /* offset of its header, for error messages */
    Elf_Scn *scn;        /* libelf's */
};

struct hw_elf_symbol {
    const char *name;
    uint8_t type, binding, other;
    uint32_t section;
    uint64_t value, size;
};

struct hw_elf_file {
    Elf *elf; /* libelf's */
    const uint8_t *bytes;
    size_t length;
    bool wide;
    uint32_t flags;
    uint64_t flags_at;    /* where they stand, for error messages */
    uint64_t program_end; /* where the program headers end, 0 for none */
    uint32_t abi_version, os_abi, version, type;
    struct hw_elf_section *sections;
    uint32_t section_count;
    Elf_Data *symbols; /* libelf's; NULL where there are none */
    const struct hw_elf_section *symbol_section;
    uint32_t symbol_count;
};

/* Check the headers and index the sections of a file for `machine` (EM_NONE: any); hw_elf_close frees the
 * index, also after a failure. */
hw_status hw_elf_open(struct hw_elf_file *file, const uint8_t *bytes, size_t length, uint32_t machine,
                      struct hw_error *error);
void hw_elf_close(struct hw_elf_file *file);

/* Symbol `index` (below symbol_count) of the symbol table. */
hw_status hw_elf_symbol(const struct hw_elf_file *file, uint32_t index, struct hw_elf_symbol *symbol,
                        struct hw_error *error);

/* The relocations of a section of type SHT_REL or SHT_RELA, for gelf_getrel or gelf_getrela, and how many
 * there are. */
hw_status hw_elf_rels(const struct hw_elf_file *file, const struct hw_elf_section *section, Elf_Data **rels,
                      size_t *count, struct hw_error *error);

/* Whether sections of a type have no contents in the file: NVIDIA's relocatable cubins have types of their
 * own for some that are SHT_NOBITS elsewhere. */
bool hw_elf_is_empty(uint32_t type);

/* Fail, naming a byte offset in the file. */
hw_status hw_elf_fail(struct hw_error *error, hw_status status, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
