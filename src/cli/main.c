/* SPDX-License-Identifier: MIT */
/* halfwarp: the command line.  It finds the subcommand by its name and hands it the rest. */
#include "cli/cli.h"
#include "cli/help_text.h"
#include "cli/values.h"
#include "engine/tiers/engine_option.h"

#include <halfwarp/machine.h>
#include <halfwarp/version.h>

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print_version(void)
{
    const char *engine = hw_engine_name(), *lack = hw_engine_lack();

    printf("halfwarp %s\nengine: %s%s%s\n", hw_version(), engine, lack ? "; nothing is compiled: " : "",
           lack ? lack : "");
}

/* What is opened where a standard stream is closed would get the stream's number, and what is printed: a file
 * that is written, or the compiler of kernels. */
static void fill_standard_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0)
            open("/dev/null",
                 stream == STDIN_FILENO ? O_WRONLY : O_RDONLY); /* the next use fails as before */
}

/* Output that could not be written (a full disk, a closed pipe) is a failure, whatever the subcommand
 * says. */
static int finish(int status)
{
    if (fflush(stdout) || ferror(stdout)) {
        perror("halfwarp: standard output");
        return HW_EXIT_FAILED;
    }
    return status;
}

int main(int argc, char **argv)
{
    fill_standard_streams();
    if (argc < 2) {
        hw_help_tool(stderr);
        return HW_EXIT_USAGE;
    }
    const char *name = argv[1];
    enum hw_engine engine;
    struct hw_error error;
    if (!strcmp(name, "--help") || !strcmp(name, "-h"))
        name = "help";
    const struct hw_command *command = hw_command_find(name);
    if (command == &hw_command_help) /* whatever the environment says */
        return finish(command->run(argc - 1, argv + 1));
    if (hw_values_check(&error) != HW_OK || hw_engine_option(&engine, &error) != HW_OK) {
        hw_complain("%s", error.text);
        return HW_EXIT_USAGE;
    }
    if (!strcmp(name, "--version")) {
        print_version();
        return finish(HW_EXIT_DONE);
    }
    return command ? finish(command->run(argc - 1, argv + 1)) : hw_unknown_command(name);
}
