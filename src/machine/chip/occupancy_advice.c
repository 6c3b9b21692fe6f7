/* SPDX-License-Identifier: MIT */
/* Occupancy advice: the nearest change that gives more warps.  The numbers are tried one after the other,
 * from the present one on, and the first that helps is the nearest.  hw_occupancy alone knows the rules. */
#include <halfwarp/occupancy.h>

#include <stdlib.h>

static uint32_t warps_of(const struct hw_block_needs *needs)
{
    struct hw_occupancy occupancy;

    hw_occupancy(needs, &occupancy);
    return occupancy.warps;
}

/* --- one number at a time: false where no value of it gives more than so many warps --- */

static bool fewer_registers(struct hw_block_needs *needs, uint32_t warps)
{
    const uint32_t most = needs->chip->registers_compiled + 1;

    if (needs->registers > most)
        needs->registers = most;
    while (needs->registers > 1) {
        needs->registers--;
        if (warps_of(needs) > warps)
            return true;
    }
    return false;
}

/* Steps of a unit, down to nothing. */
static bool less_shared(struct hw_block_needs *needs, uint32_t warps)
{
    const uint32_t unit = needs->chip->shared_block_unit;

    if (needs->shared_bytes > needs->chip->shared_per_block) {
        needs->shared_bytes = needs->chip->shared_per_block;
        if (warps_of(needs) > warps)
            return true;
    }
    while (needs->shared_bytes) {
        needs->shared_bytes = (needs->shared_bytes - 1) / unit * unit;
        if (warps_of(needs) > warps)
            return true;
    }
    return false;
}

/* Blocks of full warps. */
static bool smaller_block(struct hw_block_needs *needs, uint32_t warps)
{
    const struct hw_chip_info *chip = needs->chip;

    if (needs->threads > chip->threads_per_block + 1)
        needs->threads = chip->threads_per_block + 1;
    while (needs->threads > chip->warp_size) {
        needs->threads = (needs->threads - 1) / chip->warp_size * chip->warp_size;
        if (warps_of(needs) > warps)
            return true;
    }
    return false;
}

static bool larger_block(struct hw_block_needs *needs, uint32_t warps)
{
    const struct hw_chip_info *chip = needs->chip;

    while (needs->threads < chip->threads_per_block) {
        needs->threads = (needs->threads / chip->warp_size + 1) * chip->warp_size;
        if (warps_of(needs) > warps)
            return true;
    }
    return false;
}

/* Registers as if there were no shared memory, then shared memory for these. */
static bool less_of_both(struct hw_block_needs *needs, uint32_t warps)
{
    const uint64_t shared_bytes = needs->shared_bytes;

    needs->shared_bytes = 0;
    if (!fewer_registers(needs, warps))
        return false;
    needs->shared_bytes = shared_bytes;
    return warps_of(needs) > warps || less_shared(needs, warps);
}

unsigned hw_occupancy_advise(const struct hw_block_needs *needs, struct hw_occupancy_step steps[HW_STEPS])
{
    static bool (*const changes[])(struct hw_block_needs *, uint32_t) = {fewer_registers, less_shared,
                                                                         smaller_block, larger_block};
    const uint32_t warps = warps_of(needs);
    unsigned count = 0, resources = 0;

    for (unsigned i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        steps[count].needs = *needs;
        if (!changes[i](&steps[count].needs, warps))
            continue;
        hw_occupancy(&steps[count].needs, &steps[count].result);
        count++;
        resources += i < 2;
    }
    if (resources)
        return count;
    steps[count].needs = *needs;
    if (!less_of_both(&steps[count].needs, warps))
        return count;
    hw_occupancy(&steps[count].needs, &steps[count].result);
    return count + 1;
}

/* --- how far it is to the next loss --- */

void hw_occupancy_headroom(const struct hw_block_needs *needs, uint32_t *registers, uint64_t *shared_bytes)
{
    const uint32_t unit = needs->chip->shared_block_unit;
    struct hw_block_needs more = *needs;
    struct hw_occupancy now, then;

    hw_occupancy(needs, &now);
    *registers = needs->registers;
    *shared_bytes = needs->shared_bytes;
    if (now.blocks == 0)
        return;
    for (more.registers++, hw_occupancy(&more, &then); then.blocks >= now.blocks;
         more.registers++, hw_occupancy(&more, &then))
        *registers = more.registers;
    more = *needs;
    do {
        *shared_bytes = more.shared_bytes;
        more.shared_bytes = (more.shared_bytes / unit + 1) * unit;
        hw_occupancy(&more, &then);
    } while (then.blocks >= now.blocks);
}

/* What so many blocks may have if a multiprocessor is set to a size. */
static uint64_t share_of(const struct hw_chip_info *chip, uint64_t size, uint32_t blocks)
{
    const uint64_t share = size / blocks / chip->shared_block_unit * chip->shared_block_unit,
                   bytes = share < chip->shared_reserved ? 0 : share - chip->shared_reserved;

    return bytes < chip->shared_per_block ? bytes : chip->shared_per_block;
}

/* The size follows from the answer: where something else is preferred a small block does not get the
 * largest. */
bool hw_occupancy_max_shared(const struct hw_block_needs *needs, uint32_t blocks, uint64_t *bytes)
{
    const char *list = needs->chip->shared_sizes;
    struct hw_block_needs most = *needs;
    struct hw_occupancy occupancy;
    bool found = false;
    char *end;

    if (blocks == 0)
        return false;
    for (uint64_t size = strtoul(list, &end, 10); end != list; size = strtoul(list, &end, 10)) {
        most.shared_bytes = share_of(needs->chip, size * 1024, blocks);
        hw_occupancy(&most, &occupancy);
        if (occupancy.blocks >= blocks) {
            *bytes = most.shared_bytes;
            found = true;
        }
        list = end;
    }
    return found;
}
