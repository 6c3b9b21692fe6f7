/* SPDX-License-Identifier: MIT */
/* The option parser reads a subcommand's arguments by its table (options.h).
 *
 * Options and operands may be mixed; `--` ends the options; `-` alone is an operand.  A value follows its
 * option as the next argument or behind `=`, for others at once if their row says so; one that has a value of
 * its own takes another behind `=` only.  The first wrong argument ends the reading, and so does the first -h
 * or --help.  The subcommand gives the values their meaning. */
#include "cli/options.h"

#include "cli/cli.h"
#include "cli/help_text.h"
#include "cli/spared_files.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The state of the loop over the arguments. */
struct option_parser {
    const struct hw_command *command;
    char *values; /* the subcommand's structure */
    char **argv;
    int argc, next;               /* next: the argument that is parsed next */
    bool only_operands;           /* `--` was seen */
    const char *option;           /* the option that was found, up to `=`; NULL for an operand */
    size_t length;                /* of its name */
    char name[40];                /* as it was typed, for messages */
    const char *value;            /* the operand, or what stands behind `=`, else NULL */
    const struct hw_option *bare; /* the option before, if it could have had one of its words behind `=` */
    char meant[80];               /* it with the word that stood apart: "--cfg=svg" */
};

const struct hw_command *hw_command_find(const char *name)
{
    for (size_t i = 0; hw_commands[i]; i++)
        if (!strcmp(hw_commands[i]->name, name))
            return hw_commands[i];
    return NULL;
}

size_t hw_option_word_number(const struct hw_option_word *words, const char *word)
{
    size_t number = 0;

    while (word && words[number].name && strcmp(words[number].name, word) != 0)
        number++;
    return number;
}

void hw_option_names(const struct hw_option *option, hw_option_name_fn *take, void *context)
{
    const char *at = option->also ? option->also : "";

    take(context, option->name, strlen(option->name));
    for (size_t length; (length = strcspn(at, " ")) > 0; at += length + (at[length] == ' '))
        take(context, at, length);
}

struct wanted_name {
    const char *name;
    size_t length;
    bool found;
};

static void compare_name(void *context, const char *name, size_t length)
{
    struct wanted_name *wanted = context;

    wanted->found = wanted->found || (length == wanted->length && !strncmp(name, wanted->name, length));
}

static bool is_named(const struct hw_option *option, const char *name, size_t length)
{
    struct wanted_name wanted = {.name = name, .length = length};

    hw_option_names(option, compare_name, &wanted);
    return wanted.found;
}

const struct hw_option *hw_option_find(const struct hw_command *command, bool of_programs, const char *name,
                                       size_t length, const struct hw_option_group **group)
{
    for (const struct hw_option_group *g = command->groups; g->options; g++)
        for (const struct hw_option *option = g->options; option->name; option++)
            if (g->of_programs == of_programs && is_named(option, name, length)) {
                if (group)
                    *group = g;
                return option;
            }
    return NULL;
}

const struct hw_option *hw_option_of_word(const struct hw_command *command, const char *word)
{
    const size_t length = strcspn(word, "=");
    const struct hw_option *option = hw_option_find(command, false, word, length, NULL);

    return option ? option : hw_option_find(command, true, word, length, NULL);
}

static bool is_given(const struct hw_option *option, const void *member)
{
    switch (option->store) {
    case HW_STORE_FLAG: return *(const bool *)member;
    case HW_STORE_VALUE: return *(const char *const *)member != NULL;
    case HW_STORE_LIST: return ((const struct hw_list *)member)->count != 0;
    default: return false;
    }
}

static bool is_listed(const struct hw_option *option, const char *const *names)
{
    while (*names && !is_named(option, *names, strlen(*names)))
        names++;
    return *names;
}

const struct hw_option *hw_option_given(const struct hw_command *command, const void *values,
                                        const char *const *but)
{
    for (const struct hw_option_group *group = command->groups; group->options; group++)
        for (const struct hw_option *option = group->options; option->name && !group->of_programs; option++)
            if (is_given(option, (const char *)values + group->at + option->at) && !is_listed(option, but))
                return option;
    return NULL;
}

/* Advance to the next option or operand; false at the end. */
static bool advance(struct option_parser *parser)
{
    parser->option = parser->value = NULL;
    if (!parser->only_operands && parser->next < parser->argc && !strcmp(parser->argv[parser->next], "--")) {
        parser->only_operands = true;
        parser->next++;
    }
    if (parser->next >= parser->argc)
        return false;
    const char *word = parser->argv[parser->next++];
    if (parser->only_operands || word[0] != '-' || !word[1]) {
        parser->value = word;
        return true;
    }
    parser->option = word;
    parser->length = strcspn(word, "=");
    snprintf(parser->name, sizeof parser->name, "%.*s", (int)parser->length, word);
    if (word[parser->length] == '=')
        parser->value = word + parser->length + 1;
    return true;
}

