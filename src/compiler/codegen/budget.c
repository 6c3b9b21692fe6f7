/* SPDX-License-Identifier: MIT */
/* Computes a kernel's register budget: see budget.h. */
#include "compiler/codegen/budget.h"

#include <halfwarp/occupancy.h>

/* The most registers of a thread with which a multiprocessor holds so many blocks; 0: with none. */
static unsigned registers_for(const struct hw_chip_info *chip, uint32_t threads, uint32_t blocks)
{
    struct hw_block_needs needs = {.chip = chip, .threads = threads, .registers = chip->registers_compiled};
    struct hw_occupancy occupancy;

    for (; needs.registers; needs.registers--) {
        hw_occupancy(&needs, &occupancy);
        if (occupancy.blocks >= blocks)
            return needs.registers;
    }
    return 0;
}

static void add_goal(struct hw_codegen_budget *budget, unsigned registers, bool is_needed)
{
    if (registers && (!budget->goals || registers > budget->goal[budget->goals - 1].registers))
        budget->goal[budget->goals++] = (struct hw_codegen_goal){registers, is_needed};
}

struct hw_codegen_budget hw_codegen_budget(const struct hw_codegen_target *target,
                                           const struct hw_ir_routine *routine)
{
    const uint64_t declared = (uint64_t)routine->threads[0] * routine->threads[1] * routine->threads[2];
    struct hw_codegen_budget budget = {.goals = 0};
    const struct hw_chip_info *chip;

    if (hw_chip_find(target->name, &chip, NULL) != HW_OK || declared > chip->threads_per_block)
        return budget;
    const uint32_t threads = declared ? (uint32_t)declared : chip->threads_per_block;
    if (declared && routine->least_blocks > 1)
        add_goal(&budget, registers_for(chip, threads, routine->least_blocks), false);
    add_goal(&budget, registers_for(chip, threads, 1), declared != 0);
    return budget;
}
