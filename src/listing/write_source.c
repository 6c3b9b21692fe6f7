/* SPDX-License-Identifier: MIT */
/* See write_source.h. */
#include "listing/write_source.h"

#include <inttypes.h>
#include <string.h>

/* Calls that are inlined into each other: more are a circle, which no compiler writes. */
enum { DEPTH_MAX = 256 };

static void put_line_of(struct hw_buffer *out, const struct hw_debug_lines *lines,
                        const struct hw_debug_row *row)
{
    hw_buffer_printf(out, "%s:%" PRIu32, row->line ? lines->file[row->file] : "?", row->line);
}

static const struct hw_debug_row *caller_of(const struct hw_debug_lines *lines,
                                            const struct hw_debug_row *row)
{
    return row->caller == HW_NO_CALLER ? NULL : &lines->row[row->caller];
}

/* The text of a line of PTX: the section of that name has the lines, each with a NUL at its end. */
static void put_ptx(struct hw_buffer *out, const struct hw_module *module, const char *name, uint32_t line)
{
    const struct hw_section *section = hw_module_find_section(module, name);
    const uint8_t *at = section ? section->data : NULL, *end = at ? at + section->bytes : NULL;

    while (at && at < end && --line) {
        const uint8_t *nul = memchr(at, 0, (size_t)(end - at));
        at = nul ? nul + 1 : end;
    }
    if (at && at < end)
        hw_buffer_printf(out, "  %.*s", (int)strnlen((const char *)at, (size_t)(end - at)), (const char *)at);
}

void hw_write_source(struct hw_buffer *out, const struct hw_module *module,
                     const struct hw_debug_lines *lines, const struct hw_debug_row *row, int form)
{
    for (unsigned depth = 0; row && depth < DEPTH_MAX; depth++) {
        const struct hw_debug_row *caller = form == HW_LINES_INLINED ? caller_of(lines, row) : NULL;
        hw_buffer_printf(out, "        // ");
        if (form == HW_LINES_PTX && row->line) {
            hw_buffer_printf(out, "PTX %" PRIu32, row->line);
            put_ptx(out, module, lines->file[row->file], row->line);
        } else {
            put_line_of(out, lines, row);
        }
        if (caller) {
            hw_buffer_printf(out, " inlined at ");
            put_line_of(out, lines, caller);
        }
        hw_buffer_add(out, "\n", 1);
        row = caller;
    }
}
