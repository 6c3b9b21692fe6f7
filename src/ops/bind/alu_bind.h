/* SPDX-License-Identifier: MIT */
/* The parts of hw_alu_bind (alu.h): one function a family of operations.
 *
 * Each is asked in turn with a micro-operation whose modifiers are filled in, and gives NULL when the
 * operation is not of its family, or its modifiers are none that a chip has. */
#ifndef HW_OPS_BIND_ALU_BIND_H
#define HW_OPS_BIND_ALU_BIND_H

#include "ops/bind/alu.h"

typedef hw_uop_fn *hw_bind_fn(const struct hw_view *view, const struct hw_alu_table *table,
                              const struct hw_chip_traits *traits, struct hw_uop *uop);

hw_bind_fn hw_bind_move, hw_bind_integer, hw_bind_float, hw_bind_double, hw_bind_convert, hw_bind_half;

hw_bind_fn hw_bind_carry, hw_bind_sum, hw_bind_bits, hw_bind_predicate, hw_bind_video, hw_bind_pack;

/* Where a narrow source, 1 for a to 3 for c, begins in its word; operations on halves and bytes read whole
 * words. */
unsigned hw_source_shift(const struct hw_view *view, unsigned source);

/* Operation width of integer instructions that name no type: that of the destination, or of the
 * register operands where nothing is kept. */
unsigned hw_untyped(const struct hw_view *view);

/* The word that SET instructions write for true: all ones, or with .BF 1.0. */
uint32_t hw_word_of_true(const struct hw_view *view);

/* HW_EXTREMUM_* of a minimum or maximum. */
uint8_t hw_extremum_rules(const struct hw_view *view);

/* The masks that make abs and neg of single-precision operands, from the operands' flags; and what a chip
 * does to denormals and NaNs whatever the instruction says. */
void hw_set_fp32(const struct hw_chip_traits *traits, struct hw_uop *uop);

#endif
