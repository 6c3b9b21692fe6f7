/* SPDX-License-Identifier: MIT */
/* halfwarp as: text to machine code, a listing to a cubin or lines to words. */
#include "cli/cli.h"
#include "cli/code_options.h"
#include "cli/file_kind.h"
#include "cli/stale_capsules.h"
#include "cli/word_text.h"
#include "isa/scheduling_bits_check.h"
#include "listing/code_registers.h"

#include <halfwarp/chip.h>
#include <halfwarp/listing.h>
#include <halfwarp/sched.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct as_options {
    const char *input, *output, *isa, *type, *syntax, *format, *kernel;
    int dialect;
    bool lines, drops_capsules;
};

/* clang-format off */
static const struct hw_option_word formats[] = {
    {"text", NULL},
    {"elf", "the same as elf64"},
    {"elf32", NULL},
    {"elf64", NULL},
    {.name = NULL},
};

static const struct hw_option as_options[] = {
    {"-o", "--output-file", "OUT", "the cubin; - is standard output",
     .kind = HW_KIND_OUTPUT, HW_VALUE(struct as_options, output)},
    {"--format", .argument = "NAME", .help = "text, elf32, elf64; elf is elf64; default: as the listing's .container "
     "says, else text for sm_1x and elf for later chips", .words = formats, HW_VALUE(struct as_options, format)},
    {"--isa", .argument = "NAME", .help = "the target where the listing names none (sm_10); for --lines it must be given",
     .kind = HW_KIND_TARGET, HW_VALUE(struct as_options, isa)},
    {"--type", .argument = "NAME", .help = "for --lines: the program type, cp by default:", .words = hw_code_types,
     HW_VALUE(struct as_options, type)},
    {"--syntax", .argument = "NAME", .help = "the language of the text:", .words = hw_code_syntaxes,
     HW_VALUE(struct as_options, syntax)},
    {"-k", "--kernel --kernel-name", "KERNEL", "assemble only this kernel", HW_VALUE(struct as_options, kernel)},
    {"--lines", .help = "an instruction a line from FILE or standard input; its word a line on standard output, with "
     "the scheduling bits that the line states where they are in the word (sm_70 on)",
     HW_FLAG(struct as_options, lines)},
    {"--no-capsules", .help = "leave out .nv.capmerc and .nv.merc, which are the code in another form (sm_100 on): they "
     "do not change with it", HW_FLAG(struct as_options, drops_capsules)},
    HW_OPTIONS_END,
};
/* clang-format on */

/* ---------------------------------------------------------------- lines */

static void print_word(const struct hw_insn *insn)
{
    char word[HW_WORD_TEXT];
    hw_word_text(insn, "", word);
    puts(word);
}

static bool is_blank(const char *line)
{
    line += strspn(line, " \t\r");
    return !*line || *line == '#' || (line[0] == '/' && line[1] == '/');
}

/* What stands behind an instruction in a listing: a semicolon, a comment. */
static void drop_end(char *line)
{
    char *comment = strstr(line, "//"), *end = comment ? comment : line + strlen(line);
    *end = '\0';
    while (end > line && strchr(" \t;", end[-1]))
        *--end = '\0';
}

/* What the lines of one input share. */
struct lines {
    const char *name;
    struct hw_target target;
    enum hw_syntax syntax;
    int status;
};

/* The scheduling bits of a line's end, with those of reuse that its operands name.  Only where they are in
 * the instruction's own word a line by itself has them. */
static hw_status take_sched(const struct hw_target *target, char *text, uint32_t *control,
                            struct hw_error *error)
{
    const size_t length = strlen(text), at = hw_sched_find(text, length);
    const enum hw_sched_kind kind = hw_sched_kind(target);
    hw_status status;

    *control = HW_NO_CONTROL;
    if (at == length || kind == HW_SCHED_NONE)
        return HW_OK;
    status = hw_sched_parse(kind, text + at, length - at, control, error);
    if (status == HW_OK && hw_code_next_offset(target, 0) != 0) {
        status =
            hw_fail(error, HW_ERR_SYNTAX, "as",
                    "these bits are in a word before a group of instructions, which a line does not have; "
                    "a listing has it");
        error->column = 1 + (unsigned)strspn(text + at, " ");
    }
    error->column += (unsigned)at;
    text[at] = '\0';
    return status;
}

static hw_status parse_line(const struct lines *lines, char *text, struct hw_insn *insn,
                            struct hw_error *error)
{
    uint8_t code[16] = {0};
    uint32_t control;
    size_t offset = 0;
    const size_t sched = hw_sched_find(text, strlen(text));
    hw_status status = take_sched(&lines->target, text, &control, error);

    if (status == HW_OK)
        status = hw_parse(&lines->target, lines->syntax, text, 0, insn, error);
    if (status != HW_OK || control == HW_NO_CONTROL)
        return status;
    status = hw_control_complete(&lines->target, insn, 0, &control, error);
    error->column = (unsigned)sched + 1;
    if (status != HW_OK)
        return status;
    hw_insn_store(insn, code);
    hw_code_set_control(&lines->target, code, 0, control);
    return hw_decode_code(&lines->target, code, insn->bytes, &offset, insn);
}

