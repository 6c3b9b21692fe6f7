/* SPDX-License-Identifier: MIT */
/* Syntax highlighting shows listings in colour on a terminal, as decuda prints them: mnemonics, registers,
 * numbers, labels and comments.
 *
 * The colours are ANSI's basic ones, so the terminal's own palette holds. */
#ifndef HW_CLI_COLOR_H
#define HW_CLI_COLOR_H

#include <stdbool.h>
#include <stddef.h>

/* Whether standard output takes colours: a terminal that is not "dumb", unless `plain` or the environment's
 * NO_COLOR (https://no-color.org: any value but the empty one) says no. */
bool hw_color_wanted(bool plain);

/* Print lines of a listing in any of its languages to standard output; what is between the colours is the
 * text to the byte. */
void hw_color_print(const char *text, size_t length);

#endif
