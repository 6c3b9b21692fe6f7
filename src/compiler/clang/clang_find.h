/* SPDX-License-Identifier: MIT */
/* Finds the clang that is installed, and our headers for it. */
#ifndef HW_COMPILER_CLANG_CLANG_FIND_H
#define HW_COMPILER_CLANG_CLANG_FIND_H

#include <halfwarp/compiler.h>

/* The folder include/halfwarp-cuda: HALFWARP_CUDA_HEADERS, or above the file that this code is part of. */
hw_status hw_clang_headers(char folder[HW_CLANG_PATH_MAX], struct hw_error *error);

#endif
