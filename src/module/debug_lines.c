/* SPDX-License-Identifier: MIT */
/* See debug_lines.h.  The addresses that a sequence begins at are relocated against the function's symbol. */
#include "module/debug_lines.h"

#include "module/line_program.h"
#include "module/module_internal.h"

#include <stdlib.h>
#include <string.h>

#define ROWS_MAX   (1u << 20) /* of a module; more are refused as hostile */
#define FILES_MAX  65536u
#define STARTS_MAX HW_MODULE_ITEMS_MAX /* addresses that are relocated */

/* The table of a module, while it is read. */
struct line_table {
    const struct hw_module *module;
    const uint8_t *data; /* of the section: relocations count from there */
    struct hw_debug_lines *lines;
    const struct hw_section *section; /* of the sequence at hand; NULL: it is not known */
    size_t first_file;                /* of the unit at hand, in lines->file */
    uint32_t starts;                  /* addresses that were relocated */
    size_t first_row;                 /* of the sequence at hand, in lines->row */
    const char *name;                 /* of the section */
    const char *unnamed;              /* the file of rows that name none (number 0); NULL: unknown */
    size_t unnamed_file;              /* its number in lines->file and 1, once a row had it */
};

static void begin_unit(void *context)
{
    struct line_table *table = context;

    table->first_file = table->lines->file_count;
}

static bool add_file(void *context, const char *folder, const char *name)
{
    struct hw_debug_lines *lines = ((struct line_table *)context)->lines;
    const size_t length = strlen(folder) + strlen(name) + 2;

    if (lines->file_count >= FILES_MAX)
        return true;
    char *path = malloc(length);
    if (!path || !hw_module_grow(&lines->file, lines->file_count, sizeof *lines->file)) {
        free(path);
        return false;
    }
    strcpy(path, *name == '/' ? "" : folder);
    if (*path)
        strcat(path, "/");
    strcat(path, name);
    lines->file[lines->file_count++] = path;
    return true;
}

/* The number of a row's file in lines->file; UINT64_MAX: it is not known. */
static bool find_file(struct line_table *table, const struct hw_line_state *state, uint64_t *file)
{
    *file = state->file ? table->first_file + state->file - 1 : UINT64_MAX;
    if (state->file || !table->unnamed || table->lines->file_count >= FILES_MAX)
        return true;
    if (!table->unnamed_file) {
        if (!add_file(table, "", table->unnamed))
            return false;
        table->unnamed_file = table->lines->file_count;
    }
    *file = table->unnamed_file - 1;
    return true;
}

static bool add_row(void *context, const struct hw_line_state *state)
{
    struct line_table *table = context;
    struct hw_debug_lines *lines = table->lines;
    uint64_t file;
    struct hw_debug_row row = {.section = table->section,
                               .address = state->address,
                               .order = (uint32_t)lines->row_count,
                               .caller = HW_NO_CALLER};

    if (!table->section || lines->row_count >= ROWS_MAX)
        return true;
    if (!hw_module_grow(&lines->row, lines->row_count, sizeof *lines->row) || !find_file(table, state, &file))
        return false;
    if (!state->is_end && file < lines->file_count && state->line > 0 && state->line < UINT32_MAX) {
        row.file = (uint32_t)file;
        row.line = (uint32_t)state->line;
    }
    if (state->context && state->context <= lines->row_count - table->first_row)
        row.caller = (uint32_t)(table->first_row + state->context - 1);
    lines->row[lines->row_count++] = row;
    if (state->is_end) {
        table->section = NULL;
        table->first_row = lines->row_count;
    }
    return true;
}

/* The address that a relocation stores: its section, and *address within it. */
static const struct hw_section *relocated(struct line_table *table, uint64_t offset, uint64_t *address)
{
    const struct hw_module *module = table->module;

    if (table->starts++ >= STARTS_MAX)
        return NULL;
    for (size_t i = 0; i < module->reloc_count; i++) {
        const struct hw_reloc *reloc = &module->relocs[i];
        if (reloc->offset != offset || strcmp(reloc->section, table->name) != 0)
            continue;
        const struct hw_symbol *symbol = hw_module_find_symbol(module, reloc->symbol);
        if (!symbol)
            return NULL;
        *address = symbol->value + (reloc->explicit_addend ? (uint64_t)reloc->addend : 0);
        return hw_module_find_section(module, symbol->section);
    }
    return NULL;
}

