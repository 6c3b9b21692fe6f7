/* SPDX-License-Identifier: MIT */
/* The layout of shared memory follows from the launch and the chip. */
#include "machine/chip/shared_layout.h"

#include "machine/chip/kernel_abi.h"

/* A guess: what the system keeps for itself comes first, in the first half. */
#define GROUPS_BYTES 288u

static uint32_t round_up(uint64_t bytes, uint32_t unit)
{
    return (uint32_t)((bytes + unit - 1) / unit * unit);
}

struct hw_shared_layout hw_shared_layout(const struct hw_launch *launch)
{
    const struct hw_chip_info *chip = launch->code.chip;
    const uint32_t first = hw_kernel_abi_of(&launch->code.target)->shared_first,
                   own = first + launch->shared_bytes, behind = round_up(own, chip->shared_unit),
                   reserved = first ? 0 : behind;
    struct hw_shared_layout layout = {
        .own = own, .reserved = reserved, .end = behind + (first ? 0 : chip->shared_reserved)};

    if (chip->shared_reserved) {
        layout.groups = reserved + chip->shared_reserved / 2;
        layout.used = layout.groups + GROUPS_BYTES;
    }
    return layout;
}
