/* SPDX-License-Identifier: MIT */
/* Inputs of graphics programs: words of a[], p[] and v[]. */
#include "machine/graphics/graphics_ops.h"
#include "machine/graphics/graphics_thread.h"

/* Where a space lies among a thread's words. */
struct window {
    const char *name;
    uint32_t first, words;
};

static struct window window_of(const struct hw_graphics *graphics, const struct hw_uop *uop)
{
    switch (uop->mem.space) {
    case HW_OPERAND_ATTR: return (struct window){"a", 0, graphics->attribute_words};
    case HW_OPERAND_PRIM: return (struct window){"p", graphics->attribute_words, graphics->primitive_words};
    default:
        return (struct window){"v",
                               graphics->attribute_words + graphics->primitive_words +
                                   uop->mem.number * graphics->varying_words,
                               graphics->varying_words};
    }
}

void hw_uop_load_input(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_graphics *graphics = warp->block->launch->graphics;
    const struct window window = window_of(graphics, uop);
    const uint32_t *inputs =
        graphics->input + (size_t)hw_graphics_first(warp) * hw_graphics_input_words(graphics);

    for (uint32_t remaining = regs->exec & hw_graphics_lanes(warp); remaining; remaining &= remaining - 1) {
        const unsigned lane = hw_lowest_lane(remaining);
        const uint32_t address = (regs->reg[uop->a][lane] + uop->mem.offset) & uop->mem.mask;

        if (address % 4 || address / 4 >= window.words) {
            hw_warp_fault(warp, uop, address % 4 ? HW_FAULT_MISALIGNED : HW_FAULT_ADDRESS, lane,
                          &(struct hw_access){.space = uop->mem.space, .size = 4, .address = address},
                          "a word of input at %s[0x%x]; the launch gives %u words", window.name, address,
                          window.words);
            return;
        }
        regs->reg[uop->d][lane] =
            inputs[(size_t)lane * hw_graphics_input_words(graphics) + window.first + address / 4];
    }
}
