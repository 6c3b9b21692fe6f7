/* SPDX-License-Identifier: MIT */
/* `dis --words`: lines of hexadecimal words to text. */
#ifndef HW_CLI_DIS_WORDS_H
#define HW_CLI_DIS_WORDS_H

#include <stdbool.h>

/* The words of the options; NULL where they are not given. */
struct hw_dis_words {
    const char *input, *isa, *type, *syntax;
    bool plain; /* no colours */
};

/* Print the text of each word; returns the exit status. */
int hw_dis_words(const struct hw_dis_words *options);

#endif
