/* SPDX-License-Identifier: MIT */
/* Completion of the command line.  The scripts for the shells know nothing of options: they ask
 * `halfwarp help --complete WORD...` which words may stand at the end of a line, and that is answered from
 * the tables of the subcommands (options.h).
 *
 * An answer is a line for each word, its help behind a tab; `:files` and `:folders` stand for the names that
 * the shell knows. */
#ifndef HW_CLI_COMPLETION_H
#define HW_CLI_COMPLETION_H

#include "cli/options.h"

#include <stdio.h>

extern const struct hw_option_word hw_completion_shells[];

/* The script for one of the shells. */
void hw_completion_script(const char *shell, FILE *to);

/* Answer: the words behind `halfwarp`, of which the last one is to be completed and may be empty. */
void hw_complete(char *const *words, size_t count, FILE *to);

/* --- completion_values.c --- */

/* Print `before`, `word` and its help, if what stands behind `before` begins as the word does. */
struct hw_completion {
    const char *before; /* what of the last word stays as it is: "--chip=", "g80," */
    const char *typed;  /* the rest of it */
    bool any_case;      /* small letters stand for large ones, too */
    FILE *to;
};
void hw_completion_offer(const struct hw_completion *completion, const char *word, const char *help);

/* What the words before say of the values that fit; NULL: nothing. */
struct hw_completion_context {
    const char *file; /* the first operand */
    const char *isa;  /* the value of --isa */
};

/* What a value may be. */
void hw_completion_values(const struct hw_completion *completion, enum hw_value_kind kind,
                          const struct hw_completion_context *context);

#endif
