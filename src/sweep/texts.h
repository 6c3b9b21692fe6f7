/* SPDX-License-Identifier: MIT */
/* Texts that live as long as what they belong to: each is kept until all are freed together. */
#ifndef HW_SWEEP_TEXTS_H
#define HW_SWEEP_TEXTS_H

#include <stdbool.h>
#include <stddef.h>

struct hw_texts {
    char **item;
    size_t count, room;
    bool no_memory; /* a text could not be kept: an empty one stands for it */
};

/* Keep a printf-style text. */
const char *hw_texts_keep(struct hw_texts *texts, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Keep a text that malloc has given. */
const char *hw_texts_take(struct hw_texts *texts, char *text);
void hw_texts_free(struct hw_texts *texts);

#endif
