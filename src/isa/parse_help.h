/* SPDX-License-Identifier: MIT */
/* What the parser says of mnemonics and modifiers that are not there: which capabilities have them, which are
 * near. */
#ifndef HW_ISA_PARSE_HELP_H
#define HW_ISA_PARSE_HELP_H

#include "isa/tables.h"

/* The row of a mnemonic in one of the texts of a set's forms; NULL: it has none (parse.c). */
const struct hw_mnemonic *hw_mnemonic_find(const struct hw_isa *isa, enum hw_text template, const char *name,
                                           size_t length);

#define HW_SENTENCE_ROOM 320 /* as the text of struct hw_error */

/* A word that begins no instruction of the target's set, as written in this text of forms. */
void hw_unknown_mnemonic(const struct hw_target *target, enum hw_text template, const char *name,
                         size_t length, char sentence[HW_SENTENCE_ROOM]);

/* One that the set has, and this chip or program type has not, or only other forms of it. */
void hw_lacking_mnemonic(const struct hw_target *target, enum hw_text template,
                         const struct hw_mnemonic *mnemonic, char sentence[HW_SENTENCE_ROOM]);

/* What is added where constant memory stands in place of what was expected; "" elsewhere. */
const char *hw_constant_hint(const struct hw_target *target, const char *text);

/* Modifiers that may stand where a text has another. */
#define HW_CHOICES_MAX 64
struct hw_choices {
    const char *at; /* in the text */
    struct {
        const char *text;
        size_t length;
    } item[HW_CHOICES_MAX];
    unsigned count;
    bool more;
};

void hw_choice_add(struct hw_choices *choices, const char *text, size_t length);

/* Another stands there.  False where there are none to tell of. */
bool hw_wrong_modifier(const struct hw_choices *choices, char sentence[HW_SENTENCE_ROOM]);

/* None stands there.  False where `expected` is no modifier, or there are none to tell of. */
bool hw_missing_modifier(const struct hw_choices *choices, const char *expected,
                         char sentence[HW_SENTENCE_ROOM]);

#endif
