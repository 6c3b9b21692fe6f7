/* SPDX-License-Identifier: MIT */
/* A block (CTA) has memory, which is reused by later blocks, and is reset at its start.
 *
 * At its start everything is zero except, on Tesla, a header of eight 16-bit numbers and the parameters in
 * shared memory and the thread's coordinates in $r0. */
#include "engine/scheduler/cache_line.h"
#include "engine/scheduler/blocks.h"
#include "engine/scheduler/drawn_order.h"
#include "machine/async/async_queue.h"
#include "machine/chip/shared_layout.h"
#include "machine/chip/sm_slot.h"
#include "machine/events.h"
#include "machine/program.h"
#include "machine/memory/reduction_buffer.h"
#include "machine/memory/reduction_log.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* A lock is a bit for each word that exists. */
static size_t locked_bytes(const struct hw_block *block)
{
    return round_up(block->shared_end, 128) / 4 / 8;
}

/* --- memory, which never shrinks --- */

/* Reallocate memory unless it is large enough; NULL: the host has none.  Kernels use less than all of it: the
 * end of a stack, for one. */
static void *grow_memory(void *memory, size_t *max, size_t bytes)
{
    if (memory && bytes <= *max)
        return memory;
    hw_free_sparse(memory, *max);
    memory = hw_alloc_sparse(bytes);
    *max = memory ? bytes : 0;
    return memory;
}

static bool grow_warps(struct hw_block *block, uint32_t count)
{
    if (count <= block->warps_max)
        return true;
    struct hw_warp *warp = hw_alloc_zeroed_padded(count * sizeof *warp);
    hw_lanes *special = warp ? hw_alloc_zeroed_padded(count * HW_SPECIAL_REGISTERS * sizeof *special) : NULL;
    struct hw_warp_context **free_contexts = special ? calloc(count, sizeof *free_contexts) : NULL;
    struct hw_warp_context *warp_context =
        free_contexts ? realloc(block->warp_contexts, count * sizeof *warp_context) : NULL;
    if (!warp_context) {
        free(free_contexts);
        free(special);
        free(warp);
        return false;
    }
    memset(warp_context + block->warps_max, 0, (count - block->warps_max) * sizeof *warp_context);
    free(block->warp);
    free(block->special_by_number);
    free(block->free_contexts);
    block->warp = warp;
    block->warp_contexts = warp_context;
    block->free_contexts = free_contexts;
    block->special_by_number = special;
    block->warps_max = count;
    memset(&block->warp_key, 0, sizeof block->warp_key);
    return true;
}

/* Allocate a struct hw_warp for each warp of the block, and warp contexts. */
static bool prepare_warps(struct hw_block *block)
{
    if (!grow_warps(block, block->warp_count) || !hw_warp_contexts_prepare(block))
        return false;
    for (uint32_t i = 0; i < block->warp_count; i++) {
        memset(&block->warp[i], 0, offsetof(struct hw_warp, launched));
        block->warp[i].block = block;
    }
    hw_number_warps(block);
    return true;
}

static bool prepare_pending(struct hw_block *block, bool wanted)
{
    if (wanted && !block->pending_memory)
        block->pending_memory = hw_reduction_buffer_create();
    block->pending = wanted ? block->pending_memory : NULL;
    return !wanted || block->pending;
}

static bool prepare_log(struct hw_block *block, bool wanted)
{
    hw_reduction_log_destroy(block->log);
    block->log = wanted ? hw_reduction_log_create() : NULL;
    return !wanted || block->log;
}

/* Additions are logged, collected, or neither. */
static bool prepare_reductions(struct hw_block *block, const struct hw_block_setup *setup)
{
    const bool collects = setup->collects_reductions && !setup->alone && !setup->logs_reductions;

    if (!prepare_log(block, setup->logs_reductions) || !prepare_pending(block, collects))
        return false;
    block->deferred = block->log ? &block->log->bounds : block->pending ? &block->pending->bounds : NULL;
    return true;
}

/* The queue of asynchronous operations, if the program puts any off. */
static bool prepare_async(struct hw_block *block)
{
    const bool wanted = block->program->queues_async;

    if (wanted && !block->async_memory)
        block->async_memory = hw_async_queue_create();
    block->async = wanted ? block->async_memory : NULL;
    return !wanted || (block->async && hw_warp_context_fill(block, &block->async->context) &&
                       hw_async_queue_prepare(block));
}

void hw_block_forget_ranges(struct hw_block *block)
{
    for (unsigned i = 0; i < HW_RANGE_CACHE; i++)
        block->cached[i] = (struct hw_range){.first = 1, .last = 0}; /* an empty range */
    block->recent_count = 0;
}

/* Clear local memory: only its used part. */
static void clear_local(struct hw_block *block)
{
    const size_t bytes = block->local_warp_bytes - block->local_touched;

    for (size_t warp = 0; bytes && warp < block->warp_count; warp++)
        memset(block->local + warp * block->local_warp_bytes + block->local_touched, 0, bytes);
    block->local_touched = block->local_warp_bytes;
}

