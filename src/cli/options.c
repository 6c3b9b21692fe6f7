/* SPDX-License-Identifier: MIT */
/* A subcommand's arguments, read by a table with one row an option; the row says where the value goes.
 *
 * Options and operands may be mixed; `--` ends the options; `-` alone is an operand.  A value follows its
 * option as the next argument, for long options also behind `=`, for others at once if their row says so. The
 * first wrong argument ends the reading, and so does the first -h or --help.  The subcommand gives the values
 * their meaning. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

/* The walk over the arguments. */
struct option_walk {
    char **argv;
    int argc, next;     /* next: the argument that is looked at next */
    bool only_operands; /* `--` was seen */
    const char *option; /* the option that was found, up to `=`; NULL for an operand */
    size_t length;      /* of its name */
    const char *value;  /* the operand, or what stands behind `=`, else NULL */
};

/* Advance to the next option or operand; false at the end. */
static bool advance(struct option_walk *walk)
{
    walk->option = walk->value = NULL;
    if (!walk->only_operands && walk->next < walk->argc && !strcmp(walk->argv[walk->next], "--")) {
        walk->only_operands = true;
        walk->next++;
    }
    if (walk->next >= walk->argc)
        return false;
    const char *word = walk->argv[walk->next++];
    if (walk->only_operands || word[0] != '-' || !word[1]) {
        walk->value = word;
        return true;
    }
    walk->option = word;
    walk->length = strncmp(word, "--", 2) ? strlen(word) : strcspn(word, "=");
    if (word[walk->length] == '=')
        walk->value = word + walk->length + 1;
    return true;
}

static bool is_option(const struct option_walk *walk, const char *name)
{
    return walk->option && strlen(name) == walk->length && !strncmp(name, walk->option, walk->length);
}

static int append(struct hw_list *list, const char *item)
{
    list->item[list->count++] = item;
    return HW_EXIT_DONE;
}

static int take_option(struct option_walk *walk, const struct hw_option *option)
{
    const char *command = walk->argv[0];
    if (option->flag) {
        *option->flag = true;
        return HW_EXIT_DONE;
    }
    if (!walk->value && walk->next < walk->argc)
        walk->value = walk->argv[walk->next++];
    if (!walk->value)
        return hw_usage_error(command, "%s needs a value", option->name);
    if (option->list && option->list->count == HW_LIST_MAX)
        return hw_usage_error(command, "%s is given too often: at most %d times", option->name, HW_LIST_MAX);
    if (option->list)
        return append(option->list, walk->value);
    *option->value = walk->value;
    return HW_EXIT_DONE;
}

/* The same with its value behind it. */
static bool is_joined(struct option_walk *walk, const struct hw_option *option)
{
    const size_t length = strlen(option->name);

    if (!option->joined || strncmp(option->name, walk->option, length) != 0)
        return false;
    walk->value = walk->option + length;
    return true;
}

static int find_option(struct option_walk *walk, const struct hw_option *options, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_option(walk, options[i].name))
            return take_option(walk, &options[i]);
    for (size_t i = 0; i < count; i++)
        if (is_joined(walk, &options[i]))
            return take_option(walk, &options[i]);
    return hw_usage_error(walk->argv[0], "there is no option `%.*s`", (int)walk->length, walk->option);
}

bool hw_args_parse(int argc, char **argv, const char *help, const struct hw_option *options, size_t count,
                   struct hw_list *operands, unsigned most_operands, int *status)
{
    struct option_walk walk = {.argv = argv, .argc = argc, .next = 1};
    *status = HW_EXIT_DONE;
    while (*status == HW_EXIT_DONE && advance(&walk)) {
        if (is_option(&walk, "--help") || is_option(&walk, "-h")) {
            fputs(help, stdout);
            return false;
        }
        if (walk.option)
            *status = find_option(&walk, options, count);
        else if (operands->count < most_operands)
            *status = append(operands, walk.value);
        else
            *status = hw_usage_error(argv[0], "`%s` is one argument too many", walk.value);
    }
    return *status == HW_EXIT_DONE;
}
