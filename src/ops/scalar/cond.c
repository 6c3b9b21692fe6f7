/* SPDX-License-Identifier: MIT */
/* The tests of a condition code, as sets of codes.
 *
 * A test is a function of four flags, so it is one 16-bit set: bit v stands for the code with the value
 * v (Z 1, S 2, C 4, O 8).  The sets follow from the formulas of the G80 shader specification and equal
 * the table that decuda's author measured on a chip; codes 14 to 1b were measured as never true.  Maxwell's
 * are those that nxgpucatch's authors ran on a GM20B; its six tests of clip states are left out, because
 * nobody has described them. tests/unit/ops/test_ops_cond.c holds the formulas. */
#include "ops/scalar/cond.h"

#include "ops/uop.h"

/* clang-format off */
const uint16_t hw_cond_truth[64] = {
    0x0000,   /* 00 never */
    0xbb44,   /* 01 l */
    0x2222,   /* 02 e */
    0x3366,   /* 03 le */
    0x4411,   /* 04 g */
    0x5555,   /* 05 lg */
    0xcc33,   /* 06 ge */
    0x7777,   /* 07 lge */
    0x8888,   /* 08 u */
    0x33cc,   /* 09 lu */
    0xaaaa,   /* 0a eu */
    0xbbee,   /* 0b leu */
    0xcc99,   /* 0c gu */
    0xdddd,   /* 0d lgu */
    0x44bb,   /* 0e geu */
    0xffff,   /* 0f always */
    0xff00,   /* 10 o */
    0xf0f0,   /* 11 c */
    0x5050,   /* 12 a */
    0xcccc,   /* 13 s */
    0x0000,   /* 14 - */
    0x0000,   /* 15 - */
    0x0000,   /* 16 - */
    0x0000,   /* 17 - */
    0x0000,   /* 18 - */
    0x0000,   /* 19 - */
    0x0000,   /* 1a - */
    0x0000,   /* 1b - */
    0x3333,   /* 1c ns */
    0xafaf,   /* 1d na */
    0x0f0f,   /* 1e nc */
    0x00ff,   /* 1f no */
    0x00ff,   /* Maxwell 10 OFF: no overflow */
    0x0f0f,   /* 11 LO: no carry */
    0x3333,   /* 12 SFF: sign clear */
    0xafaf,   /* 13 LS: zero or no carry */
    0x5050,   /* 14 HI: not zero, carry */
    0xcccc,   /* 15 SFT: sign set */
    0xf0f0,   /* 16 HS: carry */
    0xff00,   /* 17 OFT: overflow */
    0x0000,   /* 18 CSM_TA */
    0x0000,   /* 19 CSM_TR */
    0x0000,   /* 1a CSM_MX */
    0x0000,   /* 1b FCSM_TA */
    0x0000,   /* 1c FCSM_TR */
    0x0000,   /* 1d FCSM_MX */
    0xeeee,   /* 1e RLE: zero or sign */
    0x1111,   /* 1f RGT: neither */
};
/* clang-format on */

uint32_t hw_cond_lanes(const uint32_t *cond_register, unsigned test)
{
    const uint32_t truth = hw_cond_truth[test & 63];
    uint32_t lanes = 0;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        lanes |= (truth >> (cond_register[lane] & 15) & 1) << lane;
    return lanes;
}
