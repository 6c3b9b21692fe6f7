/* SPDX-License-Identifier: MIT */
/* See ptx_number.h. */
#include "ptx_number.h"

#include <stdlib.h>

static uint32_t word(uint32_t random)
{
    const uint32_t power = (uint32_t)1 << (random >> 3 & 31);

    switch (random & 7) {
    case 0: return 0;
    case 1: return 1;
    case 2: return UINT32_MAX;
    case 3: return power;
    case 4: return power - 1;
    case 5: return 0 - power;
    case 6: return random >> 24;
    default: return random;
    }
}

static uint32_t single(uint32_t random)
{
    const uint32_t sign = random & 0x80000000;

    switch (random & 7) {
    case 0: return sign;
    case 1: return sign | 0x3f800000;
    case 2: return sign | 0x7f800000;
    case 3: return sign | (random & 0x7f800000); /* a power of two, mostly */
    case 4: return sign | (0x3f800000 + (random >> 8 & 0xfff) * 0x800);
    case 5: return sign | 1;
    default: return sign | (0x3c000000 + (random >> 3 & 0x7ffffff));
    }
}

static uint64_t twice(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

static uint64_t double_of(uint32_t random, uint32_t low)
{
    const uint32_t sign = random & 0x80000000;

    switch (random & 7) {
    case 0: return twice(sign, 0);
    case 1: return twice(sign | 0x3ff00000, 0);
    case 2: return twice(sign | 0x7ff00000, 0);
    case 3: return twice(sign | (0x3f000000 + (random >> 3 & 0x1ffffff)), 0);
    case 4: return twice(sign | (0x3f000000 + (random >> 3 & 0x1ffffff)), word(low));
    default: return twice(sign | (0x3f000000 + (random >> 3 & 0x1ffffff)), low);
    }
}

uint64_t ptx_number(enum ptx_class class, uint64_t random)
{
    const uint32_t high = (uint32_t)(random >> 32), low = (uint32_t)random;

    switch (class) {
    case PTX_CLASS_W: return word(high);
    case PTX_CLASS_D: return twice(word(high), word(low));
    case PTX_CLASS_F: return single(high);
    case PTX_CLASS_G: return double_of(high, low);
    default: abort();
    }
}
