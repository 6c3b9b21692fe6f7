/* SPDX-License-Identifier: MIT */
/* Which engine runs kernels: HALFWARP_ENGINE. */
#ifndef HW_ENGINE_TIERS_ENGINE_WANTED_H
#define HW_ENGINE_TIERS_ENGINE_WANTED_H

/* It and the compiler for what runs long (`auto`, without the variable); the interpreter alone; or everything
 * compiled before it runs (`jit`, for tests). */
enum hw_engine { HW_ENGINE_AUTO = 0, HW_ENGINE_INTERPRETER, HW_ENGINE_JIT };
enum hw_engine hw_engine_wanted(void);

#endif
