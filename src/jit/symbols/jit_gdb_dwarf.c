/* SPDX-License-Identifier: MIT */
/* See jit_gdb_dwarf.h.  DWARF Debugging Information Format 4; the line table is one of version 2. */
#include "jit/symbols/jit_gdb_dwarf.h"

#include "jit/symbols/jit_code_name.h"
#include "module/dwarf_output.h"

enum { TAG_UNIT = 0x11, TAG_FUNCTION = 0x2e };
enum { AT_NAME = 0x03, AT_LINES = 0x10, AT_LOW_PC = 0x11, AT_HIGH_PC = 0x12, AT_LANGUAGE = 0x13 };
enum { AT_FOLDER = 0x1b, AT_EXTERNAL = 0x3f, AT_LINKAGE_NAME = 0x6e };
enum {
    FORM_ADDRESS = 0x01,
    FORM_2 = 0x05,
    FORM_8 = 0x07,
    FORM_STRING = 0x08,
    FORM_OFFSET = 0x17,
    FORM_PRESENT = 0x19
};
enum { LANGUAGE_CXX = 4 };   /* in which kernels' names are read */
enum { UNIT = 1, FUNCTION }; /* the abbreviations */

/* Which attributes a unit and a function have; a list ends with a pair of zeros. */
static const uint8_t unit_abbreviation[] = {
    UNIT,        TAG_UNIT,    1,         AT_LANGUAGE,  FORM_2,     AT_NAME, FORM_STRING,
    AT_FOLDER,   FORM_STRING, AT_LOW_PC, FORM_ADDRESS, AT_HIGH_PC, FORM_8,  AT_LINES,
    FORM_OFFSET, 0,           0};
static const uint8_t function_abbreviation[] = {FUNCTION,
                                                TAG_FUNCTION,
                                                0,
                                                AT_NAME,
                                                FORM_STRING,
                                                AT_LINKAGE_NAME,
                                                FORM_STRING,
                                                AT_EXTERNAL,
                                                FORM_PRESENT,
                                                AT_LOW_PC,
                                                FORM_ADDRESS,
                                                AT_HIGH_PC,
                                                FORM_8,
                                                0,
                                                0,
                                                0};

static void add_unit(struct hw_buffer *info, const struct hw_jit_loaded *loaded,
                     const struct hw_jit_listing *listing)
{
    hw_dwarf_number(info, 0, 4); /* its length */
    hw_dwarf_number(info, 4, 2); /* version */
    hw_dwarf_number(info, 0, 4); /* where its abbreviations are */
    hw_dwarf_number(info, sizeof(uint64_t), 1);
    hw_dwarf_variable(info, UNIT);
    hw_dwarf_number(info, LANGUAGE_CXX, 2);
    hw_dwarf_text(info, listing->path);
    hw_dwarf_text(info, "/");
    hw_dwarf_number(info, (uint64_t)(uintptr_t)loaded->memory, 8);
    hw_dwarf_number(info, loaded->code_size, 8);
    hw_dwarf_number(info, 0, 4); /* where its lines are */
}

static void add_function(struct hw_buffer *info, const struct hw_jit_loaded *loaded,
                         const struct hw_compile_input *source, const struct hw_jit_symbol *symbol)
{
    char name[HW_JIT_CODE_NAME];

    hw_dwarf_variable(info, FUNCTION);
    hw_jit_code_function(source, symbol->name, name);
    hw_dwarf_text(info, name);
    hw_dwarf_text(info, name);
    hw_dwarf_number(info, (uint64_t)(uintptr_t)loaded->memory + symbol->offset, 8);
    hw_dwarf_number(info, symbol->size, 8);
}

static void add_lines(struct hw_buffer *lines, const struct hw_jit_loaded *loaded,
                      const struct hw_compile_input *source, const struct hw_jit_symbols *symbols,
                      const struct hw_jit_listing *listing)
{
    const uint64_t memory = (uint64_t)(uintptr_t)loaded->memory;
    const char *file = listing->path;
    struct hw_dwarf_line last = HW_DWARF_LINE_FIRST(memory);

    hw_dwarf_line_head(lines, &file, 1);
    hw_dwarf_line_address(lines, memory, sizeof memory);
    for (size_t i = 0; *file && i < symbols->row_count; i++) {
        const struct hw_dwarf_line row = {.address = memory + symbols->row[i].offset,
                                          .file = 1,
                                          .line = hw_jit_listing_line(source->program, &symbols->row[i])};
        hw_dwarf_line_row(lines, &last, &row);
    }
    hw_dwarf_line_end(lines, &last, memory + loaded->code_size);
    hw_dwarf_length(lines, 0);
}

void hw_jit_gdb_dwarf_add(const struct hw_jit_gdb_dwarf *dwarf, const struct hw_jit_loaded *loaded,
                          const struct hw_compile_input *source, const struct hw_jit_symbols *symbols,
                          const struct hw_jit_listing *listing)
{
    hw_buffer_add(dwarf->abbreviations, unit_abbreviation, sizeof unit_abbreviation);
    hw_buffer_add(dwarf->abbreviations, function_abbreviation, sizeof function_abbreviation);
    add_unit(dwarf->info, loaded, listing);
    for (size_t i = 0; i < symbols->symbol_count; i++)
        add_function(dwarf->info, loaded, source, &symbols->symbol[i]);
    hw_dwarf_variable(dwarf->info, 0); /* of the unit's functions */
    hw_dwarf_length(dwarf->info, 0);
    add_lines(dwarf->lines, loaded, source, symbols, listing);
}
