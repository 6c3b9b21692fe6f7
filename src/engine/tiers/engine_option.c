/* SPDX-License-Identifier: MIT */
/* The option is a word of an environment variable. */
#include "engine/tiers/engine_option.h"

#include "engine/compiler_interface.h"
#include "environment.h"

hw_status hw_engine_option(enum hw_engine *engine, struct hw_error *error)
{
    const hw_status status = hw_environment_check_one(HW_ENVIRONMENT_ENGINE, error);

    *engine = hw_environment_word(HW_ENVIRONMENT_ENGINE, HW_ENGINE_AUTO);
    return status == HW_OK ? hw_jit_compiler.check_environment(error) : status;
}
