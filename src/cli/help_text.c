/* SPDX-License-Identifier: MIT */
/* See help_text.h: usage, what it does, options in groups, examples. */
#include "cli/help_text.h"

#include "cli/wrap.h"

#include <stdlib.h>
#include <string.h>

#define WIDEST      22u /* names of options with more have their text on the next line */
#define OPTION_TEXT 200 /* longer than anybody writes */

static const struct hw_option help_option = {"--help", "-h", .help = "print this"};

/* --- a row --- */

struct names_text {
    char *text;
    size_t used;
};

static void add_name(void *context, const char *name, size_t length)
{
    struct names_text *names = context;
    const size_t left = OPTION_TEXT - names->used;
    const int printed =
        snprintf(names->text + names->used, left, "%s%.*s", names->used ? ", " : "", (int)length, name);

    names->used += (size_t)printed < left ? (size_t)printed : left - 1;
}

/* An option's names and its argument: "-k, --kernel KERNEL". */
static void write_option(const struct hw_option *option, char text[OPTION_TEXT])
{
    struct names_text names = {.text = text};

    text[0] = '\0';
    hw_option_names(option, add_name, &names);
    if (option->argument)
        snprintf(text + names.used, OPTION_TEXT - names.used, "%s%s%s", option->preset ? "[=" : " ",
                 option->argument, option->preset ? "]" : "");
}

/* The width of the column of names. */
static unsigned names_width(const struct hw_command *command)
{
    char text[OPTION_TEXT];
    size_t widest = 0;

    for (const struct hw_option_group *group = command->groups; group->options; group++)
        for (const struct hw_option *option = group->options; option->name; option++) {
            write_option(option, text);
            const size_t length = strlen(text);
            if (length > widest && length <= WIDEST)
                widest = length;
        }
    return (unsigned)widest;
}

static void print_words(const struct hw_option *option, unsigned column, FILE *to)
{
    unsigned widest = 0;

    for (const struct hw_option_word *word = option->words; word && word->name; word++)
        if (strlen(word->name) > widest)
            widest = (unsigned)strlen(word->name);
    for (const struct hw_option_word *word = option->words; word && word->name; word++)
        if (word->help) {
            fprintf(to, "%*s%-*s  ", (int)column, "", (int)widest, word->name);
            hw_wrap(to, word->help, column + widest + 2, column + widest + 2);
        }
}

static void print_option(const struct hw_option *option, unsigned width, FILE *to)
{
    const unsigned column = 2 + width + 2;
    char text[OPTION_TEXT];

    write_option(option, text);
    if (strlen(text) <= width)
        fprintf(to, "  %-*s  ", (int)width, text);
    else
        fprintf(to, "  %s\n%*s", text, (int)column, "");
    hw_wrap(to, option->help, column, column);
    print_words(option, column + 2, to);
}

/* --- a subcommand --- */

static void print_usage(const struct hw_command *command, FILE *to)
{
    for (size_t i = 0; command->usage[i]; i++) {
        fputs(i ? "       " : "usage: ", to);
        hw_wrap(to, command->usage[i], 7, 7 + 4);
    }
}

static void print_options(const struct hw_command *command, FILE *to)
{
    const unsigned width = names_width(command);

    for (const struct hw_option_group *group = command->groups; group->options; group++) {
        if (group->heading)
            fprintf(to, "\n%s:\n", group->heading);
        else
            fputc('\n', to);
        for (const struct hw_option *option = group->options; option->name; option++)
            print_option(option, width, to);
        if (group == command->groups)
            print_option(&help_option, width, to);
    }
}

/* A line to type is not broken. */
static void print_examples(const struct hw_command *command, FILE *to)
{
    if (command->examples)
        fputs("\nExamples:\n", to);
    for (const struct hw_example *example = command->examples; example && example->command; example++) {
        fprintf(to, "  %s\n", example->command);
        if (example->does) {
            fputs("      ", to);
            hw_wrap(to, example->does, 6, 6);
        }
    }
}

static void print_paragraphs(const char *text, FILE *to)
{
    while (*text) {
        const size_t length = strcspn(text, "\n");
        char *paragraph = strndup(text, length);
        fputc('\n', to);
        if (paragraph)
            hw_wrap(to, paragraph, 0, 0);
        free(paragraph);
        text += length + (text[length] == '\n');
    }
}

void hw_help_print(const struct hw_command *command, FILE *to)
{
    print_usage(command, to);
    print_paragraphs(command->description, to);
    print_options(command, to);
    if (command->notes)
        print_paragraphs(command->notes, to);
    print_examples(command, to);
}

void hw_help_commands(FILE *to)
{
    for (size_t i = 0; hw_commands[i]; i++)
        fprintf(to, "  %-10s %s\n", hw_commands[i]->name, hw_commands[i]->summary);
}

void hw_help_tool(FILE *to)
{
    fputs("usage: halfwarp SUBCOMMAND ...\n\n"
          "A GPU without the GPU: disassembles, assembles and runs NVIDIA GPU machine code on a CPU.\n\n"
          "Subcommands; `halfwarp help SUBCOMMAND` shows each one's options and examples:\n",
          to);
    hw_help_commands(to);
    fputs("\n  --version  print the version\n"
          "  --help     print this\n",
          to);
}
