/* SPDX-License-Identifier: MIT */
/* This header is shared by the primitives of addresses that are sums: a register, a uniform register, an
 * offset.
 */
#ifndef HW_ISA_PRIMITIVE_UNIFORM_H
#define HW_ISA_PRIMITIVE_UNIFORM_H

#include "isa/primitive_parts.h"

#define HW_ABSENT_PART 0xff

/* Numbers of the item's arguments.  The base is the first; the distance the last, if there is one. */
struct hw_address_parts {
    uint8_t wide, scale, uniform, distance, shown;
    bool may_lack;   /* URZ is omitted */
    bool descriptor; /* the uniform register names one */
};

struct hw_address_parts hw_find_address_parts(const struct hw_insn *insn, const struct hw_element *item,
                                              bool descriptor);

/* `[R2.64+UR4+0x10]`. */
void hw_print_sum(struct hw_printer *p, const struct hw_element *item, struct hw_address_parts parts);
bool hw_parse_sum(struct hw_parser *p, const struct hw_element *item, struct hw_address_parts parts);
void hw_view_sum(const struct hw_insn *insn, const struct hw_element *item, struct hw_address_parts parts,
                 struct hw_semantics *view, enum hw_operand_kind kind);

#endif
