/* SPDX-License-Identifier: MIT */
/* Assigns addresses to variables: see variable_layout.h. */
#include "compiler/codegen/variable_layout.h"

uint64_t hw_codegen_assign_address(struct hw_codegen_layout *layout, const struct hw_ir_symbol *symbol)
{
    uint64_t *bytes = &layout->bytes[symbol->space];
    const uint32_t align = symbol->align ? symbol->align : 1;

    *bytes = (*bytes + align - 1) / align * align;
    if (layout->align[symbol->space] < align)
        layout->align[symbol->space] = align;
    layout->placed = hw_arena_grow(layout->arena, layout->placed, layout->count, &layout->capacity,
                                   sizeof *layout->placed);
    layout->placed[layout->count++] =
        (struct hw_codegen_variable_address){.symbol = symbol, .offset = *bytes};
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

uint32_t hw_codegen_slot_bytes(const struct hw_codegen_layout *layout, const struct hw_ir_symbol *symbol)
{
    return symbol->opaque == HW_IR_OPAQUE_SURFACE && layout->surface_bytes ? layout->surface_bytes : 4;
}

uint32_t hw_codegen_slot(const struct hw_codegen_layout *layout, const struct hw_ir_symbol *symbol)
{
    uint32_t offset = layout->first_slot;

    for (size_t i = 0; i < layout->slots; i++) {
        if (layout->slot[i] == symbol)
            return offset;
        offset += hw_codegen_slot_bytes(layout, layout->slot[i]);
    }
    return 0;
}

void hw_codegen_assign_slot(struct hw_codegen_layout *layout, const struct hw_ir_symbol *symbol)
{
    if (hw_codegen_slot(layout, symbol))
        return;
    layout->slot = hw_arena_grow(layout->arena, layout->slot, layout->slots, &layout->slot_capacity,
                                 sizeof(const struct hw_ir_symbol *));
    layout->slot[layout->slots++] = symbol;
}

void hw_codegen_assign_named(struct hw_codegen_layout *layout, const struct hw_ir_function *function,
                             unsigned space)
{
    uint64_t offset;

    for (unsigned round = 0; round < 2; round++)
        for (size_t i = 0; i < function->constant_capacity; i++) {
            const struct hw_ir_insn *insn = function->constant[i];
            if (!insn || insn->op != HW_IR_SYMBOL || !insn->result[0].uses)
                continue;
            const struct hw_ir_symbol *symbol = insn->how.symbol;
            if (symbol->space == space && !symbol->is_function && (symbol->bytes == 0) == (round == 1) &&
                !hw_codegen_offset(layout, symbol, &offset))
                hw_codegen_assign_address(layout, symbol);
        }
}
