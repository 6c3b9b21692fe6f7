/* SPDX-License-Identifier: MIT */
/* The engine option selects the engine that runs kernels: HALFWARP_ENGINE.  The environment variables that
 * the compiler reads are checked, too. */
#ifndef HW_ENGINE_TIERS_ENGINE_OPTION_H
#define HW_ENGINE_TIERS_ENGINE_OPTION_H

#include <halfwarp/status.h>

/* Interpreter and compiler, which compiles hot programs (`auto`, and without the variable); the interpreter
 * alone; or everything compiled before it runs, with an error if that is not possible, to optimised code
 * (`jit`) or to baseline code.  In the order of the variable's words (environment.h). */
enum hw_engine { HW_ENGINE_AUTO = 0, HW_ENGINE_INTERPRETER, HW_ENGINE_JIT, HW_ENGINE_BASELINE };
hw_status hw_engine_option(enum hw_engine *engine, struct hw_error *error);

#endif
