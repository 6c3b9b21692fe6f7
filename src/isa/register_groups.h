/* SPDX-License-Identifier: MIT */
/* Register groups: operands of 64 bits and more are consecutive registers, which begin at an aligned one. */
#ifndef HW_ISA_REGISTER_GROUPS_H
#define HW_ISA_REGISTER_GROUPS_H

#include <halfwarp/effects.h>

/* The semantics, with `bytes` of all registers of each operand: of texture lookups and matrices, too. */
void hw_grouped_semantics(const struct hw_insn *insn, struct hw_semantics *view);

/* Whether the base of an address is a pair of registers. */
bool hw_address_is_pair(const struct hw_semantics *view, const struct hw_operand *operand);

/* Whether a chip has no such group as an instruction names, and a sentence about the first: it is misaligned,
 * or goes on behind the last register.  Its word can be written all the same.  False for Tesla. */
#define HW_REGISTER_GROUP_TEXT 96
bool hw_register_group_fault(const struct hw_insn *insn, char text[HW_REGISTER_GROUP_TEXT]);

#endif
