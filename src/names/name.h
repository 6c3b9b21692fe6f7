/* SPDX-License-Identifier: MIT */
/* A symbol's name with its parts. */
#ifndef HW_NAMES_NAME_H
#define HW_NAMES_NAME_H

#include "names/demangle.h"

struct hw_symbol_name {
    char *text; /* to be freed; NULL: no memory */
    struct hw_name_parts parts;
};

struct hw_symbol_name hw_name_of(const char *symbol);

#endif
