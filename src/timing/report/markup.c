/* SPDX-License-Identifier: MIT */
/* See markup.h. */
#include "timing/report/markup.h"

#include "utf8.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static void put_character(FILE *out, uint32_t character)
{
    char bytes[4];

    fwrite(bytes, 1, hw_utf8_put(character, bytes), out);
}

/* Char of XML 1.0, section 2.2. */
static bool is_allowed(uint32_t c)
{
    return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c < 0xd800) || (c >= 0xe000 && c < 0xfffe) ||
           c >= 0x10000;
}

void hw_markup_text(FILE *out, const char *text)
{
    while (*text) {
        const uint32_t c = hw_utf8_next(&text);
        switch (c) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\'': fputs("&#39;", out); break;
        default: put_character(out, is_allowed(c) ? c : 0xfffd); break;
        }
    }
}

void hw_markup_json(FILE *out, const char *text)
{
    fputc('"', out);
    while (*text) {
        const uint32_t c = hw_utf8_next(&text);
        if (c == '"' || c == '\\')
            fputc('\\', out);
        if (c < 0x20 || c == 0x7f)
            fprintf(out, "\\u%04x", c);
        else
            put_character(out, c);
    }
    fputc('"', out);
}

void hw_markup_number(FILE *out, double value)
{
    char text[40];
    char *point;

    if (!isfinite(value))
        value = 0;
    snprintf(text, sizeof text, "%.6g", value);
    if ((point = strchr(text, ',')) != NULL)
        *point = '.';
    fputs(text, out);
}

void hw_markup_count(FILE *out, unsigned long long value)
{
    char text[24];
    const int length = snprintf(text, sizeof text, "%llu", value);

    for (int i = 0; i < length; i++) {
        fputc(text[i], out);
        if (i + 1 < length && (length - i) % 3 == 1)
            put_character(out, 0x2009); /* a thin space */
    }
}