/* The state at the start of a launch, except for the memory. */
static void reset_block(struct hw_block *block, const struct hw_block_setup *setup)
{
    const struct hw_launch *launch = setup->launch;
    const struct hw_kernel_abi *kernel_abi = hw_kernel_abi_of(&launch->code.target);
    const struct hw_shared_layout room = hw_shared_layout(launch);

    block->launch = launch;
    block->code = setup->code;
    block->program = &setup->code->program;
    block->literals = setup->literals;
    block->stop = setup->stop;
    block->spins = setup->spins;
    block->locked_global = setup->locked_global;
    block->kernel_abi = kernel_abi;
    block->windows = kernel_abi->windows;
    block->subscriptions = hw_subscriptions(launch);
    block->window = hw_memory_reservation(launch->memory)->base;
    hw_block_forget_ranges(block);
    block->alone = setup->alone;
    block->watched = false;
    block->number = UINT64_MAX; /* so that no block is its successor */
    block->slot = HW_NO_SLOT;
    block->slots = 0;
    block->sms = hw_units_count(hw_units_of(launch->code.chip, launch->placement.units));
    block->warp_count = hw_launch_warps(launch);
    block->shared_bytes = room.own;
    block->shared_end = room.end;
    block->behind_used = true; /* by another launch, perhaps */
    block->shared_groups[0] = block->program->names_reserved ? room.groups : 0;
    block->shared_groups[1] = block->program->names_reserved ? room.used : 0;
    block->local_bytes = hw_launch_local_bytes(launch);
    block->local_first = kernel_abi->local_end ? kernel_abi->local_end - block->local_bytes : 0;
    block->local_touched = block->local_warp_bytes = round_up(block->local_bytes, 4) * HW_LANES;
    block->begins_otherwise = hw_warps_begin_otherwise(block);
    block->may_run_stateless = launch->host.order == 0 && hw_block_may_run_stateless(block);
    block->stateless_misses = 0;
    memset(&block->stats, 0, sizeof block->stats);
    memset(&block->fault, 0, sizeof block->fault);
}

bool hw_block_prepare(struct hw_block *block, const struct hw_block_setup *setup)
{
    clear_local(block);
    reset_block(block, setup);
    block->shared = grow_memory(block->shared, &block->shared_max, block->shared_end);
    block->locked = grow_memory(block->locked, &block->locked_max, locked_bytes(block));
    block->local = grow_memory(block->local, &block->local_max, block->local_warp_bytes * block->warp_count);
    return block->shared && block->locked && block->local && prepare_reductions(block, setup) &&
           prepare_warps(block) && prepare_async(block);
}

size_t hw_block_bytes(const struct hw_block *block)
{
    size_t bytes = sizeof *block + block->shared_max + block->locked_max + block->local_max;

    for (uint32_t i = 0; i < block->warps_max; i++)
        bytes += sizeof *block->warp +
                 block->warp_contexts[i].registers * sizeof *block->warp_contexts[i].reg +
                 block->warp_contexts[i].paths_bytes;
    return bytes;
}

void hw_block_destroy(struct hw_block *block)
{
    hw_warp_contexts_free(block);
    free(block->warp);
    free(block->special_by_number);
    free(block->pending_memory);
    hw_reduction_log_destroy(block->log);
    hw_async_queue_destroy(block->async_memory);
    hw_free_sparse(block->local, block->local_max);
    hw_free_sparse(block->locked, block->locked_max);
    hw_free_sparse(block->shared, block->shared_max);
}

/* Shared memory is zero, on Tesla after the header and the parameters. */
static void start_shared(struct hw_block *block)
{
    const struct hw_launch *launch = block->launch;
    uint16_t header[8];

    if (block->shared_bytes > 0 || block->behind_used) {
        memset(block->shared, 0, block->behind_used ? block->shared_end : block->shared_bytes);
        memset(block->locked, 0, locked_bytes(block));
        block->behind_used = false;
    }
    if (!block->kernel_abi->shared_header)
        return;
    hw_shared_header(launch, block->id, header);
    memcpy(block->shared, header, sizeof header);
    if (launch->param_bytes)
        memcpy(block->shared + sizeof header, launch->params, launch->param_bytes);
}

/* The block's coordinates: usually it is the successor of the last one. */
static void number_block(struct hw_block *block, uint64_t number)
{
    const uint32_t *grid = block->launch->grid;

    if (number == block->number + 1 && number != 0) {
        hw_step_id(grid, block->id);
    } else {
        block->id[0] = (uint32_t)(number % grid[0]);
        block->id[1] = (uint32_t)(number / grid[0] % grid[1]);
        block->id[2] = (uint32_t)(number / grid[0] / grid[1]);
    }
    block->number = number;
}

/* No warp waits at a barrier or has arrived at one. */
static void clear_barriers(struct hw_block *block)
{
    if (block->barriers_used)
        memset(block->barrier, 0, sizeof block->barrier);
    block->barriers_used = 0;
}

void hw_block_start(struct hw_block *block, uint64_t number)
{
    number_block(block, number);
    block->instructions = block->clocked = 0;
    block->warps_started = 0;
    block->warps_running = block->warp_count;
    clear_barriers(block);
    block->quantum.count = 0;
    block->fault.kind = HW_FAULT_NONE; /* of the block that ended in this memory */
    hw_drawn_order_begin(&block->drawn, block->launch->host.order, number);
    clear_local(block);
    start_shared(block);
    hw_warp_contexts_reset(block);
    if (block->async)
        hw_async_queue_start(block);
    block->stats.blocks++;
    block->stats.warps += block->warp_count;
    if (block->subscriptions.blocks)
        hw_notify_block(block, HW_MOMENT_BEGIN);
}
