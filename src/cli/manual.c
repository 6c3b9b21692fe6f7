/* SPDX-License-Identifier: MIT */
/* This file selects the instruction set, and the forms of it, that the manual shows. */
#include "cli/manual.h"

#include "cli/code_options.h"

#include <string.h>
#include <strings.h>

/* The instruction set of this name, NULL where there is none. */
static const struct hw_isa *isa_named(const char *name)
{
    const struct hw_isa *isa;
    for (unsigned i = 0; (isa = hw_isa_at(i)); i++)
        if (!strcmp(hw_isa_name(isa), name))
            break;
    return isa;
}

hw_status hw_manual_choose(struct hw_manual *manual, const char *isa, struct hw_error *error)
{
    struct hw_target target;
    hw_status status;
    manual->chip = -1;
    manual->isa = isa ? isa_named(isa) : hw_isa_at(0);
    if (manual->isa)
        return HW_OK;
    status = hw_code_target(isa, NULL, &target, error);
    if (status == HW_OK) {
        manual->isa = target.isa;
        manual->chip = target.chip;
    }
    return status;
}

static bool wanted(const struct hw_manual *manual, const struct hw_form *form)
{
    if (manual->opcode && strcasecmp(manual->opcode, hw_form_mnemonic(form)))
        return false;
    for (unsigned chip = 0; hw_isa_chip(manual->isa, chip); chip++)
        for (unsigned program = 0; program < HW_PROGRAM_COUNT; program++)
            if ((manual->chip < 0 || chip == (unsigned)manual->chip) &&
                (manual->program < 0 || program == (unsigned)manual->program) &&
                hw_form_legal(form, chip, program))
                return true;
    return false;
}

const struct hw_form *hw_manual_next(const struct hw_manual *manual, unsigned *index)
{
    const struct hw_form *form;
    while ((form = hw_isa_form(manual->isa, (*index)++)))
        if (wanted(manual, form))
            return form;
    return NULL;
}
