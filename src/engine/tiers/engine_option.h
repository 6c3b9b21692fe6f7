/* SPDX-License-Identifier: MIT */
/* Which engine runs kernels: HALFWARP_ENGINE.  What the compiler reads of the environment is checked, too. */
#ifndef HW_ENGINE_TIERS_ENGINE_OPTION_H
#define HW_ENGINE_TIERS_ENGINE_OPTION_H

#include <halfwarp/status.h>

/* It and the compiler for what runs long (`auto`, without the variable); the interpreter alone; or everything
 * compiled before it runs, and an error where that cannot be (`jit`). */
/* In the order of the variable's words (environment.h). */
enum hw_engine { HW_ENGINE_AUTO = 0, HW_ENGINE_INTERPRETER, HW_ENGINE_JIT };
hw_status hw_engine_option(enum hw_engine *engine, struct hw_error *error);

#endif
