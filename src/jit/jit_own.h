/* SPDX-License-Identifier: MIT */
/* Which compiler this is. */
#ifndef HW_JIT_JIT_OWN_H
#define HW_JIT_JIT_OWN_H

#include "jit/jit_hash.h"

/* A hash of this library's code and constants, the bitcode of the lane functions with them.  A version's
 * number says less: it stays while halfwarp is developed. */
const struct hw_jit_hash *hw_jit_own_hash(void);

#endif
