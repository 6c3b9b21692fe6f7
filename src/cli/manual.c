/* SPDX-License-Identifier: MIT */
/* This file selects the forms of an instruction set that the manual shows. */
#include "cli/manual.h"

#include <strings.h>

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
