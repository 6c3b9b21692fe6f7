/* SPDX-License-Identifier: MIT */
/* These functions read and write decimal numbers with a point, in any locale that the calling program has
 * chosen.  C's own functions would write and expect a comma in many locales. */
#ifndef HW_DECIMAL_H
#define HW_DECIMAL_H

#include <stddef.h>

/* As strtod and strtof. */
double hw_decimal_double(const char *text, char **end);
float hw_decimal_float(const char *text, char **end);

/* As snprintf of one number; `format` is like "%.20g". */
int hw_decimal_write(char *text, size_t size, const char *format, double value)
    __attribute__((format(printf, 3, 0)));

#endif
