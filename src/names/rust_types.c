/* SPDX-License-Identifier: MIT */
/* The types and constants in Rust's symbols. */
#include "names/rust.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *basic(char tag)
{
    static const char *const names[26] = {
        "i8",   "bool", "char", "f64", "str", "f32", NULL,  "u8", "isize", "usize", NULL,  "i32", "u32",
        "i128", "u128", "_",    NULL,  NULL,  "i16", "u16", "()", "...",   NULL,    "i64", "u64", "!"};

    return tag >= 'a' && tag <= 'z' ? names[tag - 'a'] : NULL;
}

void hw_rust_lifetime(struct hw_rust_reader *r, uint64_t index)
{
    if (index > r->lifetimes) {
        r->wrong = true;
        return;
    }
    const uint64_t depth = r->lifetimes - index;
    const char text[3] = {'\'', index ? (char)('a' + depth % 26) : '_', '\0'};
    hw_rust_put(r, text);
    if (index && depth >= 26)
        hw_rust_put_number(r, depth / 26);
}

/* G COUNT: for<'a, 'b> */
static void binder(struct hw_rust_reader *r)
{
    const uint64_t count = hw_rust_optional_62(r, 'G');

    if (!count || r->wrong)
        return;
    if (count > 64) {
        r->wrong = true;
        return;
    }
    hw_rust_put(r, "for<");
    for (uint64_t i = 0; i < count; i++) {
        if (i)
            hw_rust_put(r, ", ");
        r->lifetimes++;
        hw_rust_lifetime(r, 1);
    }
    hw_rust_put(r, "> ");
}

static size_t types(struct hw_rust_reader *r)
{
    size_t count = 0;

    for (; !r->wrong && !hw_rust_take(r, 'E'); count++) {
        if (count)
            hw_rust_put(r, ", ");
        hw_rust_type(r);
    }
    return count;
}

/* [G COUNT] [U] [K ABI] TYPES E RESULT */
static void function(struct hw_rust_reader *r)
{
    const uint64_t outer = r->lifetimes;

    binder(r);
    if (hw_rust_take(r, 'U'))
        hw_rust_put(r, "unsafe ");
    if (hw_rust_take(r, 'K')) {
        hw_rust_put(r, "extern \"");
        if (hw_rust_take(r, 'C'))
            hw_rust_put(r, "C");
        else
            hw_rust_identifier(r);
        hw_rust_put(r, "\" ");
    }
    hw_rust_put(r, "fn(");
    types(r);
    hw_rust_put(r, ")");
    if (!hw_rust_take(r, 'u')) {
        hw_rust_put(r, " -> ");
        hw_rust_type(r);
    }
    r->lifetimes = outer;
}

/* D [G COUNT] (PATH [p NAME TYPE]...)... E LIFETIME */
static void object(struct hw_rust_reader *r)
{
    const uint64_t outer = r->lifetimes;

    hw_rust_put(r, "dyn ");
    binder(r);
    for (bool first = true; !r->wrong && !hw_rust_take(r, 'E'); first = false) {
        if (!first)
            hw_rust_put(r, " + ");
        bool open = hw_rust_open_path(r);
        while (hw_rust_take(r, 'p')) {
            hw_rust_put(r, open ? ", " : "<");
            open = true;
            hw_rust_identifier(r);
            hw_rust_put(r, " = ");
            hw_rust_type(r);
        }
        if (open)
            hw_rust_put(r, ">");
    }
    r->lifetimes = outer;
    if (!hw_rust_take(r, 'L')) {
        r->wrong = true;
        return;
    }
    const uint64_t lifetime = hw_rust_base_62(r);
    if (lifetime) {
        hw_rust_put(r, " + ");
        hw_rust_lifetime(r, lifetime);
    }
}

static void reference(struct hw_rust_reader *r, const char *mutability)
{
    hw_rust_put(r, "&");
    if (hw_rust_take(r, 'L')) {
        const uint64_t lifetime = hw_rust_base_62(r);
        if (lifetime) {
            hw_rust_lifetime(r, lifetime);
            hw_rust_put(r, " ");
        }
    }
    hw_rust_put(r, mutability);
    hw_rust_type(r);
}

