/* SPDX-License-Identifier: MIT */
/* Collects and sorts symbols: see symbol_list.h. */
#include "compiler/codegen/symbol_list.h"

#include <inttypes.h>

uint32_t hw_codegen_add_symbol(struct hw_codegen_symbols *symbols, const struct hw_codegen_symbol *symbol)
{
    const unsigned side = symbol->binding != 0;

    hw_codegen_print(&symbols->text[side], ".symbol %s %s %u %u %u %" PRIu64 " %" PRIu64 "%s\n", symbol->name,
                     symbol->section ? symbol->section : "-", symbol->type, symbol->binding, symbol->other,
                     symbol->value, symbol->bytes, symbol->is_common ? " common" : "");
    return 2 * symbols->count[side]++ + side;
}

uint32_t hw_codegen_symbol_number(const struct hw_codegen_symbols *symbols, uint32_t id)
{
    return 1 + id / 2 + (id % 2 ? symbols->count[0] : 0);
}

void hw_codegen_write_symbols(const struct hw_codegen_symbols *symbols, struct hw_codegen_buffer *to)
{
    for (unsigned side = 0; side < 2; side++)
        if (symbols->count[side])
            hw_codegen_print(to, "%s", symbols->text[side].text);
}

unsigned hw_codegen_binding(uint8_t linkage)
{
    static const uint8_t bindings[] = {[HW_IR_LINK_LOCAL] = 0,
                                       [HW_IR_LINK_VISIBLE] = 1,
                                       [HW_IR_LINK_WEAK] = 2,
                                       [HW_IR_LINK_COMMON] = 2,
                                       [HW_IR_LINK_EXTERN] = 1};

    return bindings[linkage];
}
