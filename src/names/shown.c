/* SPDX-License-Identifier: MIT */
/* See shown.h. */
#include "names/shown.h"

#include "environment.h"

#include <halfwarp/names.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool hw_names_are_mangled(void)
{
    return hw_environment_is_on(HW_ENVIRONMENT_MANGLED);
}

void hw_names_show_mangled(void)
{
    setenv("HALFWARP_MANGLED", "1", 1);
}

char *hw_shown_name(const char *symbol)
{
    return hw_names_are_mangled() ? strdup(symbol) : hw_readable_name(symbol);
}

char *hw_shown_name_short(const char *symbol, char text[HW_SHOWN_NAME_BYTES])
{
    char *name = hw_shown_name(symbol);

    if (snprintf(text, HW_SHOWN_NAME_BYTES, "%s", name ? name : symbol) >= HW_SHOWN_NAME_BYTES)
        memcpy(text + HW_SHOWN_NAME_BYTES - 4, "...", 4);
    free(name);
    return text;
}
