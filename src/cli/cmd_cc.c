/* SPDX-License-Identifier: MIT */
/* halfwarp cc: PTX, or CUDA C++ by way of PTX, to machine code. */
/* summary: compile PTX or CUDA C++ into a cubin */
#include "cli/cli.h"
#include "cli/code_options.h"
#include "cli/cuda_source.h"

#include <halfwarp/compiler.h>

#include <stdlib.h>
#include <string.h>

/* A line of the text is a line here. */
/* clang-format off */
static const char help[] =
    "usage: halfwarp cc FILE.ptx -o OUT.cubin --target sm_NN [-O LEVEL] [--maxrregcount N]\n"
    "       halfwarp cc FILE.ptx -S -o OUT.sass --target sm_NN\n"
    "       halfwarp cc FILE.cu -o OUT.cubin --target sm_NN [-I FOLDER] [-D NAME[=VALUE]] ...\n"
    "\n"
    "Compile a file of PTX into a cubin for sm_10 to sm_62.  An error names line and column.\n"
    "CUDA C++ (.cu, .cuh) is made PTX by the clang of this machine first, 14 to 19, with headers of ours.\n"
    "\n"
    "  -o OUT              the cubin; - is standard output.  It is written when all has compiled\n"
    "  --target sm_NN      what it is for; also --gpu-name and -arch\n"
    "  -O LEVEL            0 compiles as written; 1 to 3 (default 3) fold, share and drop what they can\n"
    "  --maxrregcount N    registers that a thread may have; what finds no place is kept in memory\n"
    "  -S                  write a listing, as `halfwarp dis` prints it, in place of a cubin\n"
    HW_CUDA_SOURCE_HELP
    "\n"
    "  halfwarp cc vectors.ptx -o vectors.cubin --target sm_52\n"
    "  halfwarp cc vectors.ptx -S -o - --target sm_20\n"
    "  halfwarp cc vectors.ptx -o vectors.cubin --target sm_35 --maxrregcount 32\n"
    "  halfwarp cc vectors.cu -o vectors.cubin --target sm_13 -DN=64\n";
/* clang-format on */

struct cc_options {
    const char *input, *output, *target, *level, *registers;
    bool lists;
    struct hw_cuda_source source;
};

static hw_status compile(const struct cc_options *options, const struct hw_compile_options *compile,
                         const char *text, size_t size, uint8_t **bytes, size_t *length,
                         struct hw_error *error)
{
    struct hw_module *module = NULL;

    if (options->lists) {
        char *listing;
        const hw_status status = hw_compile_listing(text, size, compile, &listing, error);
        *bytes = (uint8_t *)listing;
        *length = listing ? strlen(listing) : 0;
        return status;
    }
    hw_status status = hw_compile_ptx(text, size, compile, &module, error);
    if (status == HW_OK)
        status = hw_module_write(module, module->container, bytes, length, error);
    hw_module_free(module);
    return status;
}

static int compile_file(const struct cc_options *options, const struct hw_compile_options *how)
{
    struct hw_error error;
    void *data = NULL;
    uint8_t *bytes = NULL;
    size_t size, length = 0;

    if (hw_is_cuda_source(options->input)) {
        if (!hw_cuda_source_ptx(options->input, how->target, how->level, &options->source, &data, &size))
            return HW_EXIT_FAILED;
    } else if (hw_read_file(options->input, HW_FILE_MAX, &data, &size, &error) != HW_OK)
        return hw_report(options->input, NULL, &error);
    hw_status status = compile(options, how, data, size, &bytes, &length, &error);
    if (status != HW_OK)
        hw_report(options->input, strlen(data) == size ? data : NULL, &error);
    else if ((status = hw_write_file(options->output, bytes, length, &error)) != HW_OK)
        hw_report(options->output, NULL, &error);
    free(bytes);
    free(data);
    return status == HW_OK ? HW_EXIT_DONE : HW_EXIT_FAILED;
}

static bool parse(struct cc_options *options, int argc, char **argv, int *status)
{
    struct hw_list operands = {.count = 0};
    const struct hw_option table[] = {
        {"-o", .value = &options->output},
        {"--output-file", .value = &options->output},
        {"--target", .value = &options->target},
        {"--gpu-name", .value = &options->target},
        {"-arch", .value = &options->target},
        {"-O", .value = &options->level},
        {"--maxrregcount", .value = &options->registers},
        {"-S", .flag = &options->lists},
        HW_CUDA_SOURCE_OPTIONS(options->source),
    };
    const bool parsed =
        hw_args_parse(argc, argv, help, table, sizeof table / sizeof table[0], &operands, 1, status);

    options->input = operands.item[0];
    return parsed;
}

int hw_cmd_cc(int argc, char **argv)
{
    struct cc_options options = {.input = NULL};
    struct hw_compile_options how = {.level = 3};
    struct hw_target target;
    struct hw_error error;
    uint64_t number;
    int status;

    if (!parse(&options, argc, argv, &status))
        return status;
    if (!options.input)
        return hw_usage_error("cc", "which file is to be compiled?");
    if (!options.output)
        return hw_usage_error("cc", "where to? -o OUT names the cubin");
    if (!options.target)
        return hw_usage_error("cc", "for which chip? --target sm_52 is an example");
    if (hw_code_target(options.target, NULL, &target, &error) != HW_OK)
        return hw_usage_error("cc", "%s", error.text);
    if (options.level) {
        if (hw_number(options.level, 3, false, &number, &error) != HW_OK)
            return hw_usage_error("cc", "-O: %s", error.text);
        how.level = (unsigned)number;
    }
    if (options.registers) {
        if (hw_number(options.registers, 255, false, &number, &error) != HW_OK)
            return hw_usage_error("cc", "--maxrregcount: %s", error.text);
        how.most_registers = (unsigned)number;
    }
    how.target = options.target;
    return compile_file(&options, &how);
}
