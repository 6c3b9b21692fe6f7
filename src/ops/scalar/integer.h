/* SPDX-License-Identifier: MIT */
/* Integer arithmetic: the result and the flags of one lane.
 *
 * These are inline functions without branches on data, so that a loop over 32 lanes becomes vector
 * code.  Operands arrive as 32-bit words that are already extended from the width of the operation;
 * `bits` is that width, 16 or 32, and 16-bit results are returned zero-extended.  The rules are those
 * of envytools' hardware-tested model. */
#ifndef HW_OPS_SCALAR_INTEGER_H
#define HW_OPS_SCALAR_INTEGER_H

#include <stdbool.h>
#include <stdint.h>

#include <halfwarp/modifiers.h>

#include "ops/scalar/cond.h"
#include "ops/uop.h"

struct hw_int_result {
    uint32_t value;
    uint32_t flags; /* HW_FLAG_* */
};

static inline uint32_t hw_int_mask(unsigned bits)
{
    return 0xffffffffu >> (32 - bits);
}

/* Z and S of a result. */
static inline uint32_t hw_int_flags(uint32_t value, unsigned bits)
{
    return (value == 0 ? HW_FLAG_Z : 0) | (value >> (bits - 1) & 1) * HW_FLAG_S;
}

static inline struct hw_int_result hw_int_plain(uint32_t value, unsigned bits)
{
    value &= hw_int_mask(bits);
    return (struct hw_int_result){value, hw_int_flags(value, bits)};
}

/* The carry out of each bit of a sum. */
static inline uint32_t hw_int_carries(uint32_t a, uint32_t b, uint32_t sum)
{
    return (a & b) | ((a | b) & ~sum);
}

/* a + b + carry.  A subtraction complements an operand and carries 1 in, so C is "no borrow". */
static inline struct hw_int_result hw_int_add(uint32_t a, uint32_t b, uint32_t carry, unsigned bits, bool sat)
{
    const uint32_t mask = hw_int_mask(bits), top = 1u << (bits - 1);
    const uint32_t sum = (a + b + carry) & mask;
    const uint32_t carries = hw_int_carries(a, b, sum);
    const uint32_t overflow = (~(a ^ b) & (a ^ sum)) >> (bits - 1) & 1;
    const uint32_t limit = top - 1 + (a >> (bits - 1) & 1);
    const uint32_t saturated = sat ? -overflow : 0; /* all ones where the limit stands in for the sum */
    const uint32_t value = (sum & ~saturated) | (limit & saturated);

    return (struct hw_int_result){value, hw_int_flags(value, bits) | (carries >> (bits - 1) & 1) * HW_FLAG_C |
                                             overflow * HW_FLAG_O};
}

/* A sum of three: a + b with carry `first` (0 or 1), moved as modifier shift says, + c with `second`.  C is
 * the carry of the second addition and O that of the first, as nxgpucatch saw on a GM20B. */
static inline struct hw_int_result hw_int_add3(uint32_t a, uint32_t b, uint32_t c, uint32_t first,
                                               uint32_t second, unsigned shift)
{
    const uint32_t sum = a + b + first, carry = ((a & b) | ((a | b) & ~sum)) >> 31;
    const uint32_t moved = shift == 1 ? sum >> 16 | carry << 16 : shift == 2 ? sum << 16 : sum;
    const uint32_t value = moved + c + second, carry2 = ((moved & c) | ((moved | c) & ~value)) >> 31;

    return (struct hw_int_result){value, hw_int_flags(value, 32) | carry2 * HW_FLAG_C | carry * HW_FLAG_O};
}

/* |a - b| without overflow; the operands are sign- or zero-extended as `is_signed` says. */
static inline uint32_t hw_int_distance(uint32_t a, uint32_t b, bool is_signed)
{
    const bool less = is_signed ? (int32_t)a < (int32_t)b : a < b;

    return less ? b - a : a - b;
}

