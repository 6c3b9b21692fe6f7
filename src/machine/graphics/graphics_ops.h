/* SPDX-License-Identifier: MIT */
/* Micro-operations of graphics programs: inputs, outputs, and what a thread records (graphics.h). */
#ifndef HW_MACHINE_GRAPHICS_GRAPHICS_OPS_H
#define HW_MACHINE_GRAPHICS_GRAPHICS_OPS_H

#include "ops/uop.h"

/* d = a word of the thread's inputs: of the space mem.space (enum hw_operand_kind), at the byte a +
 * mem.offset; mem.number says of v[] which interpolation. */
hw_uop_fn hw_uop_load_input;

/* The output at the byte a + mem.offset = register b. */
hw_uop_fn hw_uop_store_output;

/* Both halves of register d = its low half. */
hw_uop_fn hw_uop_double_half;

/* Keep kept.count registers from d on as the next record of each executing lane for which its conditions
 * hold. */
hw_uop_fn hw_uop_emit_record;

/* The last record of each such lane ends a primitive. */
hw_uop_fn hw_uop_cut;

/* Each such lane's fragment is dropped. */
hw_uop_fn hw_uop_discard;

#endif
