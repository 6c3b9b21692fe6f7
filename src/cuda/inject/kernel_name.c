/* SPDX-License-Identifier: MIT */
/* See kernel_name.h. */
#include "cuda/inject/kernel_name.h"

#include <string.h>

static bool is(const char *word, size_t length, const char *start, const char *end)
{
    return (size_t)(end - start) == length && memcmp(word, start, length) == 0;
}

/* The first, or the last, of some letters that is not within <> or (); NULL: there is none. */
static const char *outside(const char *from, const char *end, char letter, bool last)
{
    const char *found = NULL;
    int depth = 0;

    for (; from < end && (last || !found); from++) {
        if (depth == 0 && *from == letter)
            found = from;
        depth += (strchr("<(", *from) != NULL) - (strchr(">)", *from) != NULL);
    }
    return found;
}

bool hw_inject_is_kernel(const char *word, size_t length, const char *symbol, const char *readable)
{
    const char *end = readable + strlen(readable);
    const char *parameters = outside(readable, end, '(', true), *name_end = parameters ? parameters : end;
    const char *blank = outside(readable, name_end, ' ', true); /* behind the result, which templates have */
    const char *name = blank ? blank + 1 : readable;
    const char *colon = outside(name, name_end, ':', true); /* behind the namespaces */
    const char *plain = colon ? colon + 1 : name;
    const char *arguments = outside(plain, name_end, '<', true),
               *plain_end = arguments ? arguments : name_end;

    return is(word, length, symbol, symbol + strlen(symbol)) || is(word, length, readable, end) ||
           is(word, length, name, end) || is(word, length, name, name_end) ||
           is(word, length, name, plain_end) || is(word, length, plain, name_end) ||
           is(word, length, plain, plain_end);
}
