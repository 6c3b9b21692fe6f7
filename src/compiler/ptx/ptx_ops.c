/* SPDX-License-Identifier: MIT */
/* Looks up instructions of PTX by name: see ptx_ops.h. */
#include "compiler/ptx/ptx_ops.h"

static const struct hw_ptx_op_row rows[HW_PTX_OP_COUNT] = {
#define ROW(name, text, least, most, needs) {text, least, most, needs},
    HW_PTX_OPS(ROW)
#undef ROW
};

const struct hw_ptx_op_row *hw_ptx_op_row(enum hw_ptx_op op)
{
    return &rows[op];
}
