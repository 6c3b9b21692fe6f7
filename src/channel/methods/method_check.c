/* SPDX-License-Identifier: MIT */
/* This check decides whether the hardware accepts the data of a method.
 *
 * Which error wrong data gives is documented by its name only (envytools, rnndb/g80_defs.xml); that fields
 * are checked before the bits that belong to none, the lowest field first, is a guess. */
#include "channel/methods/method_fields.h"

static bool in_range(const struct hw_method_field *field, uint32_t value)
{
    if (value < field->least || value > field->most || (value < 32 && field->refused >> value & 1))
        return false;
    return field->align <= 1 || value % field->align == 0;
}

static enum hw_data_error check_field(const struct hw_method_field *field, uint32_t value)
{
    if (!in_range(field, value))
        return HW_DATA_INVALID_VALUE;
    if (field->kind == HW_FIELD_BOOLEAN && value > 1)
        return HW_DATA_INVALID_ENUM;
    if (field->kind == HW_FIELD_ENUM && !hw_field_value_name(field, value))
        return HW_DATA_INVALID_ENUM;
    return HW_DATA_OK;
}

enum hw_data_error hw_method_check(const struct hw_method *method, uint32_t data,
                                   const struct hw_method_field **field)
{
    uint32_t owned = 0;

    if (field)
        *field = NULL;
    if (!method || !method->field_count)
        return HW_DATA_OK;
    for (uint32_t i = 0; i < method->field_count; i++) {
        const struct hw_method_field *one = &method->field[i];
        if (!hw_field_exists(method, one, data))
            continue;
        owned |= hw_field_bits(one);
        const enum hw_data_error wrong = check_field(one, hw_field_value(one, data));
        if (wrong != HW_DATA_OK) {
            if (field)
                *field = one;
            return wrong;
        }
    }
    return data & ~owned ? HW_DATA_INVALID_BITFIELD : HW_DATA_OK;
}
