/* SPDX-License-Identifier: MIT */
/* See variables.h. */
#include "compiler/code/variables.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A section that variables fill. */
struct section {
    const char *name;
    struct hw_codegen_layout layout;
    uint8_t *data;
};

void hw_codegen_place_constants(const struct hw_ir_module *module, struct hw_codegen_layout *layout)
{
    for (size_t i = 0; i < module->variables; i++)
        if (module->variable[i]->space == HW_IR_SPACE_CONST &&
            module->variable[i]->linkage != HW_IR_LINK_EXTERN)
            hw_codegen_place(layout, module->variable[i]);
}

static void write_data(struct hw_codegen_buffer *to, const uint8_t *data, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i += 4) {
        uint32_t word;
        memcpy(&word, data + i, sizeof word);
        hw_codegen_print(to, "%s0x%08" PRIx32 "%s", i % 32 == 0 ? "        .u32 " : "", word,
                         i % 32 == 28 || i + 4 >= bytes ? "\n" : ", ");
    }
}

static uint64_t whole_words(uint64_t bytes)
{
    return (bytes + 3) / 4 * 4;
}

static void fill(struct section *section, struct hw_arena *arena, unsigned space)
{
    section->data = hw_arena_take(arena, whole_words(section->layout.bytes[space]) + 4);
    for (size_t i = 0; i < section->layout.count; i++) {
        const struct hw_codegen_placed *placed = &section->layout.placed[i];
        if (placed->symbol->space == space && placed->symbol->data)
            memcpy(section->data + placed->offset, placed->symbol->data, placed->symbol->bytes);
    }
}

static void write_symbols(struct hw_codegen_buffer *to, const struct section *section, unsigned space)
{
    static const uint8_t bindings[] = {[HW_IR_LINK_LOCAL] = 0,
                                       [HW_IR_LINK_VISIBLE] = 1,
                                       [HW_IR_LINK_WEAK] = 2,
                                       [HW_IR_LINK_COMMON] = 2,
                                       [HW_IR_LINK_EXTERN] = 1};

    hw_codegen_print(to, ".symbol %s %s 3 0 0 0 0\n", section->name, section->name);
    for (size_t i = 0; i < section->layout.count; i++) {
        const struct hw_codegen_placed *placed = &section->layout.placed[i];
        if (placed->symbol->space == space)
            hw_codegen_print(to, ".symbol %s %s 1 %u 0 %" PRIu64 " %" PRIu64 "\n", placed->symbol->name,
                             section->name, bindings[placed->symbol->linkage], placed->offset,
                             placed->symbol->bytes);
    }
}

static void write_pointers(struct hw_codegen_buffer *to, const struct section *section, unsigned space)
{
    for (size_t i = 0; i < section->layout.count; i++) {
        const struct hw_ir_symbol *symbol = section->layout.placed[i].symbol;
        for (uint32_t k = 0; symbol->space == space && k < symbol->pointers; k++) {
            const struct hw_ir_pointer *pointer = &symbol->pointer[k];
            const char *kind = pointer->symbol->is_function ? "FUNC_DESC_" : pointer->generic ? "G" : "";
            hw_codegen_print(to, ".relocate %s %" PRIu64 " R_CUDA_%s%u %s %" PRId64 "\n", section->name,
                             section->layout.placed[i].offset + pointer->at, kind, 8u * pointer->bytes,
                             pointer->symbol->name, pointer->offset);
        }
    }
}

static void write_constants(struct hw_arena *arena, const struct hw_codegen_target *target,
                            const struct hw_codegen_layout *constants, struct hw_codegen_buffer *to)
{
    char name[32];
    struct section section = {.name = name, .layout = *constants};
    const uint64_t bytes = constants->bytes[HW_IR_SPACE_CONST];

    if (!constants->count)
        return;
    snprintf(name, sizeof name, ".nv.constant%u", target->user_bank);
    fill(&section, arena, HW_IR_SPACE_CONST);
    hw_codegen_print(to, ".const %u 0 %" PRIu64 "\n", target->user_bank, whole_words(bytes));
    write_data(to, section.data, bytes);
    write_symbols(to, &section, HW_IR_SPACE_CONST);
    write_pointers(to, &section, HW_IR_SPACE_CONST);
}

static bool has_data(const struct hw_ir_symbol *symbol)
{
    return symbol->data || symbol->pointers;
}

static void write_global(const struct hw_ir_module *module, const char *name, bool is_initialized,
                         struct hw_codegen_buffer *to)
{
    struct section section = {.name = name, .layout = {.arena = module->arena}};

    for (size_t i = 0; i < module->variables; i++) {
        const struct hw_ir_symbol *symbol = module->variable[i];
        if (symbol->space == HW_IR_SPACE_GLOBAL && !symbol->opaque && symbol->linkage != HW_IR_LINK_EXTERN &&
            has_data(symbol) == is_initialized)
            hw_codegen_place(&section.layout, symbol);
    }
    if (!section.layout.count)
        return;
    const uint64_t bytes = whole_words(section.layout.bytes[HW_IR_SPACE_GLOBAL]);
    hw_codegen_print(to, ".section %s %u 3 %u 0 %" PRIu64 "\n", name, is_initialized ? 1u : 8u,
                     section.layout.align[HW_IR_SPACE_GLOBAL], bytes);
    if (is_initialized) {
        fill(&section, module->arena, HW_IR_SPACE_GLOBAL);
        write_data(to, section.data, bytes);
    }
    write_symbols(to, &section, HW_IR_SPACE_GLOBAL);
    write_pointers(to, &section, HW_IR_SPACE_GLOBAL);
}

void hw_codegen_write_variables(const struct hw_ir_module *module, const struct hw_codegen_target *target,
                                const struct hw_codegen_layout *constants, struct hw_codegen_buffer *to)
{
    write_constants(module->arena, target, constants, to);
    write_global(module, ".nv.global.init", true, to);
    write_global(module, ".nv.global", false, to);
    for (size_t i = 0; i < module->variables; i++)
        if (module->variable[i]->opaque == HW_IR_OPAQUE_TEXTURE ||
            module->variable[i]->opaque == HW_IR_OPAQUE_SURFACE)
            hw_codegen_print(to, ".symbol %s - %u 1 0 0 0\n", module->variable[i]->name,
                             module->variable[i]->opaque == HW_IR_OPAQUE_TEXTURE ? 10u : 12u);
    for (size_t i = 0; i < module->variables; i++)
        if (!module->variable[i]->opaque && module->variable[i]->space == HW_IR_SPACE_GLOBAL &&
            module->variable[i]->linkage == HW_IR_LINK_EXTERN)
            hw_codegen_print(to, ".symbol %s - 1 1 0 0 0\n", module->variable[i]->name);
}
