/* SPDX-License-Identifier: MIT */
/* The numbers, identifiers and back references of Rust's symbols. */
#include "names/rust.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

char hw_rust_next(const struct hw_rust_reader *r)
{
    return !r->wrong && r->at < r->end ? *r->at : '\0';
}

bool hw_rust_take(struct hw_rust_reader *r, char c)
{
    if (hw_rust_next(r) != c)
        return false;
    r->at++;
    return true;
}

void hw_rust_put(struct hw_rust_reader *r, const char *text)
{
    if (!r->silent && !r->wrong)
        hw_name_put(r->out, text);
}

void hw_rust_put_number(struct hw_rust_reader *r, uint64_t number)
{
    char text[24];

    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    hw_rust_put(r, text);
}

static int digit_62(char c)
{
    if (isdigit((unsigned char)c))
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'Z' ? c - 'A' + 36 : -1;
}

/* `_` is 0, `0_` 1. */
uint64_t hw_rust_base_62(struct hw_rust_reader *r)
{
    uint64_t number = 0;

    if (hw_rust_take(r, '_'))
        return 0;
    while (digit_62(hw_rust_next(r)) >= 0 && number <= (UINT64_MAX - 61) / 62)
        number = number * 62 + (uint64_t)digit_62(*r->at++);
    if (!hw_rust_take(r, '_'))
        r->wrong = true;
    return number + 1;
}

uint64_t hw_rust_optional_62(struct hw_rust_reader *r, char tag)
{
    return hw_rust_take(r, tag) ? hw_rust_base_62(r) + 1 : 0;
}

void hw_rust_back(struct hw_rust_reader *r, hw_rust_rule *rule)
{
    const char *from = r->at - 1; /* the B itself */
    const uint64_t offset = hw_rust_base_62(r);
    const char *behind = r->at;

    if (r->wrong || offset >= (uint64_t)(from - r->start)) {
        r->wrong = true;
        return;
    }
    if (r->silent)
        return;
    r->at = r->start + offset;
    rule(r);
    r->at = behind;
}

/* --- Punycode (RFC 3492) --- */

enum { POINTS_MAX = 256 };

static void put_point(struct hw_rust_reader *r, uint32_t point)
{
    char utf8[5] = "";

    if (point < 0x80) {
        utf8[0] = (char)point;
    } else if (point < 0x800) {
        utf8[0] = (char)(0xc0 | point >> 6);
        utf8[1] = (char)(0x80 | (point & 0x3f));
    } else if (point < 0x10000) {
        utf8[0] = (char)(0xe0 | point >> 12);
        utf8[1] = (char)(0x80 | (point >> 6 & 0x3f));
        utf8[2] = (char)(0x80 | (point & 0x3f));
    } else {
        utf8[0] = (char)(0xf0 | point >> 18);
        utf8[1] = (char)(0x80 | (point >> 12 & 0x3f));
        utf8[2] = (char)(0x80 | (point >> 6 & 0x3f));
        utf8[3] = (char)(0x80 | (point & 0x3f));
    }
    hw_rust_put(r, utf8);
}

static uint32_t adapted(uint32_t delta, uint32_t count, bool first)
{
    uint32_t k = 0;

    delta = first ? delta / 700 : delta / 2;
    for (delta += delta / count; delta > 455; k += 36)
        delta /= 35;
    return k + 36 * delta / (delta + 38);
}

/* One number of variable length; false: there is no whole one. */
static bool take_delta(const char **at, const char *end, uint32_t bias, uint32_t *delta)
{
    uint64_t number = 0, weight = 1;

    for (uint32_t k = 36;; k += 36) {
        if (*at == end || weight > UINT32_MAX)
            return false;
        const char c = *(*at)++;
        const uint32_t digit = isdigit((unsigned char)c) ? (uint32_t)(c - '0') + 26 : (uint32_t)(c - 'a');
        const uint32_t least = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
        if (digit >= 36)
            return false;
        number += digit * weight;
        if (number > UINT32_MAX)
            return false;
        if (digit < least) {
            *delta = (uint32_t)number;
            return true;
        }
        weight *= 36 - least;
    }
}

/* `basic_encoded`, or `encoded` alone. */
static bool punycode(struct hw_rust_reader *r, const char *text, size_t length)
{
    uint32_t points[POINTS_MAX], count = 0, point = 128, bias = 72, delta;
    uint64_t index = 0;
    const char *end = text + length, *at = text;

    for (const char *c = text; c < end; c++)
        if (*c == '_')
            at = c + 1;
    if (length >= POINTS_MAX)
        return false;
    while (text + 1 < at)
        points[count++] = (unsigned char)*text++;
    while (at < end) {
        if (count == POINTS_MAX || !take_delta(&at, end, bias, &delta))
            return false;
        index += delta;
        count++;
        bias = adapted(delta, count, point == 128 && index == delta && bias == 72);
        if (index / count > 0x10ffff - point)
            return false;
        point += (uint32_t)(index / count);
        index %= count;
        if (point >= 0xd800 && point < 0xe000)
            return false;
        memmove(&points[index + 1], &points[index], (count - 1 - index) * sizeof points[0]);
        points[index++] = point;
    }
    for (uint32_t i = 0; i < count; i++)
        put_point(r, points[i]);
    return true;
}

void hw_rust_identifier(struct hw_rust_reader *r)
{
    const bool encoded = hw_rust_take(r, 'u');
    size_t length = 0;

    if (!isdigit((unsigned char)hw_rust_next(r)))
        r->wrong = true;
    else if (!hw_rust_take(r, '0'))
        while (isdigit((unsigned char)hw_rust_next(r)) && length < HW_NAME_SYMBOL_MAX)
            length = length * 10 + (size_t)(*r->at++ - '0');
    hw_rust_take(r, '_');
    if (r->wrong || length > (size_t)(r->end - r->at)) {
        r->wrong = true;
        return;
    }
    const char *text = r->at;
    r->at += length;
    if (encoded)
        r->wrong = !punycode(r, text, length);
    else if (!r->silent)
        hw_name_add(r->out, text, length);
}
