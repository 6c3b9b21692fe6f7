/* SPDX-License-Identifier: MIT */
/* The layout of shared memory follows from the launch and the chip. */
#include "machine/chip/shared_layout.h"

/* A guess: what the system keeps for itself comes first, in the first half. */
#define GROUPS_BYTES 288u

struct hw_shared_layout hw_shared_layout(const struct hw_launch *launch)
{
    const struct hw_chip_info *chip = launch->code.chip;
    const uint32_t unit = chip->shared_unit,
                   reserved = (uint32_t)(((uint64_t)launch->shared_bytes + unit - 1) / unit * unit);
    struct hw_shared_layout layout = {
        .own = launch->shared_bytes, .reserved = reserved, .end = reserved + chip->shared_reserved};

    if (chip->shared_reserved) {
        layout.groups = reserved + chip->shared_reserved / 2;
        layout.used = layout.groups + GROUPS_BYTES;
    }
    return layout;
}
