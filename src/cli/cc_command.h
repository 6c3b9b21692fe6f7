/* SPDX-License-Identifier: MIT */
/* This structure has the options of `halfwarp cc`, and what it reports of the code that it made. */
#ifndef HW_CLI_CC_COMMAND_H
#define HW_CLI_CC_COMMAND_H

#include "cli/cli.h"
#include "cli/code_options.h"
#include "cli/cuda_source.h"

#include <halfwarp/compiler.h>

struct hw_cc_command {
    struct hw_list inputs;
    const char *output; /* NULL: one for each input, named after it */
    struct hw_code_targets targets;
    struct hw_list entries;        /* kernels that are wanted; none: all */
    struct hw_cuda_source source;  /* options for CUDA C++ */
    struct hw_compile_options how; /* except its target, the entries and who is told */
    bool lists, keeps_ptx;
    bool tells_usage, as_json;
    bool is_silent, warns_of_spills, warns_of_stacks, warnings_fail;
};

/* What a kernel, or a function that kernels call, of one input takes on one target. */
struct hw_cc_usage {
    char *name;
    const char *input, *target;
    struct hw_kernel_usage is; /* its name is the one above */
};
struct hw_cc_usages {
    struct hw_cc_usage *list;
    size_t count;
    bool failed; /* for want of memory */
};

/* Compile all and write what comes of it.  Returns the exit status; errors were printed. */
int hw_cc_run(const struct hw_cc_command *command);

/* Add what a kernel takes. */
void hw_cc_usage_add(struct hw_cc_usages *usages, const struct hw_kernel_usage *usage, const char *input,
                     const char *target);
/* Print all: as NVIDIA's assembler does on standard error, or JSON on standard output. */
void hw_cc_usage_print(const struct hw_cc_usages *usages, bool as_json);
void hw_cc_usage_clear(struct hw_cc_usages *usages);

/* Warn of what kernels keep in local memory, from this usage on, if that is asked for.  Returns the exit
 * status: HW_EXIT_FAILED where warnings are errors. */
int hw_cc_warn_of_memory(const struct hw_cc_command *command, const struct hw_cc_usages *usages, size_t from);
/* Warn of a text that is for a later chip than the target. */
int hw_cc_warn_of_target(const struct hw_cc_command *command, const char *input, const char *text,
                         size_t size, const char *target);

#endif
