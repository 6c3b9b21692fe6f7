/* SPDX-License-Identifier: MIT */
/* See call_effects.h. */
#include "flow/call_effects.h"

#include "flow/register_set.h"

#include <string.h>

enum { STACK = 1, FIRST_ARGUMENT = 4, FIRST_SAVED = 16, FIRST_OF_EIGHT = 32, RETURN_ADDRESS = 20 };
enum { FIRST_LOST_UNIFORM = 4, LOST_UNIFORM = 32 };

/* The registers that a function keeps, of those below `registers`. */
static struct hw_register_set saved(unsigned registers)
{
    struct hw_register_set set = {.predicates = 0};

    hw_registers_add_range(&set, STACK, 2);
    for (unsigned i = FIRST_SAVED; i < registers; i++)
        if (i < FIRST_OF_EIGHT || i % 8 >= 4)
            hw_registers_add_range(&set, i, 1);
    return set;
}

struct hw_call_effects hw_call_effects_abi(unsigned registers)
{
    struct hw_call_effects abi = {.reads = hw_call_stack(), .keeps = saved(HW_RZ)};
    const struct hw_register_set all = hw_registers_all();

    memcpy(abi.keeps.uniform, all.uniform, sizeof abi.keeps.uniform);
    abi.keeps.uniform[0] &= ~(((1ull << LOST_UNIFORM) - 1) << FIRST_LOST_UNIFORM);
    hw_registers_add_range(&abi.writes, 0, registers < FIRST_SAVED ? registers : FIRST_SAVED);
    hw_registers_remove(&abi.writes, &abi.keeps);
    return abi;
}

struct hw_register_set hw_call_stack(void)
{
    struct hw_register_set set = {.predicates = 0};

    hw_registers_add_range(&set, STACK, 1);
    return set;
}

struct hw_register_set hw_call_arguments(void)
{
    struct hw_register_set set = {.predicates = 0};

    hw_registers_add_range(&set, FIRST_ARGUMENT, FIRST_SAVED - FIRST_ARGUMENT);
    hw_registers_add_range(&set, RETURN_ADDRESS, 2);
    return set;
}

struct hw_register_set hw_call_live_at_return(unsigned registers, const struct hw_call_effects *effects)
{
    struct hw_register_set set = saved(registers), first = {.predicates = 0}, results = {.predicates = 0};

    hw_registers_add_range(&first, FIRST_ARGUMENT, 1);
    hw_registers_add_range(&results, FIRST_ARGUMENT, 2);
    hw_registers_remove(&results, &effects->keeps);
    hw_registers_add(&results, &first);
    hw_registers_keep(&results, &effects->writes);
    hw_registers_add(&set, &results);
    return set;
}
