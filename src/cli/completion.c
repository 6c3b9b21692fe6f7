/* SPDX-License-Identifier: MIT */
/* See completion.h: which words may stand at the end of a line. */
#include "cli/completion.h"

#include <stdlib.h>
#include <string.h>

/* What the words before the last one say. */
struct line_state {
    const struct hw_command *command;
    const struct hw_option *pending; /* its value is the next word */
    struct hw_completion_context context;
    bool only_operands; /* `--` was there */
};

static bool takes_next_word(const struct hw_option *option, const char *word)
{
    return option && option->argument && !option->preset && !strchr(word, '=');
}

static void take_value(struct line_state *line, const struct hw_option *option, const char *value)
{
    if (!strcmp(option->name, "--isa"))
        line->context.isa = value;
}

static void take_word(struct line_state *line, const char *word)
{
    const bool is_option = !line->only_operands && word[0] == '-' && word[1] != '\0';

    if (line->pending && strcmp(word, "=") == 0) /* bash gives `--syntax=nv` as three words */
        return;
    if (line->pending) {
        take_value(line, line->pending, word);
        line->pending = NULL;
    } else if (is_option && strcmp(word, "--") == 0) {
        line->only_operands = true;
    } else if (is_option) {
        const struct hw_option *option = hw_option_of_word(line->command, word);
        const char *value = strchr(word, '=');
        line->pending = takes_next_word(option, word) ? option : NULL;
        if (option && value)
            take_value(line, option, value + 1);
    } else if (!line->context.file) {
        line->context.file = word;
    }
}

/* --- answers --- */

struct offered_option {
    const struct hw_completion *completion;
    const struct hw_option *option;
};

static void offer_name(void *context, const char *name, size_t length)
{
    const struct offered_option *offered = context;
    char *copy = strndup(name, length);

    if (copy)
        hw_completion_offer(offered->completion, copy, offered->option->help);
    free(copy);
}

static void offer_options(const struct hw_command *command, const struct hw_completion *completion)
{
    static const struct hw_option help = {"--help", .help = "what this subcommand does"};
    struct offered_option offered = {.completion = completion};

    for (const struct hw_option_group *group = command->groups; group->options; group++)
        for (offered.option = group->options; offered.option->name; offered.option++) {
            const char *name = offered.option->name;
            if (!group->of_programs || !hw_option_find(command, false, name, strlen(name), NULL))
                hw_option_names(offered.option, offer_name, &offered);
        }
    offered.option = &help;
    hw_option_names(&help, offer_name, &offered);
}

/* Of a list with commas the last element is completed. */
static void offer_values(const struct hw_option *option, const char *before, const char *typed,
                         const struct line_state *line, FILE *to)
{
    const char *comma = strrchr(typed, ',');
    const size_t kept = comma ? (size_t)(comma + 1 - typed) : 0;
    char front[512];

    snprintf(front, sizeof front, "%s%.*s", before, (int)kept, typed);
    const struct hw_completion completion = {.before = front, .typed = typed + kept, .to = to};
    for (const struct hw_option_word *word = option->words; word && word->name; word++)
        hw_completion_offer(&completion, word->name, word->help);
    hw_completion_values(&completion, option->kind, &line->context);
}

static void complete_option(const struct line_state *line, const char *word, FILE *to)
{
    const struct hw_completion completion = {.before = "", .typed = word, .to = to};
    const struct hw_option *option = hw_option_of_word(line->command, word);
    const char *value = strchr(word, '=');
    char before[256];

    if (!value) {
        offer_options(line->command, &completion);
    } else if (option) {
        snprintf(before, sizeof before, "%.*s", (int)(value + 1 - word), word);
        offer_values(option, before, value + 1, line, to);
    }
}

static void complete_command(const char *word, FILE *to)
{
    const struct hw_completion completion = {.before = "", .typed = word, .to = to};

    hw_completion_values(&completion, HW_KIND_COMMAND, &(struct hw_completion_context){.file = NULL});
    hw_completion_offer(&completion, "--help", "what there is");
    hw_completion_offer(&completion, "--version", "print the version");
}

void hw_complete(char *const *words, size_t count, FILE *to)
{
    struct line_state line = {.command = count > 1 ? hw_command_find(words[0]) : NULL};
    const char *last = count ? words[count - 1] : "";

    if (count <= 1)
        complete_command(last, to);
    if (!line.command)
        return;
    for (size_t i = 1; i + 1 < count; i++)
        take_word(&line, words[i]);
    const struct hw_completion completion = {.before = "", .typed = last, .to = to};
    if (line.pending)
        offer_values(line.pending, "", strcmp(last, "=") ? last : "", &line, to);
    else if (last[0] == '-' && !line.only_operands)
        complete_option(&line, last, to);
    else
        hw_completion_values(&completion, line.command->operand, &line.context);
}
