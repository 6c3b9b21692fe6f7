/* SPDX-License-Identifier: MIT */
/* Each call switches the calling thread, and no other, to the locale "C" while it lasts. */
#include "decimal.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

struct locales {
    locale_t c, before;
};

/* The C library has the locale "C" ready: nothing is allocated, and this does not fail. */
static struct locales enter(void)
{
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return (struct locales){c, uselocale(c)};
}

static void leave(struct locales locales)
{
    uselocale(locales.before);
    if (locales.c)
        freelocale(locales.c);
}

double hw_decimal_double(const char *text, char **end)
{
    struct locales locales = enter();
    double value = strtod(text, end);
    leave(locales);
    return value;
}

float hw_decimal_float(const char *text, char **end)
{
    struct locales locales = enter();
    float value = strtof(text, end);
    leave(locales);
    return value;
}

int hw_decimal_write(char *text, size_t size, const char *format, double value)
{
    struct locales locales = enter();
    int length = snprintf(text, size, format, value);
    leave(locales);
    return length;
}
