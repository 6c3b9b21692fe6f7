/* SPDX-License-Identifier: MIT */
/* Outputs of graphics programs: registers while a thread runs, records in memory when it emits them. */
#include "machine/graphics/graphics_ops.h"
#include "machine/graphics/graphics_thread.h"
#include "machine/paths/control_flow.h"
#include "machine/program.h"

void hw_uop_store_output(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const uint16_t first = warp->block->program->numbering.output;

    for (uint32_t remaining = regs->exec; remaining; remaining &= remaining - 1) {
        const unsigned lane = hw_lowest_lane(remaining);
        const uint32_t address = (regs->reg[uop->a][lane] + uop->mem.offset) & uop->mem.mask;

        if (address % 4 || address / 4 >= HW_OUTPUTS) {
            hw_warp_fault(warp, uop, address % 4 ? HW_FAULT_MISALIGNED : HW_FAULT_ADDRESS, lane,
                          &(struct hw_access){.space = HW_OPERAND_OUT, .size = 4, .address = address},
                          "a word of output at o[0x%x]; there are %d words", address, HW_OUTPUTS);
            return;
        }
        regs->reg[first + address / 4][lane] = regs->reg[uop->b][lane];
    }
}

void hw_uop_double_half(struct hw_regs *regs, const struct hw_uop *uop)
{
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (regs->exec >> lane & 1)
            regs->reg[uop->d][lane] = (regs->reg[uop->d][lane] & 0xffff) * 0x10001u;
}

void hw_uop_emit_record(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_graphics *graphics = warp->block->launch->graphics;
    const uint32_t first = hw_graphics_first(warp), words = graphics->output_words;

    for (uint32_t remaining = hw_uop_lanes(regs, uop) & hw_graphics_lanes(warp); remaining;
         remaining &= remaining - 1) {
        const unsigned lane = hw_lowest_lane(remaining);
        struct hw_graphics_thread *thread = &graphics->thread[first + lane];

        if (thread->helper || thread->records == graphics->records)
            continue;
        uint32_t *record =
            graphics->output + ((size_t)(first + lane) * graphics->records + thread->records) * words;
        for (uint32_t i = 0; i < words; i++)
            record[i] = i < uop->saved.count ? regs->reg[uop->d + i][lane] : 0;
        thread->records++;
    }
}

void hw_uop_cut(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_graphics *graphics = warp->block->launch->graphics;
    const uint32_t first = hw_graphics_first(warp);

    for (uint32_t remaining = hw_uop_lanes(regs, uop) & hw_graphics_lanes(warp); remaining;
         remaining &= remaining - 1) {
        const uint32_t number = first + hw_lowest_lane(remaining), records = graphics->thread[number].records;

        if (graphics->cut && records > 0)
            graphics->cut[(size_t)number * graphics->records + records - 1] = 1;
    }
}

void hw_uop_discard(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    struct hw_graphics_thread *thread = warp->block->launch->graphics->thread + hw_graphics_first(warp);

    for (uint32_t remaining = hw_uop_lanes(regs, uop) & hw_graphics_lanes(warp); remaining;
         remaining &= remaining - 1)
        thread[hw_lowest_lane(remaining)].discarded = true;
}
