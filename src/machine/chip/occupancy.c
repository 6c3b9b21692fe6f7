/* SPDX-License-Identifier: MIT */
/* Occupancy: how many blocks a multiprocessor holds at once.  Warps, registers, shared memory and barriers
 * limit them, and none fits where one block already exceeds a limit of blocks.
 *
 * Tesla allocates registers to a block, for an even number of warps; later chips allocate them to a warp,
 * from the partition of the register file that belongs to the warp's scheduler.
 * @see NVIDIA's occupancy calculator; CUDA C Programming Guide 4.2, 4.2 "Hardware Multithreading";
 * docs/occupancy.md for all rules with their sources */
#include <halfwarp/occupancy.h>

#include <stdlib.h>

static uint64_t round_up(uint64_t value, uint64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static uint32_t minimum(uint32_t one, uint32_t other)
{
    return one < other ? one : other;
}

/* Whether a number is in a list such as "16 48". */
static bool is_listed(const char *list, uint32_t number)
{
    char *end;

    for (unsigned long item = strtoul(list, &end, 10); end != list; item = strtoul(list, &end, 10)) {
        if (item == number)
            return true;
        list = end;
    }
    return false;
}

/* --- registers --- */

/* Parts of the register file that blocks share out. */
static uint32_t parts_of(const struct hw_block_needs *needs)
{
    return needs->rules & HW_RULE_SINGLE_WARPS ? 1 : needs->chip->register_parts;
}

/* Where they are given to warps: what one gets. */
static uint64_t registers_of_warp(const struct hw_block_needs *needs)
{
    const struct hw_chip_info *chip = needs->chip;
    const uint32_t unit =
        is_listed(chip->register_doubled, needs->registers) ? 2 * chip->register_unit : chip->register_unit;
    return round_up((uint64_t)needs->registers * chip->warp_size, unit);
}

/* What a block takes, if its warps count as a multiple of so many. */
static uint64_t registers_of_block(const struct hw_block_needs *needs, uint32_t warps, uint32_t multiple)
{
    const struct hw_chip_info *chip = needs->chip;

    if (chip->register_warps)
        return round_up(round_up(warps, chip->register_warps) * needs->registers * chip->warp_size,
                        chip->register_unit);
    return registers_of_warp(needs) * round_up(warps, multiple);
}

/* Whether one block may have its registers; the limit counts as many warps for each part, or for each of
 * four. */
static bool may_have_registers(const struct hw_block_needs *needs, struct hw_occupancy *occupancy)
{
    const struct hw_chip_info *chip = needs->chip;
    const uint32_t multiple = needs->rules & HW_RULE_FOUR_WARPS ? 4 : parts_of(needs);
    const uint64_t counted = registers_of_block(needs, occupancy->block_warps, multiple),
                   most = needs->rules & HW_RULE_CALCULATOR_BLOCK ? chip->registers_per_block_calculator
                                                                  : chip->registers_per_block;

    occupancy->block_registers =
        (uint32_t)(counted > most ? counted : registers_of_block(needs, occupancy->block_warps, 1));
    return counted <= most;
}

/* Blocks for which one of so many halves of a multiprocessor has registers. */
static uint32_t fit_registers(const struct hw_block_needs *needs, uint32_t warps, uint32_t halves)
{
    const struct hw_chip_info *chip = needs->chip;
    const uint32_t parts = parts_of(needs);

    if (chip->register_warps)
        return (uint32_t)(chip->registers_per_mp / registers_of_block(needs, warps, 1));
    return (uint32_t)(chip->registers_per_mp / parts / registers_of_warp(needs) * (parts / halves) / warps);
}

/* --- shared memory --- */

/* From 7.0 on: what the carve-out or the preference comes to, in percent of the largest size. */
static uint32_t wanted_percent(const struct hw_block_needs *needs)
{
    if (needs->carveout)
        return minimum(needs->carveout, 100);
    return needs->preference == HW_PREFER_L1 ? 0 : needs->preference == HW_PREFER_EQUAL ? 50 : 100;
}

/* Before: a block that needs more than what is preferred gets the largest size; from 7.0 on the smallest
 * that holds both. */
static uint64_t wanted_size(const struct hw_block_needs *needs, uint64_t of_block)
{
    const struct hw_chip_info *chip = needs->chip;
    const uint32_t smallest = (uint32_t)strtoul(chip->shared_sizes, NULL, 10) * 1024,
                   largest = chip->shared_per_mp;
    uint64_t wanted = largest;

    if (chip->capability >= HW_CARVEOUT_CAPABILITY)
        wanted = (uint64_t)largest * wanted_percent(needs) / 100;
    else if (needs->preference == HW_PREFER_L1)
        wanted = smallest;
    else if (needs->preference == HW_PREFER_EQUAL)
        wanted = (smallest + largest) / 2;
    if (of_block <= wanted)
        return wanted;
    return chip->capability >= HW_CARVEOUT_CAPABILITY ? of_block : largest;
}

/* What a multiprocessor is set to: the smallest of its sizes that holds what is wanted. */
static uint32_t size_for(const struct hw_block_needs *needs, uint64_t of_block)
{
    const uint64_t wanted = wanted_size(needs, of_block);
    const char *list = needs->chip->shared_sizes;
    char *end;

    for (uint64_t size = strtoul(list, &end, 10); end != list; size = strtoul(list, &end, 10)) {
        if (size * 1024 >= wanted)
            return (uint32_t)size * 1024;
        list = end;
    }
    return needs->chip->shared_per_mp;
}

/* --- all together --- */

/* What a block has too much of, whatever else it needs. */
static unsigned refused_limit(const struct hw_block_needs *needs)
{
    const struct hw_chip_info *chip = needs->chip;
    const uint32_t most =
        needs->rules & HW_RULE_ENCODED ? chip->registers_per_thread : chip->registers_compiled;

    return (needs->threads == 0 || needs->threads > chip->threads_per_block ? 1u << HW_LIMIT_BLOCK_THREADS
                                                                            : 0) |
           (needs->registers > most ? 1u << HW_LIMIT_THREAD_REGISTERS : 0) |
           (needs->shared_bytes > chip->shared_per_block ? 1u << HW_LIMIT_BLOCK_SHARED : 0);
}

/* Blocks for which there are warps and registers, with the multiprocessor in so many parts that share
 * nothing. */
static void fit_in(const struct hw_block_needs *needs, uint32_t halves, struct hw_occupancy *occupancy)
{
    const uint32_t warps = occupancy->block_warps;
    const uint32_t slots = needs->rules & HW_RULE_PAIRED_WARPS ? (uint32_t)round_up(warps, 2) : warps;

    occupancy->fit[HW_LIMIT_WARPS] = needs->chip->warps_per_mp / halves / slots * halves;
    occupancy->fit[HW_LIMIT_REGISTERS] =
        needs->registers ? fit_registers(needs, warps, halves) * halves : HW_UNLIMITED;
}

static void count_blocks(const struct hw_block_needs *needs, struct hw_occupancy *occupancy)
{
    const struct hw_chip_info *chip = needs->chip;

    fit_in(needs, needs->rules & HW_RULE_PARTITIONED ? 2 : 1, occupancy);
    if (!(needs->rules & HW_RULE_STRICT) &&
        minimum(occupancy->fit[HW_LIMIT_WARPS], occupancy->fit[HW_LIMIT_REGISTERS]) == 0)
        fit_in(needs, 1, occupancy);
    occupancy->fit[HW_LIMIT_BLOCKS] = chip->blocks_per_mp;
    occupancy->fit[HW_LIMIT_SHARED] =
        occupancy->block_shared ? occupancy->mp_shared / (uint32_t)occupancy->block_shared : HW_UNLIMITED;
    occupancy->fit[HW_LIMIT_BARRIERS] =
        chip->barriers_per_mp && needs->barriers ? chip->barriers_per_mp / needs->barriers : HW_UNLIMITED;
    occupancy->blocks = HW_UNLIMITED;
    for (unsigned limit = 0; limit < HW_LIMIT_COUNTS; limit++)
        occupancy->blocks = minimum(occupancy->blocks, occupancy->fit[limit]);
    for (unsigned limit = 0; limit < HW_LIMIT_COUNTS; limit++)
        occupancy->limited_by |= occupancy->fit[limit] == occupancy->blocks ? 1u << limit : 0;
}

void hw_occupancy(const struct hw_block_needs *asked, struct hw_occupancy *occupancy)
{
    struct hw_block_needs needs = *asked;
    const struct hw_chip_info *chip = needs.chip;

    needs.rules &= hw_occupancy_rules_of(chip);
    *occupancy = (struct hw_occupancy){.max_warps = chip->warps_per_mp, .limited_by = refused_limit(&needs)};
    if (occupancy->limited_by)
        return;
    occupancy->block_warps = (needs.threads + chip->warp_size - 1) / chip->warp_size;
    occupancy->block_shared = round_up(needs.shared_bytes + chip->shared_reserved, chip->shared_block_unit);
    occupancy->mp_shared = size_for(&needs, occupancy->block_shared);
    if (!may_have_registers(&needs, occupancy)) {
        occupancy->limited_by = 1u << HW_LIMIT_BLOCK_REGISTERS;
        return;
    }
    count_blocks(&needs, occupancy);
    occupancy->warps = occupancy->blocks * occupancy->block_warps;
}
