/* SPDX-License-Identifier: MIT */
/* The program of the compiler, halfwarp-jit, is located and identified by a hash. */
#ifndef HW_JIT_JIT_LOCATE_H
#define HW_JIT_JIT_LOCATE_H

#include <halfwarp/status.h>

#include "cache/cache_hash.h"

/* Its path; NULL: it is missing.  It is searched for once: beside the library or program that this code is
 * part of, in the folder above, and where an installation has it. */
const char *hw_jit_compiler_path(void);

/* HW_OK if it is there; else HW_ERR_NOT_FOUND, and the error says where it was searched for. */
hw_status hw_jit_compiler_installed(struct hw_error *error);

/* A hash of its file, which contains the bitcode of the lane functions; zero: it is missing.  A version
 * number is not enough, because it does not change while halfwarp is developed. */
const struct hw_cache_hash *hw_jit_compiler_hash(void);

#endif
