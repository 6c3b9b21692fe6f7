/* SPDX-License-Identifier: MIT */
/* Which engine runs kernels, and the compiler's library. */
#ifndef HW_ENGINE_TIERS_FIND_COMPILER_H
#define HW_ENGINE_TIERS_FIND_COMPILER_H

#include "engine/compiler.h"

/* HALFWARP_ENGINE: the interpreter alone; it and the compiler for what runs long (`auto`, without the
 * variable); or everything compiled before it runs (`jit`, for tests). */
enum hw_engine { HW_ENGINE_AUTO = 0, HW_ENGINE_INTERPRETER, HW_ENGINE_JIT };
enum hw_engine hw_engine_wanted(void);

/* The compiler; NULL where its library is not found or is of another build.  It is looked for once: beside
 * this library or program, above that, in the folder of libraries that belongs to a program's, then where the
 * loader looks. */
const struct hw_compiler *hw_find_compiler(void);

#endif