/* Multiplication of extended 16- or 24-bit operands: bits 31:0 of the product, or bits 47:16. */
static inline uint32_t hw_int_mul(uint32_t a, uint32_t b)
{
    return a * b;
}

static inline uint32_t hw_int_mul_high(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)((int64_t)(int32_t)a * (int32_t)b) >> 16);
}

/* The high word of the product of words, each signed or not. */
static inline uint32_t hw_int_mul_word_high(uint32_t a, uint32_t b, bool a_signed, bool b_signed)
{
    const uint32_t high = (uint32_t)((uint64_t)a * b >> 32);

    return high - (a_signed && a >> 31 ? b : 0) - (b_signed && b >> 31 ? a : 0);
}

/* Comparison as a mask in the encoding of HW_MOD_CMP: less 1, equal 2, greater 4. */
static inline uint32_t hw_int_relation(uint32_t a, uint32_t b, bool is_signed)
{
    const bool less = is_signed ? (int32_t)a < (int32_t)b : a < b;

    return a == b ? 2 : less ? 1 : 4;
}

/* The same for the high words of longer numbers, after a subtraction of the lower ones left Z and C: the
 * difference is a - b - 1 + C in exact arithmetic, and numbers are equal if Z held too.  Hardware-tested by
 * nxgpucatch. */
static inline uint32_t hw_int_relation_x(uint32_t a, uint32_t b, bool is_signed, uint32_t cond)
{
    const bool less = is_signed ? (int32_t)a < (int32_t)b : a < b;
    const bool borrow = !(cond & HW_FLAG_C);
    const bool below = less || (a == b && borrow);
    const bool none = !less && a - b == (borrow ? 1 : 0);

    return below ? 1 : none && (cond & HW_FLAG_Z) ? 2 : 4;
}

/* The result of a comparison: all ones with S, or zero with Z. */
static inline struct hw_int_result hw_int_truth(bool holds, unsigned bits)
{
    return (struct hw_int_result){holds ? hw_int_mask(bits) : 0, holds ? HW_FLAG_S : HW_FLAG_Z};
}

/* a << count.  The count is not masked: what is shifted out is lost. */
static inline struct hw_int_result hw_int_shl(uint32_t a, uint32_t count, unsigned bits)
{
    const uint32_t value = (count < bits ? a << (count & 31) : 0) & hw_int_mask(bits);
    const uint32_t last_out = count - 1 < bits - 1 ? a >> ((bits - count) & 31) & 1 : 0;
    const uint32_t overflow = (count == 1) & ((a ^ value) >> (bits - 1));

    return (struct hw_int_result){value,
                                  hw_int_flags(value, bits) | last_out * HW_FLAG_C | overflow * HW_FLAG_O};
}

/* a >> count; `a` is sign-extended if `is_signed`, and then counts past the width leave the sign. */
static inline struct hw_int_result hw_int_shr(uint32_t a, uint32_t count, unsigned bits, bool is_signed)
{
    const uint32_t beyond = is_signed ? (uint32_t) - (int32_t)(a >> 31) : 0;
    const uint32_t shifted = is_signed ? (uint32_t)((int32_t)a >> (count & 31)) : a >> (count & 31);
    const uint32_t value = (count < bits ? shifted : beyond) & hw_int_mask(bits);
    const uint32_t last_out = count - 1 < bits - 1 ? a >> ((count - 1) & 31) & 1 : 0;
    const uint32_t overflow = (count == 1) & ((a ^ value) >> (bits - 1));

    return (struct hw_int_result){value,
                                  hw_int_flags(value, bits) | last_out * HW_FLAG_C | overflow * HW_FLAG_O};
}

static inline uint32_t hw_int_logic(uint32_t a, uint32_t b, unsigned logic)
{
    switch (logic) {
    case HW_LOGIC_AND: return a & b;
    case HW_LOGIC_OR: return a | b;
    case HW_LOGIC_XOR: return a ^ b;
    default: return b;
    }
}

#endif
