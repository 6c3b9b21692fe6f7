/* SPDX-License-Identifier: MIT */
/* hw_alu_select (alu.h) asks these functions, one for each family of operations.
 *
 * Each is asked in turn with a micro-operation whose modifiers are filled in, and gives NULL when the
 * operation is not of its family, or its modifiers are none that a chip has. */
#ifndef HW_OPS_SELECT_ALU_SELECT_H
#define HW_OPS_SELECT_ALU_SELECT_H

#include "ops/select/alu.h"

typedef hw_uop_fn *hw_alu_select_fn(const struct hw_semantics *view, const struct hw_alu_table *table,
                                    const struct hw_chip_traits *traits, struct hw_uop *uop);

hw_alu_select_fn hw_alu_select_move, hw_alu_select_integer, hw_alu_select_float, hw_alu_select_double,
    hw_alu_select_convert, hw_alu_select_half;

hw_alu_select_fn hw_alu_select_carry, hw_alu_select_sum, hw_alu_select_bits, hw_alu_select_predicate,
    hw_alu_select_video, hw_alu_select_pack, hw_alu_select_packed;

/* Where a narrow source, 1 for a to 3 for c, begins in its word; operations on halves and bytes read whole
 * words. */
unsigned hw_source_shift(const struct hw_semantics *view, unsigned source);

/* Operation width of integer instructions that name no type: that of the destination, or of the
 * register operands where nothing is kept. */
unsigned hw_untyped(const struct hw_semantics *view);

/* The word that SET instructions write for true: all ones, or with .BF 1.0. */
uint32_t hw_word_of_true(const struct hw_semantics *view);

/* HW_EXTREMUM_* of a minimum or maximum. */
uint8_t hw_extremum_rules(const struct hw_semantics *view);

/* The masks that make abs and neg of single-precision operands, from the operands' flags; and what a chip
 * does to denormals and NaNs whatever the instruction says. */
void hw_set_fp32(const struct hw_chip_traits *traits, struct hw_uop *uop);

#endif
