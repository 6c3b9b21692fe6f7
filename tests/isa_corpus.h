/* SPDX-License-Identifier: MIT */
/* Words and listings of the corpus against decoder, printer and parser: what the tests of every ISA do. */
#ifndef HW_TESTS_ISA_CORPUS_H
#define HW_TESTS_ISA_CORPUS_H

#include <halfwarp/isa.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hw_target target_named(const char *name);
struct hw_insn decode_word(const struct hw_target *target, uint64_t word);
struct hw_insn parse_in(const struct hw_target *target, enum hw_syntax syntax, const char *text);
struct hw_insn parse_nv(const struct hw_target *target, const char *text);

/* The word has no unknown bits, and comes back from its text in each of NVIDIA's dialects. */
void check_word(const struct hw_target *target, uint64_t word);

/* Seven eight-bit codes from bit `low` on, between the bits that tell the word from instructions: each comes
 * back from its parts.  The last group of a function may have none: where the word would be there is the
 * branch that ends it, to itself. */
void check_counts(const struct hw_target *target, uint64_t word, unsigned low);

/* Call `check` for each word of words/CHIP SUFFIX; how many there were. */
unsigned each_word(const char *chip, const char *suffix, void (*check)(const struct hw_target *, uint64_t));
/* The same of words of 128 bits, low half first. */
unsigned each_long_word(const char *chip, void (*check)(const struct hw_target *, const uint64_t word[2]));

/* A row of a listing of NVIDIA's tools: oracle/CHIP.tsv. */
struct listing_row {
    uint64_t word, high; /* `high`: of 128 bits */
    uint64_t address;    /* of the listing, else 8 */
    const char *text;    /* without blanks at its end */
    const char *listing; /* where it stands */
    bool has_address;    /* it has an address */
    bool synthetic;      /* one of an enumeration of bits, not of a program */
};
void each_listing_row(const char *chip,
                      void (*see)(const struct hw_target *, const struct listing_row *, void *),
                      void *context);

/* Whether this is our text, without notes, for the word with these scheduling bits. */
bool prints_as(const struct hw_target *target, enum hw_syntax syntax, const struct listing_row *form,
               uint32_t control, const char *expected);

#endif
