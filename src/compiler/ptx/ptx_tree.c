/* SPDX-License-Identifier: MIT */
/* The names of what a tree of PTX is made of. */
#include "compiler/ptx/ptx_tree.h"

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

const char *hw_ptx_space_name(enum hw_ptx_space space)
{
    static const char *const names[HW_PTX_SPACE_COUNT] = {"",      "reg",   "const",  "global",
                                                          "local", "param", "shared", "tex"};
    return names[space];
}

const char *hw_ptx_linkage_name(enum hw_ptx_linkage linkage)
{
    static const char *const names[HW_PTX_LINK_COUNT] = {"", "visible", "extern", "weak", "common"};
    return names[linkage];
}
