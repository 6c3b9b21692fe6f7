/* SPDX-License-Identifier: MIT */
/* This file prints the data of a method: fields by name, values by name where they have one. */
#include "decimal.h"
#include "channel/methods/method_fields.h"
#include "channel/methods/method_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A number with a point or an exponent, so that no integer is taken for it; as few digits as give the same
 * word.  False: no decimal number gives it. */
static bool put_float(struct method_text *out, uint32_t word)
{
    char text[32];
    float value, again;

    memcpy(&value, &word, sizeof value);
    if (!isfinite(value))
        return false;
    for (int digits = 6; digits <= 9; digits++) {
        char format[] = {'%', '.', (char)('0' + digits), 'g', 0};
        hw_decimal_write(text, sizeof text, format, (double)value);
        again = hw_decimal_float(text, NULL);
        if (memcmp(&again, &value, sizeof value) == 0)
            break;
    }
    hw_method_append(out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
    return true;
}

static void put_value(struct method_text *out, const struct hw_method_field *field, uint32_t value)
{
    const char *name = hw_field_value_name(field, value);
    const uint32_t sign = 1u << (field->bits - 1);

    if (name)
        hw_method_append(out, "%s", name);
    else if (field->kind == HW_FIELD_UNSIGNED || field->kind == HW_FIELD_BOOLEAN)
        hw_method_append(out, "%u", value);
    else if (field->kind == HW_FIELD_SIGNED)
        hw_method_append(out, "%lld", (long long)(value ^ sign) - (long long)sign);
    else if (field->kind != HW_FIELD_FLOAT || !put_float(out, value))
        hw_method_append(out, "0x%x", value);
}

size_t hw_method_value(const struct hw_method *method, uint32_t data, char *text, size_t size)
{
    struct method_text out = {text, size, 0};
    uint32_t owned = 0;

    if (size)
        text[0] = 0;
    for (uint32_t i = 0; method && i < method->field_count; i++) {
        const struct hw_method_field *field = &method->field[i];
        if (!hw_field_exists(method, field, data))
            continue;
        const uint32_t value = hw_field_value(field, data);
        owned |= hw_field_bits(field);
        if (*field->name && field->kind == HW_FIELD_BOOLEAN && !value)
            continue;
        if (*field->name)
            hw_method_append(&out, "%s%s=", out.length ? " " : "", field->name);
        put_value(&out, field, value);
    }
    if (!owned)
        hw_method_append(&out, "0x%x", data);
    else if (data & ~owned)
        hw_method_append(&out, "%s?=0x%x", out.length ? " " : "", data & ~owned);
    else if (!out.length)
        hw_method_append(&out, "0");
    return out.length;
}