/* A line that is wrong has its line in the output too: the others are assembled all the same. */
static bool as_line(void *context, const struct hw_line *line)
{
    struct lines *lines = context;
    struct hw_insn insn;
    struct hw_error error;
    if (is_blank(line->text))
        return true;
    drop_end(line->text);
    if (parse_line(lines, line->text, &insn, &error) == HW_OK) {
        print_word(&insn);
        return true;
    }
    puts("error");
    fflush(stdout);
    error.line = line->number;
    lines->status = hw_report_line(lines->name, line->start, &error);
    return true;
}

static int as_lines(const struct as_options *options)
{
    struct lines lines = {.name = options->input ? options->input : "-", .status = HW_EXIT_DONE};
    struct hw_error error;
    if (hw_code_options(options->isa, options->type, options->syntax, &lines.target, &lines.syntax, &error) !=
        HW_OK)
        return hw_usage_error("as", "%s", error.text);
    return hw_for_lines(lines.name, as_line, &lines) ? lines.status : HW_EXIT_FAILED;
}

/* ---------------------------------------------------------------- files */

/* Which container is wanted: that of --format, else what the listing says. */
static enum hw_container container_of(const char *format, const struct hw_module *module)
{
    /* In the order of their words. */
    static const enum hw_container containers[] = {HW_CONTAINER_TEXT, HW_CONTAINER_ELF64, HW_CONTAINER_ELF32,
                                                   HW_CONTAINER_ELF64};

    return format ? containers[hw_option_word_number(formats, format)] : module->container;
}

static hw_status extract_kernel(struct hw_module *module, const char *text, struct hw_error *error)
{
    const struct hw_kernel *kernel;
    const hw_status status = hw_module_find_kernel_by_text(module, text, &kernel, error);
    return status ? status : hw_module_extract_kernel(module, kernel->name, error);
}

/* So many wrong lines are told. */
#define ERRORS_MAX 20

/* So many lines are told whose register groups no chip has. */
#define DOUBTS_MAX 5

static hw_status read_listing(const struct as_options *options, const char *text, size_t size,
                              struct hw_module **module, struct hw_listing_errors *errors)
{
    const unsigned kinds =
        HW_FILE_KIND(HW_FILE_LISTING) | HW_FILE_KIND(HW_FILE_TEXT) | HW_FILE_KIND(HW_FILE_EMPTY);
    hw_status status = hw_file_kind_check(text, size, kinds, "a listing", errors->list);
    if (status == HW_OK && strlen(text) == size)
        return hw_listing_read_on(text, options->dialect, options->isa, module, errors);
    if (status == HW_OK)
        status = hw_fail(errors->list, HW_ERR_FORMAT, "cli", "the listing holds a NUL byte");
    errors->count = 1;
    return status;
}

/* No error, because what `dis` writes of any cubin must come back. */
static void warn_of_registers(const char *file, const struct hw_module *module)
{
    struct hw_target target;

    if (hw_target_find(module->target, &target, NULL) != HW_OK)
        return;
    for (size_t i = 0; i < module->kernel_count; i++) {
        const struct hw_kernel *kernel = module->kernels[i];
        const uint32_t used = hw_kernel_excess_registers(&target, kernel);
        if (used)
            hw_complain("%s: warning: kernel %.200s names R%" PRIu32 ", and .registers gives it %" PRIu32
                        ": those beyond read as zero",
                        file, kernel->name, used - 1, kernel->registers);
    }
}

/* What no launch gives can be written all the same. */
static void warn_of_limits(const char *file, const struct hw_module *module)
{
    const struct hw_chip_info *chip;

    if (hw_chip_find(module->target, &chip, NULL) != HW_OK)
        return;
    for (size_t i = 0; i < module->kernel_count; i++) {
        const struct hw_kernel *kernel = module->kernels[i];
        /* All ones: calls may nest without end. */
        const bool has_local = !kernel->function && kernel->local_bytes != UINT32_MAX;
        const struct {
            const char *what;
            uint32_t has, most;
        } limits[] = {{".shared", kernel->shared_bytes, chip->shared_per_block},
                      {".local", has_local ? kernel->local_bytes : 0, chip->local_per_thread},
                      {".barriers", kernel->barriers, HW_BLOCK_BARRIERS}};
        for (size_t k = 0; k < sizeof limits / sizeof limits[0]; k++)
            if (limits[k].has > limits[k].most)
                hw_complain("%s: warning: kernel %.200s has %s %" PRIu32 "; %s has at most %" PRIu32, file,
                            kernel->name, limits[k].what, limits[k].has, chip->name, limits[k].most);
    }
}

