/* SPDX-License-Identifier: MIT */
/* Macro definitions of the caller, as by -D, become a header.
 *
 * Names such as N and T are identifiers in our headers, too, so these macros are defined after
 * cuda_runtime.h, in a file of their own.  Only names that begin with an underscore, and NDEBUG, apply to
 * headers of the host as well. */
#ifndef HW_COMPILER_CLANG_CLANG_DEFINITIONS_H
#define HW_COMPILER_CLANG_CLANG_DEFINITIONS_H

#include "compiler/clang/clang_arguments.h"
#include "compiler/clang/clang_folder.h"

hw_status hw_clang_write_definitions(const struct hw_clang_folder *folder,
                                     const struct hw_cuda_options *options, struct hw_error *error);
/* What makes clang read that file; nothing where there are none. */
void hw_clang_arguments_of_definitions(const struct hw_clang_folder *folder,
                                       const struct hw_cuda_options *options,
                                       struct hw_clang_arguments *list);

#endif
