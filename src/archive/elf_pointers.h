/* SPDX-License-Identifier: MIT */
/* The pointers of a program or shared library (64-bit ELF) to a fatbin in it. */
#ifndef HW_ARCHIVE_ELF_POINTERS_H
#define HW_ARCHIVE_ELF_POINTERS_H

#include "archive/scan.h"

#include <elf.h>

struct hw_linked_elf {
    uint8_t *bytes;
    Elf64_Ehdr header;
    const Elf64_Phdr *programs; /* header.e_phnum */
};

/* Make all pointers to the address `from` point to `to`.  How many there were. */
size_t hw_elf_redirect(const struct hw_linked_elf *elf, uint64_t from, uint64_t to);

#endif
