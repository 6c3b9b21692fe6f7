/* Walking a subcommand's arguments: one loop over hw_args_next, one comparison an option.
 *
 * It does no more than split: which options exist, and what their values mean, is the subcommand's. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

void hw_args_begin(struct hw_args *args, int argc, char **argv)
{
    *args = (struct hw_args){.command = argv[0], .argv = argv, .argc = argc, .next = 1};
}

/* `--name=value` is cut in two; everything else is one word. */
static void split_option(struct hw_args *args, char *word)
{
    const char *equals = strncmp(word, "--", 2) ? NULL : strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : 0;
    args->option = word;
    if (equals && length < sizeof args->name) {
        memcpy(args->name, word, length);
        args->name[length] = '\0';
        args->option = args->name;
        args->value = equals + 1;
    }
}

bool hw_args_next(struct hw_args *args)
{
    args->option = args->value = NULL;
    if (!args->only_operands && args->next < args->argc && !strcmp(args->argv[args->next], "--")) {
        args->only_operands = true;
        args->next++;
    }
    if (args->next >= args->argc)
        return false;
    char *word = args->argv[args->next++];
    if (!args->only_operands && word[0] == '-' && word[1])
        split_option(args, word);
    else
        args->value = word;
    return true;
}

bool hw_args_is(const struct hw_args *args, const char *option)
{
    return args->option && !strcmp(args->option, option);
}

const char *hw_args_value(struct hw_args *args)
{
    if (!args->value && args->next < args->argc)
        args->value = args->argv[args->next++];
    if (!args->value)
        hw_usage_error(args->command, "%s needs a value", args->option);
    return args->value;
}

int hw_args_unknown(const struct hw_args *args)
{
    if (args->option)
        return hw_usage_error(args->command, "there is no option `%s`", args->option);
    return hw_usage_error(args->command, "`%s` is one argument too many", args->value);
}
