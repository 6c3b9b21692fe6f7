/* SPDX-License-Identifier: MIT */
/* Reuses address registers on chips before GF100: see tesla.h.  Selection loads A1 for each access by
 * itself.  After register allocation, successive accesses of a block share address registers as long as the
 * general register that they were loaded from is unchanged. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/codegen/tesla.h"

static const char fetch[] = "R2A A1, R";

/* The address register that holds a general one; *is_new: it must be fetched. */
static unsigned address_register_of(struct hw_codegen_address_registers *reuse, unsigned reg, bool *is_new)
{
    for (unsigned i = 0; i < HW_CODEGEN_ADDRESS_REGISTERS; i++)
        if (reuse->reg[i] == reg + 1) {
            *is_new = false;
            return i + 1;
        }
    *is_new = true;
    reuse->reg[reuse->next] = (uint16_t)(reg + 1);
    const unsigned found = reuse->next + 1u;
    reuse->next = (uint8_t)(found % HW_CODEGEN_ADDRESS_REGISTERS);
    return found;
}

static void name(char *text, unsigned number)
{
    for (char *at = text; (at = strstr(at, "[A1")) != NULL; at += 3)
        at[2] = (char)('0' + number);
}

void hw_tesla_reuse_addresses(struct hw_codegen_address_registers *reuse,
                              const struct hw_mir_function *function, const struct hw_mir_insn *insn,
                              char *text)
{
    if (strncmp(text, fetch, sizeof fetch - 1) == 0) {
        bool is_new;
        char *next;
        const unsigned reg = (unsigned)strtoul(text + sizeof fetch - 1, &next, 10),
                       number = address_register_of(reuse, reg, &is_new);
        if (is_new)
            text[strlen("R2A A")] = (char)('0' + number);
        else
            memmove(text, next + 1, strlen(next));
        name(text, number);
    }
    for (unsigned i = 0; i < insn->written; i++) {
        if (!hw_mir_is_reg(&insn->operand[i]))
            continue;
        const struct hw_mir_reg *to = &function->reg[insn->operand[i].reg];
        for (unsigned k = 0; k < HW_CODEGEN_ADDRESS_REGISTERS; k++)
            if (reuse->reg[k] > to->phys && reuse->reg[k] <= to->phys + to->words)
                reuse->reg[k] = 0;
    }
}
