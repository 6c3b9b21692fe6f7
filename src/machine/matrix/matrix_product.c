/* SPDX-License-Identifier: MIT */
/* Matrix products of a warp's registers.  A result is stored when it is complete: d may be a register of a, b
 * or c. */
#include "machine/matrix/matrix_product.h"

#include <string.h>

#include "machine/matrix/fragment_product.h"
#include "machine/matrix/matrix_ops.h"
#include "machine/warp.h"
#include "ops/value_types.h"

static void multiply(struct hw_regs *regs, const struct hw_uop *uop, hw_product_fn *fn, unsigned bits)
{
    _Alignas(64) hw_lanes d[HW_DOT_RESULTS];
    struct hw_product product; /* not all of it is used */

    if (!hw_matrix_lanes(regs, uop))
        return;
    product.b = &regs->reg[uop->b];
    product.c = &regs->reg[uop->c];
    hw_product_begin(&product, regs, uop, &regs->reg[uop->a], bits);
    fn(&product, d);
    memcpy(regs->reg[uop->d], d, hw_product_results(uop) * sizeof *d);
}

void hw_uop_multiply_floats(struct hw_regs *regs, const struct hw_uop *uop)
{
    multiply(regs, uop, hw_product_floats, hw_type_bits(uop->matrix.a_type));
}

void hw_uop_multiply_integers(struct hw_regs *regs, const struct hw_uop *uop)
{
    multiply(regs, uop, hw_product_integers, hw_type_bits(uop->matrix.a_type));
}

void hw_uop_multiply_bits(struct hw_regs *regs, const struct hw_uop *uop)
{
    multiply(regs, uop, hw_product_bits, 1);
}
