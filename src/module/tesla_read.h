/* SPDX-License-Identifier: MIT */
/* The reader of sm_1x has two halves: tesla_read.c makes a declaration of each symbol, tesla_sections.c fills
 * the declarations with the contents of sections. */
#ifndef HW_MODULE_TESLA_READ_H
#define HW_MODULE_TESLA_READ_H

#include "module/elf_cubin.h"
#include "module/name_index.h"

/* A relocation of a constant bank, in a list by symbol. */
struct hw_tesla_address {
    uint32_t bank, offset, addend;
    uint32_t next; /* index + 1 of the next with the same symbol, 0 at the end */
    bool taken;
};

struct hw_tesla_reader {
    const struct hw_elf_file *file;
    struct hw_module *module;
    struct hw_kernel **kernels;     /* by section: the kernel whose code it holds */
    bool *known;                    /* by section: nothing foreign */
    uint32_t banks[HW_CONST_BANKS]; /* the section of each bank's module constants, or 0 */
    uint64_t const_bytes;           /* of all module constants: symbols that overlap could claim anything */
    struct hw_name_index items;     /* those that have symbols, for the records that name them */
    struct hw_tesla_address *addresses;
    size_t address_count;
    uint32_t *first_address; /* by symbol: index + 1 into addresses */
    struct hw_error *error;
};

/* Take in all sections: those of kernels, records, the note; what is foreign is kept as it is. */
hw_status hw_tesla_read_sections(struct hw_tesla_reader *reader);

#endif
