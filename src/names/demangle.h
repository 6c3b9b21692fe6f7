/* SPDX-License-Identifier: MIT */
/* Symbols of compilers as people write them: those of C++ (itanium.h) and of Rust. */
#ifndef HW_NAMES_DEMANGLE_H
#define HW_NAMES_DEMANGLE_H

#include "names/name_text.h"

#include <stdbool.h>
#include <stddef.h>

/* Where the parts of a name are in its text. */
struct hw_name_parts {
    size_t name;      /* behind the result's type */
    size_t arguments; /* the last template arguments; where there are none, name_end */
    size_t name_end;  /* the parameters follow */
};

/* Write the name.  False: it is no such symbol, or has what is not known here, or is beyond a limit. */
bool hw_itanium_demangle(const char *symbol, size_t length, struct hw_name_text *out,
                         struct hw_name_parts *parts);
bool hw_rust_demangle(const char *symbol, size_t length, struct hw_name_text *out,
                      struct hw_name_parts *parts); /* _R..., "v0" */
bool hw_rust_demangle_legacy(const char *symbol, size_t length, struct hw_name_text *out,
                             struct hw_name_parts *parts); /* _ZN...17h<hash>E */

#endif
