/* SPDX-License-Identifier: MIT */
/* Words and listings of the corpus against decoder, printer and parser. */
#include "isa_corpus.h"

#include <ctype.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/sched.h>

#include "corpus.h"

struct hw_target target_named(const char *name)
{
    struct hw_target target;
    assert_int_equal(hw_target_find(name, &target, NULL), HW_OK);
    return target;
}

struct hw_insn decode_word(const struct hw_target *target, uint64_t word)
{
    struct hw_insn insn;
    assert_int_equal(hw_decode(target, &word, sizeof word, &insn), HW_OK);
    return insn;
}

struct hw_insn parse_in(const struct hw_target *target, enum hw_syntax syntax, const char *text)
{
    struct hw_insn insn;
    struct hw_error error;
    if (hw_parse(target, syntax, text, 8, &insn, &error))
        fail_msg("`%s`: column %u: %s", text, error.column, error.text);
    return insn;
}

struct hw_insn parse_nv(const struct hw_target *target, const char *text)
{
    return parse_in(target, HW_SYNTAX_NV, text);
}

void check_word(const struct hw_target *target, uint64_t word)
{
    char text[HW_TEXT_MAX];
    struct hw_insn insn = decode_word(target, word);
    if (!insn.form || insn.unknown[0])
        fail_msg("%016" PRIx64 ": %s", word, insn.form ? "unknown bits" : "no instruction");
    for (enum hw_syntax syntax = HW_SYNTAX_NV; syntax <= HW_SYNTAX_NV40; syntax++) {
        hw_print(&insn, syntax, 8, text, sizeof text);
        struct hw_insn again = parse_in(target, syntax, text);
        assert_int_equal(again.word[0], word);
        assert_ptr_equal(again.form, insn.form);
    }
}

void check_counts(const struct hw_target *target, uint64_t word, unsigned low)
{
    enum hw_sched_kind kind = hw_sched_kind(target);
    assert_int_equal(kind, HW_SCHED_COUNTS);
    if (!hw_code_is_control(target, &word, 0)) {
        char text[HW_TEXT_MAX];
        struct hw_insn insn = decode_word(target, word);
        hw_print(&insn, HW_SYNTAX_NV, 0x40, text, sizeof text);
        assert_string_equal(text, "BRA 0x40");
        return;
    }
    uint64_t again = hw_code_control_word(target);
    for (unsigned at = low; at < low + 56; at += 8) {
        struct hw_sched sched = hw_sched_unpack(kind, word >> at & 0xff);
        again |= (uint64_t)hw_sched_pack(kind, &sched) << at;
    }
    assert_int_equal(again, word);
}

/* A file of the corpus about a chip. */
static char *chip_text(const char *folder, const char *chip, const char *suffix)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s", chip, suffix);
    return corpus_text(folder, name);
}

unsigned each_word(const char *chip, const char *suffix, void (*check)(const struct hw_target *, uint64_t))
{
    char *text = chip_text("words", chip, suffix), *state = NULL;
    struct hw_target target = target_named(chip);
    unsigned count = 0;
    for (char *line = strtok_r(text, "\n", &state); line; line = strtok_r(NULL, "\n", &state), count++)
        check(&target, strtoull(line, NULL, 16));
    free(text);
    return count;
}

/* `0x` may stand before the digits, of which there are at most 32. */
static void read_digits(const char *digits, uint64_t word[2])
{
    word[0] = word[1] = 0;
    for (digits += digits[1] == 'x' ? 2 : 0; isxdigit((unsigned char)*digits); digits++) {
        const unsigned digit =
            *digits <= '9' ? (unsigned)(*digits - '0') : (unsigned)((*digits | 32) - 'a' + 10);
        word[1] = word[1] << 4 | word[0] >> 60;
        word[0] = word[0] << 4 | digit;
    }
}

unsigned each_long_word(const char *chip, void (*check)(const struct hw_target *, const uint64_t word[2]))
{
    char *text = chip_text("words", chip, ".txt"), *state = NULL;
    struct hw_target target = target_named(chip);
    unsigned count = 0;
    for (char *line = strtok_r(text, "\n", &state); line; line = strtok_r(NULL, "\n", &state), count++) {
        uint64_t word[2];
        read_digits(line, word);
        check(&target, word);
    }
    free(text);
    return count;
}

static void drop_blanks(char *text)
{
    for (size_t length = strlen(text); length && text[length - 1] == ' '; length--)
        text[length - 1] = '\0';
}

void each_listing_row(const char *chip,
                      void (*see)(const struct hw_target *, const struct listing_row *, void *),
                      void *context)
{
    char *text = chip_text("oracle", chip, ".tsv"), *state = NULL;
    struct hw_target target = target_named(chip);
    for (char *line = strtok_r(text, "\n", &state); line; line = strtok_r(NULL, "\n", &state)) {
        char *rest = line, *word = strsep(&rest, "\t"), *nv = strsep(&rest, "\t"),
             *address = strsep(&rest, "\t");
        if (*line == '#' || !address)
            continue;
        drop_blanks(nv);
        uint64_t bits[2];
        read_digits(word, bits);
        struct listing_row form = {
            .word = bits[0], .high = bits[1], .text = nv, .listing = rest, .has_address = *address != '\0'};
        form.address = form.has_address ? strtoull(address, NULL, 16) : 8;
        form.synthetic = strstr(rest, "[synthetic") != NULL;
        see(&target, &form, context);
    }
    free(text);
}

bool prints_as(const struct hw_target *target, enum hw_syntax syntax, const struct listing_row *form,
               uint32_t control, const char *expected)
{
    struct hw_insn insn = decode_word(target, form->word);
    char text[HW_TEXT_MAX];
    insn.control = control;
    hw_print(&insn, syntax, form->address, text, sizeof text);
    char *note = strstr(text, " # ");
    if (note)
        *note = '\0';
    drop_blanks(text);
    return !strcmp(text, expected);
}
