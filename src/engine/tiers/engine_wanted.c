/* SPDX-License-Identifier: MIT */
/* See engine_wanted.h. */
#include "engine/tiers/engine_wanted.h"

#include "environment.h"
#include "jit/jit_folder.h"

hw_status hw_engine_wanted(enum hw_engine *engine, struct hw_error *error)
{
    const hw_status status = hw_environment_check_one(HW_ENVIRONMENT_ENGINE, error);

    *engine = hw_environment_word(HW_ENVIRONMENT_ENGINE, HW_ENGINE_AUTO);
    return status == HW_OK ? hw_jit_folder_check(error) : status;
}
