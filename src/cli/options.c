/* SPDX-License-Identifier: MIT */
/* The option parser reads a subcommand's arguments by a table with one row an option; the row says where the
 * value goes.
 *
 * Options and operands may be mixed; `--` ends the options; `-` alone is an operand.  A value follows its
 * option as the next argument, for long options also behind `=`, for others at once if their row says so. The
 * first wrong argument ends the reading, and so does the first -h or --help.  The subcommand gives the values
 * their meaning. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

/* The state of the loop over the arguments. */
struct option_parser {
    char **argv;
    int argc, next;     /* next: the argument that is parsed next */
    bool only_operands; /* `--` was seen */
    const char *option; /* the option that was found, up to `=`; NULL for an operand */
    size_t length;      /* of its name */
    const char *value;  /* the operand, or what stands behind `=`, else NULL */
};

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
    parser->length = strncmp(word, "--", 2) ? strlen(word) : strcspn(word, "=");
    if (word[parser->length] == '=')
        parser->value = word + parser->length + 1;
    return true;
}

static bool is_option(const struct option_parser *parser, const char *name)
{
    return parser->option && strlen(name) == parser->length && !strncmp(name, parser->option, parser->length);
}

static int append(struct hw_list *list, const char *item)
{
    list->item[list->count++] = item;
    return HW_EXIT_DONE;
}

static int take_option(struct option_parser *parser, const struct hw_option *option)
{
    const char *command = parser->argv[0];
    if (option->flag) {
        *option->flag = true;
        return HW_EXIT_DONE;
    }
    if (!parser->value && parser->next < parser->argc)
        parser->value = parser->argv[parser->next++];
    if (!parser->value)
        return hw_usage_error(command, "%s needs a value", option->name);
    if (option->list && option->list->count == HW_LIST_MAX)
        return hw_usage_error(command, "%s is given too often: at most %d times", option->name, HW_LIST_MAX);
    if (option->list)
        return append(option->list, parser->value);
    *option->value = parser->value;
    return HW_EXIT_DONE;
}

/* The same with its value behind it. */
static bool is_joined(struct option_parser *parser, const struct hw_option *option)
{
    const size_t length = strlen(option->name);

    if (!option->joined || strncmp(option->name, parser->option, length) != 0)
        return false;
    parser->value = parser->option + length;
    return true;
}

static int find_option(struct option_parser *parser, const struct hw_option *options, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_option(parser, options[i].name))
            return take_option(parser, &options[i]);
    for (size_t i = 0; i < count; i++)
        if (is_joined(parser, &options[i]))
            return take_option(parser, &options[i]);
    return hw_usage_error(parser->argv[0], "there is no option `%.*s`", (int)parser->length, parser->option);
}

bool hw_args_parse(int argc, char **argv, const char *help, const struct hw_option *options, size_t count,
                   struct hw_list *operands, unsigned most_operands, int *status)
{
    struct option_parser parser = {.argv = argv, .argc = argc, .next = 1};
    *status = HW_EXIT_DONE;
    while (*status == HW_EXIT_DONE && advance(&parser)) {
        if (is_option(&parser, "--help") || is_option(&parser, "-h")) {
            fputs(help, stdout);
            return false;
        }
        if (parser.option)
            *status = find_option(&parser, options, count);
        else if (operands->count < most_operands)
            *status = append(operands, parser.value);
        else
            *status = hw_usage_error(argv[0], "`%s` is one argument too many", parser.value);
    }
    return *status == HW_EXIT_DONE;
}
