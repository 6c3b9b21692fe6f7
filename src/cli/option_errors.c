/* SPDX-License-Identifier: MIT */
/* Who types a wrong word is told what to type: the nearest that there is, where a word belongs that another
 * subcommand or one of NVIDIA's tools has (other_tools.h). */
#include "cli/cli.h"
#include "cli/help_text.h"
#include "cli/other_tools.h"

#include "nearest.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NEAR_TEXT  200u
#define MOST_NAMED 4u /* more subcommands than these have an option: it says nothing to name them */

/* --- options --- */

static void offer(void *context, const char *name, size_t length)
{
    hw_nearest_offer(context, name, length);
}

/* "`--kernel` or `--kernel-name`", empty where nothing is near. */
static void near_options(const struct hw_command *command, const char *name, char text[NEAR_TEXT])
{
    struct hw_nearest nearest;

    hw_nearest_begin(&nearest, name);
    for (const struct hw_option_group *group = command->groups; group->options; group++)
        for (const struct hw_option *option = group->options; option->name; option++)
            hw_option_names(option, offer, &nearest);
    hw_nearest_write(&nearest, text, NEAR_TEXT);
}

/* "dis and as": the subcommands that have an option of this name; empty where none has it, or many have. */
static void owners_of(const char *name, char text[NEAR_TEXT])
{
    size_t used = 0;
    unsigned count = 0;

    text[0] = '\0';
    for (size_t i = 0; hw_commands[i] && used < NEAR_TEXT; i++) {
        const struct hw_command *command = hw_commands[i];
        if (!hw_option_of_word(command, name))
            continue;
        used += (size_t)snprintf(text + used, NEAR_TEXT - used, "%s%s", count++ ? ", " : "", command->name);
    }
    if (count > MOST_NAMED)
        text[0] = '\0';
}

int hw_unknown_option(const struct hw_command *command, const char *word)
{
    char name[64], near[NEAR_TEXT], owners[NEAR_TEXT];
    const struct hw_other_tool *other = hw_other_option(command->name, word);

    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    const struct hw_option *option = hw_option_find(command, true, name, strlen(name), NULL);
    if (option)
        return hw_usage_error(command->name, "%s is for a program: `halfwarp %s %s%s%s -- PROGRAM`", name,
                              command->name, name, option->argument && !option->preset ? " " : "",
                              option->argument && !option->preset ? option->argument : "");
    if (other)
        return hw_usage_error(command->name, "`%s` is an option of %s; here: %s", name, other->tool,
                              other->here);
    near_options(command, name, near);
    owners_of(name, owners);
    if (*near && *owners)
        return hw_usage_error(command->name, "there is no option `%s` (it is one of %s); did you mean %s?",
                              name, owners, near);
    if (*near)
        return hw_usage_error(command->name, "there is no option `%s`; did you mean %s?", name, near);
    if (*owners)
        return hw_usage_error(command->name, "there is no option `%s`: it is one of %s", name, owners);
    return hw_usage_error(command->name, "there is no option `%s`", word);
}

int hw_unknown_word(const struct hw_command *command, const struct hw_option *option, const char *value)
{
    struct hw_nearest nearest;
    char near[NEAR_TEXT], all[NEAR_TEXT];
    size_t used = 0;

    hw_nearest_begin(&nearest, value);
    for (const struct hw_option_word *word = option->words; word->name; word++) {
        const char *join = word == option->words ? "" : word[1].name ? ", " : " or ";
        hw_nearest_offer(&nearest, word->name, strlen(word->name));
        if (used < sizeof all)
            used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", join, word->name);
    }
    hw_nearest_write(&nearest, near, sizeof near);
    if (*near)
        return hw_usage_error(command->name, "%s is %s, not `%s`; did you mean %s?", option->name, all, value,
                              near);
    return hw_usage_error(command->name, "%s is %s, not `%s`", option->name, all, value);
}

/* --- subcommands --- */

int hw_unknown_command(const char *name)
{
    const struct hw_other_tool *other = hw_other_command(name);
    struct hw_nearest nearest;
    char near[NEAR_TEXT];

    if (other) {
        hw_complain("%s is %s here", other->typed, other->here);
        return HW_EXIT_USAGE;
    }
    if (name[0] != '-' && access(name, F_OK) == 0) {
        hw_complain("`%s` is a file; what is to be done with it?  `halfwarp run %s` runs a program, "
                    "`halfwarp info %s` says what a file holds",
                    name, name, name);
        return HW_EXIT_USAGE;
    }
    hw_nearest_begin(&nearest, name);
    for (size_t i = 0; hw_commands[i]; i++)
        hw_nearest_offer(&nearest, hw_commands[i]->name, strlen(hw_commands[i]->name));
    hw_nearest_offer(&nearest, "--version", strlen("--version"));
    hw_nearest_offer(&nearest, "--help", strlen("--help"));
    hw_nearest_write(&nearest, near, sizeof near);
    if (*near)
        fprintf(stderr, "halfwarp: there is no subcommand `%s`; did you mean %s?  There are:\n", name, near);
    else
        fprintf(stderr, "halfwarp: there is no subcommand `%s`%s; there are:\n", name,
                name[0] == '-' ? ", behind which options stand" : "");
    hw_help_commands(stderr);
    return HW_EXIT_USAGE;
}
