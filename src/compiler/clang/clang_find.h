/* SPDX-License-Identifier: MIT */
/* Which clang there is, and where our headers for it lie. */
#ifndef HW_COMPILER_CLANG_CLANG_FIND_H
#define HW_COMPILER_CLANG_CLANG_FIND_H

#include <halfwarp/compiler.h>

/* The folder include/halfwarp-cuda: HALFWARP_CUDA_HEADERS, or above the file that this code is part of. */
hw_status hw_clang_headers(char folder[HW_CLANG_PATH_MAX], struct hw_error *error);

#endif
