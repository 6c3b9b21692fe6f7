/* SPDX-License-Identifier: MIT */
/* halfwarp help: what there is; the manual pages and completion of shells, which the build installs. */
#include "cli/cli.h"
#include "cli/completion.h"
#include "cli/help_text.h"
#include "cli/man_page.h"

#include <stdio.h>
#include <string.h>

#define COMPLETE "--complete"

struct help_options {
    const char *shell;
    bool man;
};

/* clang-format off */
static const struct hw_option help_options[] = {
    {"--man", .help = "as a manual page, for man", HW_FLAG(struct help_options, man)},
    {"--completion", .argument = "SHELL", .help = "completion of this command line, for bash, zsh or fish",
     .words = hw_completion_shells, HW_VALUE(struct help_options, shell)},
    {COMPLETE, .argument = "WORD...", .help = "what may stand at the end of these words: the scripts of --completion "
     "ask for it"},
    HW_OPTIONS_END,
};
/* clang-format on */

static int run(int argc, char **argv)
{
    struct help_options options = {.man = false};
    struct hw_list names = {.count = 0};
    const struct hw_command *command = NULL;
    int status;

    if (argc > 1 && strcmp(argv[1], COMPLETE) == 0) { /* words of any kind follow */
        hw_complete(argv + 2, (size_t)argc - 2, stdout);
        return HW_EXIT_DONE;
    }
    if (!hw_args_parse(argc, argv, &hw_command_help, &options, &names, &status))
        return status;
    if (names.count && (command = hw_command_find(names.item[0])) == NULL)
        return hw_unknown_command(names.item[0]);
    if (options.shell)
        hw_completion_script(options.shell, stdout);
    else if (options.man && command)
        hw_man_page(command, stdout);
    else if (options.man)
        hw_man_page_tool(stdout);
    else if (command)
        hw_help_print(command, stdout);
    else
        hw_help_tool(stdout);
    return HW_EXIT_DONE;
}

/* clang-format off */
const struct hw_command hw_command_help = {
    .name = "help",
    .summary = "what there is, or what a subcommand does",
    .usage = HW_STRINGS("halfwarp help [SUBCOMMAND] [--man]", "halfwarp help --completion bash|zsh|fish"),
    .description =
        "Show what a subcommand does, its options and examples, as `halfwarp SUBCOMMAND --help` does; or list the "
        "subcommands.\n"
        "A package and `make install` bring manual pages and completion along. Without them, "
        "`source <(halfwarp help --completion bash)` has completion for a shell that is open.",
    .groups = HW_GROUPS(HW_GROUP(NULL, help_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp help", "the subcommands"},
        {"halfwarp help dis", "one of them"},
        {"halfwarp help dis --man > halfwarp-dis.1", "its manual page"},
        {"halfwarp help --completion fish > halfwarp.fish", "completion for fish"}),
    .operands = 1,
    .operand = HW_KIND_COMMAND,
    .run = run,
};
/* clang-format on */
