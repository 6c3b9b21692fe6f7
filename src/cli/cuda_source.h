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

/* Rows of a table of options (options.h), of a struct hw_cuda_source. */
extern const struct hw_option hw_cuda_source_rows[];

/* Whether a file's name says that it is CUDA C++. */
bool hw_is_cuda_source(const char *name);

/* The options of the library that these are; `arguments` and `source` belong to them. */
void hw_cuda_source_options(const struct hw_cuda_source *source, struct hw_cuda_source_arguments *arguments,
                            struct hw_cuda_options *options);

/* Compile a file to PTX, which is malloc'ed with a NUL behind it, and print what clang says.  False: it
 * failed, and that was said. */
bool hw_cuda_source_ptx(const char *name, const char *target, unsigned level,
                        const struct hw_cuda_source *source, void **ptx, size_t *size);

#endif
