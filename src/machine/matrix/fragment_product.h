/* SPDX-License-Identifier: MIT */
/* A product of fragments, as mma.sync and a part of wgmma compute it: 16 or 8 rows of a by 8 columns of b,
 * which lie as fragment_layout.h says.
 *
 * Types, shape and the like are those of a micro-operation, struct hw_uop_matrix.  A sparse a is expanded
 * once: its elements go to their columns, and zeros to the others, which add nothing. */
#ifndef HW_MACHINE_MATRIX_FRAGMENT_PRODUCT_H
#define HW_MACHINE_MATRIX_FRAGMENT_PRODUCT_H

#include "ops/matrix/dot_matrix.h"
#include "ops/uop.h"

struct hw_product {
    struct hw_regs *regs;
    const struct hw_uop *uop;
    hw_lanes *a, *b, *c;
    unsigned bits;    /* of an element */
    bool is_expanded; /* a sparse one */
    _Alignas(64) hw_lanes dense[2 * HW_DOT_REGISTERS];
};

/* Begin with an a of so many bits an element; b and c may change from one sum to the next. */
void hw_product_begin(struct hw_product *product, struct hw_regs *regs, const struct hw_uop *uop, hw_lanes *a,
                      unsigned bits);

/* d = a * b + c, in hw_product_results registers. */
typedef void hw_product_fn(const struct hw_product *product, hw_lanes d[HW_DOT_RESULTS]);
hw_product_fn hw_product_floats, hw_product_integers, hw_product_bits;

unsigned hw_product_results(const struct hw_uop *uop);

/* How many registers have a row of a, if it is not sparse, or a column of b. */
unsigned hw_product_registers(const struct hw_uop *uop, unsigned bits);

#endif
