/* SPDX-License-Identifier: MIT */
/* The standing of a number is its provenance: how far it can be relied on, and what kind of source it has.
 *
 * The numbers of chips (chip.h) and the times of instructions have a source each; its standing says what kind
 * of source that is.
 *
 * Stability: stable. */
#ifndef HALFWARP_STANDING_H
#define HALFWARP_STANDING_H

#ifdef __cplusplus
extern "C" {
#endif

enum hw_standing {
    HW_STANDING_DOCUMENTED = 0, /* a document states it */
    HW_STANDING_MEASURED,       /* somebody measured it; the source says who */
    HW_STANDING_DERIVED,        /* it follows from what is documented or measured */
    HW_STANDING_GUESS,          /* nobody states it; the source says why it is assumed */
    HW_STANDING_COUNT
};

/* "documented", "measured", "derived" or "guess". */
const char *hw_standing_name(enum hw_standing standing);

#ifdef __cplusplus
}
#endif
#endif
