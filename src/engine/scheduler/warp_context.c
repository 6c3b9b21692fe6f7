/* SPDX-License-Identifier: MIT */
/* A warp context is the register file of a running warp; contexts are pooled, and a warp acquires one at its
 * start.
 *
 * A warp acquires a context when it first runs and releases it when it ends.  The context that was released
 * last is acquired first.  So warps that never wait for each other run one after the other in the same
 * context, whose registers stay in the host's first-level cache. */
#include "engine/scheduler/cache_line.h"
#include "engine/scheduler/blocks.h"
#include "machine/graphics/graphics_thread.h"
#include "machine/events.h"
#include "machine/paths/paths.h"
#include "machine/paths/stack_spill.h"
#include "machine/program.h"
#include "machine/lane_writes.h"

#include <stdlib.h>
#include <string.h>

#define REGISTER_BYTES sizeof(hw_lanes)

/* --- memory --- */

static bool grow_context(struct hw_warp_context *warp_context, uint32_t registers, size_t paths_bytes)
{
    if (registers > warp_context->registers) {
        free(warp_context->reg);
        warp_context->reg = hw_alloc_padded(registers * REGISTER_BYTES); /* see fill_registers */
        warp_context->registers = warp_context->reg ? registers : 0;
        warp_context->version = 0;
    }
    if (paths_bytes > warp_context->paths_bytes) {
        free(warp_context->paths);
        warp_context->paths = hw_alloc_zeroed_padded(paths_bytes);
        warp_context->paths_bytes = warp_context->paths ? paths_bytes : 0;
    }
    return warp_context->registers >= registers && warp_context->paths_bytes >= paths_bytes;
}

/* Initialise the registers for another program: literals get their values, the others are zero. */
static void fill_registers(struct hw_warp_context *warp_context, const struct hw_program *program,
                           const struct hw_literals *literals)
{
    memset(warp_context->reg, 0, program->numbering.literal * REGISTER_BYTES);
    for (uint32_t n = 0; n < program->literal_count; n++)
        hw_splat_word(warp_context->reg[program->numbering.literal + n], literals->word[n]);
    warp_context->version = literals->version;
    warp_context->special = false;
}

/* Free all contexts; the first one is acquired first. */
static void free_contexts(struct hw_block *block)
{
    block->free_context_count = block->warp_count;
    for (uint32_t i = 0; i < block->warp_count; i++)
        block->free_contexts[i] = &block->warp_contexts[block->warp_count - 1 - i];
}

bool hw_warp_contexts_prepare(struct hw_block *block)
{
    const size_t paths_bytes = hw_paths_model(block)->bytes(block->launch);

    for (uint32_t i = 0; i < block->warp_count; i++) {
        if (!grow_context(&block->warp_contexts[i], block->program->numbering.count, paths_bytes))
            return false;
        block->warp_contexts[i].special = false;
    }
    free_contexts(block);
    return true;
}

bool hw_warp_context_fill(struct hw_block *block, struct hw_warp_context *warp_context)
{
    if (!grow_context(warp_context, block->program->numbering.count, 0))
        return false;
    if (warp_context->version != block->literals.version)
        fill_registers(warp_context, block->program, &block->literals);
    return true;
}

void hw_warp_contexts_free(struct hw_block *block)
{
    for (uint32_t i = 0; i < block->warps_max; i++) {
        free(block->warp_contexts[i].reg);
        free(block->warp_contexts[i].paths);
    }
    free(block->warp_contexts);
    free(block->free_contexts);
}

void hw_warp_contexts_reset(struct hw_block *block)
{
    if (block->free_context_count == block->warp_count)
        return;
    for (uint32_t i = 0; i < block->warp_count; i++) {
        block->warp[i].warp_context = NULL;
        block->warp[i].live = 0;
        block->warp[i].waiting = 0;
        block->warp[i].waits_whole = false;
    }
    free_contexts(block);
}

/* --- acquire and release --- */

