/* SPDX-License-Identifier: MIT */
/* The memory of a warp that runs, and how a warp starts.
 *
 * A warp moves into a room when it has its first turn and out when it ends, and the room that was left last
 * is taken first.  So warps that never wait for each other run in one room after the other, whose registers
 * stay in the processor's nearest cache. */
#include "engine/blocks/apart.h"
#include "engine/blocks/blocks.h"
#include "machine/listen.h"
#include "machine/paths/paths.h"
#include "machine/program.h"

#include <stdlib.h>
#include <string.h>

#define REGISTER_BYTES sizeof(hw_lanes)
#define NOBODY         UINT32_MAX

/* --- memory --- */

static bool grow_room(struct hw_warp_room *room, uint32_t registers, size_t paths_bytes)
{
    if (registers > room->registers) {
        free(room->reg);
        room->reg = hw_zeroed(registers * REGISTER_BYTES);
        room->registers = room->reg ? registers : 0;
        room->version = 0;
    }
    if (paths_bytes > room->paths_bytes) {
        free(room->paths);
        room->paths = malloc(paths_bytes);
        room->paths_bytes = room->paths ? paths_bytes : 0;
    }
    return room->registers >= registers && room->paths_bytes >= paths_bytes;
}

/* Registers that no start of a warp clears are zero, and those of literals hold them; false when they did
 * already. */
static bool fill_registers(struct hw_warp_room *room, const struct hw_program *program)
{
    if (room->version == program->version)
        return false;
    memset(room->reg + program->cleared_registers, 0,
           (program->numbering.literal - program->cleared_registers) * REGISTER_BYTES);
    for (uint32_t n = 0; n < program->literal_count; n++)
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            room->reg[program->numbering.literal + n][lane] = program->literal[n];
    room->version = program->version;
    return true;
}

/* Fill the registers of special registers that stay the same for so long. */
static void fill_special(struct hw_warp *warp, enum hw_stays stays)
{
    const struct hw_block *block = warp->block;
    const struct hw_program *program = block->program;

    for (uint32_t i = 0; i < program->special_count; i++)
        if (program->special_stays[i] == stays)
            block->convention->special(warp, program->special[i],
                                       warp->regs.reg[program->numbering.special + i]);
}

/* All rooms are free; the first is taken first. */
static void free_all(struct hw_block *block)
{
    block->free_room = NULL;
    for (uint32_t i = block->warp_count; i-- > 0;) {
        block->warp_room[i].next_free = block->free_room;
        block->free_room = &block->warp_room[i];
    }
    block->rooms_taken = 0;
}

bool hw_rooms_prepare(struct hw_block *block)
{
    const size_t paths_bytes = hw_paths_bytes(block->launch);

    for (uint32_t i = 0; i < block->warp_count; i++) {
        if (!grow_room(&block->warp_room[i], block->program->numbering.count, paths_bytes))
            return false;
        block->warp_room[i].last = NOBODY;
    }
    free_all(block);
    return true;
}

void hw_rooms_free(struct hw_block *block)
{
    for (uint32_t i = 0; i < block->warps_max; i++) {
        free(block->warp_room[i].reg);
        free(block->warp_room[i].paths);
    }
    free(block->warp_room);
}

void hw_rooms_reset(struct hw_block *block)
{
    if (block->rooms_taken == 0)
        return;
    for (uint32_t i = 0; i < block->warp_count; i++)
        block->warp[i].room = NULL;
    free_all(block);
}

/* --- moving in and out --- */

static void move_in(struct hw_warp *warp)
{
    struct hw_block *block = warp->block;
    struct hw_warp_room *room = block->free_room;

    block->free_room = room->next_free;
    block->rooms_taken++;
    warp->room = room;
    warp->regs.reg = room->reg;
    warp->paths = room->paths;
    const bool other = fill_registers(room, block->program) || room->last != warp->number;
    room->last = warp->number;
    if (block->program->special_count == 0)
        return;
    if (other)
        fill_special(warp, HW_STAYS_IN_LAUNCH);
    fill_special(warp, HW_STAYS_IN_BLOCK);
}

void hw_warp_move_out(struct hw_warp *warp)
{
    struct hw_block *block = warp->block;

    warp->room->next_free = block->free_room;
    block->free_room = warp->room;
    block->rooms_taken--;
    warp->room = NULL;
}

/* --- the start --- */

/* The register that a preset names, or the one that swallows writes where the launch has no such register. */
static unsigned preset_register(const struct hw_launch *launch, const struct hw_numbering *registers,
                                const struct hw_preset *preset)
{
    if (preset->kind == HW_OPERAND_COND && preset->number < 4)
        return registers->cond + preset->number;
    if (preset->kind == HW_OPERAND_ADDR && preset->number < 8)
        return registers->addr + preset->number;
    return preset->kind == HW_OPERAND_REG && preset->number < launch->code.registers ? preset->number
                                                                                     : registers->sink;
}

static void apply_presets(struct hw_warp *warp)
{
    const struct hw_launch *launch = warp->block->launch;
    for (uint32_t i = 0; i < launch->preset_count; i++) {
        const struct hw_preset *preset = &launch->presets[i];
        if (preset->kind == HW_OPERAND_PRED) {
            if (preset->number < HW_PT)
                warp->regs.pred[preset->number] = preset->value ? ~0u : 0;
            continue;
        }
        uint32_t *reg = warp->regs.reg[preset_register(launch, &warp->block->program->numbering, preset)];
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            reg[lane] = preset->value;
    }
}

/* A warp at the entry point: what a kernel can read before it writes it is zero but $r0, and all lanes
 * that have a thread are active. */
void hw_warp_start(struct hw_warp *warp)
{
    const struct hw_program *program = warp->block->program;

    move_in(warp);
    memset(warp->regs.reg, 0, program->cleared_registers * REGISTER_BYTES);
    if (warp->block->convention->ids_in_r0 && !warp->block->launch->graphics)
        memcpy(warp->regs.reg[0], warp->thread_ids, REGISTER_BYTES);
    memset(warp->regs.pred, 0, sizeof warp->regs.pred);
    warp->regs.pred[HW_PT] = ~0u;
    apply_presets(warp);
    warp->opened = false;
    warp->reduced = 0;
    warp->next = program->start;
    warp->run_start = program->insn_of[program->start];
    hw_paths_start(warp);
    if (warp->block->tells.warps)
        hw_tell_warp(warp, HW_MOMENT_BEGIN);
}
