/* SPDX-License-Identifier: MIT */
/* How many blocks a chip holds at once: as many as its multiprocessors have room for, in warps, registers and
 * shared memory.
 *
 * Tesla gives registers to a block, for an even number of warps; later chips give them to a warp, from the
 * part of the register file that belongs to the warp's scheduler.
 * @see NVIDIA's occupancy calculator; CUDA C Programming Guide 4.2, 4.2 "Hardware Multithreading" */
#include "machine/chip/resident.h"

static uint32_t round_up(uint32_t value, uint32_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static uint32_t least(uint32_t one, uint32_t other)
{
    return one < other ? one : other;
}

/* Blocks for which a multiprocessor has registers. */
static uint32_t by_registers(const struct hw_chip_info *chip, uint32_t warps, uint32_t registers)
{
    const uint32_t of_warp = registers * chip->warp_size, parts = chip->register_parts;

    if (chip->register_warps)
        return chip->registers_per_mp /
               round_up(round_up(warps, chip->register_warps) * of_warp, chip->register_unit);
    return chip->registers_per_mp / parts / round_up(of_warp, chip->register_unit) * parts / warps;
}

uint32_t hw_resident_per_mp(const struct hw_chip_info *chip, uint32_t warps, uint32_t registers,
                            uint32_t shared_bytes)
{
    uint32_t blocks = least(chip->blocks_per_mp, chip->warps_per_mp / warps);

    if (registers)
        blocks = least(blocks, by_registers(chip, warps, registers));
    if (shared_bytes)
        blocks = least(blocks, chip->shared_per_mp / round_up(shared_bytes, chip->shared_unit));
    return blocks;
}

uint32_t hw_resident_blocks(const struct hw_launch *launch)
{
    const struct hw_chip_info *chip = launch->code.chip;
    const uint32_t of_mp =
        hw_resident_per_mp(chip, hw_launch_warps(launch), launch->code.registers, launch->shared_bytes);

    return of_mp ? of_mp * chip->tps * chip->mps_per_tp : 1;
}
