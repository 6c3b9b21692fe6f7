/* One block: its memory, and how it starts.
 *
 * At its start everything is zero but, on Tesla, a header of eight 16-bit numbers and the parameters in shared
 * memory and the thread's coordinates in $r0. */
#include "engine/code.h"
#include "machine/warp.h"
#include "ops/pending.h"

#include <stdlib.h>
#include <string.h>

#define ROW_BYTES sizeof(hw_lanes)

uint32_t hw_launch_threads(const struct hw_launch *launch)
{
    return launch->threads ? launch->threads : launch->block[0] * launch->block[1] * launch->block[2];
}

uint32_t hw_launch_lanes(const struct hw_launch *launch)
{
    return launch->lanes ? launch->lanes : HW_LANES;
}

uint32_t hw_launch_warps(const struct hw_launch *launch)
{
    const uint32_t lanes = hw_launch_lanes(launch);

    return (hw_launch_threads(launch) + lanes - 1) / lanes;
}

void hw_thread_id(const struct hw_launch *launch, uint32_t thread, uint32_t id[3])
{
    id[0] = thread % launch->block[0];
    id[1] = thread / launch->block[0] % launch->block[1];
    id[2] = thread / launch->block[0] / launch->block[1];
}

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

void *hw_zeroed(size_t bytes)
{
    bytes = round_up(bytes ? bytes : 1, HW_APART);
    void *memory = aligned_alloc(HW_APART, bytes);
    if (memory)
        memset(memory, 0, bytes);
    return memory;
}

/* The coordinates behind others: x first, then y, then z. */
static void step(const uint32_t size[3], uint32_t id[3])
{
    if (++id[0] < size[0])
        return;
    id[0] = 0;
    if (++id[1] < size[1])
        return;
    id[1] = 0;
    id[2]++;
}

/* What $r0 holds at the entry point: the coordinates of each lane's thread. */
static void number_threads(struct hw_warp *warp)
{
    const struct hw_launch *launch = warp->block->launch;
    uint32_t lanes = hw_launch_lanes(launch), threads = hw_launch_threads(launch);
    uint32_t first = warp->number * lanes, count = threads - first < lanes ? threads - first : lanes;
    uint32_t id[3];

    hw_thread_id(launch, first, id);
    for (unsigned lane = 0; lane < count; lane++, step(launch->block, id))
        warp->thread_ids[lane] = (id[0] & 0xffff) | (id[1] & 0x3ff) << 16 | (id[2] & 0x3f) << 26;
    warp->launched = count == HW_LANES ? 0xffffffffu : (1u << count) - 1;
}

/* A lock is a bit for each word that exists. */
static size_t locked_bytes(const struct hw_block *block)
{
    return round_up(block->shared_bytes, 128) / 4 / 8;
}

/* --- memory, which only grows --- */

/* The memory, or more in its place; NULL when the host has none. */
static void *grown(void *memory, size_t *max, size_t bytes)
{
    if (memory && bytes <= *max)
        return memory;
    free(memory);
    memory = hw_zeroed(bytes);
    *max = memory ? bytes : 0;
    return memory;
}

static bool grow_warps(struct hw_block *block, uint32_t count)
{
    if (count <= block->warps_max)
        return true;
    struct hw_warp *warp = hw_zeroed(count * sizeof *warp);
    struct hw_warp_room *room = warp ? realloc(block->warp_room, count * sizeof *room) : NULL;
    if (!room) {
        free(warp);
        return false;
    }
    memset(room + block->warps_max, 0, (count - block->warps_max) * sizeof *room);
    free(block->warp);
    block->warp = warp;
    block->warp_room = room;
    block->warps_max = count;
    return true;
}

static bool grow_room(struct hw_warp_room *room, uint32_t rows, uint32_t entries)
{
    if (rows > room->rows) {
        free(room->row);
        room->row = hw_zeroed(rows * ROW_BYTES);
        room->rows = room->row ? rows : 0;
        room->version = 0;
    }
    if (entries > room->entries) {
        free(room->stack);
        room->stack = malloc(entries * sizeof *room->stack);
        room->entries = room->stack ? entries : 0;
    }
    return room->rows >= rows && room->entries >= entries;
}

