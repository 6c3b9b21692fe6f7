/* SPDX-License-Identifier: MIT */
/* Which clang there is, and where our headers for it lie. */
#ifndef HW_COMPILER_CLANG_CLANG_FIND_H
#define HW_COMPILER_CLANG_CLANG_FIND_H

#include <halfwarp/compiler.h>

/* The path of a program: as it is if it has a slash in it, else of the folders of PATH.  HW_ERR_NOT_FOUND. */
hw_status hw_clang_path(const char *name, char path[HW_CLANG_PATH_MAX]);

/* The folder include/halfwarp-cuda: HALFWARP_CUDA_HEADERS, or above the file that this code is part of. */
hw_status hw_clang_headers(char folder[HW_CLANG_PATH_MAX], struct hw_error *error);

#endif
