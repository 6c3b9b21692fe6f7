/* SPDX-License-Identifier: MIT */
/* This table has the classes of objects and the chips that have them. */
#include "channel/methods/method_tables.h"
#include "channel/methods/method_text.h"

#include <string.h>

static const char *const kind_names[HW_OBJECT_KINDS] = {
    [HW_OBJECT_CHANNEL] = "channel", [HW_OBJECT_COMPUTE] = "compute", [HW_OBJECT_M2MF] = "m2mf",
    [HW_OBJECT_2D] = "2d",           [HW_OBJECT_3D] = "3d",
};

const char *hw_object_kind_name(unsigned kind)
{
    return kind < HW_OBJECT_KINDS ? kind_names[kind] : "unknown";
}

const struct hw_object_class *hw_object_class_at(unsigned index)
{
    return index < hw_method_table_count ? &hw_method_tables[index].object : NULL;
}

const struct hw_object_class *hw_object_class_of(uint32_t number)
{
    for (unsigned i = 0; i < hw_method_table_count; i++)
        if (hw_method_tables[i].object.number == number)
            return &hw_method_tables[i].object;
    return NULL;
}

const struct hw_object_class *hw_object_class_named(const char *name)
{
    const size_t length = strlen(name);
    uint32_t number;

    if (hw_method_integer(name, length, &number))
        return hw_object_class_of(number);
    for (unsigned i = 0; i < hw_method_table_count; i++) {
        const struct hw_object_class *object = &hw_method_tables[i].object;
        if (hw_method_same(object->name, name, length) ||
            hw_method_same(hw_object_kind_name(object->kind), name, length))
            return object;
    }
    return NULL;
}

const struct hw_tesla_chip *hw_tesla_chip_at(unsigned index)
{
    return index < hw_tesla_chip_count ? &hw_tesla_chips[index] : NULL;
}

bool hw_tesla_chip_in(uint32_t chips, uint32_t number)
{
    for (unsigned i = 0; i < hw_tesla_chip_count; i++)
        if (hw_tesla_chips[i].number == number)
            return chips >> i & 1;
    return false;
}

const struct hw_method_table *hw_method_table_of(const struct hw_object_class *object)
{
    return &hw_method_tables[object && object->index < hw_method_table_count ? object->index : 0];
}