/* Rows that no start of a block clears are zero, and those of literals hold them. */
static void fill_rows(struct hw_warp_room *room, const struct hw_code *code)
{
    if (room->version == code->version)
        return;
    memset(room->row + code->cleared_rows, 0, (code->rows.literal - code->cleared_rows) * ROW_BYTES);
    for (uint32_t n = 0; n < code->literal_count; n++)
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            room->row[code->rows.literal + n][lane] = code->literal[n];
    room->version = code->version;
}

/* Fill the rows of special registers that stay the same for so long. */
static void fill_special(struct hw_warp *warp, enum hw_stays stays)
{
    const struct hw_block *block = warp->block;
    const struct hw_code *code = block->code;

    for (uint32_t i = 0; i < code->special_count; i++)
        if (code->special_stays[i] == stays)
            block->convention->special(warp, code->special[i], warp->regs.row[code->rows.special + i]);
}

/* Give every warp its rows and stack. */
static bool prepare_warps(struct hw_block *block, const struct hw_code *code)
{
    const struct hw_launch *launch = block->launch;
    uint32_t entries = launch->stack_entries ? launch->stack_entries : HW_STACK_ENTRIES;

    if (!grow_warps(block, block->warp_count))
        return false;
    memset(block->warp, 0, block->warp_count * sizeof *block->warp);
    for (uint32_t i = 0; i < block->warp_count; i++) {
        struct hw_warp *warp = &block->warp[i];
        struct hw_warp_room *room = &block->warp_room[i];
        if (!grow_room(room, code->rows.count, entries))
            return false;
        fill_rows(room, code);
        warp->block = block;
        warp->number = i;
        warp->regs.row = room->row;
        warp->stack = room->stack;
        number_threads(warp);
        fill_special(warp, HW_STAYS_IN_LAUNCH);
    }
    return true;
}

static bool prepare_pending(struct hw_block *block, bool wanted)
{
    if (wanted && !block->pending_room)
        block->pending_room = hw_pending_create();
    block->pending = wanted ? block->pending_room : NULL;
    return !wanted || block->pending;
}

void hw_block_forget_ranges(struct hw_block *block)
{
    for (unsigned i = 0; i < HW_RANGE_CACHE; i++)
        block->cached[i] = (struct hw_range){.first = 1, .last = 0}; /* holds no address */
}

/* What a launch begins with, except for the memory. */
static void reset(struct hw_block *block, const struct hw_launch *launch, const struct hw_code *code)
{
    const struct hw_convention *convention = hw_convention_of(&launch->target);

    block->launch = launch;
    block->code = code;
    block->convention = convention;
    block->window = hw_memory_window(launch->memory)->base;
    hw_block_forget_ranges(block);
    block->watched = false;
    block->number = UINT64_MAX; /* none is behind it */
    block->warp_count = hw_launch_warps(launch);
    block->shared_bytes = (uint32_t)round_up(launch->shared_bytes, launch->chip->shared_unit);
    block->local_bytes = hw_launch_local_bytes(launch);
    block->local_first = convention->local_end ? convention->local_end - block->local_bytes : 0;
    block->local_warp_bytes = round_up(block->local_bytes, 4) * HW_LANES;
    memset(&block->stats, 0, sizeof block->stats);
    memset(&block->fault, 0, sizeof block->fault);
}

bool hw_block_prepare(struct hw_block *block, const struct hw_launch *launch, const struct hw_code *code,
                      bool alone, uint32_t *locked_global)
{
    reset(block, launch, code);
    block->locked_global = locked_global;
    block->shared = grown(block->shared, &block->shared_max, block->shared_bytes);
    block->locked = grown(block->locked, &block->locked_max, locked_bytes(block));
    block->local = grown(block->local, &block->local_max, block->local_warp_bytes * block->warp_count);
    return block->shared && block->locked && block->local && prepare_pending(block, code->adds && !alone) &&
           prepare_warps(block, code);
}

void hw_block_destroy(struct hw_block *block)
{
    for (uint32_t i = 0; i < block->warps_max; i++) {
        free(block->warp_room[i].row);
        free(block->warp_room[i].stack);
    }
    free(block->warp_room);
    free(block->warp);
    free(block->pending_room);
    free(block->local);
    free(block->locked);
    free(block->shared);
}

