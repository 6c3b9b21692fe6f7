/* SPDX-License-Identifier: MIT */
/* The scheduling bits that the text of an instruction gives it: whether it can have them, and if not why. */
#ifndef HW_ISA_SCHEDULING_BITS_CHECK_H
#define HW_ISA_SCHEDULING_BITS_CHECK_H

#include <halfwarp/isa.h>

/* `insn` at `offset` as hw_parse read it; *control: the bits of the scheduling behind it (HW_NO_CONTROL:
 * there is none), to which those that its own text gives are added.  Errors: HW_ERR_SYNTAX, without a column.
 */
hw_status hw_control_complete(const struct hw_target *target, const struct hw_insn *insn, size_t offset,
                              uint32_t *control, struct hw_error *error);

/* How many scheduling bits an instruction at `offset` has, where there are scoreboards. */
unsigned hw_code_control_bits(const struct hw_target *target, size_t offset);

#endif
