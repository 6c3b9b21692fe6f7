/* SPDX-License-Identifier: MIT */
/* See cuda_source.h. */
#include "cli/cuda_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct hw_option_word truths[] = {{"true", NULL}, {"false", NULL}, {.name = NULL}};

/* clang-format off */
const struct hw_option hw_cuda_source_rows[] = {
    {"-I", "--include-path", "FOLDER", "where included files are looked for", .joined = true, .kind = HW_KIND_FOLDER,
     HW_VALUES(struct hw_cuda_source, folders)},
    {"-D", "--define-macro", "NAME[=VALUE]", "define a macro", .joined = true,
     HW_VALUES(struct hw_cuda_source, definitions)},
    {"-U", "--undefine-macro", "NAME", "do not define it", .joined = true,
     HW_VALUES(struct hw_cuda_source, undefined)},
    {"-include", "--pre-include", "FILE", "include this file first", .kind = HW_KIND_FILE,
     HW_VALUES(struct hw_cuda_source, included)},
    {"-std", "--std", "LANGUAGE", "c++17, say, as compilers have it", HW_VALUE(struct hw_cuda_source, standard)},
    {"--use_fast_math", "-use_fast_math", .help = "approximate functions and divisions of floats, denormal ones as "
     "zero", HW_FLAG(struct hw_cuda_source, fast_math)},
    {"--ftz", "-ftz", "true|false", "of these by itself: denormal numbers as zero", .words = truths,
     HW_VALUE(struct hw_cuda_source, flush)},
    {"--prec-div", "-prec-div", "true|false", "divisions rounded as IEEE 754 says", .words = truths,
     HW_VALUE(struct hw_cuda_source, precise_divide)},
    {"--prec-sqrt", "-prec-sqrt", "true|false", "square roots", .words = truths,
     HW_VALUE(struct hw_cuda_source, precise_root)},
    {"--fmad", "-fmad", "true|false", "multiply and add in one step", .words = truths,
     HW_VALUE(struct hw_cuda_source, fused)},
    {"-lineinfo", "--generate-line-info", .help = "keep which source line each instruction comes from, as far as PTX "
     "says it", HW_FLAG(struct hw_cuda_source, lines)},
    {"-g", "-G --device-debug", .help = "the same, and compile as written", HW_FLAG(struct hw_cuda_source, debug)},
    HW_OPTIONS_END,
};
/* clang-format on */

bool hw_is_cuda_source(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && (strcmp(dot, ".cu") == 0 || strcmp(dot, ".cuh") == 0);
}

/* --- options --- */

/* A word for yes or no; what is not given is `otherwise`. */
static bool truth_of(const char *word, bool otherwise)
{
    return word ? strcmp(word, "true") == 0 : otherwise;
}

static void append(struct hw_cuda_source_arguments *to, const char *option, const char *value)
{
    to->item[to->count++] = option;
    to->item[to->count++] = value;
}

static void append_each(struct hw_cuda_source_arguments *to, const char *option, const struct hw_list *from)
{
    for (unsigned i = 0; i < from->count; i++)
        append(to, option, from->item[i]);
}

static void list_arguments(const struct hw_cuda_source *source, struct hw_cuda_source_arguments *to)
{
    to->count = 0;
    append_each(to, "-I", &source->folders);
    append_each(to, "-U", &source->undefined);
    append_each(to, "-include", &source->included);
    if (source->standard)
        append(to, "--std", source->standard);
}

void hw_cuda_source_options(const struct hw_cuda_source *source, struct hw_cuda_source_arguments *arguments,
                            struct hw_cuda_options *options)
{
    options->flush = truth_of(source->flush, false);
    options->rough_divide = !truth_of(source->precise_divide, true);
    options->rough_root = !truth_of(source->precise_root, true);
    options->separate = !truth_of(source->fused, true);
    options->fast_math = source->fast_math;
    options->debug = source->debug;
    options->lines = source->lines;
    list_arguments(source, arguments);
    options->arguments = arguments->item;
    options->argument_count = arguments->count;
    options->definitions = source->definitions.item;
    options->definition_count = source->definitions.count;
}

/* --- PTX --- */

bool hw_cuda_source_ptx(const char *name, const char *target, unsigned level,
                        const struct hw_cuda_source *source, void **ptx, size_t *size)
{
    const struct hw_cuda_file file = {.name = name};
    struct hw_cuda_options options = {.target = target, .level = level};
    struct hw_cuda_source_arguments arguments;
    struct hw_error error;
    char *text = NULL, *messages = NULL;

    hw_cuda_source_options(source, &arguments, &options);
    const hw_status status = hw_compile_cuda(&file, &options, &text, &messages, &error);
    if (messages)
        fputs(messages, stderr);
    if (status != HW_OK && (status != HW_ERR_SYNTAX || !messages || !*messages))
        hw_report(NULL, NULL, &error);
    free(messages);
    *ptx = text;
    *size = text ? strlen(text) : 0;
    return status == HW_OK;
}
