/* SPDX-License-Identifier: MIT */
/* Making code: translation, then the back end's preparation.  See engine/code.h. */
#include "engine/code.h"

#include "engine/tiers/tiers.h"
#include "engine/translate/translate.h"

#include <stdlib.h>

void hw_code_destroy(struct hw_code *code)
{
    if (!code)
        return;
    if (code->back_end && code->back_end->free)
        code->back_end->free(code->own);
    hw_program_clear(&code->program);
    free(code->known);
    free(code->key);
    free(code);
}

/* Let a back end make what it needs. */
static hw_status take_back_end(struct hw_code *code, struct hw_error *error)
{
    const hw_status status = hw_choose_back_end(&code->program, &code->back_end, error);

    if (status != HW_OK || !code->back_end->make)
        return status;
    return code->back_end->make(&code->program, &code->own, error);
}

hw_status hw_code_create(const struct hw_launch *launch, struct hw_code **code, struct hw_error *error)
{
    struct hw_code *fresh = calloc(1, sizeof *fresh);

    if (!fresh)
        return hw_fail(error, HW_ERR_NO_MEMORY, "engine", "no memory to translate the kernel");
    hw_status status = hw_translate(launch, fresh, error);
    if (status == HW_OK)
        status = take_back_end(fresh, error);
    if (status != HW_OK) {
        hw_code_destroy(fresh);
        return status;
    }
    hw_code_keep(fresh, launch);
    *code = fresh;
    return HW_OK;
}
