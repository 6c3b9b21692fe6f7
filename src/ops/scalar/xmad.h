/* SPDX-License-Identifier: MIT */
/* Multiplication of parts of words, one lane: XMAD, the 16-bit multiplier of Maxwell and Pascal, and dot
 * products.
 *
 * XMAD is hardware-tested by nxgpucatch (GM20B) except for .X, which is as envytools describes it, and .CSFU;
 * dot products are dp4a and dp2a of the PTX ISA. */
#ifndef HW_OPS_SCALAR_XMAD_H
#define HW_OPS_SCALAR_XMAD_H

#include <stdbool.h>
#include <stdint.h>

/* What is added to the product, by modifier xmad. */
enum hw_xmad_addend { HW_XMAD_C = 0, HW_XMAD_CLO, HW_XMAD_CHI, HW_XMAD_CSFU, HW_XMAD_CBCC };

/* The low `bits` bits of x, sign-extended if `sign` is the value of the highest of them, zero-extended if it
 * is 0. */
static inline uint32_t hw_extend(uint32_t x, uint32_t mask, uint32_t sign)
{
    return ((x & mask) ^ sign) - sign;
}

static inline uint32_t hw_extend_half(uint32_t x, bool is_signed)
{
    return hw_extend(x, 0xffff, is_signed ? 0x8000 : 0);
}

static inline uint32_t hw_extend_byte(uint32_t x, bool is_signed)
{
    return hw_extend(x, 0xff, is_signed ? 0x80 : 0);
}

/* The addend, except for .CSFU; `b` is the whole second source. */
static inline uint32_t hw_xmad_addend(unsigned kind, uint32_t b, uint32_t c)
{
    switch (kind) {
    case HW_XMAD_CLO: return c & 0xffff;
    case HW_XMAD_CHI: return c >> 16;
    case HW_XMAD_CBCC: return c + (b << 16);
    default: return c;
    }
}

/* The addend of .CSFU.  The high word of a signed product is made of the product of the high halves and, by
 * IADD3.RS, of the two mixed ones, which that adds as if they were not signed: each negative one makes it
 * 65536 too large.  A mixed product is negative if its high half, `pa` or `pb`, is and its low half, the one
 * of the other source that .CSFU's own product leaves out, is not zero.  (envytools tests `pa` and `pb` for
 * zero instead; then the sequence that NVIDIA's compiler emits would go wrong for -0x80000000 * 1.) */
static inline uint32_t hw_xmad_sign_fixed(uint32_t pa, uint32_t pb, uint32_t a_rest, uint32_t b_rest,
                                          uint32_t c)
{
    const uint32_t first = b_rest ? pa >> 31 : 0, second = a_rest ? pb >> 31 : 0;

    return c - ((first + second) << 16);
}

/* .MRG: the low half of the sum below the low half of the second source. */
static inline uint32_t hw_xmad_merge(uint32_t sum, uint32_t b)
{
    return (sum & 0xffff) | b << 16;
}

/* IMADSP.SD: the types of a, b and c are in bits 31:30, 29:28 and 27:26 of b, none of them signed: 0 a word
 * (of b, a half), 1 24 bits, 2 the low half, 3 of a the high half, of b 24 bits, of c a word. Hardware-tested
 * by NAK's authors on Kepler. */
static inline uint32_t hw_imadsp_sd(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t of_a = b >> 30, of_b = b >> 28 & 3, of_c = b >> 26 & 3;
    const uint32_t x = of_a == 0 ? a : of_a == 1 ? a & 0xffffff : of_a == 2 ? a & 0xffff : a >> 16;
    const uint32_t y = of_b & 1 ? b & 0xffffff : b & 0xffff;
    const uint32_t z = of_c == 1 ? c & 0xffffff : of_c == 2 ? c & 0xffff : c;

    return x * y + z;
}

/* Sum of the products of four bytes each. */
static inline uint32_t hw_dot_4a(uint32_t a, uint32_t b, bool a_signed, bool b_signed)
{
    uint32_t sum = 0;

    for (unsigned n = 0; n < 32; n += 8)
        sum += hw_extend_byte(a >> n, a_signed) * hw_extend_byte(b >> n, b_signed);
    return sum;
}

/* Sum of the products of two halves of a with bytes 0 and 1 of b, or with bytes 2 and 3. */
static inline uint32_t hw_dot_2a(uint32_t a, uint32_t b, bool a_signed, bool b_signed, bool high)
{
    b >>= high ? 16 : 0;
    return hw_extend_half(a, a_signed) * hw_extend_byte(b, b_signed) +
           hw_extend_half(a >> 16, a_signed) * hw_extend_byte(b >> 8, b_signed);
}

#endif