/* No errors, for the same reason. */
static void warn_of_doubts(const char *file, const struct hw_listing_errors *errors)
{
    const size_t told = errors->doubts < errors->most_doubts ? errors->doubts : errors->most_doubts;

    for (size_t i = 0; i < told; i++)
        hw_complain("%s: warning: line %u: %s", file, errors->doubt[i].line, errors->doubt[i].text);
    if (errors->doubts > told)
        hw_complain("%s: warning: lines like these: %zu more", file, errors->doubts - told);
}

static hw_status write_cubin(const struct as_options *options, struct hw_module *module,
                             struct hw_error *error)
{
    uint8_t *bytes = NULL;
    size_t length = 0;
    hw_status status = options->kernel ? extract_kernel(module, options->kernel, error) : HW_OK;
    if (options->drops_capsules)
        hw_module_drop_capsules(module);
    if (status == HW_OK)
        status = hw_module_write(module, container_of(options->format, module), &bytes, &length, error);
    if (status == HW_OK)
        status = hw_write_file(options->output, bytes, length, error);
    free(bytes);
    return status;
}

static void report_all(const char *name, const char *text, const struct hw_listing_errors *errors)
{
    for (size_t i = 0; i < errors->count; i++)
        hw_report(name, text, &errors->list[i]);
    if (errors->count == errors->most)
        hw_complain("%s: stopped after %zu errors; there may be more", name, errors->count);
}

static int as_file(const struct as_options *options)
{
    struct hw_error error[ERRORS_MAX], doubt[DOUBTS_MAX];
    struct hw_listing_errors errors = {
        .list = error, .most = ERRORS_MAX, .doubt = doubt, .most_doubts = DOUBTS_MAX};
    struct hw_module *module = NULL;
    void *data;
    size_t size;
    struct hw_target target;
    if (options->isa && hw_code_target(options->isa, NULL, &target, error) != HW_OK)
        return hw_usage_error("as", "%s", error->text);
    if (hw_read_file(options->input, HW_FILE_MAX, &data, &size, error) != HW_OK)
        return hw_report(options->input, NULL, error);
    hw_status status = read_listing(options, data, size, &module, &errors);
    if (status != HW_OK)
        report_all(options->input, data, &errors);
    else if ((status = write_cubin(options, module, error)) != HW_OK)
        hw_report(options->input, data, error);
    else {
        warn_of_doubts(options->input, &errors);
        warn_of_registers(options->input, module);
        warn_of_limits(options->input, module);
        hw_warn_of_capsules(options->input, module, NULL);
    }
    hw_module_free(module);
    free(data);
    return status == HW_OK ? HW_EXIT_DONE : HW_EXIT_FAILED;
}

static bool parse(struct as_options *options, int argc, char **argv, int *status)
{
    struct hw_list operands = {.count = 0};
    const bool parsed = hw_args_parse(argc, argv, &hw_command_as, options, &operands, status);
    options->input = operands.item[0];
    return parsed;
}

static int run(int argc, char **argv)
{
    struct as_options options = {.input = NULL};
    int status;
    if (!parse(&options, argc, argv, &status))
        return status;
    options.dialect = hw_code_syntax(options.syntax);
    if (options.lines)
        return options.isa ? as_lines(&options)
                           : hw_usage_error("as", "--lines needs --isa, as in --isa sm_10");
    if (!options.input)
        return hw_usage_error("as", "which listing is to be assembled?");
    return options.output ? as_file(&options) : hw_usage_error("as", "where to? -o OUT names the cubin");
}

/* clang-format off */
const struct hw_command hw_command_as = {
    .name = "as",
    .summary = "assemble a listing into a cubin, or lines of text into hexadecimal words",
    .usage = HW_STRINGS(
        "halfwarp as FILE -o OUT [--isa NAME] [--format elf|elf32|elf64|text] [--syntax NAME] [-k KERNEL]",
        "halfwarp as --isa NAME [--type TYPE] [--syntax NAME] --lines [FILE|-]"),
    .description =
        "Assemble a listing as `halfwarp dis` prints it (or a file of cudasm's language) into a cubin. Kernels of "
        "sm_30 and later that do not say how they are scheduled (`dis --sched`) get a safe schedule.",
    .groups = HW_GROUPS(HW_GROUP(NULL, as_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp dis kernel.cubin > kernel.hwasm && halfwarp as kernel.hwasm -o again.cubin",
         "a cubin to text, where it can be changed, and back"},
        {"echo 'MOV R1, g [0x6]' | halfwarp as --isa sm_10 --lines -", "the word of an instruction of Tesla"},
        {"echo 'SHL.W R0, R2, 0x2' | halfwarp as --isa sm_20 --syntax nv-4.0 --lines -",
         "one of Fermi, in the text of CUDA 4.0's tools"},
        {"echo 'XMAD R2, R0, R1.H1, R2' | halfwarp as --isa sm_52 --lines -", "one of Maxwell"}),
    .pages = HW_STRINGS("docs/listing.md", "docs/text.md"),
    .operands = 1,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */
