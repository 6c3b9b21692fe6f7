/* SPDX-License-Identifier: MIT */
/* This table names the kinds of provenance (standing.h). */
#include <halfwarp/standing.h>

const char *hw_standing_name(enum hw_standing standing)
{
    static const char *const names[] = {"documented", "measured", "derived", "guess"};

    return (unsigned)standing < HW_STANDING_COUNT ? names[standing] : "?";
}
