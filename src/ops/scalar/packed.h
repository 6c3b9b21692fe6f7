/* SPDX-License-Identifier: MIT */
/* Sums, minima and maxima of words, or of their halves or bytes: VIADD, VIMNMX and others of Hopper and
 * later.
 *
 * Each part is computed by itself: nothing is carried from one to the next (PTX ISA, add.u16x2, min.s16x2;
 * CUDA Math API, SIMD and DPX intrinsics). */
#ifndef HW_OPS_SCALAR_PACKED_H
#define HW_OPS_SCALAR_PACKED_H

#include <stdbool.h>
#include <stdint.h>

/* The bit of each part from which it overflows: parts have 32, 16 or 8 bits. */
static inline uint32_t hw_packed_tops(unsigned bits)
{
    return bits == 32 ? 0x80000000u : bits == 16 ? 0x80008000u : 0x80808080u;
}

/* All ones in the parts whose highest bit is set in `top`, which has no other bits. */
static inline uint32_t hw_packed_fill(uint32_t top, unsigned bits)
{
    return (top >> (bits - 1)) * (bits == 32 ? ~0u : (1u << bits) - 1);
}

/* a + b. */
static inline uint32_t hw_packed_add(uint32_t a, uint32_t b, unsigned bits)
{
    const uint32_t tops = hw_packed_tops(bits);

    return ((a & ~tops) + (b & ~tops)) ^ ((a ^ b) & tops);
}

/* -a. */
static inline uint32_t hw_packed_negate(uint32_t a, unsigned bits)
{
    return hw_packed_add(~a, bits == 32 ? 1 : bits == 16 ? 0x00010001u : 0x01010101u, bits);
}

/* All ones in the parts where a < b, of signed or unsigned numbers. */
static inline uint32_t hw_packed_less(uint32_t a, uint32_t b, unsigned bits, bool is_signed)
{
    const uint32_t tops = hw_packed_tops(bits), bias = is_signed ? tops : 0, x = a ^ bias, y = b ^ bias;
    const uint32_t difference = ((x | tops) - (y & ~tops)) ^ ((x ^ ~y) & tops); /* x - y, part by part */
    const uint32_t borrows = ((~x & y) | (~(x ^ y) & difference)) & tops;

    return hw_packed_fill(borrows, bits);
}

#endif
