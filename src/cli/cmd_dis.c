/* SPDX-License-Identifier: MIT */
/* halfwarp dis: machine code to text, from a file or from words. */
#include "cli/cli.h"
#include "cli/code_options.h"
#include "cli/color.h"
#include "cli/dis_all.h"
#include "cli/dis_json.h"
#include "cli/dis_views.h"
#include "cli/dis_words.h"
#include "names/shown.h"

#include <halfwarp/listing.h>
#include <halfwarp/module.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct dis_options {
    const char *input, *output, *kernel, *target, *isa, *type, *syntax, *number_text;
    int64_t number; /* of the kernel; -1: not given */
    bool words, json, all;
    bool plain, mangled; /* no colours; no readable names */
    bool raw;            /* the file has nothing but code */
    struct dis_views views;
    struct hw_block_graph_options graph;
    const char *base;
    struct hw_listing_options listing;
};

/* clang-format off */
static const struct hw_option file_options[] = {
    {"--all", .help = "all cubins of the file, each under a comment that names it",
     HW_FLAG(struct dis_options, all)},
    {"--target", .argument = "NAME", .help = "the cubin for this chip (sm_52)",
     .kind = HW_KIND_TARGET, HW_VALUE(struct dis_options, target)},
    {"-k", "--kernel --kernel-name", "KERNEL", "only this kernel: its symbol, its name, or a part that only one has",
     .kind = HW_KIND_KERNEL, HW_VALUE(struct dis_options, kernel)},
    {"-n", "--kernel-number", "NUMBER", "only the kernel of this number, from 0",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct dis_options, number_text)},
    {"-o", "--output-file", "FILE", "write there instead of to standard output",
     .kind = HW_KIND_OUTPUT, HW_VALUE(struct dis_options, output)},
    {"--syntax", .argument = "NAME", .help = "the language of the text:",
     .words = hw_code_syntaxes, HW_VALUE(struct dis_options, syntax)},
    {"--sched", .help = "behind each instruction how it is scheduled (sm_30 on): stall count; from sm_50 on "
     "scoreboards", HW_FLAG(struct dis_options, listing.sched)},
    {"--hex", .help = "address and encoding of each instruction, in comments",
     HW_FLAG(struct dis_options, listing.hex)},
    {"--constants", .help = "show the value of each constant of the kernel's own bank (c1) in a comment",
     HW_FLAG(struct dis_options, listing.constants)},
    {"--source", .argument = "FORM", .help = "where the code comes from, in comments, if the cubin has it (-lineinfo):",
     .words = hw_dis_sources, .preset = "lines", HW_VALUE(struct dis_options, views.source)},
    {"--live", .argument = "FORM", .help = "live registers behind each instruction, in comments:",
     .words = hw_dis_live, .preset = "wide", HW_VALUE(struct dis_options, views.live)},
    {"--cfg", .argument = "FORMAT", .help = "the control-flow graph of basic blocks instead, with --source lines of "
     "the source, with --hex addresses in it; -o NAME.svg means svg, too:",
     .words = hw_dis_graphs, .preset = "dot", HW_VALUE(struct dis_options, views.cfg)},
    {"--extended", .help = "in the graph a block goes on behind a jump as far as nothing else leads there",
     HW_FLAG(struct dis_options, views.extended)},
    {"--mangled", .help = "no readable names of C++ and Rust in comments",
     HW_FLAG(struct dis_options, mangled)},
    {"--json", .help = "the same as JSON", HW_FLAG(struct dis_options, json)},
    {"--plain", "-p", .help = "no colours on a terminal; nor are there where the environment has NO_COLOR",
     HW_FLAG(struct dis_options, plain)},
    HW_OPTIONS_END,
};

static const struct hw_option raw_options[] = {
    {"--raw", .help = "FILE is code and nothing else, for --isa NAME", HW_FLAG(struct dis_options, raw)},
    {"--base", .argument = "ADDRESS", .help = "the address of its first byte, 0 by default",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct dis_options, base)},
    HW_OPTIONS_END,
};

