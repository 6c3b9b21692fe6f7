/* SPDX-License-Identifier: MIT */
/* "Did you mean": of the names that there are, those that are nearest to one that nobody knows, by edit
 * distance.  Letters count the same in both cases. */
#ifndef HW_NEAREST_H
#define HW_NEAREST_H

#include <stddef.h>

#define HW_NEAREST_MAX    5   /* names that are kept */
#define HW_NEAREST_LENGTH 128 /* letters that are compared; the rest of longer names counts as equal */

/* Names are kept as pointers: they must live as long as this does. */
struct hw_nearest {
    const char *wanted;
    unsigned count;
    struct {
        const char *name;
        size_t length;
        unsigned distance;
        unsigned edits;     /* the distance, whatever the name begins with */
    } item[HW_NEAREST_MAX]; /* the nearest first, of those as near the fewest edits first */
};

void hw_nearest_begin(struct hw_nearest *nearest, const char *wanted);

/* Keep a name if it is near enough: a third of the wanted one's letters may differ, and at most one more than
 * in the nearest.  Two letters that changed their order count once.  A name that begins with the whole wanted
 * one is no farther than one letter.  A name is kept once. */
void hw_nearest_offer(struct hw_nearest *nearest, const char *name, size_t length);

/* The same for a name that is compared in another spelling. */
void hw_nearest_offer_as(struct hw_nearest *nearest, const char *compared, const char *name, size_t length);

/* Write "a, b or c" of what was kept, cut where `bytes` end; empty where nothing is near.  Returns `text`. */
char *hw_nearest_write(const struct hw_nearest *nearest, char *text, size_t bytes);

/* The same as the end of a sentence: "; did you mean a, b or c?".  Needs 32 bytes. */
char *hw_nearest_ask(const struct hw_nearest *nearest, char *text, size_t bytes);

#endif
