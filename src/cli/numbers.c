/* SPDX-License-Identifier: MIT */
/* These functions parse numbers on the command line: sizes, counts, addresses, grid dimensions.  A number is
 * read whole or refused. */
#include "cli/cli.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)tolower((unsigned char)c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/* Reads digits at *text; false on overflow. */
static bool read_digits(const char **text, unsigned base, uint64_t *value)
{
    uint64_t v = 0;
    bool fits = true;
    for (; digit_value(**text) < (int)base; (*text)++) {
        uint64_t digit = (uint64_t)digit_value(**text);
        if (__builtin_mul_overflow(v, (uint64_t)base, &v) || __builtin_add_overflow(v, digit, &v))
            fits = false;
    }
    *value = v;
    return fits;
}

static uint64_t read_suffix(const char **text)
{
    char c = (char)tolower((unsigned char)**text);
    uint64_t scale = c == 'k' ? 1024 : c == 'm' ? 1024 * 1024 : 1;
    *text += scale != 1;
    return scale;
}

hw_status hw_number(const char *text, uint64_t most, bool suffix, uint64_t *value, struct hw_error *error)
{
    const char *at = text;
    unsigned base = 10;
    if (at[0] == '0' && strchr("xXbB", at[1]) && at[1]) {
        base = tolower((unsigned char)at[1]) == 'x' ? 16 : 2;
        at += 2;
    }
    const char *digits = at;
    uint64_t v;
    bool fits = read_digits(&at, base, &v);
    bool any = at != digits;
    uint64_t scale = suffix ? read_suffix(&at) : 1;
    if (!any || *at)
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "`%s` is not a number%s", text,
                       suffix ? ", which k or m may follow" : "");
    if (!fits || __builtin_mul_overflow(v, scale, &v) || v > most)
        return hw_fail(error, HW_ERR_RANGE, "cli", "%s is too large: at most %" PRIu64, text, most);
    *value = v;
    return HW_OK;
}

hw_status hw_option_number(const char *option, const char *text, uint64_t most, unsigned *value,
                           struct hw_error *error)
{
    uint64_t number;
    struct hw_error inner;

    if (!text)
        return HW_OK;
    if (hw_number(text, most, false, &number, &inner) != HW_OK)
        return hw_fail(error, inner.status, "cli", "%s: %s", option, inner.text);
    *value = (unsigned)number;
    return HW_OK;
}

hw_status hw_dimensions(const char *text, uint32_t most, uint32_t value[3], struct hw_error *error)
{
    const char *at = text;
    value[0] = value[1] = value[2] = 1;
    for (int i = 0; i < 3; i++) {
        const char *digits = at;
        uint64_t v;
        bool fits = read_digits(&at, 10, &v);
        if (at == digits || (*at && (*at != ',' || i == 2)))
            break;
        if (!fits || v < 1 || v > most)
            return hw_fail(error, HW_ERR_RANGE, "cli", "in %s: each size must be 1 to %" PRIu32, text, most);
        value[i] = (uint32_t)v;
        if (!*at++)
            return HW_OK;
    }
    return hw_fail(error, HW_ERR_SYNTAX, "cli", "`%s` is not of the form X[,Y[,Z]]", text);
}
