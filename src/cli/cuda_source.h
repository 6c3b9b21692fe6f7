/* SPDX-License-Identifier: MIT */
/* This structure has the CUDA C++ sources of a command that compiles, and the options for them. */
#ifndef HW_CLI_CUDA_SOURCE_H
#define HW_CLI_CUDA_SOURCE_H

#include "cli/cli.h"

#include <halfwarp/compiler.h>

/* What was given for CUDA C++. */
struct hw_cuda_source {
    struct hw_list folders, definitions, undefined, included;
    const char *standard;
    const char *flush, *precise_divide, *precise_root, *fused; /* true or false */
    bool fast_math, debug, lines;
};

/* The same as arguments of clang: an option and its value for each. */
struct hw_cuda_source_arguments {
    const char *item[2 * (3 * HW_LIST_MAX + 1)];
    size_t count;
};

/* Rows of a table of options (cli.h), and their lines of help. */
/* clang-format off */
#define HW_CUDA_SOURCE_OPTIONS(source)                                                    \
    {"-I", .joined = true, .list = &(source).folders},                                    \
    {"-D", .joined = true, .list = &(source).definitions},                                \
    {"-U", .joined = true, .list = &(source).undefined},                                  \
    {"-include", .list = &(source).included},                                             \
    {"--std", .value = &(source).standard},                                               \
    {"-std", .value = &(source).standard},                                                \
    {"-std=", .joined = true, .value = &(source).standard},                               \
    {"--use_fast_math", .flag = &(source).fast_math},                                     \
    {"-use_fast_math", .flag = &(source).fast_math},                                      \
    {"--ftz", .value = &(source).flush},                                                  \
    {"-ftz=", .joined = true, .value = &(source).flush},                                  \
    {"--prec-div", .value = &(source).precise_divide},                                    \
    {"-prec-div=", .joined = true, .value = &(source).precise_divide},                    \
    {"--prec-sqrt", .value = &(source).precise_root},                                     \
    {"-prec-sqrt=", .joined = true, .value = &(source).precise_root},                     \
    {"--fmad", .value = &(source).fused},                                                 \
    {"-fmad=", .joined = true, .value = &(source).fused},                                 \
    {"-G", .flag = &(source).debug},                                                      \
    {"-g", .flag = &(source).debug},                                                      \
    {"-lineinfo", .flag = &(source).lines}

#define HW_CUDA_SOURCE_HELP                                                               \
    "\n"                                                                                  \
    "CUDA C++:\n"                                                                         \
    "  -I FOLDER, -D NAME[=VALUE], -U NAME, -include FILE, -std=c++17   as compilers have them\n" \
    "  --use_fast_math     approximate functions and divisions of floats, denormal ones as zero\n" \
    "  --ftz, --prec-div, --prec-sqrt, --fmad (true or false)   each of these by itself\n"
/* clang-format on */

/* Whether a file's name says that it is CUDA C++. */
bool hw_is_cuda_source(const char *name);

/* The options of the library that these are; `arguments` and `source` belong to them.  False: one is neither
 * true nor false, and that was said. */
bool hw_cuda_source_options(const struct hw_cuda_source *source, struct hw_cuda_source_arguments *arguments,
                            struct hw_cuda_options *options);

/* Compile a file to PTX, which is malloc'ed with a NUL behind it, and print what clang says.  False: it
 * failed, and that was said. */
bool hw_cuda_source_ptx(const char *name, const char *target, unsigned level,
                        const struct hw_cuda_source *source, void **ptx, size_t *size);

#endif
