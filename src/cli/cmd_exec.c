/* SPDX-License-Identifier: MIT */
/* halfwarp exec: a few instructions on one thread, and the changes that they made. */
#include "cli/code_options.h"
#include "cli/exec.h"
#include "cli/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct exec_options {
    const char *isa, *syntax, *vectors, *most_text;
    struct hw_list maps, operands; /* operands: the instructions, then assignments */
    uint64_t max_instructions;
    bool words;
};

/* clang-format off */
static const struct hw_option exec_options[] = {
    {"--isa", .argument = "NAME", .help = "a compute capability (sm_52) or a chip (g80)",
     .kind = HW_KIND_TARGET, HW_VALUE(struct exec_options, isa)},
    {"--words", .help = "the instructions are hexadecimal words, as `dis --words` takes them",
     HW_FLAG(struct exec_options, words)},
    {"--syntax", .argument = "NAME", .help = "the language of the instructions:", .words = hw_code_syntaxes,
     HW_VALUE(struct exec_options, syntax)},
    {"--map", .argument = "ADDRESS=BYTES[:FILE]", .help = "device memory at this address (all global segments see "
     "it), filled from a file", HW_VALUES(struct exec_options, maps)},
    {"--max-instructions", .argument = "N", .help = "stop after so many (1000000)",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct exec_options, most_text)},
    {"--vectors", .argument = "FILE", .help = "check a table: unit, name, chip, word 0, word 1, text, three sources, "
     "condition code before, result, condition code after; tab-separated hexadecimal",
     .kind = HW_KIND_FILE, HW_VALUE(struct exec_options, vectors)},
    HW_OPTIONS_END,
};
/* clang-format on */

#define ASSIGNMENTS_MAX 160

static hw_status parse_one(const struct exec_options *options, const struct hw_target *target,
                           enum hw_syntax syntax, char *text, struct hw_exec_code *code,
                           struct hw_error *error)
{
    char word[300];
    text += strspn(text, " \t\n");
    if (!*text)
        return HW_OK;
    if (options->words && strncmp(text, "0x", 2)) {
        snprintf(word, sizeof(word), ".word 0x%.200s", text);
        text = word;
    } else if (options->words) {
        snprintf(word, sizeof(word), ".word %.200s", text);
        text = word;
    }
    return hw_exec_add_text(target, syntax, text, code, error);
}

/* All instructions, then one that ends the thread. */
static int parse_code(const struct exec_options *options, const struct hw_target *target,
                      enum hw_syntax syntax, struct hw_exec_code *code)
{
    struct hw_error error;
    char *copy = strdup(options->operands.item[0]), *rest = copy, *text;
    int result = HW_EXIT_DONE;
    for (unsigned number = 1; copy && result == HW_EXIT_DONE && (text = strsep(&rest, ";")) != NULL; number++)
        if (parse_one(options, target, syntax, text, code, &error) != HW_OK) {
            error.line = number; /* an instruction is what a line is elsewhere */
            result = hw_report_line("exec", text + strspn(text, " \t\n"), &error);
        }
    free(copy);
    if (result == HW_EXIT_DONE && hw_exec_add_end(target, code, &error) != HW_OK)
        result = hw_report(NULL, NULL, &error);
    return result;
}

/* Memory and registers as the command line says. */
static hw_status prepare(const struct exec_options *options, struct hw_exec *exec, struct hw_error *error)
{
    hw_status status = hw_memory_create(&exec->memory, error);
    for (unsigned i = 0; i < options->maps.count && status == HW_OK; i++)
        status = hw_exec_map(exec, options->maps.item[i], error);
    for (unsigned i = 1; i < options->operands.count && status == HW_OK; i++)
        status = hw_exec_assign(exec, options->operands.item[i], error);
    return status;
}

static int run_code(const struct exec_options *options, struct hw_exec *exec, enum hw_syntax syntax,
                    const struct hw_exec_code *code)
{
    struct hw_launch_result result;
    struct hw_error error;
    hw_status status = prepare(options, exec, &error);
    if (status != HW_OK)
        return hw_report_option("exec", NULL, &error);
    status = hw_exec_run(exec, code->bytes, code->length, &result, &error);
    if (status == HW_ERR_FAULT || status == HW_ERR_LIMIT)
        hw_run_report_fault(&result.fault, NULL);
    else if (status != HW_OK)
        hw_report(NULL, NULL, &error);
    unsigned lines = hw_exec_print_registers(exec, syntax == HW_SYNTAX_DECUDA);
    if (status == HW_OK)
        lines += hw_exec_print_shared(exec);
    lines += hw_exec_print_maps(exec);
    if (status == HW_OK && !lines)
        fputs("halfwarp exec: nothing changed: no register, no predicate, no word of memory\n", stderr);
    return status == HW_OK ? HW_EXIT_DONE : HW_EXIT_FAILED;
}

