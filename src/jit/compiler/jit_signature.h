/* SPDX-License-Identifier: MIT */
/* What a micro-operation does, apart from its registers: equal ones are inlined from one function, which gets
 * the registers as arguments. */
#ifndef HW_JIT_COMPILER_JIT_SIGNATURE_H
#define HW_JIT_COMPILER_JIT_SIGNATURE_H

#include "jit/compiler/jit_build.h"
#include "ops/lanes/lanes_slice.h"

/* It is compared and hashed as it lies, so it has no holes. */
struct hw_jit_signature {
    struct hw_uop uop; /* its registers are numbered as in lanes_slice.h */
    struct hw_jit_function function;
    uint8_t whole; /* all lanes of a slice execute it */
    uint8_t given; /* the operands that are arguments, a bit each */
    uint8_t known; /* those whose words are `word` */
    uint8_t hides; /* LLVM must not know any of them (jit_hide.h) */
    uint8_t unused[2];
    uint32_t word[HW_SLICE_OPERANDS];
};

/* The registers of a micro-operation, in the order of lanes_slice.h. */
void hw_jit_registers_of(const struct hw_uop *uop, uint16_t reg[HW_SLICE_OPERANDS]);
/* Whether the operand of that number is stored. */
bool hw_jit_is_destination(unsigned operand);

/* That of a micro-operation whose kind is HW_JIT_KIND_INLINE. */
struct hw_jit_signature hw_jit_signature_of(const struct hw_jit_build *build, uint32_t index);

/* Whether the lanes of a quad do not all do the same. */
bool hw_jit_depends_on_lane(const struct hw_jit_unit *unit, uint32_t index);

/* The literal that a register is, where no launch changes it, and where one word is all that an operation of
 * the family reads; or shape->literals: it is always zero.  False: neither. */
bool hw_jit_is_available(const struct hw_jit_unit *unit, unsigned family, uint16_t reg, uint32_t *literal);

#endif
