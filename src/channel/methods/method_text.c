/* SPDX-License-Identifier: MIT */
/* No function of the C library is used for letters and digits, since those look at the locale. */
#include "channel/methods/method_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void hw_method_append(struct method_text *out, const char *format, ...)
{
    const size_t left = out->length < out->size ? out->size - out->length : 0;
    va_list arguments;

    va_start(arguments, format);
    out->length += (size_t)vsnprintf(left ? out->text + out->length : NULL, left, format, arguments);
    va_end(arguments);
}

static char upper(char letter)
{
    return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
}

bool hw_method_same(const char *name, const char *word, size_t length)
{
    if (strlen(name) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (upper(name[i]) != upper(word[i]))
            return false;
    return true;
}

/* Of a digit in any base up to 16; 16: it is none. */
static unsigned digit(char letter)
{
    if (letter >= '0' && letter <= '9')
        return (unsigned)(letter - '0');
    letter = upper(letter);
    return letter >= 'A' && letter <= 'F' ? (unsigned)(letter - 'A') + 10 : 16;
}

bool hw_method_integer(const char *word, size_t length, uint32_t *value)
{
    unsigned base = 10;
    uint64_t sum = 0;

    if (length > 2 && word[0] == '0' && (upper(word[1]) == 'X' || upper(word[1]) == 'B')) {
        base = upper(word[1]) == 'X' ? 16 : 2;
        word += 2;
        length -= 2;
    } else if (length == 0 || (length > 1 && word[0] == '0')) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (digit(word[i]) >= base)
            return false;
        sum = sum * base + digit(word[i]);
        if (sum > UINT32_MAX)
            return false;
    }
    *value = (uint32_t)sum;
    return true;
}
