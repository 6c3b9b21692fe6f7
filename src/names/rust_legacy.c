/* SPDX-License-Identifier: MIT */
/* Rust's symbols before v0: those of C++ with nested names, the last of which is a hash, and with escapes for
 * what C++ has no characters for (rustc's `legacy` mangling). */
#include "names/demangle.h"

#include <ctype.h>
#include <string.h>

enum { HASH = 17 }; /* h and 16 digits */

/* $LT$ and its like; where it ends, or NULL. */
static const char *put_escape(struct hw_name_text *out, const char *at, const char *end)
{
    static const struct {
        const char *code, *text;
    } escapes[] = {{"$SP$", "@"}, {"$BP$", "*"}, {"$RF$", "&"}, {"$LT$", "<"},
                   {"$GT$", ">"}, {"$LP$", "("}, {"$RP$", ")"}, {"$C$", ","}};
    unsigned code = 0;

    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++) {
        const size_t length = strlen(escapes[i].code);
        if ((size_t)(end - at) >= length && memcmp(at, escapes[i].code, length) == 0) {
            hw_name_put(out, escapes[i].text);
            return at + length;
        }
    }
    if (end - at < 4 || at[1] != 'u')
        return NULL;
    for (at += 2; at < end && isxdigit((unsigned char)*at) && code < 0x100; at++)
        code = code * 16 + (unsigned)(isdigit((unsigned char)*at) ? *at - '0' : tolower(*at) - 'a' + 10);
    if (at == end || *at != '$' || code < 0x20 || code > 0x7e)
        return NULL;
    const char c = (char)code;
    hw_name_add(out, &c, 1);
    return at + 1;
}

/* A name with its escapes resolved; `..` is `::`. */
static bool put_part(struct hw_name_text *out, const char *at, const char *end)
{
    if (end - at > 1 && at[0] == '_' && at[1] == '$')
        at++;
    while (at < end) {
        if (*at == '$') {
            at = put_escape(out, at, end);
            if (!at)
                return false;
        } else if (*at == '.' && end - at > 1 && at[1] == '.') {
            hw_name_put(out, "::");
            at += 2;
        } else {
            hw_name_add(out, at++, 1);
        }
    }
    return true;
}

static bool is_hash(const char *at, size_t length)
{
    if (length != HASH || *at != 'h')
        return false;
    for (size_t i = 1; i < length; i++)
        if (!isdigit((unsigned char)at[i]) && !(at[i] >= 'a' && at[i] <= 'f'))
            return false;
    return true;
}

/* The part that begins here, and where it ends; NULL: none does. */
static const char *part(const char *at, const char *end, size_t *length)
{
    if (at == end || !isdigit((unsigned char)*at))
        return NULL;
    for (*length = 0; at < end && isdigit((unsigned char)*at) && *length < HW_NAME_SYMBOL_MAX; at++)
        *length = *length * 10 + (size_t)(*at - '0');
    return *length && *length <= (size_t)(end - at) ? at : NULL;
}

bool hw_rust_demangle_legacy(const char *symbol, size_t length, struct hw_name_text *out,
                             struct hw_name_parts *parts)
{
    const char *at = symbol + 3, *end = symbol + length - 1, *begin;
    size_t size;

    if (length < 4 + HASH || memcmp(symbol, "_ZN", 3) != 0 || *end != 'E' || !is_hash(end - HASH, HASH))
        return false;
    while ((begin = part(at, end, &size)) != NULL && begin + size < end) {
        if (out->length)
            hw_name_put(out, "::");
        if (!put_part(out, begin, begin + size))
            return false;
        at = begin + size;
    }
    *parts = (struct hw_name_parts){.arguments = out->length, .name_end = out->length};
    return begin && is_hash(begin, size) && out->length && !out->failed;
}
