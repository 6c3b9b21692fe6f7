/* SPDX-License-Identifier: MIT */
/* See cuda_source.h. */
#include "cli/cuda_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool hw_is_cuda_source(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && (strcmp(dot, ".cu") == 0 || strcmp(dot, ".cuh") == 0);
}

/* --- options --- */

/* A word for yes or no; what is not given is `otherwise`. */
static bool read_truth(const char *option, const char *text, bool otherwise, bool *value)
{
    *value = text ? strcmp(text, "true") == 0 : otherwise;
    if (!text || *value || strcmp(text, "false") == 0)
        return true;
    hw_complain("%s is true or false, not `%s`", option, text);
    return false;
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

bool hw_cuda_source_options(const struct hw_cuda_source *source, struct hw_cuda_source_arguments *arguments,
                            struct hw_cuda_options *options)
{
    bool divides, has_root, fuses;

    if (!read_truth("--ftz", source->flush, false, &options->flush) ||
        !read_truth("--prec-div", source->precise_divide, true, &divides) ||
        !read_truth("--prec-sqrt", source->precise_root, true, &has_root) ||
        !read_truth("--fmad", source->fused, true, &fuses))
        return false;
    options->rough_divide = !divides;
    options->rough_root = !has_root;
    options->separate = !fuses;
    options->fast_math = source->fast_math;
    options->debug = source->debug;
    options->lines = source->lines;
    list_arguments(source, arguments);
    options->arguments = arguments->item;
    options->argument_count = arguments->count;
    options->definitions = source->definitions.item;
    options->definition_count = source->definitions.count;
    return true;
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

    if (!hw_cuda_source_options(source, &arguments, &options))
        return false;
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
