/* SPDX-License-Identifier: MIT */
/* See warpgroup_product.h.
 *
 * @see PTX ISA, wgmma.mma_async: that warp w has the rows from 16 * (w % 4) on, and the fragments, whose
 * parts of 8 columns are those of mma */
#include "machine/matrix/warpgroup_product.h"

#include <string.h>

#include "machine/matrix/fragment_product.h"
#include "machine/matrix/matrix_ops.h"
#include "machine/matrix/shared_matrix.h"
#include "machine/warp.h"
#include "ops/matrix/fragment_layout.h"
#include "ops/value_types.h"

#define WARPS       4 /* of a group */
#define A_REGISTERS 4
#define A_PARTS     2 /* of 16 bytes, in a row of a as it is stored */

/* The descriptor in two registers, the same in all lanes. */
static uint64_t descriptor_in(const struct hw_regs *regs, uint16_t reg)
{
    return regs->reg[reg][0] | (uint64_t)regs->reg[reg + 1][0] << 32;
}

/* The warp's rows of a. */
static bool load_rows(struct hw_regs *regs, const struct hw_uop *uop, hw_lanes to[A_REGISTERS])
{
    const unsigned first = hw_warp_of(regs)->number % WARPS * HW_MATRIX_ROWS;

    if (!uop->matrix.in_shared) {
        memcpy(to, regs->reg[uop->a], A_REGISTERS * sizeof *to);
        return true;
    }
    const struct hw_shared_matrix matrix =
        hw_shared_matrix_of(descriptor_in(regs, uop->a), uop->matrix.a_by_columns);
    return hw_load_lines(regs, uop, &matrix, first, HW_MATRIX_ROWS, A_PARTS, true, to);
}

static void multiply(struct hw_regs *regs, const struct hw_uop *uop, hw_product_fn *fn, unsigned bits)
{
    static _Alignas(64) hw_lanes zeros[HW_DOT_RESULTS]; /* only read */
    const unsigned results = hw_product_results(uop), registers = hw_product_registers(uop, bits);
    const bool adds = uop->c != HW_NO_REGISTER && (hw_read_pred(regs, uop->p_in) & 1);
    _Alignas(64) hw_lanes a[A_REGISTERS], b[HW_DOT_REGISTERS], d[HW_DOT_RESULTS];
    struct hw_product product; /* not all of it is used */

    if (!hw_matrix_lanes(regs, uop) || !load_rows(regs, uop, a))
        return;
    const struct hw_shared_matrix matrix =
        hw_shared_matrix_of(descriptor_in(regs, uop->b), uop->matrix.b_by_columns);
    product.b = b;
    hw_product_begin(&product, regs, uop, a, bits);
    for (unsigned eight = 0; eight < uop->matrix.columns; eight++) {
        if (!hw_load_lines(regs, uop, &matrix, eight * HW_MATRIX_COLUMNS, HW_MATRIX_COLUMNS, registers, false,
                           b))
            return;
        product.c = adds ? &regs->reg[uop->c + eight * results] : zeros;
        fn(&product, d);
        memcpy(regs->reg[uop->d + eight * results], d, results * sizeof *d);
    }
}

void hw_uop_warpgroup_floats(struct hw_regs *regs, const struct hw_uop *uop)
{
    multiply(regs, uop, hw_product_floats, hw_type_bits(uop->matrix.a_type));
}

void hw_uop_warpgroup_integers(struct hw_regs *regs, const struct hw_uop *uop)
{
    multiply(regs, uop, hw_product_integers, hw_type_bits(uop->matrix.a_type));
}

void hw_uop_warpgroup_bits(struct hw_regs *regs, const struct hw_uop *uop)
{
    multiply(regs, uop, hw_product_bits, 1);
}
