/* SPDX-License-Identifier: MIT */
/* Maps types of PTX to those of the IR. */
#include "compiler/irgen/irgen_state.h"

enum class { BITS, WHOLE, REAL, OTHER };

static const struct {
    enum hw_ir_kind kind;
    uint8_t type;
    enum class class;
    bool is_signed;
} types[HW_PTX_TYPE_COUNT] = {
    [HW_PTX_TYPE_PRED] = {HW_IR_KIND_PRED, HW_TYPE_NONE, OTHER, false},
    [HW_PTX_TYPE_B8] = {HW_IR_KIND_16, HW_TYPE_U8, BITS, false},
    [HW_PTX_TYPE_B16] = {HW_IR_KIND_16, HW_TYPE_B16, BITS, false},
    [HW_PTX_TYPE_B32] = {HW_IR_KIND_32, HW_TYPE_B32, BITS, false},
    [HW_PTX_TYPE_B64] = {HW_IR_KIND_64, HW_TYPE_B64, BITS, false},
    [HW_PTX_TYPE_U8] = {HW_IR_KIND_16, HW_TYPE_U8, WHOLE, false},
    [HW_PTX_TYPE_U16] = {HW_IR_KIND_16, HW_TYPE_U16, WHOLE, false},
    [HW_PTX_TYPE_U32] = {HW_IR_KIND_32, HW_TYPE_U32, WHOLE, false},
    [HW_PTX_TYPE_U64] = {HW_IR_KIND_64, HW_TYPE_U64, WHOLE, false},
    [HW_PTX_TYPE_S8] = {HW_IR_KIND_16, HW_TYPE_S8, WHOLE, true},
    [HW_PTX_TYPE_S16] = {HW_IR_KIND_16, HW_TYPE_S16, WHOLE, true},
    [HW_PTX_TYPE_S32] = {HW_IR_KIND_32, HW_TYPE_S32, WHOLE, true},
    [HW_PTX_TYPE_S64] = {HW_IR_KIND_64, HW_TYPE_S64, WHOLE, true},
    [HW_PTX_TYPE_F16] = {HW_IR_KIND_16, HW_TYPE_F16, REAL, false},
    [HW_PTX_TYPE_F16X2] = {HW_IR_KIND_32, HW_TYPE_F16X2, REAL, false},
    [HW_PTX_TYPE_F32] = {HW_IR_KIND_32, HW_TYPE_F32, REAL, false},
    [HW_PTX_TYPE_F64] = {HW_IR_KIND_64, HW_TYPE_F64, REAL, false},
    [HW_PTX_TYPE_TEXREF] = {HW_IR_KIND_64, HW_TYPE_B64, OTHER, false},
    [HW_PTX_TYPE_SAMPLERREF] = {HW_IR_KIND_64, HW_TYPE_B64, OTHER, false},
    [HW_PTX_TYPE_SURFREF] = {HW_IR_KIND_64, HW_TYPE_B64, OTHER, false},
};

enum hw_ir_kind hw_irgen_kind(unsigned type)
{
    return types[type].kind;
}

uint8_t hw_irgen_type(unsigned type)
{
    return types[type].type;
}

bool hw_irgen_is_float(unsigned type)
{
    return types[type].class == REAL;
}

bool hw_irgen_is_signed(unsigned type)
{
    return types[type].is_signed;
}

/* Bits go with everything of their size, integers with each other, another type only with itself. */
bool hw_irgen_agrees(unsigned type, unsigned reg, bool may_be_wider)
{
    const unsigned bits = hw_ptx_type_bits((enum hw_ptx_type)type),
                   have = hw_ptx_type_bits((enum hw_ptx_type)reg);
    const enum class a = types[type].class, b = types[reg].class;

    if (type == reg)
        return true;
    if (a == OTHER || b == OTHER)
        return (a == BITS || b == BITS || (a == OTHER && b == WHOLE)) && bits == 64 && have == 64;
    if (may_be_wider && have > bits)
        return b != REAL;
    return have == bits && (a == BITS || b == BITS || (a == WHOLE && b == WHOLE));
}

uint8_t hw_irgen_type_of_letter(const struct hw_irgen *builder, char letter)
{
    static const uint8_t twice[HW_PTX_TYPE_COUNT] = {
        [HW_PTX_TYPE_U16] = HW_PTX_TYPE_U32,
        [HW_PTX_TYPE_S16] = HW_PTX_TYPE_S32,
        [HW_PTX_TYPE_U32] = HW_PTX_TYPE_U64,
        [HW_PTX_TYPE_S32] = HW_PTX_TYPE_S64,
    };

    switch (letter) {
    case 'A':
    case 'a': return builder->types[0];
    case 'B':
    case 'b': return builder->types[1];
    case 'C':
    case 'c': return builder->types[2];
    case 'W':
    case 'w': return twice[builder->types[0]];
    case 'P':
    case 'p': return HW_PTX_TYPE_PRED;
    default: return HW_PTX_TYPE_B32;
    }
}
