/* SPDX-License-Identifier: MIT */
/* The text of a readable name while it is written: bounded, because a symbol of a few bytes can stand for one
 * of gigabytes. */
#ifndef HW_NAMES_NAME_TEXT_H
#define HW_NAMES_NAME_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum {
    HW_NAME_SYMBOL_MAX = 32 * 1024, /* longer symbols are shown as they are */
    HW_NAME_TEXT_MAX = 64 * 1024,   /* so are those whose names would be longer */
    HW_NAME_DEPTH_MAX = 256,        /* of types in types, while it is read and while it is written */
    HW_NAME_STEPS_MAX = 1 << 20     /* on the way through the parts, whether they have a text or not */
};

struct hw_name_text {
    char *text; /* always with a NUL behind it; NULL as long as it is empty */
    size_t length, room;
    unsigned steps, depth;
    bool failed; /* for good: a limit was reached, or there was no memory */
};

void hw_name_add(struct hw_name_text *out, const char *text, size_t length);
void hw_name_put(struct hw_name_text *out, const char *text);
void hw_name_number(struct hw_name_text *out, size_t number);

bool hw_name_ends_in(const struct hw_name_text *out, char c);

/* Take back what is behind `length`. */
void hw_name_cut(struct hw_name_text *out, size_t length);

/* A step that writes nothing; false: there were too many. */
bool hw_name_step(struct hw_name_text *out);

/* Around what writes a part.  Where entering is refused, nothing is written and nothing is left. */
bool hw_name_enter(struct hw_name_text *out);
void hw_name_leave(struct hw_name_text *out);

#endif
