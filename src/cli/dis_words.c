/* SPDX-License-Identifier: MIT */
/* See dis_words.h. */
#include "cli/dis_words.h"

#include "cli/cli.h"
#include "cli/code_options.h"
#include "cli/color.h"

#include <halfwarp/isa.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the words of one input share. */
struct words {
    const struct hw_dis_words *options;
    struct hw_target target;
    enum hw_syntax dialect;
    bool colored;
    unsigned long decoded, with_unknown, unknown; /* how many there were */
    int status;
};

static int invalid_line(const char *name, const struct hw_line *line, unsigned column, const char *sentence)
{
    struct hw_error error;
    hw_fail(&error, HW_ERR_SYNTAX, "cli", "%s", sentence);
    error.line = line->number;
    error.column = column;
    return hw_report_line(name, line->start, &error);
}

/* Hexadecimal digits, high part first, to bytes in memory order; the number of bytes, 0 when malformed. */
static unsigned word_bytes(const char *digits, size_t count, uint8_t code[16])
{
    if (count != 8 && count != 16 && count != 32)
        return 0;
    for (size_t i = 0; i < count / 2; i++) {
        char pair[3] = {digits[count - 2 - 2 * i], digits[count - 1 - 2 * i], '\0'}, *end;
        code[i] = (uint8_t)strtoul(pair, &end, 16);
        if (*end)
            return 0;
    }
    return (unsigned)(count / 2);
}

static const char *skip_blanks(const char *s)
{
    return s + strspn(s, " \t");
}

/* What may stand behind a word: blanks and its address, then a comment. */
static bool take_address(const char *text, uint64_t *address)
{
    const char *start = skip_blanks(text);
    char *end = (char *)(uintptr_t)start;
    *address = start > text && isxdigit((unsigned char)*start) ? strtoull(start, &end, 16) : 0;
    end += strspn(end, " \t");
    return !*end || *end == '#';
}

static int print_word(struct words *words, const struct hw_line *line)
{
    const struct hw_dis_words *options = words->options;
    uint8_t code[16];
    struct hw_insn insn;
    char text[HW_TEXT_MAX];
    const char *digits = skip_blanks(line->text);
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
        digits += 2;
    size_t count = strspn(digits, "0123456789abcdefABCDEF");
    unsigned bytes = word_bytes(digits, count, code), column = (unsigned)(digits - line->text) + 1;
    if (!bytes)
        return invalid_line(options->input, line, column,
                            "expected a word of 8, 16 or 32 hexadecimal digits");
    if (hw_decode_word(&words->target, code, bytes, &insn) != HW_OK)
        return invalid_line(options->input, line, column,
                            "the word's length is not that of the instruction it begins");
    const char *behind = skip_blanks(digits + count);
    uint64_t address;
    if (!take_address(digits + count, &address))
        return invalid_line(options->input, line, (unsigned)(behind - line->text) + 1,
                            "behind the word expected its address in hexadecimal, or nothing");
    hw_print(&insn, words->dialect, address, text, sizeof(text));
    if (words->colored)
        hw_color_print(text, strlen(text));
    else
        fputs(text, stdout);
    putchar('\n');
    if (!insn.form)
        words->unknown++;
    else if (insn.unknown[0] | insn.unknown[1])
        words->with_unknown++;
    else
        words->decoded++;
    return HW_EXIT_DONE;
}

/* The first line that is wrong is the last. */
static bool dis_word(void *context, const struct hw_line *line)
{
    struct words *words = context;
    const char *text = skip_blanks(line->text);
    if (*text && *text != '#')
        words->status = print_word(words, line);
    return words->status == HW_EXIT_DONE;
}

int hw_dis_words(const struct hw_dis_words *options)
{
    struct words words = {
        .options = options, .colored = hw_color_wanted(options->plain), .status = HW_EXIT_DONE};
    struct hw_error error;
    if (hw_code_options(options->isa, options->type, options->syntax, &words.target, &words.dialect,
                        &error) != HW_OK)
        return hw_usage_error("dis", "%s", error.text);
    if (!hw_for_lines(options->input, dis_word, &words))
        return HW_EXIT_FAILED;
    fprintf(stderr, "%lu decoded, %lu with unknown bits, %lu unknown\n", words.decoded, words.with_unknown,
            words.unknown);
    return words.status;
}
