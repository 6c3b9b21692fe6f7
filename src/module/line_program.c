/* SPDX-License-Identifier: MIT */
/* The reader of line tables executes each unit's line program (DWARF Debugging Information Format 4, section
 * 6.2). */
#include "module/line_program.h"

#include <string.h>

enum { STEP_EXTENDED = 0, STEP_COPY, STEP_ADVANCE, STEP_LINE, STEP_FILE, STEP_COLUMN, STEP_STATEMENT };
enum { STEP_BLOCK = 7, STEP_ADD_PC = 8, STEP_FIXED = 9 };
enum { EXTENDED_END = 1, EXTENDED_ADDRESS = 2, EXTENDED_INLINED = 0x90 };

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
    const struct hw_line_reader *reader;
    struct line_bytes in;
    uint8_t step_bytes, line_range, opcode_base;
    int8_t line_base;
    uint8_t operands[256];
    bool ended; /* by the reader */
};

/* The tables of folders and files. */
static void read_files(struct line_unit *unit)
{
    const struct hw_line_reader *reader = unit->reader;
    const char *folder[256] = {""};
    unsigned folders = 1;

    if (reader->unit)
        reader->unit(reader->context);
    while (unit->in.at < unit->in.end && *unit->in.at) {
        const char *name = string(&unit->in);
        if (folders < 256)
            folder[folders++] = name;
    }
    byte(&unit->in);
    while (unit->in.at < unit->in.end && *unit->in.at && !unit->ended) {
        const char *name = string(&unit->in);
        const uint64_t of = variable(&unit->in, false);
        variable(&unit->in, false); /* time */
        variable(&unit->in, false); /* size */
        if (reader->file)
            unit->ended = !reader->file(reader->context, of < folders ? folder[of] : "", name);
    }
}

/* --- the machine --- */

static void give_row(struct line_unit *unit, const struct hw_line_state *state)
{
    unit->ended |= !unit->reader->row(unit->reader->context, state);
}

static void extended(struct line_unit *unit, struct hw_line_state *state)
{
    const uint64_t length = variable(&unit->in, false);
    const uint64_t left = (uint64_t)(unit->in.end - unit->in.at);
    const uint8_t *behind = unit->in.at + (length < left ? length : left);

    if (length) {
        const uint8_t step = byte(&unit->in);
        if (step == EXTENDED_END) {
            state->is_end = true;
            give_row(unit, state);
            *state = (struct hw_line_state){.file = 1, .line = 1};
        } else if (step == EXTENDED_ADDRESS) {
            uint64_t base = 0;
            unit->ended |= !unit->reader->address(unit->reader->context, unit->in.at, &base);
            state->address = base + number(&unit->in, length - 1 == 4 ? 4 : 8);
        } else if (step == EXTENDED_INLINED) { /* NVIDIA's; the function's name follows */
            state->context = variable(&unit->in, false);
        }
    }
    unit->in.at = behind;
}

static void step(struct line_unit *unit, struct hw_line_state *state)
{
    const uint8_t opcode = byte(&unit->in);

    if (opcode >= unit->opcode_base) {
        const uint8_t special = opcode - unit->opcode_base;
        state->address += (uint64_t)(special / unit->line_range) * unit->step_bytes;
        state->line += unit->line_base + special % unit->line_range;
        give_row(unit, state);
        return;
    }
    switch (opcode) {
    case STEP_EXTENDED: extended(unit, state); break;
    case STEP_COPY: give_row(unit, state); break;
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
    struct hw_line_state state = {.file = 1, .line = 1};
    while (unit->in.at < unit->in.end && !unit->ended)
        step(unit, &state);
    return true;
}

bool hw_line_table_read(const struct hw_line_reader *reader, const uint8_t *data, size_t size)
{
    struct line_bytes in = {.at = data, .end = data + size};

    while (in.end - in.at > 4) {
        const uint64_t length = number(&in, 4);
        if (length > (uint64_t)(in.end - in.at))
            break;
        struct line_unit unit = {.reader = reader, .in = {.at = in.at, .end = in.at + length}};
        const bool known = read_unit(&unit);
        if (unit.ended)
            return false;
        if (!known)
            break;
        in.at += length;
    }
    return true;
}