static bool begin_sequence(void *context, const uint8_t *at, uint64_t *address)
{
    struct line_table *table = context;

    table->section = relocated(table, (uint64_t)(at - table->data), address);
    return true;
}

/* By address, and rows of one address as the table has them; but what ends a sequence stands before what
 * begins another there. */
static int compare(const void *left, const void *right)
{
    const struct hw_debug_row *one = left, *other = right;

    if (one->section != other->section)
        return one->section < other->section ? -1 : 1;
    if (one->address != other->address)
        return one->address < other->address ? -1 : 1;
    if (!one->line != !other->line)
        return one->line ? 1 : -1;
    return one->order < other->order ? -1 : one->order > other->order;
}

/* Sort the rows; callers, which were numbers in the table's order, become indices. */
static bool sort_rows(struct hw_debug_lines *lines)
{
    uint32_t *index = malloc((lines->row_count + 1) * sizeof *index);

    if (!index)
        return false;
    if (lines->row_count)
        qsort(lines->row, lines->row_count, sizeof *lines->row, compare);
    for (size_t i = 0; i < lines->row_count; i++)
        index[lines->row[i].order] = (uint32_t)i;
    for (size_t i = 0; i < lines->row_count; i++)
        if (lines->row[i].caller != HW_NO_CALLER)
            lines->row[i].caller = index[lines->row[i].caller];
    free(index);
    return true;
}

hw_status hw_debug_table_read(const struct hw_module *module, enum hw_debug_table which,
                              struct hw_debug_lines *lines, struct hw_error *error)
{
    const char *name = which == HW_DEBUG_PTX ? ".nv_debug_line_sass" : ".debug_line";
    const struct hw_section *section = hw_module_find_section(module, name);

    *lines = (struct hw_debug_lines){.file = NULL};
    if (!section || !section->data)
        return HW_OK;
    struct line_table table = {.module = module, .data = section->data, .lines = lines, .name = name};
    if (which == HW_DEBUG_PTX) /* CUDA 13 has no table of files there */
        table.unnamed = ".nv_debug_ptx_txt";
    const struct hw_line_reader reader = {
        .context = &table, .address = begin_sequence, .row = add_row, .unit = begin_unit, .file = add_file};
    if (!hw_line_table_read(&reader, section->data, section->bytes) || !sort_rows(lines)) {
        hw_debug_lines_free(lines);
        return hw_module_no_memory(error);
    }
    return HW_OK;
}

hw_status hw_debug_lines_read(const struct hw_module *module, struct hw_debug_lines *lines,
                              struct hw_error *error)
{
    return hw_debug_table_read(module, HW_DEBUG_SOURCE, lines, error);
}

void hw_debug_lines_free(struct hw_debug_lines *lines)
{
    for (size_t i = 0; i < lines->file_count; i++)
        free(lines->file[i]);
    free(lines->file);
    free(lines->row);
    *lines = (struct hw_debug_lines){.file = NULL};
}

const struct hw_debug_row *hw_debug_lines_find(const struct hw_debug_lines *lines,
                                               const struct hw_section *section, uint64_t address)
{
    size_t low = 0, high = lines->row_count;

    while (low < high) { /* the first row behind the address */
        const size_t middle = low + (high - low) / 2;
        const struct hw_debug_row *row = &lines->row[middle];
        if (row->section < section || (row->section == section && row->address <= address))
            low = middle + 1;
        else
            high = middle;
    }
    return low && lines->row[low - 1].section == section && lines->row[low - 1].line ? &lines->row[low - 1]
                                                                                     : NULL;
}

const char *hw_debug_lines_source(const struct hw_debug_lines *lines, const struct hw_section *section,
                                  uint64_t address, uint32_t *line)
{
    const struct hw_debug_row *row = hw_debug_lines_find(lines, section, address);

    if (!row)
        return NULL;
    *line = row->line;
    return lines->file[row->file];
}
