/* SPDX-License-Identifier: MIT */
/* The generated table of chips. */
#ifndef HW_MACHINE_CHIP_CHIPS_H
#define HW_MACHINE_CHIP_CHIPS_H

#include <halfwarp/chip.h>

#include <stddef.h>

extern const struct hw_chip_info hw_chips[]; /* in the order of their age */
extern const unsigned hw_chip_count;
/* Of those with the highest compute capability whose code is run the first. */
const struct hw_chip_info *hw_newest_chip(void);

/* A number that may be another than the chip's (include/halfwarp/chip_override.h). */
struct hw_chip_key {
    const char *key;
    size_t offset; /* in struct hw_chip_info */
    uint32_t min, max;
    bool powers; /* of two only */
};

extern const struct hw_chip_key hw_chip_keys[];
extern const unsigned hw_chip_key_count;

#endif
