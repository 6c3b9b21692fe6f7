/* SPDX-License-Identifier: MIT */
/* See engine_option.h. */
#include "engine/tiers/engine_option.h"

#include "environment.h"
#include "jit/jit_cache_dir.h"

hw_status hw_engine_option(enum hw_engine *engine, struct hw_error *error)
{
    const hw_status status = hw_environment_check_one(HW_ENVIRONMENT_ENGINE, error);

    *engine = hw_environment_word(HW_ENVIRONMENT_ENGINE, HW_ENGINE_AUTO);
    return status == HW_OK ? hw_jit_cache_dir_check(error) : status;
}
