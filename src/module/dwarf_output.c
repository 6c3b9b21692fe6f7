/* SPDX-License-Identifier: MIT */
/* See dwarf_output.h.  Rows are made of the standard steps alone: sections stay small, for code is. */
#include "module/dwarf_output.h"

#include <string.h>

enum { STEP_COPY = 1, STEP_ADVANCE, STEP_LINE, STEP_FILE };
enum { EXTENDED = 0, EXTENDED_END = 1, EXTENDED_ADDRESS = 2 };
enum { LINE_BASE = 1, LINE_RANGE = 1, OPCODE_BASE = 10 };

void hw_dwarf_number(struct hw_buffer *out, uint64_t value, unsigned bytes)
{
    uint8_t little[8];

    for (unsigned i = 0; i < bytes; i++)
        little[i] = (uint8_t)(value >> 8 * i);
    hw_buffer_add(out, little, bytes);
}

void hw_dwarf_variable(struct hw_buffer *out, uint64_t value)
{
    for (; value > 0x7f; value >>= 7)
        hw_dwarf_number(out, (value & 0x7f) | 0x80, 1);
    hw_dwarf_number(out, value, 1);
}

static void put_signed(struct hw_buffer *out, int64_t value)
{
    while (value > 0x3f || value < -0x40) {
        hw_dwarf_number(out, ((uint64_t)value & 0x7f) | 0x80, 1);
        value >>= 7;
    }
    hw_dwarf_number(out, (uint64_t)value & 0x7f, 1);
}

void hw_dwarf_text(struct hw_buffer *out, const char *text)
{
    hw_buffer_add(out, text, strlen(text) + 1);
}

void hw_dwarf_length(struct hw_buffer *out, size_t at)
{
    if (!out->failed)
        hw_put32(out->bytes + at, (uint32_t)(out->length - at - 4));
}

void hw_dwarf_line_head(struct hw_buffer *out, const char *const *file, size_t files)
{
    static const uint8_t operands[OPCODE_BASE - 1] = {0, 1, 1, 1, 1, 0, 0, 0, 1};

    hw_dwarf_number(out, 0, 4);
    hw_dwarf_number(out, 2, 2);
    const size_t header = out->length;
    hw_dwarf_number(out, 0, 4);
    hw_dwarf_number(out, 1, 1); /* bytes of a step */
    hw_dwarf_number(out, 1, 1); /* rows begin statements */
    hw_dwarf_number(out, LINE_BASE, 1);
    hw_dwarf_number(out, LINE_RANGE, 1);
    hw_dwarf_number(out, OPCODE_BASE, 1);
    for (unsigned i = 0; i < sizeof operands; i++)
        hw_dwarf_number(out, operands[i], 1);
    hw_dwarf_number(out, 0, 1); /* no folders: names have theirs */
    for (size_t i = 0; i < files; i++) {
        hw_dwarf_text(out, file[i]);
        hw_dwarf_number(out, 0, 3); /* folder, time, size */
    }
    hw_dwarf_number(out, 0, 1);
    hw_dwarf_length(out, header);
}

void hw_dwarf_line_address(struct hw_buffer *out, uint64_t address, unsigned bytes)
{
    hw_dwarf_number(out, EXTENDED, 1);
    hw_dwarf_variable(out, bytes + 1);
    hw_dwarf_number(out, EXTENDED_ADDRESS, 1);
    hw_dwarf_number(out, address, bytes);
}

void hw_dwarf_line_row(struct hw_buffer *out, struct hw_dwarf_line *last, const struct hw_dwarf_line *row)
{
    if (row->file != last->file) {
        hw_dwarf_number(out, STEP_FILE, 1);
        hw_dwarf_variable(out, row->file);
    }
    hw_dwarf_number(out, STEP_LINE, 1);
    put_signed(out, (int64_t)row->line - last->line);
    hw_dwarf_number(out, STEP_ADVANCE, 1);
    hw_dwarf_variable(out, row->address - last->address);
    hw_dwarf_number(out, STEP_COPY, 1);
    *last = *row;
}

void hw_dwarf_line_end(struct hw_buffer *out, const struct hw_dwarf_line *last, uint64_t address)
{
    hw_dwarf_number(out, STEP_ADVANCE, 1);
    hw_dwarf_variable(out, address - last->address);
    hw_dwarf_number(out, EXTENDED, 1);
    hw_dwarf_variable(out, 1);
    hw_dwarf_number(out, EXTENDED_END, 1);
}