static int exec_code(const struct exec_options *options)
{
    static struct hw_exec exec; /* large: not on the stack */
    static struct hw_exec_code code;
    struct hw_error error;
    enum hw_syntax syntax;
    exec.max_instructions = options->max_instructions;
    if (hw_code_options(options->isa, NULL, options->syntax, &exec.target, &syntax, &error) != HW_OK ||
        hw_chip_find(options->isa, &exec.chip, &error) != HW_OK ||
        hw_chip_check_runs(exec.chip, &error) != HW_OK)
        return hw_usage_error("exec", "%s", error.text);
    int status = parse_code(options, &exec.target, syntax, &code);
    if (status == HW_EXIT_DONE)
        status = run_code(options, &exec, syntax, &code);
    hw_exec_end(&exec);
    return status;
}

/* What the table of options cannot say of them. */
static int check(struct exec_options *options)
{
    struct hw_error error;
    if (options->maps.count > HW_EXEC_MAPS)
        return hw_usage_error("exec", "%d --map options are the most", HW_EXEC_MAPS);
    if (options->operands.count > 1 + ASSIGNMENTS_MAX)
        return hw_usage_error("exec", "too many assignments");
    if (options->most_text &&
        hw_number(options->most_text, UINT64_MAX, false, &options->max_instructions, &error) != HW_OK)
        return hw_usage_error("exec", "%s", error.text);
    if (!options->isa)
        return hw_usage_error("exec", "which chip? --isa names it, as in --isa sm_10");
    if (!options->vectors && !options->operands.count)
        return hw_usage_error("exec", "which instructions are to be executed?");
    return HW_EXIT_DONE;
}

static int run(int argc, char **argv)
{
    struct exec_options options = {.max_instructions = 1000000};
    int status;
    if (!hw_args_parse(argc, argv, &hw_command_exec, &options, &options.operands, &status))
        return status;
    status = check(&options);
    if (status != HW_EXIT_DONE)
        return status;
    return options.vectors ? hw_exec_vectors(options.vectors, options.isa) : exec_code(&options);
}

/* clang-format off */
const struct hw_command hw_command_exec = {
    .name = "exec",
    .summary = "execute a few instructions on one thread, or check a table of results",
    .usage = HW_STRINGS(
        "halfwarp exec --isa NAME [--words] [--syntax nv|decuda] [--map ADDRESS=BYTES[:FILE]]... "
        "[--max-instructions N] 'INSTRUCTION; INSTRUCTION...' [REGISTER=VALUE]...",
        "halfwarp exec --isa NAME --vectors FILE"),
    .description =
        "Execute instructions on one thread, whose registers are zero unless given, and print what changed: "
        "registers, predicates, uniform ones, condition codes, address registers, words of shared and of mapped "
        "device memory.",
    .groups = HW_GROUPS(HW_GROUP(NULL, exec_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp exec --isa sm_10 'FMAD R2, R0, R1, R2' R0=1.5 R1=3.0 R2=0.25", "an instruction on three registers"},
        {"halfwarp exec --isa sm_11 --map 0x100=4 'GATOM.ADD.U32 R0, global14 [R1], R2' R1=0x100 R2=5",
         "an atomic, with memory for it"},
        {"halfwarp exec --isa sm_20 'IADD R0.CC, R0, R2; IADD.X R1, R1, R3' R0=0xffffffff R2=1 R3=2",
         "two, of which the second takes the carry of the first"},
        {"halfwarp exec --isa sm_52 'ISETP.LT.AND P0, PT, R0, R1, PT; @P0 XMAD R2, R0, R1.H1, R2' R0=3 R1=0x50004",
         "a comparison, and what depends on it"}),
    .pages = HW_STRINGS("docs/text.md"),
    .operands = HW_LIST_MAX,
    .run = run,
};
/* clang-format on */
