/* SPDX-License-Identifier: MIT */
/* Symbols as messages and tables show them: by their readable names, unless somebody wants the symbols
 * (`--mangled`, HALFWARP_MANGLED=1). */
#ifndef HW_NAMES_SHOWN_H
#define HW_NAMES_SHOWN_H

#include <stdbool.h>

#define HW_SHOWN_NAME_BYTES 512

bool hw_names_are_mangled(void);
void hw_names_show_mangled(void); /* from here on, in the processes that are started, too */

/* To be freed; NULL: no memory. */
char *hw_shown_name(const char *symbol);

/* For a sentence: cut, with dots, where it is longer.  Returns `text`. */
char *hw_shown_name_short(const char *symbol, char text[HW_SHOWN_NAME_BYTES]);

/* The same as an argument of a call. */
#define HW_SHOWN(symbol) hw_shown_name_short((symbol), (char[HW_SHOWN_NAME_BYTES]){0})

#endif
