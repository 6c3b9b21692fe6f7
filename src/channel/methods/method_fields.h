/* SPDX-License-Identifier: MIT */
/* These functions extract a field from a word of a method's data. */
#ifndef HW_CHANNEL_METHODS_METHOD_FIELDS_H
#define HW_CHANNEL_METHODS_METHOD_FIELDS_H

#include <halfwarp/methods.h>

static inline uint32_t hw_field_bits(const struct hw_method_field *field)
{
    return hw_in_field(UINT32_MAX, field->low, field->bits);
}

static inline uint32_t hw_field_value(const struct hw_method_field *field, uint32_t data)
{
    return hw_field(data, field->low, field->bits);
}

/* Whether the field is there, which another one may decide. */
static inline bool hw_field_exists(const struct hw_method *method, const struct hw_method_field *field,
                                   uint32_t data)
{
    return !field->when || hw_field_value(&method->field[field->when - 1], data) == field->when_value;
}

/* The name of a field's value, NULL where it has none. */
static inline const char *hw_field_value_name(const struct hw_method_field *field, uint32_t value)
{
    for (uint32_t i = 0; i < field->name_count; i++)
        if (field->names[i].value == value)
            return field->names[i].name;
    return NULL;
}

#endif
