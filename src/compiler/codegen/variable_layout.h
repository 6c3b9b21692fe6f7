/* SPDX-License-Identifier: MIT */
/* Variable layout assigns each variable of a kernel its offset in its address space. */
#ifndef HW_COMPILER_CODEGEN_VARIABLE_LAYOUT_H
#define HW_COMPILER_CODEGEN_VARIABLE_LAYOUT_H

#include "compiler/ir/ir.h"

struct hw_codegen_variable_address {
    const struct hw_ir_symbol *symbol;
    uint64_t offset;
};

struct hw_codegen_layout {
    struct hw_arena *arena;
    struct hw_codegen_variable_address *placed;
    size_t count, capacity;
    uint64_t bytes[HW_IR_SPACE_COUNT]; /* of each space so far */
    uint32_t align[HW_IR_SPACE_COUNT];
    const struct hw_ir_symbol **slot; /* textures that a kernel names: words of bank 0 with their handles */
    size_t slots, slot_capacity;
    uint32_t first_slot;    /* its offset in the bank */
    uint32_t surface_bytes; /* that a surface's slot takes; a texture's takes a word */
};

/* Assigns a variable the next free address in its space. */
uint64_t hw_codegen_assign_address(struct hw_codegen_layout *layout, const struct hw_ir_symbol *symbol);
/* Assigns addresses to the variables of a space that a kernel names, those of unknown size after all others.
 */
void hw_codegen_assign_named(struct hw_codegen_layout *layout, const struct hw_ir_function *function,
                             unsigned space);
/* False: it has none; the loader knows where it is. */
bool hw_codegen_offset(const struct hw_codegen_layout *layout, const struct hw_ir_symbol *symbol,
                       uint64_t *offset);

void hw_codegen_assign_slot(struct hw_codegen_layout *layout, const struct hw_ir_symbol *symbol);
/* The offset of a texture's or surface's slot; 0: it has none. */
uint32_t hw_codegen_slot_bytes(const struct hw_codegen_layout *layout, const struct hw_ir_symbol *symbol);
uint32_t hw_codegen_slot(const struct hw_codegen_layout *layout, const struct hw_ir_symbol *symbol);

/* What code of GF100 asks of a surface with layers or slices: words in bank 14, by its slot. */
#define HW_CODEGEN_SURFACE_WORDS 7u

/* The next multiple of `unit`. */
static inline uint32_t hw_codegen_round_up(uint64_t bytes, uint32_t unit)
{
    return (uint32_t)((bytes + unit - 1) / unit * unit);
}

#endif