static const struct hw_option word_options[] = {
    {"--words", .help = "lines of hexadecimal words, high part first, from FILE or standard input",
     HW_FLAG(struct dis_options, words)},
    {"--isa", .argument = "NAME", .help = "a compute capability (sm_52) or a chip (g80); for --raw, too",
     .kind = HW_KIND_TARGET, HW_VALUE(struct dis_options, isa)},
    {"--type", .argument = "NAME", .help = "the program type, cp by default:",
     .words = hw_code_types, HW_VALUE(struct dis_options, type)},
    HW_OPTIONS_END,
};
/* clang-format on */

/* Which kernel is wanted: NULL in *name for all of them. */
static hw_status choose_kernel(const struct hw_module *module, const struct dis_options *options,
                               const char **name, struct hw_error *error)
{
    const struct hw_kernel *kernel = NULL;
    const hw_status status =
        options->kernel ? hw_module_find_kernel_by_text(module, options->kernel, &kernel, error) : HW_OK;
    if (status != HW_OK)
        return status;
    *name = kernel ? kernel->name : NULL;
    if (options->number < 0)
        return HW_OK;
    if ((size_t)options->number >= module->kernel_count)
        return hw_fail(error, HW_ERR_NOT_FOUND, "cli",
                       "there is no kernel number %" PRId64 ": the file has %zu", options->number,
                       module->kernel_count);
    *name = module->kernels[options->number]->name;
    return HW_OK;
}

/* Whether the file's code has text in the chosen syntax. */
static hw_status check_syntax(const struct hw_module *module, int syntax, struct hw_error *error)
{
    struct hw_target target;
    hw_status status = hw_target_find(module->target, &target, error);
    return status ? status : hw_target_check_syntax(&target, hw_code_dialect(syntax, &target), error);
}

/* To the file that the options name, or standard output, where a listing may have colours. */
static hw_status write_text(const struct dis_options *options, const char *text, size_t length,
                            struct hw_error *error)
{
    if (options->output || options->json || options->views.cfg || !hw_color_wanted(options->plain))
        return hw_write_file(options->output ? options->output : "-", text, length, error);
    hw_color_print(text, length);
    return HW_OK;
}

/* The code of a file as a module. */
static hw_status open_module(struct dis_options *options, const void *data, size_t size,
                             struct hw_module **module, struct hw_error *error)
{
    const struct hw_code_choice choice = {.target = options->target, .kernel = options->kernel};
    const struct dis_raw raw = {.isa = options->isa, .base = options->base};

    if (options->raw) {
        options->listing.hex = true;
        return hw_dis_raw(&raw, data, size, module, &options->listing.base, error);
    }
    return hw_cli_open_module(data, size, &choice, module, error);
}

/* A listing of one kernel has of the rest what the kernel refers to, so that it can be assembled. */
static hw_status keep_kernel(const struct dis_options *options, struct hw_module *module, const char **name,
                             struct hw_error *error)
{
    const struct hw_kernel *kernel =
        *name && !options->json && !options->views.cfg ? hw_module_find_kernel(module, *name) : NULL;

    if (!kernel || !hw_module_kernel_refers(module, kernel))
        return HW_OK;
    const hw_status status = hw_module_extract_kernel(module, kernel->name, error);
    *name = NULL;
    return status;
}

