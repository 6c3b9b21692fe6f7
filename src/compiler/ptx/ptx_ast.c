/* SPDX-License-Identifier: MIT */
/* Names the kinds of nodes of the AST. */
#include "compiler/ptx/ptx_ast.h"

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
