/* SPDX-License-Identifier: MIT */
/* See program_line.h. */
#include "cli/program_line.h"

#include "cli/cli.h"
#include "cli/spared_files.h"
#include "cli/values.h"

#include "program_path.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* clang-format off */
const struct hw_option hw_program_rows[] = {
    {"--chip", .argument = "NAME,...", .help = "the chip, or a card (\"GTX 980\"); of a list each is a device",
     .kind = HW_KIND_CHIP, HW_VARIABLE("HALFWARP_CHIP", NULL)},
    {"--memory", .argument = "SIZE", .help = "of a device: 8G, 512M; a number alone is MiB; of a list each is a device's",
     HW_VARIABLE("HALFWARP_MEMORY", NULL)},
    {"--workers", .argument = "N", .help = "host threads; no result depends on them", .kind = HW_KIND_NUMBER,
     HW_VARIABLE("HALFWARP_WORKERS", NULL)},
    {"--strict", .help = "refuse kernels that are in doubt", HW_VARIABLE("HALFWARP_STRICT", "1")},
    {"--mangled", .help = "show names as symbols", HW_VARIABLE("HALFWARP_MANGLED", "1")},
    HW_OPTIONS_END,
};
/* clang-format on */

/* Keep an option's value; of one given twice the last counts. */
static bool keep(struct hw_program_line *line, const struct hw_option *option, const char *value)
{
    size_t i = 0;

    while (i < line->count && line->given[i].option != option)
        i++;
    if (!value || i == HW_GIVEN_MAX)
        return false;
    line->given[i] = (struct hw_given_option){option, value};
    line->count += i == line->count;
    return true;
}

/* The option of argument *i, whose value may be the next one; false where it is none of this form. */
static bool take_option(struct hw_program_line *line, int argc, char **argv, int *i)
{
    const size_t length = strcspn(argv[*i], "=");
    const char *behind = argv[*i][length] ? argv[*i] + length + 1 : NULL;
    const struct hw_option *option = hw_option_find(line->command, true, argv[*i], length, NULL);

    if (!option || (behind && !option->argument))
        return false;
    if (!behind)
        behind = option->preset;
    if (!behind && *i + 1 < argc)
        behind = argv[++*i];
    return keep(line, option, behind);
}

/* Whether a word is an option that only the other form has, about a kernel of a file. */
static bool is_of_file(const struct hw_command *command, const char *word)
{
    const size_t length = strcspn(word, "=");

    return hw_option_find(command, false, word, length, NULL) &&
           !hw_option_find(command, true, word, length, NULL);
}

/* Whether a word that stands before a program or a file is an option of no form of the command. */
static bool is_no_option(const struct hw_command *command, const char *word)
{
    return word[1] != '\0' && !hw_option_of_word(command, word) && strcmp(word, "-h") != 0 &&
           strcmp(word, "--help") != 0;
}

bool hw_program_line_split(int argc, char **argv, struct hw_program_line *line, const char **wrong)
{
    int i = 1;

    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--") == 0) {
            line->marked = true;
            i++;
            break;
        }
        if (take_option(line, argc, argv, &i))
            continue;
        *wrong = is_no_option(line->command, argv[i]) ? argv[i] : NULL;
        line->of_file = is_of_file(line->command, argv[i]) ? argv[i] : NULL;
        return false;
    }
    line->program = i < argc ? argv + i : NULL;
    return line->program != NULL;
}

bool hw_program_line_is_missing(const struct hw_program_line *line)
{
    for (char **argument = line->program + 1; *argument; argument++)
        if (**argument == '-' && !is_no_option(line->command, *argument))
            return false;
    return strcmp(line->program[0], "-") != 0 && access(line->program[0], F_OK) != 0;
}

/* --- variables --- */

/* Set the variable of an option; one that holds words gets one more. */
static bool set_variable(const struct hw_program_line *line, const struct hw_given_option *given)
{
    const char *const variable = given->option->variable;
    const bool words = line->words && strcmp(variable, line->words) == 0;
    const char *before = words ? getenv(variable) : NULL;
    char text[256];

    if (!before || !*before)
        return setenv(variable, given->value, 1) == 0;
    snprintf(text, sizeof text, "%s,%s", before, given->value);
    return setenv(variable, text, 1) == 0;
}

/* A value that is empty would count as none (`--chip "$CHIP"`, where CHIP is not set); `--` ends the options.
 */
static const char *empty_option(const struct hw_program_line *line)
{
    for (size_t i = 0; i < line->count; i++)
        if (!*line->given[i].value || strcmp(line->given[i].value, "--") == 0)
            return line->given[i].option->name;
    return NULL;
}

/* What is wrong with the values; of a variable that an option has set, by the option's name. */
static int complain_of_value(const struct hw_program_line *line, struct hw_error *error)
{
    for (size_t i = 0; i < line->count; i++)
        hw_values_name_option(line->given[i].option->variable, line->given[i].option->name, error);
    return hw_usage_error(line->command->name, "%s", error->text);
}

/* What the command is to do with any program, and its options. */
static bool set_variables(const struct hw_program_line *line)
{
    bool set = !line->words || setenv(line->words, "1", 1) == 0;

    for (size_t i = 0; i < line->count; i++)
        set = set && set_variable(line, &line->given[i]);
    return set;
}

/* Neither the program nor a file that it is told of is written over. */
static hw_status spare_files(const struct hw_program_line *line, struct hw_error *error)
{
    char path[PATH_MAX];
    const bool found = line->marked && hw_program_path(line->program[0], path);
    hw_status status = hw_spare_input(found ? path : line->program[0], error);

    for (char **argument = line->program + 1; *argument && status == HW_OK; argument++)
        status = hw_spare_input(*argument, error);
    for (size_t i = 0; i < line->count && status == HW_OK; i++)
        if (line->given[i].option->kind == HW_KIND_OUTPUT)
            status = hw_expect_output(line->given[i].option->name, line->given[i].value, error);
    return status;
}

int hw_program_line_apply(const struct hw_program_line *line)
{
    const char *const empty = empty_option(line);
    struct hw_error error;

    if (empty)
        return hw_usage_error(line->command->name, "%s has no value", empty);
    if (spare_files(line, &error) != HW_OK)
        return hw_complain("%s", error.text);
    if (!set_variables(line))
        return hw_complain("no memory");
    return hw_values_check(&error) == HW_OK ? HW_EXIT_DONE : complain_of_value(line, &error);
}
