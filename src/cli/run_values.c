/* SPDX-License-Identifier: MIT */
/* This file parses and prints typed values of `run`: arguments on the command line, results on standard
 * output. */
#include "cli/run.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct hw_run_type types[] = {
    {"u8", 1, 'u'},  {"s8", 1, 's'},  {"u16", 2, 'u'}, {"s16", 2, 's'}, {"u32", 4, 'u'},
    {"s32", 4, 's'}, {"u64", 8, 'u'}, {"s64", 8, 's'}, {"f32", 4, 'f'}, {"f64", 8, 'f'},
};

const struct hw_run_type *hw_run_type_find(const char *name, size_t length)
{
    for (unsigned i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strlen(types[i].name) == length && strncmp(types[i].name, name, length) == 0)
            return &types[i];
    return NULL;
}

static hw_status float_value(const struct hw_run_type *type, const char *text, uint8_t bytes[8],
                             struct hw_error *error)
{
    char *end;
    float single = strtof(text, &end);
    double wide = type->bytes == 8 ? strtod(text, &end) : 0;

    if (end == text || *end)
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "`%s` is no number of type %s", text, type->name);
    if (isinf(type->bytes == 4 ? (double)single : wide) && strpbrk(text, "0123456789"))
        return hw_fail(error, HW_ERR_RANGE, "cli", "%s is too large for type %s", text, type->name);
    if (type->bytes == 4)
        memcpy(bytes, &single, 4);
    else
        memcpy(bytes, &wide, 8);
    return HW_OK;
}

hw_status hw_run_value(const struct hw_run_type *type, const char *text, uint8_t bytes[8],
                       struct hw_error *error)
{
    bool negative = text[0] == '-' && type->kind == 's';
    uint64_t most = type->bytes == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * type->bytes) - 1, value;

    if (type->kind == 'f')
        return float_value(type, text, bytes, error);
    if (type->kind == 's')
        most = most / 2 + negative;
    hw_status status = hw_number(text + negative, most, false, &value, error);
    if (status == HW_ERR_RANGE && negative)
        return hw_fail(error, status, "cli", "%s is too small: at least -%" PRIu64, text, most);
    if (status != HW_OK)
        return status;
    value = negative ? -value : value;
    memcpy(bytes, &value, 8);
    return HW_OK;
}

static void print_float(double value, unsigned bytes, FILE *to)
{
    char text[40];
    for (int digits = bytes == 4 ? 6 : 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (bytes == 4 ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value)
            break;
    }
    fputs(text, to);
}

void hw_run_write_value(const struct hw_run_type *type, const uint8_t *bytes, FILE *to)
{
    uint64_t value = 0;
    float single;
    double wide;

    memcpy(&value, bytes, type->bytes);
    if (type->kind == 'f' && type->bytes == 4) {
        memcpy(&single, bytes, 4);
        print_float((double)single, 4, to);
    } else if (type->kind == 'f') {
        memcpy(&wide, bytes, 8);
        print_float(wide, 8, to);
    } else if (type->kind == 's') {
        unsigned shift = 64 - 8u * type->bytes;
        fprintf(to, "%" PRId64, (int64_t)(value << shift) >> shift);
    } else {
        fprintf(to, "%" PRIu64, value);
    }
}

void hw_run_print_value(const struct hw_run_type *type, const uint8_t *bytes, FILE *to)
{
    hw_run_write_value(type, bytes, to);
    putc('\n', to);
}

hw_status hw_run_number(const char *text, const char *ends, uint64_t most, bool suffix, uint64_t *value,
                        const char **rest, struct hw_error *error)
{
    char copy[64];
    size_t length = strcspn(text, ends);
    *rest = text + length;
    if (length >= sizeof copy)
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "`%.40s...` is not a number", text);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return hw_number(copy, most, suffix, value, error);
}

hw_status hw_run_hex(const char *text, uint8_t *bytes, uint32_t most, uint32_t *count, struct hw_error *error)
{
    size_t digits = strspn(text, "0123456789abcdefABCDEF");

    if (text[digits] || digits % 2 || digits == 0)
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "`%s` is not bytes in hexadecimal, two digits each",
                       text);
    if (digits / 2 > most)
        return hw_fail(error, HW_ERR_RANGE, "cli", "%zu bytes are too many: at most %u", digits / 2, most);
    for (*count = 0; *count < digits / 2; ++*count) {
        char pair[3] = {text[2 * *count], text[2 * *count + 1], 0};
        bytes[*count] = (uint8_t)strtoul(pair, NULL, 16);
    }
    return HW_OK;
}
