/* SPDX-License-Identifier: MIT */
/* See debug_lines.h.  A line program is a list of steps of a machine with an address, a file and a line; some
 * steps give out a row (DWARF Debugging Information Format 4, section 6.2).  The addresses that it begins at
 * are relocated against the function's symbol. */
#include "module/debug_lines.h"

#include "module/module_internal.h"

#include <stdlib.h>
#include <string.h>

#define ROWS_MAX   (1u << 20) /* of a module; more are refused as hostile */
#define FILES_MAX  65536u
#define STARTS_MAX HW_MODULE_ITEMS_MAX /* addresses that are relocated */

enum { STEP_EXTENDED = 0, STEP_COPY, STEP_ADVANCE, STEP_LINE, STEP_FILE, STEP_COLUMN, STEP_STATEMENT };
enum { STEP_BLOCK = 7, STEP_ADD_PC = 8, STEP_FIXED = 9 };
enum { EXTENDED_END = 1, EXTENDED_ADDRESS = 2 };

/* Bytes that are read one after another; beyond their end there are only zeros. */
struct line_bytes {
    const uint8_t *at, *end;
    bool over;
};

static uint8_t byte(struct line_bytes *in)
{
    if (in->at < in->end)
        return *in->at++;
    in->over = true;
    return 0;
}

static uint64_t number(struct line_bytes *in, unsigned bytes)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)byte(in) << 8 * i;
    return value;
}

/* LEB128. */
static uint64_t variable(struct line_bytes *in, bool is_signed)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t one;

    do {
        one = byte(in);
        if (shift < 64)
            value |= (uint64_t)(one & 0x7f) << shift;
        shift += 7;
    } while (one & 0x80 && !in->over);
    if (is_signed && shift < 64 && one & 0x40)
        value |= ~(uint64_t)0 << shift;
    return value;
}

static const char *string(struct line_bytes *in)
{
    const char *text = (const char *)in->at;
    const uint8_t *end = memchr(in->at, 0, (size_t)(in->end - in->at));

    in->over |= !end;
    in->at = end ? end + 1 : in->end;
    return end ? text : "";
}

/* --- a unit: files, and a program --- */

struct line_unit {
    const struct hw_module *module;
    const uint8_t *section; /* where .debug_line begins: relocations count from there */
    struct hw_debug_lines *lines;
    struct line_bytes in;
    size_t first_file; /* of this unit's in lines->file */
    uint8_t step_bytes, line_range, opcode_base;
    int8_t line_base;
    uint8_t operands[256];
    uint32_t *starts; /* addresses that were relocated, of the module */
    bool failed;
};

static void add_file(struct line_unit *unit, const char *folder, const char *name)
{
    struct hw_debug_lines *lines = unit->lines;
    const size_t length = strlen(folder) + strlen(name) + 2;
    char *path = malloc(length);

    if (!path || !hw_module_grow(&lines->file, lines->file_count, sizeof *lines->file)) {
        free(path);
        unit->failed = true;
        return;
    }
    strcpy(path, *name == '/' ? "" : folder);
    if (*path)
        strcat(path, "/");
    strcat(path, name);
    lines->file[lines->file_count++] = path;
}

/* The tables of folders and files. */
static void read_files(struct line_unit *unit)
{
    const char *folder[256] = {""};
    unsigned folders = 1;

    while (unit->in.at < unit->in.end && *unit->in.at) {
        const char *name = string(&unit->in);
        if (folders < 256)
            folder[folders++] = name;
    }
    byte(&unit->in);
    while (unit->in.at < unit->in.end && *unit->in.at && !unit->failed &&
           unit->lines->file_count < FILES_MAX) {
        const char *name = string(&unit->in);
        const uint64_t of = variable(&unit->in, false);
        variable(&unit->in, false); /* time */
        variable(&unit->in, false); /* size */
        add_file(unit, of < folders ? folder[of] : "", name);
    }
}

/* --- the machine --- */

struct line_state {
    const struct hw_section *section;
    uint64_t address, file;
    int64_t line;
};

static void add_row(struct line_unit *unit, const struct line_state *state)
{
    struct hw_debug_lines *lines = unit->lines;
    const uint64_t file = unit->first_file + state->file - 1;
    struct hw_debug_row row = {.section = state->section, .address = state->address};

    if (!state->section || lines->row_count >= ROWS_MAX)
        return;
    if (!hw_module_grow(&lines->row, lines->row_count, sizeof *lines->row)) {
        unit->failed = true;
        return;
    }
    if (state->file && file < lines->file_count && state->line > 0 && state->line < UINT32_MAX) {
        row.file = (uint32_t)file;
        row.line = (uint32_t)state->line;
    }
    lines->row[lines->row_count++] = row;
}

/* The address that a relocation stores at this offset: its section, and *address within it. */
static const struct hw_section *relocated(const struct line_unit *unit, uint64_t *address)
{
    const uint64_t offset = (uint64_t)(unit->in.at - unit->section);

    if ((*unit->starts)++ >= STARTS_MAX)
        return NULL;
    for (size_t i = 0; i < unit->module->reloc_count; i++) {
        const struct hw_reloc *reloc = &unit->module->relocs[i];
        if (reloc->offset != offset || strcmp(reloc->section, ".debug_line") != 0)
            continue;
        const struct hw_symbol *symbol = hw_module_find_symbol(unit->module, reloc->symbol);
        if (!symbol)
            return NULL;
        *address = symbol->value + (reloc->explicit_addend ? (uint64_t)reloc->addend : 0);
        return hw_module_find_section(unit->module, symbol->section);
    }
    return NULL;
}

