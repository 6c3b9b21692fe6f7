/* SPDX-License-Identifier: MIT */
/* This table lists the operand primitives (operand classes) of all primitive_*.c files. */
#include "isa/primitive_parts.h"

const struct hw_primitive hw_primitive[HW_ELEMENT_COUNT] = {
#define HW_PRIMITIVE_ENTRY(name) \
    [HW_ELEMENT_##name] = {hw_print_##name, hw_parse_##name, hw_semantics_##name},
    HW_PRIMITIVES(HW_PRIMITIVE_ENTRY)
#undef HW_PRIMITIVE_ENTRY
};

const bool hw_primitive_literal[HW_ELEMENT_COUNT] = {
    [HW_ELEMENT_simm] = true,       [HW_ELEMENT_simm64] = true,  [HW_ELEMENT_simmtype2] = true,
    [HW_ELEMENT_uimmtype2] = true,  [HW_ELEMENT_wimm] = true,    [HW_ELEMENT_uimm] = true,
    [HW_ELEMENT_float20] = true,    [HW_ELEMENT_float32] = true, [HW_ELEMENT_double20] = true,
    [HW_ELEMENT_floattype2] = true,
};

const struct hw_abs_suffix hw_abs_suffixes[HW_ELEMENT_COUNT] = {
    [HW_ELEMENT_reglanes] = {hw_print_lanes, hw_parse_lanes},
    [HW_ELEMENT_regpair] = {hw_print_lanes, hw_parse_lanes},
};
