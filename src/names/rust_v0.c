/* SPDX-License-Identifier: MIT */
/* The paths of Rust's symbols: crates, modules, implementations, generic arguments. */
#include "names/rust.h"

#include <ctype.h>
#include <string.h>

static void argument(struct hw_rust_reader *r)
{
    if (hw_rust_take(r, 'L'))
        hw_rust_lifetime(r, hw_rust_base_62(r));
    else if (hw_rust_take(r, 'K'))
        hw_rust_constant(r);
    else
        hw_rust_type(r);
}

static void arguments(struct hw_rust_reader *r)
{
    for (bool first = true; !r->wrong && !hw_rust_take(r, 'E'); first = false) {
        if (!first)
            hw_rust_put(r, ", ");
        argument(r);
    }
}

/* Where an implementation stands; the type says it better. */
static void implementation(struct hw_rust_reader *r)
{
    const bool silent = r->silent;

    hw_rust_optional_62(r, 's');
    r->silent = true;
    hw_rust_path(r, false);
    r->silent = silent;
}

/* N NAMESPACE PATH [DISAMBIGUATOR] IDENTIFIER: lower-case namespaces are not shown. */
static void nested(struct hw_rust_reader *r, bool value)
{
    const char space = hw_rust_next(r);

    if (!isalpha((unsigned char)space)) {
        r->wrong = true;
        return;
    }
    r->at++;
    hw_rust_path(r, value);
    const uint64_t number = hw_rust_optional_62(r, 's');
    const bool named = hw_rust_next(r) != '0';
    if (islower((unsigned char)space)) {
        if (named)
            hw_rust_put(r, "::");
        hw_rust_identifier(r);
        return;
    }
    const char text[2] = {space, '\0'};
    hw_rust_put(r, "::{");
    hw_rust_put(r, space == 'C' ? "closure" : space == 'S' ? "shim" : text);
    if (named)
        hw_rust_put(r, ":");
    hw_rust_identifier(r);
    hw_rust_put(r, "#");
    hw_rust_put_number(r, number);
    hw_rust_put(r, "}");
}

static void as_type(struct hw_rust_reader *r)
{
    hw_rust_path(r, false);
}

static void as_value(struct hw_rust_reader *r)
{
    hw_rust_path(r, true);
}

static void path(struct hw_rust_reader *r, bool value)
{
    if (hw_rust_take(r, 'C')) {
        hw_rust_optional_62(r, 's');
        hw_rust_identifier(r);
    } else if (hw_rust_take(r, 'N')) {
        nested(r, value);
    } else if (hw_rust_take(r, 'M')) {
        implementation(r);
        hw_rust_put(r, "<");
        hw_rust_type(r);
        hw_rust_put(r, ">");
    } else if (hw_rust_next(r) == 'X' || hw_rust_next(r) == 'Y') {
        if (*r->at++ == 'X')
            implementation(r);
        hw_rust_put(r, "<");
        hw_rust_type(r);
        hw_rust_put(r, " as ");
        hw_rust_path(r, false);
        hw_rust_put(r, ">");
    } else if (hw_rust_take(r, 'I')) {
        hw_rust_path(r, value);
        hw_rust_put(r, value ? "::<" : "<");
        arguments(r);
        hw_rust_put(r, ">");
    } else if (hw_rust_take(r, 'B')) {
        hw_rust_back(r, value ? as_value : as_type);
    } else {
        r->wrong = true;
    }
}

void hw_rust_path(struct hw_rust_reader *r, bool value)
{
    if (!hw_name_enter(r->out)) {
        r->wrong = true;
        return;
    }
    path(r, value);
    hw_name_leave(r->out);
}

bool hw_rust_open_path(struct hw_rust_reader *r)
{
    if (!hw_rust_take(r, 'I')) {
        hw_rust_path(r, false);
        return false;
    }
    hw_rust_path(r, false);
    hw_rust_put(r, "<");
    arguments(r);
    return true;
}

/* Where ::<...> begins with which a name ends. */
static size_t arguments_at(const struct hw_name_text *out)
{
    size_t at = out->length, open = 0;

    if (!hw_name_ends_in(out, '>'))
        return at;
    while (at-- > 0) {
        open += out->text[at] == '>' && (!at || out->text[at - 1] != '-'); /* no arrow */
        if (out->text[at] == '<' && --open == 0)
            return at > 2 && memcmp(out->text + at - 2, "::", 2) == 0 ? at - 2 : out->length;
    }
    return out->length;
}

bool hw_rust_demangle(const char *symbol, size_t length, struct hw_name_text *out,
                      struct hw_name_parts *parts)
{
    struct hw_rust_reader r = {.start = symbol + 2, .at = symbol + 2, .end = symbol + length, .out = out};

    if (length < 3 || memcmp(symbol, "_R", 2) != 0)
        return false;
    const char *suffix = memchr(symbol, '.', length); /* of LLVM */
    if (suffix)
        r.end = suffix;
    hw_rust_path(&r, true);
    *parts = (struct hw_name_parts){.arguments = arguments_at(out), .name_end = out->length};
    if (r.at < r.end && !r.wrong) { /* the crate that made the instance */
        r.silent = true;
        hw_rust_path(&r, false);
    }
    return !r.wrong && r.at == r.end && !out->failed && out->length;
}
