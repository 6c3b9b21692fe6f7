/* SPDX-License-Identifier: MIT */
/* This conversion makes valid UTF-8 of names in files: these are bytes in any encoding, while JSON, XML and
 * HTML are UTF-8. */
#ifndef HW_UTF8_H
#define HW_UTF8_H

#include <stdint.h>

/* The character at *text, which moves behind it; 0 at the end.  A byte that is part of no UTF-8 character
 * stands for the character U+0080 to U+00FF of its number. */
uint32_t hw_utf8_next(const char **text);
/* Write a character's bytes; how many: 1 to 4. */
unsigned hw_utf8_put(uint32_t character, char bytes[4]);

#endif