static void append(struct hw_list *list, const char *item)
{
    list->item[list->count++] = item;
}

static bool is_word(const struct hw_option *option, const char *value)
{
    return !option->words || option->words[hw_option_word_number(option->words, value)].name;
}

/* A line that would write over what it reads ends here. */
static int take_file(enum hw_value_kind kind, const char *option, const char *name)
{
    struct hw_error error;
    const hw_status status = kind == HW_KIND_FILE     ? hw_spare_input(name, &error)
                             : kind == HW_KIND_OUTPUT ? hw_expect_output(option, name, &error)
                                                      : HW_OK;

    return status == HW_OK ? HW_EXIT_DONE : hw_complain("%s", error.text);
}

static int take_option(struct option_parser *parser, const struct hw_option_group *group,
                       const struct hw_option *option)
{
    const char *command = parser->command->name;
    const char *name = parser->name;
    void *const member = parser->values + group->at + option->at;
    struct hw_list *const list = member;

    if (option->store == HW_STORE_NONE)
        return hw_usage_error(command, "%s does not go with the other words of this line", name);
    if (option->store == HW_STORE_FLAG && parser->value)
        return hw_usage_error(command, "%s takes no value", name);
    if (option->store == HW_STORE_FLAG) {
        *(bool *)member = true;
        return HW_EXIT_DONE;
    }
    if (!parser->value && option->words)
        parser->bare = option->preset ? option : NULL;
    if (!parser->value)
        parser->value = option->preset;
    if (!parser->value && parser->next < parser->argc)
        parser->value = parser->argv[parser->next++];
    if (!parser->value)
        return hw_usage_error(command, "%s needs a value: %s %s", name, name, option->argument);
    if (option->kind == HW_KIND_NUMBER && !isdigit((unsigned char)parser->value[0]))
        return hw_usage_error(command, "%s: `%s` is not a number", name, parser->value);
    if (!is_word(option, parser->value))
        return hw_unknown_word(parser->command, option, parser->value);
    if (option->store == HW_STORE_LIST && list->count == HW_LIST_MAX)
        return hw_usage_error(command, "%s is given too often: at most %d times", name, HW_LIST_MAX);
    if (option->store == HW_STORE_LIST)
        append(list, parser->value);
    else
        *(const char **)member = parser->value;
    return take_file(option->kind, option->name, parser->value);
}

/* The option whose value stands behind its name; of several the one with the longest name. */
static const struct hw_option *find_joined(struct option_parser *parser, const struct hw_option_group **group)
{
    const struct hw_option *found = NULL;
    size_t longest = 0;

    for (const struct hw_option_group *g = parser->command->groups; g->options; g++)
        for (const struct hw_option *option = g->options; option->name; option++) {
            const size_t length = strlen(option->name);
            if (!option->joined || length <= longest || strncmp(option->name, parser->option, length) != 0)
                continue;
            found = option;
            longest = length;
            *group = g;
        }
    if (found) {
        parser->value = parser->option + longest;
        snprintf(parser->name, sizeof parser->name, "%s", found->name);
    }
    return found;
}

static int find_option(struct option_parser *parser)
{
    const struct hw_option_group *group;
    parser->bare = NULL;
    const struct hw_option *option =
        hw_option_find(parser->command, false, parser->option, parser->length, &group);

    if (!option)
        option = find_joined(parser, &group);
    return option ? take_option(parser, group, option) : hw_unknown_option(parser->command, parser->option);
}

static int take_operand(struct option_parser *parser, struct hw_list *operands)
{
    if (parser->bare && is_word(parser->bare, parser->value))
        snprintf(parser->meant, sizeof parser->meant, "%s=%s", parser->name, parser->value);
    parser->bare = NULL;
    if (operands->count < parser->command->operands) {
        append(operands, parser->value);
        return take_file(parser->command->operand, NULL, parser->value);
    }
    if (parser->meant[0])
        return hw_usage_error(parser->command->name, "`%s` is one argument too many; did you mean %s?",
                              parser->value, parser->meant);
    return hw_usage_error(parser->command->name, "`%s` is one argument too many", parser->value);
}

static bool is_help(const struct option_parser *parser)
{
    return parser->option && (!strcmp(parser->option, "--help") || !strcmp(parser->option, "-h"));
}

bool hw_args_parse(int argc, char **argv, const struct hw_command *command, void *values,
                   struct hw_list *operands, int *status)
{
    struct option_parser parser = {
        .command = command, .values = values, .argv = argv, .argc = argc, .next = 1};
    *status = HW_EXIT_DONE;
    while (*status == HW_EXIT_DONE && advance(&parser)) {
        if (is_help(&parser)) {
            hw_help_print(command, stdout);
            return false;
        }
        *status = parser.option ? find_option(&parser) : take_operand(&parser, operands);
    }
    return *status == HW_EXIT_DONE;
}