/* A module as the options want it. */
static hw_status module_text(void *context, struct hw_module *module, char **text, size_t *length,
                             struct hw_error *error)
{
    struct dis_options *options = context;
    hw_status status = check_syntax(module, options->listing.syntax, error);
    if (status == HW_OK)
        status = choose_kernel(module, options, &options->listing.kernel, error);
    if (status == HW_OK)
        status = keep_kernel(options, module, &options->listing.kernel, error);
    if (status != HW_OK)
        return status;
    options->graph.kernel = options->listing.kernel;
    options->graph.syntax = options->listing.syntax;
    options->graph.base = options->listing.base;
    if (options->views.cfg)
        return hw_block_graph_write(module, &options->graph, text, length, error);
    return options->json ? hw_dis_json(module, &options->listing, text, length, error)
                         : hw_listing_write(module, &options->listing, text, length, error);
}

static int dis_file(struct dis_options *options)
{
    struct hw_error error;
    struct hw_module *module = NULL;
    void *data;
    size_t size, length = 0;
    char *text = NULL;
    if (hw_read_file(options->input, HW_FILE_MAX, &data, &size, &error) != HW_OK)
        return hw_report(options->input, NULL, &error);
    hw_status status = open_module(options, data, size, &module, &error);
    if (status == HW_OK)
        status = module_text(options, module, &text, &length, &error);
    if (status == HW_OK)
        status = write_text(options, text, length, &error);
    int result = HW_EXIT_DONE;
    if (status != HW_OK && options->raw && !module && status != HW_ERR_FORMAT)
        result = hw_usage_error("dis", "%s", error.text);
    else if (status != HW_OK)
        result = hw_report(options->input, module || options->raw ? NULL : data, &error);
    free(text);
    free(data);
    hw_module_free(module);
    return result;
}

static int dis_all_of_file(struct dis_options *options)
{
    const struct hw_dis_all all = {.file = options->input,
                                   .target = options->target,
                                   .kernel = options->kernel,
                                   .json = options->json,
                                   .text = module_text,
                                   .context = options};
    struct hw_error error;
    void *data;
    size_t size, length = 0;
    char *text = NULL;
    if (hw_read_file(options->input, HW_FILE_MAX, &data, &size, &error) != HW_OK)
        return hw_report(options->input, NULL, &error);
    FILE *out = open_memstream(&text, &length);
    int result = out ? hw_dis_all(&all, data, size, out) : hw_complain("out of memory");
    if (out && fclose(out) != 0)
        result = hw_complain("out of memory");
    else if (out && length && write_text(options, text, length, &error) != HW_OK)
        result = hw_report(options->input, NULL, &error);
    free(text);
    free(data);
    return result;
}

static int parse_number(const char *text, int64_t *number)
{
    uint64_t value;
    struct hw_error error;
    if (hw_number(text, INT32_MAX, false, &value, &error) != HW_OK)
        return hw_usage_error("dis", "%s", error.text);
    *number = (int64_t)value;
    return HW_EXIT_DONE;
}

static int dis_words(const struct dis_options *options)
{
    const struct hw_dis_words words = {.input = options->input,
                                       .isa = options->isa,
                                       .type = options->type,
                                       .syntax = options->syntax,
                                       .plain = options->plain};
    return options->isa ? hw_dis_words(&words)
                        : hw_usage_error("dis", "--words needs --isa, as in --isa sm_10");
}

/* Options that would say nothing beside others, in words. */
static int check_options(const struct dis_options *options)
{
    const bool cfg = options->views.cfg != NULL;
    const struct {
        bool wrong;
        const char *sentence;
    } checks[] = {
        {options->kernel && options->number_text, "-k and -n both name a kernel: only one of them"},
        {cfg && options->json, "--cfg draws a graph and --json writes a list: only one of them"},
        {cfg && options->views.live, "--live is about listings: it has no place in the graph of --cfg"},
        {cfg && options->listing.sched, "--sched is about listings: it has no place in the graph of --cfg"},
        {cfg && options->listing.constants,
         "--constants is about listings: it has no place in the graph of --cfg"},
        {options->json && options->views.live, "--live is about listings: --json does not have it"},
        {options->json && options->views.source, "--source is about listings: --json does not have it"},
        {options->base && !options->raw, "--base is the address of a raw file's code: it needs --raw"},
        {options->raw && !options->isa,
         "a raw file does not say what its code is for: --raw needs --isa, as in --isa sm_52"},
        {options->words && (options->raw || options->all || cfg),
         "--words is about lines of words: it goes with none of --raw, --all and --cfg"},
    };

    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
        if (checks[i].wrong)
            return hw_usage_error("dis", "%s", checks[i].sentence);
    return HW_EXIT_DONE;
}

