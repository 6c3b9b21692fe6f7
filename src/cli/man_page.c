/* SPDX-License-Identifier: MIT */
/* See man_page.h.  `mandoc -T lint` has nothing to say about what is written here. */
#include "cli/man_page.h"

#include <halfwarp/version.h>

#include <string.h>

#define DATE       "2026-11-30" /* of the last release */
#define LINE_WIDTH 68u          /* of the source: mandoc wants at most 80 */

/* --- text --- */

static void put_character(char c, FILE *to)
{
    if (c == '\\')
        fputs("\\e", to);
    else if (c == '-')
        fputs("\\-", to);
    else
        fputc(c, to);
}

static void put_word(const char *word, size_t length, bool first, FILE *to)
{
    if (first && (*word == '.' || *word == '\''))
        fputs("\\&", to);
    for (size_t i = 0; i < length; i++)
        put_character(word[i], to);
}

/* Lines of text, of which the first has `column` characters already; a newline begins another paragraph. */
static void put_text_at(size_t column, const char *text, const char *paragraph, FILE *to)
{
    while (*text) {
        const size_t length = strcspn(text, " \n");
        if (column && column + 1 + length > LINE_WIDTH) {
            fputc('\n', to);
            column = 0;
        }
        if (column && length)
            fputc(' ', to);
        put_word(text, length, !column, to);
        column += length + (column && length ? 1 : 0);
        text += length;
        if (*text == '\n') {
            fprintf(to, "\n%s\n", paragraph);
            column = 0;
        }
        text += *text != '\0';
    }
    fputc('\n', to);
}

static void put_text(const char *text, const char *paragraph, FILE *to)
{
    put_text_at(0, text, paragraph, to);
}

static void put_characters(const char *text, FILE *to)
{
    put_word(text, strlen(text), false, to);
}

/* A line to type, which is one for who reads the page, too. */
static void put_line(const char *line, FILE *to)
{
    size_t column = 0;

    while (*line) {
        const size_t length = strcspn(line, " ");
        if (column + length > LINE_WIDTH) {
            fputs("\\\n", to);
            column = 0;
        }
        put_word(line, length, !column, to);
        column += length + 1;
        line += length;
        if (*line == ' ')
            fputc(*line++, to);
    }
    fputc('\n', to);
}

/* --- parts of a page --- */

static void put_title(const char *name, const char *summary, FILE *to)
{
    fputs(".TH ", to);
    for (const char *c = name; *c; c++)
        put_character(*c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c, to);
    fprintf(to, " 1 \"%s\" \"halfwarp %s\" halfwarp\n.SH NAME\n", DATE, hw_version());
    put_characters(name, to);
    fputs(" \\-", to);
    put_text_at(strlen(name) + 4, summary, ".PP", to);
}

struct names_line {
    FILE *to;
    unsigned count;
};

static void put_name(void *context, const char *name, size_t length)
{
    struct names_line *line = context;

    fputs(line->count++ ? ", \\fB" : "\\fB", line->to);
    put_word(name, length, false, line->to);
    fputs("\\fR", line->to);
}

static void put_option(const struct hw_option *option, FILE *to)
{
    struct names_line line = {.to = to};
    bool nested = false;

    fputs(".TP\n", to);
    hw_option_names(option, put_name, &line);
    if (option->argument) {
        fputs(option->preset ? "[=\\fI" : " \\fI", to);
        put_characters(option->argument, to);
        fputs(option->preset ? "\\fR]" : "\\fR", to);
    }
    fputc('\n', to);
    put_text(option->help, ".sp", to);
    for (const struct hw_option_word *word = option->words; word && word->name; word++)
        if (word->help) {
            fputs(nested ? ".TP\n\\fB" : ".RS\n.TP\n\\fB", to);
            put_characters(word->name, to);
            fputs("\\fR\n", to);
            put_text(word->help, ".sp", to);
            nested = true;
        }
    if (nested)
        fputs(".RE\n", to);
}

static void put_options(const struct hw_command *command, FILE *to)
{
    fputs(".SH OPTIONS\n", to);
    for (const struct hw_option_group *group = command->groups; group->options; group++) {
        if (group->heading) {
            fputs(".SS ", to);
            put_text(group->heading, ".PP", to);
        }
        for (const struct hw_option *option = group->options; option->name; option++)
            put_option(option, to);
    }
}

static void put_examples(const struct hw_command *command, FILE *to)
{
    fputs(".SH EXAMPLES\n", to);
    for (const struct hw_example *example = command->examples; example->command; example++) {
        fputs(".TP\n", to);
        put_line(example->command, to);
        put_text(example->does, ".sp", to);
    }
}

enum { NUMBERED_STATUSES = 3 };

static void put_exit_statuses(const char *const *statuses, FILE *to)
{
    static const char *const common[] = {"all went well", "the input, the kernel or the check failed",
                                         "the command line was wrong", NULL};

    fputs(".SH EXIT STATUS\n", to);
    statuses = statuses ? statuses : common;
    for (unsigned i = 0; statuses[i]; i++) {
        if (i < NUMBERED_STATUSES)
            fprintf(to, ".TP\n%u\n", i);
        else
            fputs(".PP\n", to);
        put_text(statuses[i], ".sp", to);
    }
}

/* --- pages --- */

void hw_man_page(const struct hw_command *command, FILE *to)
{
    char name[64];

    snprintf(name, sizeof name, "halfwarp-%s", command->name);
    put_title(name, command->summary, to);
    fputs(".SH SYNOPSIS\n.nf\n", to);
    for (size_t i = 0; command->usage[i]; i++)
        put_line(command->usage[i], to);
    fputs(".fi\n.SH DESCRIPTION\n", to);
    put_text(command->description, ".PP", to);
    put_options(command, to);
    if (command->notes) {
        fputs(".SH NOTES\n", to);
        put_text(command->notes, ".PP", to);
    }
    put_examples(command, to);
    put_exit_statuses(command->statuses, to);
    fputs(".SH SEE ALSO\n.BR halfwarp (1)\n", to);
    if (command->pages)
        fputs(".PP\nIn the documentation:\n", to);
    for (size_t i = 0; command->pages && command->pages[i]; i++)
        put_line(command->pages[i], to);
}

void hw_man_page_tool(FILE *to)
{
    put_title("halfwarp",
              "a GPU without the GPU: disassembles, assembles and runs NVIDIA GPU machine code on a CPU", to);
    fputs(".SH SYNOPSIS\n.B halfwarp\n.I SUBCOMMAND\n\\&...\n.br\n.B halfwarp help\n.RI [ SUBCOMMAND ]\n"
          ".SH DESCRIPTION\nEach subcommand has a page of its own:\n",
          to);
    for (size_t i = 0; hw_commands[i]; i++) {
        fputs(".TP\n.BR halfwarp\\-", to);
        put_characters(hw_commands[i]->name, to);
        fputs(" (1)\n", to);
        put_text(hw_commands[i]->summary, ".sp", to);
    }
    put_exit_statuses(NULL, to);
    fputs(".SH ENVIRONMENT\nVariables of the name HALFWARP_... set what CUDA programs get: docs/cuda.md.\n"
          "NO_COLOR leaves colours out of listings.\n",
          to);
    fputs(".SH SEE ALSO\nIn the documentation: README.md, docs/README.md\n", to);
}