static void fill_special(struct hw_warp *warp, const struct hw_block *block, const struct hw_program *program)
{
    struct hw_warp_context *warp_context = warp->warp_context;
    unsigned due = program->special_lifetime[HW_LIFETIME_WARP];

    if (warp_context->special_block != block->number)
        due |= program->special_lifetime[HW_LIFETIME_BLOCK];
    if (!warp_context->special)
        due = program->special_all;
    if (due)
        hw_fill_special(warp, due);
    if (warp_context->special_warp != warp->number && program->special_by_number)
        hw_copy_registers(warp->regs.reg + program->numbering.special, hw_cached_special(warp),
                          program->special_by_number);
    warp_context->special = true;
    warp_context->special_warp = warp->number;
    warp_context->special_block = block->number;
}

static void acquire_context(struct hw_block *block, struct hw_warp *warp)
{
    struct hw_warp_context *warp_context = block->free_contexts[--block->free_context_count];

    warp->warp_context = warp_context;
    warp->regs.reg = warp_context->reg;
    warp->paths = warp_context->paths;
    if (warp_context->version != block->literals.version)
        fill_registers(warp_context, block->program, &block->literals);
    if (block->program->special_all)
        fill_special(warp, block, block->program);
}

const hw_lanes *hw_warp_context_initial(struct hw_block *block, uint32_t warp)
{
    acquire_context(block, &block->warp[warp]);
    hw_warp_context_release(block, &block->warp[warp]);
    return block->warp[warp].regs.reg;
}

/* --- the start of a warp --- */

/* The register that a preset names; if the launch does not have it, the sink, which discards writes. */
static unsigned preset_register(const struct hw_launch *launch, const struct hw_register_layout *registers,
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
        hw_splat_word(warp->regs.reg[preset_register(launch, &warp->block->program->numbering, preset)],
                      preset->value);
    }
}

#ifdef HW_POISON_REGISTERS
/* In builds with sanitizers: fill registers with values that no code may read. */
static void poison_registers(struct hw_warp *warp)
{
    const struct hw_program *program = warp->block->program;

    for (uint32_t reg = 0; reg < program->state_registers; reg++) {
        const bool general = reg < program->numbering.cond;
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            warp->regs.reg[reg][lane] = general ? 0xdead0000u + reg * HW_LANES + lane : 0xb;
    }
}
#endif

/* Clear the registers that the code may read before it writes them. */
static void clear_registers(struct hw_warp *warp, const struct hw_program *program)
{
#ifdef HW_POISON_REGISTERS
    poison_registers(warp);
#endif
    for (uint32_t i = 0; i < program->cleared_count; i++)
        memset(warp->regs.reg + program->cleared[i].first, 0, program->cleared[i].count * REGISTER_BYTES);
}

/* Set the initial state that some launches give their warps. */
static void begin_otherwise(struct hw_warp *warp)
{
    const struct hw_block *block = warp->block;

    if (hw_stack_spills(warp)) /* the kernel may change it in memory, to any target */
        memset(warp->regs.reg, 0, block->program->state_registers * REGISTER_BYTES);
    if (block->launch->graphics)
        warp->live = hw_graphics_lanes(warp);
    else if (block->kernel_abi->ids_in_r0)
        hw_copy_registers(warp->regs.reg, (const hw_lanes *)&warp->thread_ids, 1);
    apply_presets(warp);
}

bool hw_warps_begin_otherwise(const struct hw_block *block)
{
    const struct hw_launch *launch = block->launch;

    return block->kernel_abi->ids_in_r0 || launch->graphics || launch->preset_count > 0 ||
           launch->placement.stack.memory;
}

/* Start a warp at the entry point: all that a kernel can read before it writes it is zero, except $r0, and
 * all lanes that have a thread are active. */
void hw_warp_start(struct hw_warp *warp)
{
    struct hw_block *block = warp->block;
    const struct hw_program *program = block->program;

    acquire_context(block, warp);
    clear_registers(warp, program);
    memset(warp->regs.pred, 0, sizeof warp->regs.pred);
    warp->regs.pred[HW_PT] = ~0u;
    warp->live = warp->launched;
    if (block->begins_otherwise)
        begin_otherwise(warp);
    warp->after_barrier = false;
    warp->wakes = 0;
    warp->reduced = 0;
    warp->next = program->start;
    warp->run_start = program->insn_of[program->start];
    hw_paths_of(warp)->start(warp);
    if (block->subscriptions.warps)
        hw_notify_warp(warp, HW_MOMENT_BEGIN);
}
