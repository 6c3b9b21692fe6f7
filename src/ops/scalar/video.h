/* SPDX-License-Identifier: MIT */
/* Video instructions, one lane: arithmetic on bytes, halves or words with saturation and a second operation.
 *
 * The rules are those of the scalar video instructions (vadd, vabsdiff, vmin, vmax, vset, vshl, vshr, vmad)
 * in the PTX ISA, which are exact in wide arithmetic; vmad's types and selectors are hardware-tested by
 * nxgpucatch (GM20B). */
#ifndef HW_OPS_SCALAR_VIDEO_H
#define HW_OPS_SCALAR_VIDEO_H

#include <stdbool.h>
#include <stdint.h>

/* The second operation, by modifier vop. */
enum hw_video_second {
    HW_VIDEO_PLAIN = 0,
    HW_VIDEO_MRG_16H,
    HW_VIDEO_MRG_16L,
    HW_VIDEO_MRG_8B0,
    HW_VIDEO_MRG_8B2,
    HW_VIDEO_ACC,
    HW_VIDEO_MIN,
    HW_VIDEO_MAX
};

/* hw_video.flags */
#define HW_VIDEO_NEG_A   0x01u /* vadd; vmad: of a or b, the product */
#define HW_VIDEO_NEG_B   0x02u
#define HW_VIDEO_NEG_C   0x04u /* vmad */
#define HW_VIDEO_PO      0x08u /* plus one */
#define HW_VIDEO_SIGNED  0x10u /* the result is, for saturation, min and max */
#define HW_VIDEO_SAT     0x20u
#define HW_VIDEO_WRAP    0x40u /* shift counts modulo the width */
#define HW_VIDEO_GREATER 0x80u /* vmnmx */

struct hw_video {
    uint16_t op;              /* enum hw_op: VADD to VSHR */
    uint8_t width;            /* of the result: 32 */
    uint8_t type_a, type_b;   /* enum hw_type of the operands, which are parts of their words */
    uint8_t shift_a, shift_b; /* where these begin */
    uint8_t flags;            /* HW_VIDEO_* */
    uint8_t compare;          /* vset: 1 less, 2 equal, 4 greater */
    uint8_t second;           /* enum hw_video_second */
    uint8_t scale;            /* vmad: right shift of the result */
};

uint32_t hw_video(const struct hw_video *video, uint32_t a, uint32_t b, uint32_t c);

/* How the operands compare: 1 less, 2 equal, 4 greater. */
unsigned hw_video_relation(const struct hw_video *video, uint32_t a, uint32_t b);

/* The steps, for simd.h: the number that a part of a word is, what all but VMAD make of two, the nearest
 * number that fits `bits` bits. */
int64_t hw_video_number(uint32_t word, unsigned shift, unsigned type);
int64_t hw_video_first(const struct hw_video *video, int64_t x, int64_t y);
int64_t hw_video_saturated(int64_t x, unsigned bits, bool is_signed);

#endif
