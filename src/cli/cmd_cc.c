/* SPDX-License-Identifier: MIT */
/* halfwarp cc: PTX, or CUDA C++ by way of PTX, to machine code.  The options; cc_run.c does what they ask. */
/* summary: compile PTX or CUDA C++ into a cubin or fatbin */
#include "cli/cc_command.h"

#include <stdio.h>
#include <string.h>

/* A line of the text is a line here. */
/* clang-format off */
static const char help[] =
    "usage: halfwarp cc FILE.ptx... --target sm_NN[,sm_NN...] [-o OUT] [-O LEVEL] [--maxrregcount N]\n"
    "       halfwarp cc FILE.ptx -S -o OUT.hwasm --target sm_NN\n"
    "       halfwarp cc FILE.cu --target sm_NN [-I FOLDER] [-D NAME[=VALUE]] ...\n"
    "\n"
    "Compile files of PTX into cubins for sm_10 to sm_62.  An error names line and column.\n"
    "CUDA C++ (.cu, .cuh) is made PTX by the clang of this machine first, 14 to 19, with headers of ours.\n"
    "\n"
    "  -o OUT              where to; - is standard output.  Default: FILE.cubin, in this folder\n"
    "  -c                  relocatable code, for `halfwarp link`: names that are not defined stay\n"
    "  --target sm_NN      what it is for; also --gpu-name and -arch.  Several, with commas between them or\n"
    "                      each with its own --target, make a fatbin\n"
    "  --ptx               keep the PTX, too, in a fatbin\n"
    "  -O LEVEL            0 compiles as written; 1 to 3 (default 3) fold, share and drop what they can\n"
    "  --maxrregcount N    registers that a thread may have; what finds no place is kept in memory\n"
    "  --entry NAME,...    only these kernels\n"
    "  -S                  write a listing, as `halfwarp dis` prints it, in place of a cubin\n"
    "  -lineinfo           keep which source line each instruction comes from, as far as the PTX says it\n"
    "  -g, -G              the same, and compile as written\n"
    "  -v, --resource-usage   registers, stack, spills, shared and constant memory of each kernel\n"
    "  --json              the same as JSON, on standard output\n"
    "  -warn-spills, -warn-lmem-usage   warn of registers that are kept in memory, of any local memory\n"
    "  -w, -Werror         no warnings; warnings are errors\n"
    HW_CUDA_SOURCE_HELP
    "\n"
    "  halfwarp cc vectors.ptx -o vectors.cubin --target sm_52\n"
    "  halfwarp cc vectors.ptx -S -o - --target sm_20\n"
    "  halfwarp cc vectors.ptx -o vectors.fatbin --target sm_20,sm_35,sm_61 --ptx\n"
    "  halfwarp cc vectors.ptx -o vectors.cubin --target sm_35 --maxrregcount 32 -v\n"
    "  halfwarp cc vectors.cu -o vectors.cubin --target sm_13 -DN=64\n";
/* clang-format on */

/* What was given, as text. */
struct given {
    struct hw_list targets, entries;
    const char *level, *registers;
};

static bool parse(struct hw_cc_command *command, struct given *given, int argc, char **argv, int *status)
{
    /* clang-format off */
    const struct hw_option table[] = {
        {"-o", .value = &command->output},
        {"--output-file", .value = &command->output},
        {"--target", .list = &given->targets},
        {"--gpu-name", .list = &given->targets},
        {"-arch=", .joined = true, .list = &given->targets},
        {"-arch", .list = &given->targets},
        {"--ptx", .flag = &command->keeps_ptx},
        {"-O", .joined = true, .value = &given->level},
        {"--opt-level", .value = &given->level},
        {"-maxrregcount=", .joined = true, .value = &given->registers},
        {"-maxrregcount", .value = &given->registers},
        {"--maxrregcount", .value = &given->registers},
        {"--entry", .list = &given->entries},
        {"-e", .list = &given->entries},
        {"-S", .flag = &command->lists},
        {"-c", .flag = &command->how.is_relocatable},
        {"--compile-only", .flag = &command->how.is_relocatable},
        {"--generate-line-info", .flag = &command->source.lines},
        {"--device-debug", .flag = &command->source.debug},
        {"-v", .flag = &command->tells_usage},
        {"--verbose", .flag = &command->tells_usage},
        {"--resource-usage", .flag = &command->tells_usage},
        {"-res-usage", .flag = &command->tells_usage},
        {"--json", .flag = &command->as_json},
        {"-warn-spills", .flag = &command->warns_of_spills},
        {"--warn-on-spills", .flag = &command->warns_of_spills},
        {"-warn-lmem-usage", .flag = &command->warns_of_stacks},
        {"--warn-on-local-memory-usage", .flag = &command->warns_of_stacks},
        {"-w", .flag = &command->is_silent},
        {"--disable-warnings", .flag = &command->is_silent},
        {"-Werror", .flag = &command->warnings_fail},
        {"--warning-as-error", .flag = &command->warnings_fail},
        HW_CUDA_SOURCE_OPTIONS(command->source),
    };
    /* clang-format on */
    return hw_args_parse(argc, argv, help, table, sizeof table / sizeof table[0], &command->inputs,
                         HW_LIST_MAX, status);
}

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

int hw_cmd_cc(int argc, char **argv)
{
    struct hw_cc_command command = {.how = {.level = 3}};
    struct given given = {.level = NULL};
    struct hw_error error;
    int status;

    if (!parse(&command, &given, argc, argv, &status) || !take_targets(&command, &given.targets, &status))
        return status;
    command.how.level = command.source.debug ? 0 : 3;
    if (hw_option_number("-O", given.level, 3, &command.how.level, &error) != HW_OK ||
        hw_option_number("--maxrregcount", given.registers, 255, &command.how.most_registers, &error) !=
            HW_OK)
        return hw_usage_error("cc", "%s", error.text);
    command.how.lines = command.source.lines || command.source.debug;
    command.tells_usage |= command.as_json;
    command.entries = given.entries;
    const char *wrong = contradiction(&command);
    return wrong ? hw_usage_error("cc", "%s", wrong) : hw_cc_run(&command);
}
