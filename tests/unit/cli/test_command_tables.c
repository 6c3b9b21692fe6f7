/* SPDX-License-Identifier: MIT */
/* The tables of the subcommands are whole, agree with themselves and with what else names their options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/cli.h"
#include "cli/other_tools.h"
#include "environment.h"
#include "sweep/sweep_plan.h"

#include <halfwarp/occupancy.h>

/* Call `check` for each option of each subcommand. */
typedef void check_fn(const struct hw_command *command, const struct hw_option_group *group,
                      const struct hw_option *option);

static void for_options(check_fn *check)
{
    for (size_t c = 0; hw_commands[c]; c++)
        for (const struct hw_option_group *group = hw_commands[c]->groups; group->options; group++)
            for (const struct hw_option *option = group->options; option->name; option++)
                check(hw_commands[c], group, option);
}

static void commands_are_whole(void **state)
{
    (void)state;
    for (size_t c = 0; hw_commands[c]; c++) {
        const struct hw_command *command = hw_commands[c];
        assert_non_null(command->run);
        assert_true(command->operands <= HW_LIST_MAX);
        assert_true(command->usage[0] && command->examples && command->examples[0].command);
        assert_true(command->summary[0] && command->description[0]);
        assert_ptr_equal(hw_command_find(command->name), command);
        for (const struct hw_example *example = command->examples; example->command; example++)
            assert_non_null(example->does);
    }
    assert_null(hw_command_find("frobnicate"));
}

static void check_row(const struct hw_command *command, const struct hw_option_group *group,
                      const struct hw_option *option)
{
    (void)command;
    assert_true(option->help && option->help[0] && option->name[0] == '-');
    assert_int_equal(option->store == HW_STORE_FLAG && option->argument, 0);
    assert_int_equal(option->store == HW_STORE_VARIABLE, group->of_programs);
    if (option->store == HW_STORE_VALUE || option->store == HW_STORE_LIST)
        assert_non_null(option->argument);
    if (option->store == HW_STORE_VARIABLE)
        assert_true(option->variable && (option->preset || option->argument));
}

static void rows_are_whole(void **state)
{
    (void)state;
    for_options(check_row);
}

struct owner {
    const struct hw_command *command;
    const struct hw_option_group *group;
    const struct hw_option *option;
};

static void check_name(void *context, const char *name, size_t length)
{
    const struct owner *owner = context;
    const struct hw_option_group *group;

    if (hw_option_find(owner->command, owner->group->of_programs, name, length, &group) != owner->option)
        fail_msg("%s has two options %.*s", owner->command->name, (int)length, name);
}

static void check_names(const struct hw_command *command, const struct hw_option_group *group,
                        const struct hw_option *option)
{
    struct owner owner = {command, group, option};

    hw_option_names(option, check_name, &owner);
}

static void a_name_is_one_option(void **state)
{
    (void)state;
    for_options(check_names);
}

static void check_preset(const struct hw_command *command, const struct hw_option_group *group,
                         const struct hw_option *option)
{
    struct hw_error error;

    (void)group;
    if (option->store != HW_STORE_VARIABLE || !option->preset)
        return;
    assert_int_equal(setenv(option->variable, option->preset, 1), 0);
    if (hw_environment_check(&error) != HW_OK)
        fail_msg("%s %s: %s", command->name, option->name, error.text);
    unsetenv(option->variable);
}

static void presets_are_values_of_their_variables(void **state)
{
    (void)state;
    for_options(check_preset);
}

static void rules_are_those_that_there_are(void **state)
{
    (void)state;
    const struct hw_option_group *group;
    const struct hw_option *option = hw_option_find(&hw_command_occupancy, false, "--rule", 6, &group);
    unsigned count = 0;

    for (const struct hw_option_word *word = option->words; word->name; word++, count++)
        assert_string_equal(word->name, hw_occupancy_rule_at(count)->name);
    assert_null(hw_occupancy_rule_at(count));
}

static void plans_name_options_of_time(void **state)
{
    (void)state;
    static const char *const names[] = {
        "kernel", "chip",    "clock", "memory_clock", "strict",           "target",  "grid",
        "block",  "shared",  "stack", "turn",         "max_instructions", "pointer", "params",
        "args",   "buffers", "maps",  "textures",     "consts",           "symbols"};
    const struct hw_option_group *group;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *option = hw_plan_key_find(names[i])->option;
        assert_non_null(hw_option_find(&hw_command_time, false, option, strlen(option), &group));
    }
}

/* Of an answer such as "`halfwarp dis FILE --hex`" each option is one of dis. */
static void check_line(const char *line, size_t length)
{
    char text[256], *rest = text, *word;
    const struct hw_command *command;
    const struct hw_option_group *group;

    snprintf(text, sizeof text, "%.*s", (int)length, line);
    word = strtok_r(rest, " ", &rest);
    while (word && strcmp(word, "halfwarp") != 0) /* variables before it */
        word = strtok_r(rest, " ", &rest);
    word = word ? strtok_r(rest, " ", &rest) : NULL;
    if (!word)
        return;
    command = hw_command_find(word);
    assert_non_null(command);
    while ((word = strtok_r(rest, " ,", &rest)) != NULL && strcmp(word, "--") != 0) {
        const size_t name = strcspn(word, "=");
        if (word[0] == '-' && !hw_option_find(command, false, word, name, &group) &&
            !hw_option_find(command, true, word, name, &group))
            fail_msg("`%.*s`: %s has no option %s", (int)length, line, command->name, word);
    }
}

static void check_answers(const struct hw_other_tool *row)
{
    for (const char *at = strchr(row->here, '`'); at; at = strchr(at, '`')) {
        const size_t length = strcspn(at + 1, "`");
        check_line(at + 1, length);
        at += length + 2;
    }
}

static void answers_name_what_there_is(void **state)
{
    (void)state;
    const struct hw_other_tool *row;

    for (size_t i = 0; (row = hw_other_option_at(i)) != NULL; i++) {
        if (row->command)
            assert_non_null(hw_command_find(row->command));
        check_answers(row);
    }
    for (size_t i = 0; (row = hw_other_command_at(i)) != NULL; i++)
        check_answers(row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_are_whole),
        cmocka_unit_test(rows_are_whole),
        cmocka_unit_test(a_name_is_one_option),
        cmocka_unit_test(presets_are_values_of_their_variables),
        cmocka_unit_test(rules_are_those_that_there_are),
        cmocka_unit_test(plans_name_options_of_time),
        cmocka_unit_test(answers_name_what_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
