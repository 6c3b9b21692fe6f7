/* halfwarp dis: machine code to text, from a file or from words. */
/* summary: disassemble a cubin, or words given in hexadecimal */
#include "cli.h"
#include "code_options.h"
#include "dis_json.h"

#include <halfwarp/isa.h>
#include <halfwarp/listing.h>
#include <halfwarp/module.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: halfwarp dis FILE [-k KERNEL] [--syntax nv|decuda] [--hex] [--constants] [--json]\n"
    "       halfwarp dis --isa NAME [--type cp|vp|gp|fp] [--syntax nv|decuda] --words [FILE|-]\n"
    "\n"
    "Print the code of a cubin (text or ELF) as a listing that `halfwarp as` turns back into the same file.\n"
    "\n"
    "  -k KERNEL      only this kernel\n"
    "  -n NUMBER      only the kernel of this number, from 0\n"
    "  -o FILE        write there instead of to standard output\n"
    "  --syntax NAME  nv: NVIDIA's text (default); decuda: the language of decuda and cudasm\n"
    "  --hex          address and encoding of each instruction, in comments\n"
    "  --constants    show the value of each constant of the kernel's own bank (c1) in a comment\n"
    "  --json         the same as JSON\n"
    "  --isa NAME     for --words: a compute capability (sm_10) or a chip (g80)\n"
    "  --type NAME    for --words: the program type, cp by default\n"
    "  --words        lines of hexadecimal words, high part first, from FILE or standard input\n"
    "\n"
    "  halfwarp dis kernel.cubin --hex\n"
    "  echo 0423c7801000cc05 | halfwarp dis --isa sm_10 --words -\n";

struct options {
    const char *input, *output, *kernel, *isa, *type, *syntax;
    int64_t number;
    bool words, json;
    struct hw_listing_options listing;
};

/* ---------------------------------------------------------------- words */

struct counts {
    unsigned long decoded, with_unknown, unknown;
};

static int bad_line(const char *name, const char *text, unsigned line, unsigned column, const char *sentence)
{
    struct hw_error error;
    hw_fail(&error, HW_ERR_SYNTAX, "cli", "%s", sentence);
    error.line = line;
    error.column = column;
    return hw_report(name, text, &error);
}

/* Hexadecimal digits, high part first, to bytes in memory order; the number of bytes, 0 when malformed. */
static unsigned word_bytes(const char *digits, size_t count, uint8_t code[16])
{
    if (count != 8 && count != 16 && count != 32)
        return 0;
    for (size_t i = 0; i < count / 2; i++) {
        char pair[3] = {digits[count - 2 - 2 * i], digits[count - 1 - 2 * i], '\0'}, *end;
        code[i] = (uint8_t)strtoul(pair, &end, 16);
        if (*end)
            return 0;
    }
    return (unsigned)(count / 2);
}

static const char *skip_blanks(const char *s)
{
    return s + strspn(s, " \t");
}

static int print_word(const struct hw_target *target, const struct options *options, const char *line,
                      const char *all, unsigned number, struct counts *counts)
{
    uint8_t code[16];
    struct hw_insn insn;
    char text[HW_TEXT_MAX];
    const char *digits = skip_blanks(line);
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
        digits += 2;
    size_t count = strspn(digits, "0123456789abcdefABCDEF");
    unsigned bytes = word_bytes(digits, count, code), column = (unsigned)(digits - line) + 1;
    if (!bytes)
        return bad_line(options->input, all, number, column,
                        "expected a word of 8, 16 or 32 hexadecimal digits");
    if (hw_decode(target, code, bytes, &insn) != HW_OK || insn.bytes != bytes)
        return bad_line(options->input, all, number, column,
                        "the word's length is not that of the instruction it begins");
    uint64_t address = strtoull(skip_blanks(digits + count), NULL, 16);
    hw_print(&insn, hw_code_dialect(options->listing.syntax, target), address, text, sizeof(text));
    puts(text);
    if (!insn.row)
        counts->unknown++;
    else if (insn.unknown[0] | insn.unknown[1])
        counts->with_unknown++;
    else
        counts->decoded++;
    return HW_EXIT_DONE;
}

static int dis_words(const struct options *options)
{
    struct hw_target target;
    struct hw_error error;
    void *data;
    size_t size;
    if (hw_code_target(options->isa, options->type, &target, &error) != HW_OK)
        return hw_complain("%s", error.text), HW_EXIT_USAGE;
    const char *name = options->input ? options->input : "-";
    if (hw_read_file(name, HW_FILE_MAX, &data, &size, &error) != HW_OK)
        return hw_report(name, NULL, &error);
    struct counts counts = {0, 0, 0};
    int status = HW_EXIT_DONE;
    unsigned number = 0;
    char *whole = data, *copy = strdup(whole), *rest = copy, *line;
    while (copy && status == HW_EXIT_DONE && (line = strsep(&rest, "\n")) != NULL) {
        number++;
        line[strcspn(line, "\r")] = '\0';
        if (*skip_blanks(line) && *skip_blanks(line) != '#')
            status = print_word(&target, options, line, whole, number, &counts);
    }
    free(copy);
    free(data);
    fprintf(stderr, "%lu decoded, %lu with unknown bits, %lu unknown\n", counts.decoded, counts.with_unknown,
            counts.unknown);
    return status;
}