static void extended(struct line_unit *unit, struct line_state *state)
{
    const uint64_t length = variable(&unit->in, false);
    const uint64_t left = (uint64_t)(unit->in.end - unit->in.at);
    const uint8_t *behind = unit->in.at + (length < left ? length : left);

    if (length) {
        const uint8_t step = byte(&unit->in);
        if (step == EXTENDED_END) {
            state->line = 0;
            add_row(unit, state);
            *state = (struct line_state){.file = 1, .line = 1};
        } else if (step == EXTENDED_ADDRESS) {
            uint64_t base = 0;
            state->section = relocated(unit, &base);
            state->address = base + number(&unit->in, length - 1 == 4 ? 4 : 8);
        }
    }
    unit->in.at = behind;
}

static void step(struct line_unit *unit, struct line_state *state)
{
    const uint8_t opcode = byte(&unit->in);

    if (opcode >= unit->opcode_base) {
        const uint8_t special = opcode - unit->opcode_base;
        state->address += (uint64_t)(special / unit->line_range) * unit->step_bytes;
        state->line += unit->line_base + special % unit->line_range;
        add_row(unit, state);
        return;
    }
    switch (opcode) {
    case STEP_EXTENDED: extended(unit, state); break;
    case STEP_COPY: add_row(unit, state); break;
    case STEP_ADVANCE: state->address += variable(&unit->in, false) * unit->step_bytes; break;
    case STEP_LINE: state->line = (int64_t)((uint64_t)state->line + variable(&unit->in, true)); break;
    case STEP_FILE: state->file = variable(&unit->in, false); break;
    case STEP_STATEMENT:
    case STEP_BLOCK: break;
    case STEP_ADD_PC:
        state->address += (uint64_t)((255 - unit->opcode_base) / unit->line_range) * unit->step_bytes;
        break;
    case STEP_FIXED: state->address += number(&unit->in, 2); break;
    default:
        for (unsigned i = 0; i < unit->operands[opcode]; i++)
            variable(&unit->in, false);
        break;
    }
}

/* A unit from its version on; false: its version is not known, or it is cut off. */
static bool read_unit(struct line_unit *unit)
{
    const unsigned version = (unsigned)number(&unit->in, 2);

    if (version < 2 || version > 4)
        return false;
    const uint64_t header = number(&unit->in, 4);
    if (header > (uint64_t)(unit->in.end - unit->in.at))
        return false;
    const uint8_t *program = unit->in.at + header;
    unit->step_bytes = byte(&unit->in);
    if (version >= 4)
        byte(&unit->in); /* operations of an instruction */
    byte(&unit->in);     /* whether lines begin statements */
    unit->line_base = (int8_t)byte(&unit->in);
    unit->line_range = byte(&unit->in);
    unit->opcode_base = byte(&unit->in);
    if (!unit->line_range || !unit->opcode_base)
        return false;
    for (unsigned i = 1; i < unit->opcode_base; i++)
        unit->operands[i] = byte(&unit->in);
    read_files(unit);
    unit->in.at = program;
    unit->in.over = false;
    struct line_state state = {.file = 1, .line = 1};
    while (unit->in.at < unit->in.end && !unit->failed)
        step(unit, &state);
    return true;
}

/* --- a module --- */

static int compare(const void *left, const void *right)
{
    const struct hw_debug_row *one = left, *other = right;

    if (one->section != other->section)
        return one->section < other->section ? -1 : 1;
    if (one->address != other->address)
        return one->address < other->address ? -1 : 1;
    return one->line == other->line ? 0 : one->line < other->line ? -1 : 1;
}

hw_status hw_debug_lines_read(const struct hw_module *module, struct hw_debug_lines *lines,
                              struct hw_error *error)
{
    const struct hw_section *section = hw_module_find_section(module, ".debug_line");
    struct line_bytes in;
    uint32_t starts = 0;

    *lines = (struct hw_debug_lines){.file = NULL};
    if (!section || !section->data)
        return HW_OK;
    in = (struct line_bytes){.at = section->data, .end = section->data + section->bytes};
    while (in.end - in.at > 4) {
        const uint64_t length = number(&in, 4);
        if (length > (uint64_t)(in.end - in.at))
            break;
        struct line_unit unit = {.module = module,
                                 .section = section->data,
                                 .lines = lines,
                                 .starts = &starts,
                                 .in = {.at = in.at, .end = in.at + length},
                                 .first_file = lines->file_count};
        const bool known = read_unit(&unit);
        if (unit.failed) {
            hw_debug_lines_free(lines);
            return hw_module_no_memory(error);
        }
        if (!known)
            break;
        in.at += length;
    }
    if (lines->row_count)
        qsort(lines->row, lines->row_count, sizeof *lines->row, compare);
    return HW_OK;
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
