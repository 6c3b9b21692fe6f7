/* SPDX-License-Identifier: MIT */
/* These functions write the parts of directives: strings, names, data. */
#include "listing/write.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

void hw_write_string(struct hw_buffer *out, const char *text)
{
    hw_buffer_add(out, "\"", 1);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            hw_buffer_printf(out, "\\%c", *text);
        else if (isprint((unsigned char)*text))
            hw_buffer_add(out, text, 1);
        else
            hw_buffer_printf(out, "\\%03o", (unsigned char)*text);
    }
    hw_buffer_add(out, "\"", 1);
}

/* Names of these characters alone need no quotes. */
static bool is_plain(const char *name)
{
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("_.$@", *c))
            return false;
    return *name != '\0';
}

void hw_write_name(struct hw_buffer *out, const char *name)
{
    if (is_plain(name))
        hw_buffer_add(out, name, strlen(name));
    else
        hw_write_string(out, name);
}

void hw_write_data(struct hw_buffer *out, const uint8_t *data, size_t bytes)
{
    size_t at = 0;
    for (; at + 4 <= bytes; at += 4)
        hw_buffer_printf(out, "%s0x%08" PRIx32 "%s", at % 16 ? ", " : "        .u32 ", hw_get32(data + at),
                         at % 16 == 12 || at + 8 > bytes ? "\n" : "");
    for (size_t first = at; at < bytes; at++)
        hw_buffer_printf(out, "%s0x%02x%s", at > first ? ", " : "        .u8 ", data[at],
                         at + 1 == bytes ? "\n" : "");
}

void hw_write_named(struct hw_buffer *out, const char *directive, const char *name)
{
    hw_buffer_printf(out, "%s ", directive);
    hw_write_name(out, name);
}
