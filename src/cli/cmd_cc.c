/* SPDX-License-Identifier: MIT */
/* halfwarp cc: PTX, or CUDA C++ by way of PTX, to machine code.  The options; cc_run.c does what they ask. */
#include "cli/cc_command.h"

#include <stdio.h>
#include <string.h>

/* The command, and what was given as text. */
struct cc_line {
    struct hw_cc_command command;
    struct hw_list targets, entries;
    const char *level, *registers;
};

/* clang-format off */
static const struct hw_option cc_options[] = {
    {"-o", "--output-file", "OUT", "where to; - is standard output. Default: FILE.cubin, in this folder",
     .kind = HW_KIND_OUTPUT, HW_VALUE(struct cc_line, command.output)},
    {"-c", "--compile-only", .help = "relocatable code, for `halfwarp link`: names that are not defined stay",
     HW_FLAG(struct cc_line, command.how.is_relocatable)},
    {"--target", "-arch --gpu-architecture --gpu-name", "sm_NN", "what it is for. Several, with commas between them or each with its own "
     "--target, make a fatbin", .kind = HW_KIND_TARGET, HW_VALUES(struct cc_line, targets)},
    {"--ptx", .help = "keep the PTX, too, in a fatbin", HW_FLAG(struct cc_line, command.keeps_ptx)},
    {"-O", "--opt-level", "LEVEL", "0 compiles as written; 1 to 3 (default 3) fold, share and drop what they can",
     .joined = true, HW_VALUE(struct cc_line, level)},
    {"--maxrregcount", "-maxrregcount", "N", "registers that a thread may have; what finds no place is kept in memory",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct cc_line, registers)},
    {"--entry", "-e", "NAME,...", "only these kernels", HW_VALUES(struct cc_line, entries)},
    {"-S", .help = "write a listing, as `halfwarp dis` prints it, in place of a cubin",
     HW_FLAG(struct cc_line, command.lists)},
    {"-v", "--verbose --resource-usage -res-usage", .help = "registers, stack, spills, shared and constant memory of "
     "each kernel", HW_FLAG(struct cc_line, command.tells_usage)},
    {"--json", .help = "the same as JSON, on standard output", HW_FLAG(struct cc_line, command.as_json)},
    {"-warn-spills", "--warn-on-spills", .help = "warn of registers that are kept in memory",
     HW_FLAG(struct cc_line, command.warns_of_spills)},
    {"-warn-lmem-usage", "--warn-on-local-memory-usage", .help = "warn of any local memory",
     HW_FLAG(struct cc_line, command.warns_of_stacks)},
    {"-w", "--disable-warnings", .help = "no warnings", HW_FLAG(struct cc_line, command.is_silent)},
    {"-Werror", "--warning-as-error", .help = "warnings are errors", HW_FLAG(struct cc_line, command.warnings_fail)},
    HW_OPTIONS_END,
};
/* clang-format on */

static bool take_targets(struct hw_cc_command *command, const struct hw_list *given, int *status)
{
    struct hw_error error;

    for (unsigned i = 0; i < given->count; i++)
        if (hw_code_targets_add(&command->targets, given->item[i], &error) != HW_OK) {
            *status = hw_usage_error("cc", "%s", error.text);
            return false;
        }
    return true;
}

/* What cannot be asked for together. */
static const char *contradiction(const struct hw_cc_command *command)
{
    if (!command->inputs.count)
        return "which file is to be compiled?";
    if (!command->targets.count)
        return "for which chip? --target sm_52 is an example";
    if (command->inputs.count > 1 && command->output)
        return "one output for several files; without -o each gets its own";
    if (command->lists && (command->targets.count > 1 || command->keeps_ptx))
        return "a listing is for one target";
    if (command->as_json && command->output && !strcmp(command->output, "-"))
        return "standard output cannot have both the code and --json";
    return NULL;
}

static int run(int argc, char **argv)
{
    struct cc_line line = {.level = NULL};
    struct hw_cc_command *const command = &line.command;
    struct hw_error error;
    int status;

    if (!hw_args_parse(argc, argv, &hw_command_cc, &line, &command->inputs, &status) ||
        !take_targets(command, &line.targets, &status))
        return status;
    command->how.level = command->source.debug ? 0 : 3;
    if (hw_option_number("-O", line.level, 3, &command->how.level, &error) != HW_OK ||
        hw_option_number("--maxrregcount", line.registers, 255, &command->how.most_registers, &error) !=
            HW_OK)
        return hw_usage_error("cc", "%s", error.text);
    command->how.lines = command->source.lines || command->source.debug;
    command->tells_usage |= command->as_json;
    command->entries = line.entries;
    const char *wrong = contradiction(command);
    return wrong ? hw_usage_error("cc", "%s", wrong) : hw_cc_run(command);
}

/* clang-format off */
const struct hw_command hw_command_cc = {
    .name = "cc",
    .summary = "compile PTX or CUDA C++ into a cubin or fatbin",
    .usage = HW_STRINGS("halfwarp cc FILE.ptx... --target sm_NN[,sm_NN...] [-o OUT] [-O LEVEL] [--maxrregcount N]",
                        "halfwarp cc FILE.ptx -S -o OUT.hwasm --target sm_NN",
                        "halfwarp cc FILE.cu --target sm_NN [-I FOLDER] [-D NAME[=VALUE]] ..."),
    .description =
        "Compile files of PTX into cubins for sm_10 to sm_62. An error names line and column.\n"
        "CUDA C++ (.cu, .cuh) is made PTX by the clang of this machine first, 14 to 19, with headers of ours.",
    .groups = HW_GROUPS(HW_GROUP(NULL, cc_options),
                        HW_GROUP_AT("CUDA C++", hw_cuda_source_rows, offsetof(struct cc_line, command.source))),
    .examples = HW_EXAMPLES(
        {"halfwarp cc vectors.ptx -o vectors.cubin --target sm_52", "PTX to a cubin"},
        {"halfwarp cc vectors.ptx -S -o - --target sm_20", "what instructions come of it"},
        {"halfwarp cc vectors.ptx -o vectors.fatbin --target sm_20,sm_35,sm_61 --ptx",
         "code for three chips and, by the PTX, for later ones"},
        {"halfwarp cc vectors.ptx -o vectors.cubin --target sm_35 --maxrregcount 32 -v",
         "with few registers, and what that costs"},
        {"halfwarp cc vectors.cu -o vectors.cubin --target sm_13 -DN=64", "CUDA C++ to a cubin"}),
    .pages = HW_STRINGS("docs/compiler.md", "docs/compiler-headers.md"),
    .operands = HW_LIST_MAX,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */
