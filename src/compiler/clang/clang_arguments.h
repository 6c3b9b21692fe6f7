/* SPDX-License-Identifier: MIT */
/* Declares what builds the command line of clang. */
#ifndef HW_COMPILER_CLANG_CLANG_ARGUMENTS_H
#define HW_COMPILER_CLANG_CLANG_ARGUMENTS_H

#include <halfwarp/compiler.h>

/* A list that grows, with NULL at its end; all zeros is an empty one. */
struct hw_clang_arguments {
    char **item;
    size_t count, capacity;
    bool failed; /* there was no memory for one */
};

void hw_clang_argument(struct hw_clang_arguments *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A file, whose name may begin as an option does. */
void hw_clang_argument_file(struct hw_clang_arguments *list, const char *name);
void hw_clang_arguments_free(struct hw_clang_arguments *list);

/* The number of a target, such as 35 of sm_35; HW_ERR_NOT_FOUND where it is none of this project's. */
hw_status hw_clang_target(const char *target, unsigned *number, struct hw_error *error);

/* What CUDA C++ needs by our headers, for the host as for a device: the program itself comes first. */
void hw_clang_arguments_of_language(const struct hw_clang *clang, struct hw_clang_arguments *list);
/* What the options ask of code for a device with that number. */
void hw_clang_arguments_of_device(const struct hw_clang *clang, const struct hw_cuda_options *options,
                                  unsigned number, struct hw_clang_arguments *list);

#endif