void hw_block_finish(struct hw_block *block)
{
    hw_pending_meet(block->pending, block->window, 0, UINT64_MAX);
}

void hw_shared_header(const struct hw_launch *launch, const uint32_t block[3], uint16_t header[8])
{
    header[0] = (uint16_t)launch->grid_id;
    for (unsigned i = 0; i < 3; i++)
        header[1 + i] = (uint16_t)launch->block[i];
    for (unsigned i = 0; i < 2; i++) {
        header[4 + i] = (uint16_t)launch->grid[i];
        header[6 + i] = (uint16_t)block[i];
    }
}

/* Shared memory: zeros; on Tesla behind header and parameters. */
static void start_shared(struct hw_block *block)
{
    const struct hw_launch *launch = block->launch;
    uint16_t header[8];

    memset(block->shared, 0, block->shared_bytes);
    memset(block->locked, 0, locked_bytes(block));
    if (!block->convention->shared_header)
        return;
    hw_shared_header(launch, block->id, header);
    memcpy(block->shared, header, sizeof header);
    if (launch->param_bytes)
        memcpy(block->shared + sizeof header, launch->params, launch->param_bytes);
}

/* The row of a register, or the row that swallows writes where the launch has no such register. */
static unsigned preset_row(const struct hw_launch *launch, const struct hw_rows *rows,
                           const struct hw_preset *preset)
{
    if (preset->kind == HW_OPERAND_COND && preset->number < 4)
        return rows->cond + preset->number;
    if (preset->kind == HW_OPERAND_ADDR && preset->number < 8)
        return rows->addr + preset->number;
    return preset->kind == HW_OPERAND_REG && preset->number < launch->registers ? preset->number : rows->sink;
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
        uint32_t *row = warp->regs.row[preset_row(launch, &warp->block->code->rows, preset)];
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            row[lane] = preset->value;
    }
}

/* A warp at the entry point: what a kernel can read before it writes it is zero but $r0, and all lanes
 * that have a thread are active. */
static void start_warp(struct hw_warp *warp)
{
    const struct hw_code *code = warp->block->code;

    memset(warp->regs.row, 0, code->cleared_rows * ROW_BYTES);
    if (warp->block->convention->ids_in_r0)
        memcpy(warp->regs.row[0], warp->thread_ids, ROW_BYTES);
    fill_special(warp, HW_STAYS_IN_BLOCK);
    memset(warp->regs.pred, 0, sizeof warp->regs.pred);
    warp->regs.pred[HW_PRED_PT] = ~0u;
    apply_presets(warp);
    warp->live = warp->launched;
    memset(warp->away, 0, sizeof warp->away);
    memset(warp->takers, 0, sizeof warp->takers);
    warp->limited_calls = warp->quads = warp->depth = 0;
    warp->waiting = 0;
    warp->opened = false;
    warp->reduced = 0;
    warp->next = code->uop + code->start;
    warp->run_start = code->insn_of[code->start];
    hw_warp_activate(warp, warp->live);
}

/* The block's coordinates: most often it is the one behind the last. */
static void number_block(struct hw_block *block, uint64_t number)
{
    const uint32_t *grid = block->launch->grid;

    if (number == block->number + 1 && number != 0) {
        step(grid, block->id);
    } else {
        block->id[0] = (uint32_t)(number % grid[0]);
        block->id[1] = (uint32_t)(number / grid[0] % grid[1]);
        block->id[2] = (uint32_t)(number / grid[0] / grid[1]);
    }
    block->number = number;
}

/* No warp waits or has arrived anywhere. */
static void clear_barriers(struct hw_block *block)
{
    if (block->barriers_used)
        memset(block->barrier, 0, sizeof block->barrier);
    block->barriers_used = 0;
}

void hw_block_start(struct hw_block *block, uint64_t number)
{
    number_block(block, number);
    block->instructions = 0;
    block->warps_running = block->warp_count;
    clear_barriers(block);
    block->stint.count = 0;
    if (block->code->local)
        memset(block->local, 0, block->local_warp_bytes * block->warp_count);
    start_shared(block);
    for (uint32_t i = 0; i < block->warp_count; i++)
        start_warp(&block->warp[i]);
    block->stats.blocks++;
    block->stats.warps += block->warp_count;
}
