/* SPDX-License-Identifier: MIT */
/* An executable is created: the program is translated, an engine is selected, and it makes its data. */
#include "engine/executable.h"

#include "engine/tiers/tiers.h"
#include "engine/translate/translate.h"

#include <stdlib.h>

void hw_executable_destroy(struct hw_executable *code)
{
    if (!code)
        return;
    if (code->execution_engine && code->execution_engine->free)
        code->execution_engine->free(code->own);
    hw_program_clear(&code->program);
    free(code->patch);
    free(code->key);
    free(code);
}

/* Select the engine and let it make its data. */
static hw_status create_engine_data(struct hw_executable *code, struct hw_error *error)
{
    const hw_status status = hw_select_engine(&code->execution_engine, error);

    if (status != HW_OK || !code->execution_engine->make)
        return status;
    return code->execution_engine->make(&code->program, &code->own, error);
}

hw_status hw_executable_create(const struct hw_launch *launch, struct hw_executable **code,
                               struct hw_error *error)
{
    struct hw_executable *fresh = calloc(1, sizeof *fresh);

    if (!fresh)
        return hw_fail(error, HW_ERR_NO_MEMORY, "engine", "no memory to translate the kernel");
    hw_status status = hw_translate(launch, fresh, error);
    if (status == HW_OK)
        status = create_engine_data(fresh, error);
    if (status != HW_OK) {
        hw_executable_destroy(fresh);
        return status;
    }
    hw_executable_set_key(fresh, launch);
    *code = fresh;
    return HW_OK;
}
