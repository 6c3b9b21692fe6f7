/* SPDX-License-Identifier: MIT */
/* The job of `halfwarp c++` has two halves, objects and the program. */
#ifndef HW_CLI_CXX_H
#define HW_CLI_CXX_H

#include "cli/code_options.h"
#include "cli/cuda_source.h"

#include "compiler/clang/clang_arguments.h"
#include "compiler/clang/clang_folder.h"

#include <limits.h>

struct hw_cxx {
    struct hw_list inputs;
    const char *output;
    bool only_objects; /* -c */
    struct hw_code_targets targets;
    unsigned level;
    const char *registers; /* --maxrregcount */
    unsigned most_registers;
    struct hw_cuda_source source;
    struct hw_list warnings, features, machine; /* -W, -f and -m of the host's part */
    struct hw_list host, linker;                /* -Xcompiler, -Xlinker */
    struct hw_list folders, libraries;          /* -L, -l */
    bool threads, verbose;                      /* -pthread, -v */
    struct hw_clang clang;
    struct hw_clang_folder folder;
};

/* Compile one source into an object of the host, with its code for devices in it.  False: it failed, and that
 * was said. */
bool hw_cxx_compile(const struct hw_cxx *cxx, const char *input, const char *object);

/* Link objects, libraries and our libcudart into a program. */
bool hw_cxx_link(const struct hw_cxx *cxx, const struct hw_list *objects);

/* Run clang with these arguments, print what it says and free them. */
bool hw_cxx_run(const struct hw_cxx *cxx, struct hw_clang_arguments *list);

#endif
