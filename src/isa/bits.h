/* SPDX-License-Identifier: MIT */
/* These functions read and write bit fields of words of up to 128 bits, and sets of uniform registers. */
#ifndef HW_ISA_BITS_H
#define HW_ISA_BITS_H

#include <stdint.h>

#include <halfwarp/insn.h>

struct hw_bits {
    uint8_t shift, bits; /* at most 64 bits, which may lie across the middle of the word */
};

static inline uint64_t hw_low_bits(unsigned bits)
{
    return bits < 64 ? (1ull << bits) - 1 : UINT64_MAX;
}

static inline uint64_t hw_extract(const uint64_t word[2], unsigned shift, unsigned bits)
{
    uint64_t value = shift < 64 ? word[0] >> shift : word[1] >> (shift - 64);
    if (shift < 64 && shift + bits > 64)
        value |= word[1] << (64 - shift);
    return value & hw_low_bits(bits);
}

static inline void hw_insert(uint64_t word[2], unsigned shift, unsigned bits, uint64_t value)
{
    const uint64_t mask = hw_low_bits(bits);
    value &= mask;
    if (shift >= 64) {
        word[1] = (word[1] & ~(mask << (shift - 64))) | value << (shift - 64);
        return;
    }
    word[0] = (word[0] & ~(mask << shift)) | value << shift;
    if (shift + bits > 64)
        word[1] = (word[1] & ~(mask >> (64 - shift))) | value >> (64 - shift);
}

/* Add uniform registers from one on to a set; URZ keeps nothing. */
static inline void hw_uniform_add(uint64_t set[HW_UNIFORM_WORDS], unsigned first, unsigned count)
{
    for (unsigned i = first; i < first + count && i < HW_UNIFORM_REGISTERS; i++)
        set[i / 64] |= 1ull << i % 64;
}

#endif
