/* SPDX-License-Identifier: MIT */
/* The number types that instructions name have widths and signs. */
#ifndef HW_OPS_VALUE_TYPES_H
#define HW_OPS_VALUE_TYPES_H

#include <stdbool.h>

#include <halfwarp/modifiers.h>

/* Number of bits of a type; types without one (none) count as words. */
static inline unsigned hw_type_bits(unsigned type)
{
    switch (type) {
    case HW_TYPE_U2:
    case HW_TYPE_S2: return 2;
    case HW_TYPE_U4:
    case HW_TYPE_S4: return 4;
    case HW_TYPE_U8:
    case HW_TYPE_S8:
    case HW_TYPE_E4M3:
    case HW_TYPE_E5M2: return 8;
    case HW_TYPE_U16:
    case HW_TYPE_S16:
    case HW_TYPE_F16:
    case HW_TYPE_BF16:
    case HW_TYPE_B16: return 16;
    case HW_TYPE_U24:
    case HW_TYPE_S24: return 24;
    case HW_TYPE_U64:
    case HW_TYPE_S64:
    case HW_TYPE_F64:
    case HW_TYPE_B64: return 64;
    case HW_TYPE_B128: return 128;
    default: return 32;
    }
}

static inline bool hw_type_signed(unsigned type)
{
    return type == HW_TYPE_S8 || type == HW_TYPE_S16 || type == HW_TYPE_S24 || type == HW_TYPE_S32 ||
           type == HW_TYPE_S64 || type == HW_TYPE_S4 || type == HW_TYPE_S2;
}

/* How much a lane loads or stores, and how a narrow value becomes a word. */
enum hw_width {
    HW_WIDTH_U8 = 0,
    HW_WIDTH_S8,
    HW_WIDTH_U16,
    HW_WIDTH_S16,
    HW_WIDTH_B32,
    HW_WIDTH_B64,
    HW_WIDTH_B128,
    HW_WIDTHS
};

#endif
