/* SPDX-License-Identifier: MIT */
/* Names the types and the other modifiers of PTX. */
#include "compiler/ptx/ptx_modifiers.h"

static const struct {
    const char *name;
    unsigned bits;
} types[HW_PTX_TYPE_COUNT] = {{"", 0},
#define TYPE(name, text, bits) {text, bits},
                              HW_PTX_TYPES(TYPE)
#undef TYPE
};

const char *hw_ptx_type_name(enum hw_ptx_type type)
{
    return types[type].name;
}

unsigned hw_ptx_type_bits(enum hw_ptx_type type)
{
    return types[type].bits;
}

static const char *const others[] = {
#define TEXT(name, text) text,
    HW_PTX_MODIFIERS(TEXT)
#undef TEXT
};

const char *hw_ptx_modifier_name(unsigned modifier)
{
    return modifier < HW_PTX_TYPE_COUNT ? types[modifier].name : others[modifier - HW_PTX_TYPE_COUNT];
}
