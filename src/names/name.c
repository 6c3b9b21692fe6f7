/* SPDX-License-Identifier: MIT */
/* Symbols become names, by the language that they are of. */
#include "names/name.h"

#include <halfwarp/names.h>

#include <stdlib.h>
#include <string.h>

typedef bool demangle_function(const char *symbol, size_t length, struct hw_name_text *out,
                               struct hw_name_parts *parts);

/* Names are shown on terminals and in comments of listings, where control characters would do something. */
static bool is_printable(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return false;
    return true;
}

/* Rust's old symbols look like those of C++, and so come first. */
static bool demangle(const char *symbol, size_t length, struct hw_symbol_name *name)
{
    static demangle_function *const languages[] = {hw_rust_demangle_legacy, hw_rust_demangle,
                                                   hw_itanium_demangle};

    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++) {
        struct hw_name_text out = {.text = NULL};
        if (languages[i](symbol, length, &out, &name->parts) && is_printable(out.text)) {
            name->text = out.text;
            return true;
        }
        free(out.text);
    }
    return false;
}

/* The reader of cubins names the second function of a symbol f#2: the number stays behind the name. */
static size_t number_at(const char *symbol, size_t length)
{
    size_t at = length;

    while (at > 0 && symbol[at - 1] >= '0' && symbol[at - 1] <= '9')
        at--;
    return at > 1 && at < length && symbol[at - 1] == '#' ? at - 1 : length;
}

static bool append(struct hw_symbol_name *name, const char *text)
{
    const size_t length = strlen(name->text), more = strlen(text);
    char *longer = realloc(name->text, length + more + 1);

    if (!longer)
        return false;
    memcpy(longer + length, text, more + 1);
    name->text = longer;
    return true;
}

struct hw_symbol_name hw_name_of(const char *symbol)
{
    const size_t length = strlen(symbol), at = number_at(symbol, length);
    struct hw_symbol_name name = {.text = NULL};

    if (length <= HW_NAME_SYMBOL_MAX && demangle(symbol, at, &name)) {
        if (at == length || append(&name, symbol + at))
            return name;
        free(name.text);
        name.text = NULL;
        return name;
    }
    name.text = strdup(symbol);
    name.parts = (struct hw_name_parts){.arguments = length, .name_end = length};
    return name;
}

char *hw_readable_name(const char *symbol)
{
    return hw_name_of(symbol).text;
}
