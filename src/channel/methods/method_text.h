/* SPDX-License-Identifier: MIT */
/* These functions read words and numbers of the text of methods. */
#ifndef HW_CHANNEL_METHODS_METHOD_TEXT_H
#define HW_CHANNEL_METHODS_METHOD_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Text that is being written; what does not fit is counted and omitted. */
struct method_text {
    char *text;
    size_t size, length;
};

void hw_method_append(struct method_text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether the first `length` characters of `word` are `name`; the case of letters does not matter. */
bool hw_method_same(const char *name, const char *word, size_t length);

/* Read `length` characters as a number of 32 bits written in C: decimal, 0x or 0b.  Octal numbers are
 * refused, as are all that begin with a 0 and look decimal. */
bool hw_method_integer(const char *word, size_t length, uint32_t *value);

#endif
