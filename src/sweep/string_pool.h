/* SPDX-License-Identifier: MIT */
/* A string pool keeps each string until all are freed together. */
#ifndef HW_SWEEP_STRING_POOL_H
#define HW_SWEEP_STRING_POOL_H

#include <stdbool.h>
#include <stddef.h>

struct hw_string_pool {
    char **item;
    size_t count, room;
    bool no_memory; /* a text could not be kept: an empty one stands for it */
};

/* Keep a printf-style text. */
const char *hw_string_pool_print(struct hw_string_pool *texts, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Keep a text that malloc has given. */
const char *hw_string_pool_adopt(struct hw_string_pool *texts, char *text);
void hw_string_pool_free(struct hw_string_pool *texts);

#endif
