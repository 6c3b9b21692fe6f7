/* SPDX-License-Identifier: MIT */
/* See wrap.h. */
#include "cli/wrap.h"

#include <string.h>

/* The characters up to the next place where a line may end. */
static size_t piece_length(const char *text)
{
    int depth = 0;
    size_t length = 0;

    for (; text[length] && text[length] != '\n' && (depth > 0 || text[length] != ' '); length++)
        depth += (text[length] == '[') - (text[length] == ']');
    return length;
}

/* Columns that characters of UTF-8 take. */
static unsigned columns_of(const char *text, size_t length)
{
    unsigned columns = 0;

    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

void hw_wrap(FILE *to, const char *text, unsigned column, unsigned indent)
{
    unsigned blanks = 0; /* before the next piece */

    while (*text) {
        const size_t length = piece_length(text);
        if (column > indent && column + blanks + columns_of(text, length) > HW_PAGE_WIDTH) {
            fprintf(to, "\n%*s", (int)indent, "");
            column = indent;
            blanks = 0;
        }
        fprintf(to, "%*s%.*s", (int)blanks, "", (int)length, text);
        column += blanks + columns_of(text, length);
        text += length;
        blanks = (unsigned)strspn(text, " ");
        text += blanks;
        if (*text == '\n') {
            text++;
            fprintf(to, "\n%*s", (int)(*text ? indent : 0), "");
            column = indent;
            blanks = 0;
        }
    }
    fputc('\n', to);
}
