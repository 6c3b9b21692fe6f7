/* The memory of a warp that runs, and how a warp starts.
 *
 * A warp moves into a room when it has its first turn and out when it ends, and the room that was left last
 * is taken first.  So warps that never wait for each other run in one room after the other, whose registers
 * stay in the processor's nearest cache. */
#include "engine/code.h"
#include "machine/warp.h"

#include <stdlib.h>
#include <string.h>

#define REGISTER_BYTES sizeof(hw_lanes)
#define NOBODY         UINT32_MAX

/* --- memory --- */

static bool grow_room(struct hw_warp_room *room, uint32_t registers, uint32_t entries)
{
    if (registers > room->registers) {
        free(room->reg);
        room->reg = hw_zeroed(registers * REGISTER_BYTES);
        room->registers = room->reg ? registers : 0;
        room->version = 0;
    }
    if (entries > room->entries) {
        free(room->stack);
        room->stack = malloc(entries * sizeof *room->stack);
        room->entries = room->stack ? entries : 0;
    }
    return room->registers >= registers && room->entries >= entries;
}

/* Rows that no start of a warp clears are zero, and those of literals hold them; false when they did
 * already. */
static bool fill_rows(struct hw_warp_room *room, const struct hw_code *code)
{
    if (room->version == code->version)
        return false;
    memset(room->reg + code->cleared_registers, 0,
           (code->numbering.literal - code->cleared_registers) * REGISTER_BYTES);
    for (uint32_t n = 0; n < code->literal_count; n++)
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            room->reg[code->numbering.literal + n][lane] = code->literal[n];
    room->version = code->version;
    return true;
}

/* Fill the registers of special registers that stay the same for so long. */
static void fill_special(struct hw_warp *warp, enum hw_stays stays)
{
    const struct hw_block *block = warp->block;
    const struct hw_code *code = block->code;

    for (uint32_t i = 0; i < code->special_count; i++)
        if (code->special_stays[i] == stays)
            block->convention->special(warp, code->special[i], warp->regs.reg[code->numbering.special + i]);
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
    const struct hw_launch *launch = block->launch;
    const uint32_t entries = launch->stack_entries ? launch->stack_entries : HW_STACK_ENTRIES;

    for (uint32_t i = 0; i < block->warp_count; i++) {
        if (!grow_room(&block->warp_room[i], block->code->numbering.count, entries))
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
        free(block->warp_room[i].stack);
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
    warp->stack = room->stack;
    if (fill_rows(room, block->code) || room->last != warp->number)
        fill_special(warp, HW_STAYS_IN_LAUNCH);
    room->last = warp->number;
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

/* The register of a register, or the register that swallows writes where the launch has no such register. */
static unsigned preset_register(const struct hw_launch *launch, const struct hw_numbering *registers,
                                const struct hw_preset *preset)
{
    if (preset->kind == HW_OPERAND_COND && preset->number < 4)
        return registers->cond + preset->number;
    if (preset->kind == HW_OPERAND_ADDR && preset->number < 8)
        return registers->addr + preset->number;
    return preset->kind == HW_OPERAND_REG && preset->number < launch->registers ? preset->number
                                                                                : registers->sink;
}

static void apply_presets(struct hw_warp *warp)
{
    const struct hw_launch *launch = warp->block->launch;
    for (uint32_t i = 0; i < launch->preset_count; i++) {
        const struct hw_preset *preset = &launch->presets[i];
        if (preset->kind == HW_OPERAND_PRED) {
            if (preset->number < HW_PRED_PT)
                warp->regs.pred[preset->number] = preset->value ? ~0u : 0;
            continue;
        }
        uint32_t *reg = warp->regs.reg[preset_register(launch, &warp->block->code->numbering, preset)];
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            reg[lane] = preset->value;
    }
}

/* A warp at the entry point: what a kernel can read before it writes it is zero but $r0, and all lanes
 * that have a thread are active. */
void hw_warp_start(struct hw_warp *warp)
{
    const struct hw_code *code = warp->block->code;

    move_in(warp);
    memset(warp->regs.reg, 0, code->cleared_registers * REGISTER_BYTES);
    if (warp->block->convention->ids_in_r0)
        memcpy(warp->regs.reg[0], warp->thread_ids, REGISTER_BYTES);
    memset(warp->regs.pred, 0, sizeof warp->regs.pred);
    warp->regs.pred[HW_PRED_PT] = ~0u;
    apply_presets(warp);
    memset(warp->away, 0, sizeof warp->away);
    memset(warp->takers, 0, sizeof warp->takers);
    warp->limited_calls = warp->quads = warp->depth = 0;
    warp->opened = false;
    warp->reduced = 0;
    warp->next = code->uop + code->start;
    warp->run_start = code->insn_of[code->start];
    hw_warp_activate(warp, warp->live);
}
