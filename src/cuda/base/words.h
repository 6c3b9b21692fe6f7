/* SPDX-License-Identifier: MIT */
/* Variables of the environment that hold words with commas between them. */
#ifndef HW_CUDA_BASE_WORDS_H
#define HW_CUDA_BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct hw_cuda_word {
    const char *text;
    unsigned number; /* several texts may mean one thing */
};

/* Set seen[number] for each word of `variable` that is one of `words`; others are told on standard error,
 * with what was `expected`. */
void hw_cuda_words(const char *variable, const struct hw_cuda_word *words, size_t count, const char *expected,
                   bool *seen);

#endif
