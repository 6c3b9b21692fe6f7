/* SPDX-License-Identifier: MIT */
/* Half precision becomes single precision, and back.  Source: envytools' hardware-tested model. */
#include "ops/scalar/fp16.h"

#include <halfwarp/modifiers.h>

#include "ops/scalar/fp32.h"

#define HALF_INFINITY  0x7c00u
#define EXPONENT_SHIFT (127 - 15) /* difference of the two biases */

uint32_t hw_fp16_widen(uint32_t half)
{
    const uint32_t sign = (half & 0x8000) << 16;
    uint32_t exponent = half >> 10 & 31, fraction = half & 0x3ff;

    if (exponent == 31)
        return fraction ? HW_FP32_NAN : sign | HW_FP32_INFINITY;
    if (exponent == 0) {
        if (fraction == 0)
            return sign;
        for (exponent = 1; !(fraction & 0x400); exponent--)
            fraction <<= 1;
    }
    return sign | (exponent + EXPONENT_SHIFT) << 23 | (fraction & 0x3ff) << 13;
}

/* Does rounding in direction `round` enlarge a magnitude of this sign? */
static bool rounds_away(unsigned round, uint32_t sign)
{
    return (round == HW_ROUND_RM && sign) || (round == HW_ROUND_RP && !sign);
}

uint32_t hw_fp16_narrow(uint32_t single, unsigned round, bool truncate)
{
    const uint32_t sign = single >> 16 & 0x8000, field = single >> 23 & 0xff;
    const int exponent = (int)field - EXPONENT_SHIFT;
    const int cut = exponent < 1 ? 14 - exponent : 13; /* bits dropped; more for denormals */
    uint64_t keep, rest, half;                         /* of the least numbers 32 bits are dropped */

    if (hw_fp32_is_nan(single))
        return 0x7fff;
    if (field <= 0x5d)
        return sign;
    if (field == 0xff)
        return sign | HALF_INFINITY;
    keep = (single & 0x7fffff) | 0x800000;
    rest = keep & ((UINT64_C(1) << cut) - 1);
    half = UINT64_C(1) << (cut - 1);
    keep >>= cut;
    if (!truncate && (round == HW_ROUND_RN ? rest > half || (rest == half && (keep & 1))
                                           : rest && rounds_away(round, sign)))
        keep++;
    if (exponent >= 1)
        keep += (uint64_t)(exponent - 1) << 10; /* the leading one of `keep` adds 1 to the exponent */
    if (keep >= HALF_INFINITY)
        keep = round == HW_ROUND_RN || rounds_away(round, sign) ? HALF_INFINITY : HALF_INFINITY - 1;
    return sign | (uint32_t)keep;
}
