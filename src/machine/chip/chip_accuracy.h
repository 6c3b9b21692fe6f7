/* SPDX-License-Identifier: MIT */
/* The accuracy of a chip's timing model: what it was validated against, or how much of it is guessed. */
#ifndef HW_MACHINE_CHIP_CHIP_ACCURACY_H
#define HW_MACHINE_CHIP_CHIP_ACCURACY_H

#include <halfwarp/chip.h>

#include <stddef.h>

/* How many of the chip's numbers are guesses. */
unsigned hw_guess_count(const struct hw_chip_info *chip);
#define HW_ACCURACY_MAX 200 /* bytes that every chip's sentence fits in */

/* In a sentence without a full stop. */
void hw_accuracy_text(const struct hw_chip_info *chip, char *text, size_t size);

#endif
