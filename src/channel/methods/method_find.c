/* SPDX-License-Identifier: MIT */
/* This file finds a method's row by its number: one table lookup. */
#include "channel/methods/method_tables.h"

const struct hw_method *hw_method_find(const struct hw_object_class *object, uint32_t number,
                                       unsigned *element)
{
    const struct hw_method_table *table = hw_method_table_of(number < HW_CHANNEL_METHODS_END ? NULL : object);
    const unsigned index = number < HW_METHOD_END && number % 4 == 0 ? table->at[number / 4] : 0;

    if (!index)
        return NULL;
    const struct hw_method *method = &hw_methods[index - 1];
    if (element)
        *element = (number - method->number) / method->stride;
    return method;
}

const struct hw_method *hw_method_at(const struct hw_object_class *object, unsigned index)
{
    const struct hw_method_table *table = hw_method_table_of(object);

    return index < table->count ? &hw_methods[table->by_number[index]] : NULL;
}
