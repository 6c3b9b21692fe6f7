/* SPDX-License-Identifier: MIT */
/* The accuracy of a chip's timing model as a sentence. */
#include "machine/chip/chip_accuracy.h"

#include <inttypes.h>
#include <stdio.h>

unsigned hw_guess_count(const struct hw_chip_info *chip)
{
    unsigned guesses = 0;

    for (unsigned i = 0; i < chip->number_count; i++)
        guesses += chip->numbers[i].standing == HW_STANDING_GUESS;
    return guesses;
}

void hw_accuracy_text(const struct hw_chip_info *chip, char *text, size_t size)
{
    const struct hw_comparison *with = &chip->compared;

    if (with->what)
        snprintf(
            text, size, "%s: mean error %" PRIu32 ".%" PRIu32 " %%, worst %" PRIu32 ".%" PRIu32 " %% (%s)",
            with->what, with->mean / 10, with->mean % 10, with->worst / 10, with->worst % 10, with->page);
    else
        snprintf(text, size, "not compared with any card of this chip; %u of its %u numbers are guesses",
                 hw_guess_count(chip), chip->number_count);
}
