/* SPDX-License-Identifier: MIT */
/* The compiler's program: where it lies, and which one it is. */
#ifndef HW_JIT_JIT_LOCATE_H
#define HW_JIT_JIT_LOCATE_H

#include <halfwarp/status.h>

#include "cache/cache_hash.h"

/* Its path; NULL: it is not there.  It is looked for once: beside the library or program that this code is
 * part of, above that, and where an installation has it. */
const char *hw_jit_compiler_path(void);

/* Why it is not there: HW_ERR_NOT_FOUND, or HW_OK where it is. */
hw_status hw_jit_compiler_missing(struct hw_error *error);

/* A hash of its file, the bitcode of the lane functions with it; zero: there is none.  A version's number
 * says less: it stays while halfwarp is developed. */
const struct hw_cache_hash *hw_jit_compiler_hash(void);

#endif
