/* SPDX-License-Identifier: MIT */
/* See layout.h. */
#include "compiler/code/layout.h"

uint64_t hw_codegen_place(struct hw_codegen_layout *layout, const struct hw_ir_symbol *symbol)
{
    uint64_t *bytes = &layout->bytes[symbol->space];
    const uint32_t align = symbol->align ? symbol->align : 1;

    *bytes = (*bytes + align - 1) / align * align;
    if (layout->align[symbol->space] < align)
        layout->align[symbol->space] = align;
    layout->placed =
        hw_arena_grow(layout->arena, layout->placed, layout->count, &layout->room, sizeof *layout->placed);
    layout->placed[layout->count++] = (struct hw_codegen_placed){.symbol = symbol, .offset = *bytes};
    *bytes += symbol->bytes;
    return layout->placed[layout->count - 1].offset;
}

bool hw_codegen_offset(const struct hw_codegen_layout *layout, const struct hw_ir_symbol *symbol,
                       uint64_t *offset)
{
    for (size_t i = 0; i < layout->count; i++)
        if (layout->placed[i].symbol == symbol) {
            *offset = layout->placed[i].offset;
            return true;
        }
    return false;
}

uint32_t hw_codegen_slot(const struct hw_codegen_layout *layout, const struct hw_ir_symbol *symbol)
{
    for (size_t i = 0; i < layout->slots; i++)
        if (layout->slot[i] == symbol)
            return layout->first_slot + 4 * (uint32_t)i;
    return 0;
}

void hw_codegen_take_slot(struct hw_codegen_layout *layout, const struct hw_ir_symbol *symbol)
{
    if (hw_codegen_slot(layout, symbol))
        return;
    layout->slot = hw_arena_grow(layout->arena, layout->slot, layout->slots, &layout->slot_room,
                                 sizeof(const struct hw_ir_symbol *));
    layout->slot[layout->slots++] = symbol;
}