/* ---------------------------------------------------------------- files */

/* Which kernel is wanted: NULL in *name for all of them. */
static hw_status choose_kernel(const struct hw_module *module, const struct options *options,
                               const char **name, struct hw_error *error)
{
    *name = options->kernel;
    if (options->kernel && !hw_module_find_kernel(module, options->kernel))
        return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "there is no kernel '%s' in this file",
                       options->kernel);
    if (options->number < 0)
        return HW_OK;
    if ((size_t)options->number >= module->kernel_count)
        return hw_fail(error, HW_ERR_NOT_FOUND, "cli",
                       "there is no kernel number %" PRId64 ": the file has %zu", options->number,
                       module->kernel_count);
    *name = module->kernels[options->number]->name;
    return HW_OK;
}

static int dis_file(struct options *options)
{
    struct hw_error error;
    struct hw_module *module = NULL;
    void *data;
    size_t size, length = 0;
    char *text = NULL;
    if (hw_read_file(options->input, HW_FILE_MAX, &data, &size, &error) != HW_OK)
        return hw_report(options->input, NULL, &error);
    hw_status status = hw_module_read(data, size, &module, &error);
    if (status == HW_OK)
        status = choose_kernel(module, options, &options->listing.kernel, &error);
    if (status == HW_OK)
        status = options->json ? hw_dis_json(module, &options->listing, &text, &length, &error)
                               : hw_listing_write(module, &options->listing, &text, &length, &error);
    if (status == HW_OK)
        status = hw_write_file(options->output ? options->output : "-", text, length, &error);
    if (status != HW_OK)
        hw_report(options->input, module ? NULL : data, &error);
    free(text);
    free(data);
    hw_module_free(module);
    return status == HW_OK ? HW_EXIT_DONE : HW_EXIT_FAILED;
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

/* Take one option; HW_EXIT_DONE when it was understood. */
static int take_option(struct hw_args *args, struct options *options)
{
    const struct {
        const char *option;
        const char **value;
    } strings[] = {
        {"-k", &options->kernel},       {"--kernel-name", &options->kernel},
        {"-o", &options->output},       {"--output-file", &options->output},
        {"--isa", &options->isa},       {"--type", &options->type},
        {"--syntax", &options->syntax},
    };
    for (size_t i = 0; i < sizeof(strings) / sizeof(strings[0]); i++)
        if (hw_args_is(args, strings[i].option))
            return (*strings[i].value = hw_args_value(args)) ? HW_EXIT_DONE : HW_EXIT_USAGE;
    if (hw_args_is(args, "-n") || hw_args_is(args, "--kernel-number")) {
        const char *value = hw_args_value(args);
        return value ? parse_number(value, &options->number) : HW_EXIT_USAGE;
    }
    const struct {
        const char *option;
        bool *flag;
    } flags[] = {
        {"--words", &options->words},
        {"--json", &options->json},
        {"--hex", &options->listing.hex},
        {"--constants", &options->listing.constants},
    };
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
        if (hw_args_is(args, flags[i].option)) {
            *flags[i].flag = true;
            return HW_EXIT_DONE;
        }
    if (hw_args_is(args, "-p") || hw_args_is(args, "--plain"))
        return HW_EXIT_DONE; /* decuda's: our output is never coloured */
    if (args->option || options->input)
        return hw_args_unknown(args);
    options->input = args->value;
    return HW_EXIT_DONE;
}

int hw_cmd_dis(int argc, char **argv)
{
    struct options options = {.number = -1};
    struct hw_args args;
    hw_args_begin(&args, argc, argv);
    while (hw_args_next(&args)) {
        if (hw_args_is(&args, "--help") || hw_args_is(&args, "-h"))
            return fputs(help, stdout), HW_EXIT_DONE;
        int status = take_option(&args, &options);
        if (status != HW_EXIT_DONE)
            return status;
    }
    struct hw_error error;
    if (hw_code_syntax(options.syntax, &options.listing.syntax, &error) != HW_OK)
        return hw_usage_error("dis", "%s", error.text);
    if (options.words)
        return options.isa ? dis_words(&options)
                           : hw_usage_error("dis", "--words needs --isa, as in --isa sm_10");
    return options.input ? dis_file(&options) : hw_usage_error("dis", "which file is to be disassembled?");
}
