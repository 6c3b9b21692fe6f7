/* SPDX-License-Identifier: MIT */
/* Builds clang's command line: see clang_arguments.h. */
#include "compiler/clang/clang_arguments.h"

#include <halfwarp/isa.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_OF_CLANG 20u /* the oldest target of its back end */

/* A launch is compiled for the runtime of a toolkit, whose version clang takes from the toolkit that it
 * finds; without one it takes the calls of before CUDA 9.2.  This is a version of ours (libcudart.so.11.0)
 * that clang 14 knows, too. */
#define TOOLKIT "11.0"

/* --- the list --- */

static bool grow_capacity(struct hw_clang_arguments *list)
{
    if (list->count + 1 < list->capacity)
        return true;
    const size_t capacity = list->capacity ? 2 * list->capacity : 32;
    char **grown = realloc(list->item, capacity * sizeof *grown);
    if (!grown)
        return false;
    list->item = grown;
    list->capacity = capacity;
    return true;
}

void hw_clang_argument(struct hw_clang_arguments *list, const char *format, ...)
{
    char *text = NULL;
    va_list values;

    va_start(values, format);
    const bool made = vasprintf(&text, format, values) >= 0;
    va_end(values);
    if (!made || !grow_capacity(list)) {
        list->failed = true;
        if (made)
            free(text);
        return;
    }
    list->item[list->count++] = text;
    list->item[list->count] = NULL;
}

void hw_clang_argument_file(struct hw_clang_arguments *list, const char *name)
{
    hw_clang_argument(list, "%s%s", name[0] == '-' ? "./" : "", name);
}

void hw_clang_arguments_free(struct hw_clang_arguments *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->item[i]);
    free(list->item);
    memset(list, 0, sizeof *list);
}

/* --- targets --- */

hw_status hw_clang_target(const char *target, unsigned *number, struct hw_error *error)
{
    struct hw_target found;
    hw_status status = hw_target_find(target, &found, error);

    if (status == HW_OK && sscanf(target, "sm_%u", number) != 1)
        status =
            hw_fail(error, HW_ERR_NOT_FOUND, "clang", "%.40s is no target of CUDA C++: sm_52 is one", target);
    return status;
}

/* --- what we ask --- */

void hw_clang_arguments_of_language(const struct hw_clang *clang, struct hw_clang_arguments *list)
{
    static const char *const default_options[] = {
        "-x",
        "cuda",
        "-nocudainc",
        "-nocudalib",
        "-Wno-unknown-cuda-version",
        "-Wno-cuda-compat", /* lambdas of ours, written as nvcc does not */
        "-include",
        "cuda_runtime.h"};

    hw_clang_argument(list, "%s", clang->path);
    for (size_t i = 0; i < sizeof default_options / sizeof *default_options; i++)
        hw_clang_argument(list, "%s", default_options[i]);
    hw_clang_argument(list, "-I%s", clang->headers); /* before those of a toolkit */
    hw_clang_argument(list, "--cuda-path=%s",
                      clang->headers); /* where there is none: code does not depend on it */
    hw_clang_argument(list, "-Xclang");
    hw_clang_argument(list, "-target-sdk-version=" TOOLKIT);
}

/* Chips before GF100 have no multiply-add of floats with one rounding; and clang does not know them. */
static void add_target(const struct hw_clang *clang, unsigned number, struct hw_clang_arguments *list)
{
    hw_clang_argument(list, "--cuda-gpu-arch=sm_%u", number < FIRST_OF_CLANG ? FIRST_OF_CLANG : number);
    if (clang->version >= 16)
        hw_clang_argument(list, "--cuda-feature=+ptx73"); /* which later assemblers read, too */
    if (number >= FIRST_OF_CLANG)
        return;
    hw_clang_argument(list, "-Wno-builtin-macro-redefined");
    hw_clang_argument(list, "-U__CUDA_ARCH__");
    hw_clang_argument(list, "-D__CUDA_ARCH__=%u0", number);
    hw_clang_argument(list, "-DHW_WITHOUT_FMA");
    hw_clang_argument(list, "-ffp-contract=off");
}

static void add_for_backend(struct hw_clang_arguments *list, const char *option)
{
    hw_clang_argument(list, "-mllvm");
    hw_clang_argument(list, "%s", option);
}

static void add_arithmetic(const struct hw_cuda_options *options, struct hw_clang_arguments *list)
{
    if (options->flush || options->fast_math)
        hw_clang_argument(list, "-fgpu-flush-denormals-to-zero");
    if (options->rough_divide || options->fast_math)
        add_for_backend(list, options->fast_math ? "-nvptx-prec-divf32=0" : "-nvptx-prec-divf32=1");
    if (options->rough_root || options->fast_math)
        add_for_backend(list, "-nvptx-prec-sqrtf32=0");
    if (options->separate)
        hw_clang_argument(list, "-ffp-contract=off");
    if (options->fast_math)
        hw_clang_argument(list, "-D__USE_FAST_MATH__");
}

static void add_compilation(const struct hw_cuda_options *options, struct hw_clang_arguments *list)
{
    hw_clang_argument(list, "-O%u", options->level < 2 ? options->level : 2);
    if (options->debug)
        hw_clang_argument(list, "-g");
    else if (options->lines)
        hw_clang_argument(list, "-gline-tables-only");
    if (options->at_run_time) {
        hw_clang_argument(list, "-D__CUDACC_RTC__=1");
        hw_clang_argument(list, "-nostdlibinc");
    }
}

void hw_clang_arguments_of_device(const struct hw_clang *clang, const struct hw_cuda_options *options,
                                  unsigned number, struct hw_clang_arguments *list)
{
    hw_clang_argument(list, "--cuda-device-only");
    add_target(clang, number, list);
    add_arithmetic(options, list);
    add_compilation(options, list);
    for (size_t i = 0; i < options->argument_count; i++)
        hw_clang_argument(list, "%s", options->arguments[i]);
}
