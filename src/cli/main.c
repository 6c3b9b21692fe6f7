/* SPDX-License-Identifier: MIT */
/* halfwarp: the command line.  It finds the subcommand by its name and hands it the rest.
 *
 * The table comes from the build: one entry for each src/cli/cmd_*.c (cmake/commands.cmake). */
#include "cli/cli.h"
#include "cli/values.h"
#include "engine/tiers/engine_option.h"

#include <halfwarp/machine.h>
#include <halfwarp/version.h>

#include <stdio.h>
#include <string.h>

static const struct command {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
#define HW_COMMAND(function, name, summary) {name, summary, hw_cmd_##function},
#include "commands.h"
#undef HW_COMMAND
    {NULL, NULL, NULL},
};

static void print_commands(FILE *to)
{
    for (const struct command *c = commands; c->name; c++)
        fprintf(to, "  %-10s %s\n", c->name, c->summary);
}

static void print_help(FILE *to)
{
    fputs("usage: halfwarp SUBCOMMAND ...\n\n"
          "A GPU without the GPU: disassembles, assembles and runs NVIDIA GPU machine code on a CPU.\n\n"
          "Subcommands; `halfwarp SUBCOMMAND --help` shows each one's options and examples:\n",
          to);
    print_commands(to);
    fputs("\n  --version  print the version\n"
          "  --help     print this\n",
          to);
}

static void print_version(void)
{
    const char *engine = hw_engine_name(), *lack = hw_engine_lack();

    printf("halfwarp %s\nengine: %s%s%s\n", hw_version(), engine, lack ? "; nothing is compiled: " : "",
           lack ? lack : "");
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
    if (argc < 2) {
        print_help(stderr);
        return HW_EXIT_USAGE;
    }
    const char *name = argv[1];
    enum hw_engine engine;
    struct hw_error error;
    if (!strcmp(name, "--help") || !strcmp(name, "-h")) {
        print_help(stdout);
        return finish(HW_EXIT_DONE);
    }
    if (hw_values_check(&error) != HW_OK || hw_engine_option(&engine, &error) != HW_OK) {
        hw_complain("%s", error.text);
        return HW_EXIT_USAGE;
    }
    if (!strcmp(name, "--version")) {
        print_version();
        return finish(HW_EXIT_DONE);
    }
    for (const struct command *c = commands; c->name; c++)
        if (!strcmp(name, c->name))
            return finish(c->run(argc - 1, argv + 1));

    fprintf(stderr, "halfwarp: there is no subcommand `%s`; there are:\n", name);
    print_commands(stderr);
    return HW_EXIT_USAGE;
}
