/* SPDX-License-Identifier: MIT */
/* Bit operations on words: fields, counting, reversing, funnel shifts, tables of three inputs, permutation.
 *
 * One lane each, without branches on data, so that a loop over 32 lanes becomes vector code.  Fields and
 * funnel shifts are hardware-tested by nxgpucatch (GM20B); tables and permutations are those of lop3 and prmt
 * in the PTX ISA. */
#ifndef HW_OPS_SCALAR_BITFIELD_H
#define HW_OPS_SCALAR_BITFIELD_H

#include <stdbool.h>
#include <stdint.h>

static inline uint32_t hw_bits_reverse(uint32_t x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
    return x >> 16 | x << 16;
}

static inline uint32_t hw_bits_count(uint32_t x)
{
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    x += x >> 8; /* not the product with 0x01010101, which compilers turn into the scalar instruction */
    return (x + (x >> 16)) & 63;
}

/* A field's place (0..255) and length (0..255, more than 32 counts as 32), as BFE and BFI get them. */
static inline uint32_t hw_bits_offset(uint32_t field)
{
    return field & 255;
}

static inline uint32_t hw_bits_length(uint32_t field)
{
    const uint32_t length = field >> 8 & 255;

    return length < 32 ? length : 32;
}

/* The low 0..32 bits of `a`, extended with zeros or with the highest of them; of none 0. */
static inline uint32_t hw_bits_extend(uint32_t a, uint32_t length, bool is_signed)
{
    const uint32_t left = (32 - length) & 31, moved = a << left;

    return length == 0 ? 0 : is_signed ? (uint32_t)((int32_t)moved >> left) : moved >> left;
}

/* 0..32 bits set from bit 0..32 on; those beyond the word are lost. */
static inline uint32_t hw_bits_mask(uint32_t offset, uint32_t length)
{
    const uint32_t ones = length ? 0xffffffffu >> ((32 - length) & 31) : 0;

    return offset < 32 ? ones << (offset & 31) : 0;
}

/* The field of `a`, zero-extended, or sign-extended from its highest bit: that of `a` where it runs over. */
static inline uint32_t hw_bits_extract(uint32_t a, uint32_t field, bool is_signed)
{
    const uint32_t offset = hw_bits_offset(field), length = hw_bits_length(field);
    const uint32_t beyond = is_signed ? 0 - (a >> 31) : 0;
    const uint32_t moved = is_signed ? (uint32_t)((int32_t)a >> (offset & 31)) : a >> (offset & 31);

    return hw_bits_extend(offset < 32 ? moved : beyond, length, is_signed);
}

/* `c` with the low bits of `a` in the field. */
static inline uint32_t hw_bits_insert(uint32_t a, uint32_t field, uint32_t c)
{
    const uint32_t offset = hw_bits_offset(field), mask = hw_bits_mask(offset, hw_bits_length(field));

    return (c & ~mask) | (a << (offset & 31) & mask);
}

/* Number of the highest set bit, counted from bit 0 or, if `from_top`, from bit 31; all ones where none
 * is. */
static inline uint32_t hw_bits_highest(uint32_t x, bool from_top)
{
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    const uint32_t number = hw_bits_count(x) - 1;

    return from_top && x ? 31 - number : number;
}

/* For signed FLO: bits that differ from the sign. */
static inline uint32_t hw_bits_unlike_sign(uint32_t x)
{
    return x ^ (0 - (x >> 31));
}

/* How far a funnel shift goes: up to its width, or modulo it. */
static inline uint32_t hw_funnel_count(uint32_t count, uint32_t width, bool wrap)
{
    return wrap ? count & (width - 1) : count < width ? count : width;
}

/* {high, low} shifted left by 0..64: its high word. */
static inline uint32_t hw_funnel_left(uint32_t low, uint32_t high, uint32_t count)
{
    const uint64_t x = (uint64_t)high << 32 | low;

    return (uint32_t)((count < 64 ? x << (count & 63) : 0) >> 32);
}

/* {high, low} shifted right by 0..64, arithmetically if `is_signed`: its low word, or its high one.  A
 * negative number is complemented before and after, which vector units do faster than an arithmetic shift of
 * 64 bits. */
static inline uint32_t hw_funnel_right(uint32_t low, uint32_t high, uint32_t count, bool is_signed,
                                       bool want_high)
{
    const uint64_t sign = is_signed ? 0 - (uint64_t)(high >> 31) : 0;
    const uint64_t x = ((uint64_t)high << 32 | low) ^ sign;
    const uint64_t moved = (count < 64 ? x >> (count & 63) : 0) ^ sign;

    return (uint32_t)(want_high ? moved >> 32 : moved);
}

static inline uint32_t hw_bits_choose(uint32_t which, uint32_t yes, uint32_t no)
{
    return (which & yes) | (~which & no);
}

/* Bit i of the result is bit 4 a_i + 2 b_i + c_i of the table.  Not a sum of products: of that with a known
 * table LLVM 19.1.7 makes vectors, and wrong code of these with AVX2 (check_engines 1 103946, gv100). */
static inline uint32_t hw_bits_table(uint32_t a, uint32_t b, uint32_t c, unsigned table)
{
    uint32_t of_ab[4];

    for (unsigned k = 0; k < 4; k++)
        of_ab[k] = hw_bits_choose(c, 0 - (table >> (2 * k + 1) & 1), 0 - (table >> (2 * k) & 1));
    return hw_bits_choose(a, hw_bits_choose(b, of_ab[3], of_ab[2]), hw_bits_choose(b, of_ab[1], of_ab[0]));
}

/* The same function as a sum modulo 2 of products (Zhegalkin's polynomial): bit k is set if the product of
 * the inputs that k names belongs to it. */
static inline unsigned hw_bits_polynomial(unsigned table)
{
    table ^= (table & 0x55) << 1;
    table ^= (table & 0x33) << 2;
    table ^= (table & 0x0f) << 4;
    return table & 0xff;
}

/* What the modes of PRMT but the first choose, by two bits of the selector: four nibbles as in the first
 * mode. */
static inline uint32_t hw_bits_selector(uint32_t selector, unsigned mode)
{
    static const uint16_t choice[7][4] = {
        [1] = {0x3210, 0x4321, 0x5432, 0x6543}, /* f4e: forward four extract */
        [2] = {0x5670, 0x6701, 0x7012, 0x0123}, /* b4e: backward four extract */
        [3] = {0x0000, 0x1111, 0x2222, 0x3333}, /* rc8: replicate a byte */
        [4] = {0x3210, 0x3211, 0x3222, 0x3333}, /* ecl: edge clamp left */
        [5] = {0x0000, 0x1110, 0x2210, 0x3210}, /* ecr: edge clamp right */
        [6] = {0x1010, 0x3232, 0x1010, 0x3232}, /* rc16: replicate a half */
    };

    return mode == 0 ? selector : choice[mode][selector & 3];
}

/* Byte `n` of the result of PRMT: a byte of {high, low}, or its sign. */
static inline uint32_t hw_bits_permuted(uint32_t low, uint32_t high, uint32_t selector, unsigned n)
{
    const uint32_t nibble = selector >> 4 * n;
    const uint32_t byte = (nibble & 4 ? high : low) >> 8 * (nibble & 3) & 0xff;
    const uint32_t signs = (byte >> 7) * 0xff;

    return (nibble & 8 ? signs : byte) << 8 * n;
}

#endif