static void in(struct hw_rust_reader *r, const char *before, const char *behind)
{
    hw_rust_put(r, before);
    hw_rust_type(r);
    hw_rust_put(r, behind);
}

static void type(struct hw_rust_reader *r)
{
    const char tag = hw_rust_next(r);
    const char *name = basic(tag);

    if (strchr("CNMXYI", tag)) { /* the NUL of an end, too, which is no path either */
        hw_rust_path(r, false);
        return;
    }
    r->at++;
    switch (tag) {
    case 'A':
        in(r, "[", "; ");
        hw_rust_constant(r);
        hw_rust_put(r, "]");
        break;
    case 'S': in(r, "[", "]"); break;
    case 'T':
        hw_rust_put(r, "(");
        hw_rust_put(r, types(r) == 1 ? ",)" : ")");
        break;
    case 'R': reference(r, ""); break;
    case 'Q': reference(r, "mut "); break;
    case 'P': in(r, "*const ", ""); break;
    case 'O': in(r, "*mut ", ""); break;
    case 'F': function(r); break;
    case 'D': object(r); break;
    case 'B': hw_rust_back(r, hw_rust_type); break;
    default: hw_rust_put(r, name ? name : ""); r->wrong = r->wrong || !name;
    }
}

void hw_rust_type(struct hw_rust_reader *r)
{
    if (r->wrong || !hw_name_enter(r->out)) {
        r->wrong = true;
        return;
    }
    type(r);
    hw_name_leave(r->out);
}

/* --- constants --- */

static int digit(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Hexadecimal digits up to `_`; numbers of more than 64 bits stay in hexadecimal. */
static bool digits(struct hw_rust_reader *r, uint64_t *value, const char **start)
{
    *start = r->at;
    for (*value = 0; digit(hw_rust_next(r)) >= 0; r->at++)
        *value = *value << 4 | (uint64_t)digit(*r->at);
    const bool whole = r->at - *start <= 16;
    if (!hw_rust_take(r, '_'))
        r->wrong = true;
    return whole;
}

static void number(struct hw_rust_reader *r)
{
    uint64_t value;
    const char *start;

    if (hw_rust_take(r, 'n'))
        hw_rust_put(r, "-");
    if (digits(r, &value, &start)) {
        hw_rust_put_number(r, value);
    } else if (!r->silent && !r->wrong) {
        hw_name_put(r->out, "0x");
        hw_name_add(r->out, start, (size_t)(r->at - 1 - start));
    }
}

static void character(struct hw_rust_reader *r)
{
    char text[16];
    uint64_t value;
    const char *start;

    digits(r, &value, &start);
    if (value >= 0x20 && value < 0x7f && value != '\'' && value != '\\')
        snprintf(text, sizeof text, "'%c'", (char)value);
    else
        snprintf(text, sizeof text, "'\\u{%x}'", (unsigned)(value & 0x1fffff));
    hw_rust_put(r, text);
}

static void constant(struct hw_rust_reader *r)
{
    const char tag = hw_rust_next(r);
    uint64_t value;
    const char *start;

    if (r->at < r->end)
        r->at++;
    if (tag == 'B') {
        hw_rust_back(r, hw_rust_constant);
    } else if (tag == 'p') {
        hw_rust_put(r, "_");
    } else if (tag == 'b') {
        digits(r, &value, &start);
        hw_rust_put(r, value ? "true" : "false");
    } else if (tag == 'c') {
        character(r);
    } else if (tag && strchr("aslxnihtmyoj", tag)) {
        number(r);
    } else {
        r->wrong = true; /* strings, arrays and values of types: no kernel's name has been seen with one */
    }
}

void hw_rust_constant(struct hw_rust_reader *r)
{
    if (r->wrong || !hw_name_enter(r->out)) {
        r->wrong = true;
        return;
    }
    constant(r);
    hw_name_leave(r->out);
}