static bool parse(struct dis_options *options, int argc, char **argv, int *status)
{
    struct hw_list operands = {.count = 0};
    if (!hw_args_parse(argc, argv, &hw_command_dis, options, &operands, status))
        return false;
    options->input = operands.count || !options->words ? operands.item[0] : "-";
    *status = check_options(options);
    if (*status == HW_EXIT_DONE)
        *status = hw_dis_views(&options->views, options->output, &options->listing, &options->graph);
    if (*status == HW_EXIT_DONE && options->number_text)
        *status = parse_number(options->number_text, &options->number);
    return *status == HW_EXIT_DONE;
}

static int run(int argc, char **argv)
{
    struct dis_options options = {.number = -1};
    int status;
    if (!parse(&options, argc, argv, &status))
        return status;
    options.listing.syntax = hw_code_syntax(options.syntax);
    options.listing.names = !options.mangled && !hw_names_are_mangled();
    if (options.words)
        return dis_words(&options);
    if (!options.input)
        return hw_usage_error("dis", "which file is to be disassembled?");
    if (options.all && (options.raw || options.graph.svg))
        return hw_usage_error("dis", "--all is about several cubins: %s is one",
                              options.raw ? "a raw file" : "a picture");
    return options.all ? dis_all_of_file(&options) : dis_file(&options);
}

/* clang-format off */
const struct hw_command hw_command_dis = {
    .name = "dis",
    .summary = "disassemble a cubin, or words given in hexadecimal",
    .usage = HW_STRINGS(
        "halfwarp dis FILE [-k KERNEL] [--target sm_NN] [--all] [--syntax NAME] [--sched] [--hex] [--constants] [--source] "
        "[--live] [--json]",
        "halfwarp dis FILE --cfg[=FORMAT] [-k KERNEL] [--extended] [--source] [--hex]",
        "halfwarp dis --isa NAME --raw [--base ADDRESS] FILE",
        "halfwarp dis --isa NAME [--type TYPE] [--syntax NAME] --words [FILE|-]"),
    .description =
        "Print the code of a cubin (text or ELF) as a listing that `halfwarp as` turns back into a file that says "
        "the same, scheduling included with --sched. FILE may also be a fatbin, program, library or object file: "
        "of what is in it, the first cubin is taken whose chip is known.",
    .groups = HW_GROUPS(HW_GROUP(NULL, file_options), HW_GROUP("Code without a container", raw_options),
                        HW_GROUP("Words", word_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp dis kernel.cubin --hex", "each instruction with its address and its encoding"},
        {"halfwarp dis program --target sm_52 --sched",
         "a program's code for sm_52, with what `halfwarp as` needs to make the same again"},
        {"halfwarp dis program --all -o program.hwasm", "all code of a program, one listing behind the other"},
        {"halfwarp dis saxpy.cubin --cfg=svg -k saxpy -o saxpy.svg", "the control flow of a kernel as a picture"},
        {"halfwarp dis --raw --isa sm_80 --base 0x10000 code.bin", "code that was taken out of a dump"},
        {"echo 2c00000084001c04 | halfwarp dis --isa sm_20 --syntax nv-4.2 --words -",
         "an instruction of Fermi as the tools of that time write it"},
        {"echo 5b00010800170002 | halfwarp dis --isa sm_52 --words -", "one of Maxwell"}),
    .pages = HW_STRINGS("docs/listing.md", "docs/text.md", "docs/extract.md"),
    .operands = 1,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */
