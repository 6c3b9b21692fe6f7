/* SPDX-License-Identifier: MIT */
/* A section of DWARF is written: numbers, text, and the parts of a line table of version 2 (DWARF Debugging
 * Information Format 2, section 6.2). */
#ifndef HW_MODULE_DWARF_OUTPUT_H
#define HW_MODULE_DWARF_OUTPUT_H

#include "module/module_internal.h"

/* A number of so many bytes, at most 8. */
void hw_dwarf_number(struct hw_buffer *out, uint64_t value, unsigned bytes);
/* LEB128. */
void hw_dwarf_variable(struct hw_buffer *out, uint64_t value);
void hw_dwarf_text(struct hw_buffer *out, const char *text);
/* Fill a length of four bytes in, when what it counts is there. */
void hw_dwarf_length(struct hw_buffer *out, size_t at);

/* The head of a unit of a line table, whose first four bytes get the unit's length at the end. */
void hw_dwarf_line_head(struct hw_buffer *out, const char *const *file, size_t files);

/* A row, and what a sequence begins with: HW_DWARF_LINE_FIRST and its address.  Rows ascend by address. */
struct hw_dwarf_line {
    uint64_t address;
    uint32_t file, line; /* files from 1 on */
};
#define HW_DWARF_LINE_FIRST(from) ((struct hw_dwarf_line){.address = (from), .file = 1, .line = 1})

void hw_dwarf_line_address(struct hw_buffer *out, uint64_t address, unsigned bytes);
void hw_dwarf_line_row(struct hw_buffer *out, struct hw_dwarf_line *last, const struct hw_dwarf_line *row);
/* The sequence ends in front of an address. */
void hw_dwarf_line_end(struct hw_buffer *out, const struct hw_dwarf_line *last, uint64_t address);

#endif
