/* SPDX-License-Identifier: MIT */
/* Rust's symbols of version 0 (RFC 2603), while they are read and written at once: a back reference reads a
 * part of the symbol again. */
#ifndef HW_NAMES_RUST_H
#define HW_NAMES_RUST_H

#include "names/demangle.h"

#include <stdint.h>

struct hw_rust_reader {
    const char *start, *at, *end; /* behind `_R` */
    struct hw_name_text *out;
    bool wrong, silent; /* silent: what is read is not written */
    uint64_t lifetimes; /* that `for<...>` around binds */
};

/* The reading itself. */
char hw_rust_next(const struct hw_rust_reader *r);
bool hw_rust_take(struct hw_rust_reader *r, char c);
uint64_t hw_rust_base_62(struct hw_rust_reader *r); /* up to `_` */
uint64_t hw_rust_optional_62(struct hw_rust_reader *r, char tag);
void hw_rust_put(struct hw_rust_reader *r, const char *text);
void hw_rust_put_number(struct hw_rust_reader *r, uint64_t number);

/* An identifier: its bytes, decoded where they are Punycode. */
void hw_rust_identifier(struct hw_rust_reader *r);

/* Read what a back reference refers to by `rule`. */
typedef void hw_rust_rule(struct hw_rust_reader *r);
void hw_rust_back(struct hw_rust_reader *r, hw_rust_rule *rule);

void hw_rust_path(struct hw_rust_reader *r, bool value);
bool hw_rust_open_path(struct hw_rust_reader *r); /* leaves `<` of a trait's arguments open; whether it did */
void hw_rust_lifetime(struct hw_rust_reader *r, uint64_t index); /* 0 is '_ */
void hw_rust_type(struct hw_rust_reader *r);
void hw_rust_constant(struct hw_rust_reader *r);

#endif
