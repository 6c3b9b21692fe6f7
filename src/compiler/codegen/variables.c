/* SPDX-License-Identifier: MIT */
/* Writes the data sections of a listing: see variables.h. */
#include "compiler/codegen/variables.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SHARED ".nv_debug.shared" /* where ptxas puts variables that functions use */

struct writing {
    const struct hw_ir_module *module;
    const struct hw_codegen_target *target;
    bool is_relocatable;
    struct hw_codegen_buffer *to;
    struct hw_codegen_symbols *symbols;
};

/* A section that variables fill. */
struct section {
    const char *name;
    struct hw_codegen_layout layout;
    uint8_t *data;
};

void hw_codegen_assign_constants(const struct hw_ir_module *module, struct hw_codegen_layout *layout)
{
    for (size_t i = 0; i < module->variables; i++)
        if (module->variable[i]->space == HW_IR_SPACE_CONST &&
            module->variable[i]->linkage != HW_IR_LINK_EXTERN)
            hw_codegen_assign_address(layout, module->variable[i]);
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

static void copy_values(struct section *section, struct hw_arena *arena, unsigned space)
{
    section->data = hw_arena_alloc(arena, whole_words(section->layout.bytes[space]) + 4);
    for (size_t i = 0; i < section->layout.count; i++) {
        const struct hw_codegen_variable_address *placed = &section->layout.placed[i];
        if (placed->symbol->space == space && placed->symbol->data)
            memcpy(section->data + placed->offset, placed->symbol->data, placed->symbol->data_bytes);
    }
}

/* As linkers want it: `other` is the memory that a variable lies in, and as drivers do: whether it is
 * managed. */
static struct hw_codegen_symbol describe(const struct hw_ir_symbol *symbol, const char *section,
                                         bool is_relocatable)
{
    static const uint8_t memories[HW_IR_SPACE_COUNT] = {
        [HW_IR_SPACE_GLOBAL] = 32, [HW_IR_SPACE_SHARED] = 64, [HW_IR_SPACE_CONST] = 128};

    return (struct hw_codegen_symbol){.name = symbol->name,
                                      .section = section,
                                      .type = is_relocatable ? HW_CODEGEN_VARIABLE : HW_CODEGEN_OBJECT,
                                      .binding = hw_codegen_binding(symbol->linkage),
                                      .other = (is_relocatable ? memories[symbol->space] : 0) |
                                               (symbol->is_managed ? HW_CODEGEN_MANAGED : 0),
                                      .bytes = symbol->bytes};
}

static void write_symbols(const struct writing *w, const struct section *section, unsigned space)
{
    hw_codegen_add_symbol(w->symbols, &(struct hw_codegen_symbol){.name = section->name,
                                                                  .section = section->name,
                                                                  .type = HW_CODEGEN_SECTION});
    for (size_t i = 0; i < section->layout.count; i++) {
        const struct hw_codegen_variable_address *placed = &section->layout.placed[i];
        if (placed->symbol->space != space)
            continue;
        struct hw_codegen_symbol symbol = describe(placed->symbol, section->name, w->is_relocatable);
        symbol.value = placed->offset;
        hw_codegen_add_symbol(w->symbols, &symbol);
    }
}

/* An address of a function is that of its code, a word; one of a variable as generic as it is said to be. */
static void write_pointers(const struct writing *w, const struct section *section, unsigned space)
{
    for (size_t i = 0; i < section->layout.count; i++) {
        const struct hw_ir_symbol *symbol = section->layout.placed[i].symbol;
        for (uint32_t k = 0; symbol->space == space && k < symbol->pointers; k++) {
            const struct hw_ir_pointer *pointer = &symbol->pointer[k];
            const char *kind = pointer->generic && !pointer->symbol->is_function ? "G" : "";
            const unsigned bits =
                pointer->symbol->is_function && pointer->bytes == 8 ? 32u : 8u * pointer->bytes;
            hw_codegen_print(w->to, ".relocate %s %" PRIu64 " R_CUDA_%s%u", section->name,
                             section->layout.placed[i].offset + pointer->at, kind, bits);
            if (pointer->bytes == 1)
                hw_codegen_print(w->to, "_%u", 8u * pointer->byte);
            hw_codegen_print(w->to, " %s %" PRId64 "\n", pointer->symbol->name, pointer->offset);
        }
    }
}

static void write_constants(const struct writing *w, const struct hw_codegen_layout *constants)
{
    char name[32];
    struct section section = {.name = name, .layout = *constants};
    const uint64_t bytes = constants->bytes[HW_IR_SPACE_CONST];

    if (!constants->count)
        return;
    snprintf(name, sizeof name, ".nv.constant%u", w->target->user_bank);
    copy_values(&section, w->module->arena, HW_IR_SPACE_CONST);
    hw_codegen_print(w->to, ".const %u 0 %" PRIu64 "\n", w->target->user_bank, whole_words(bytes));
    write_data(w->to, section.data, bytes);
    write_symbols(w, &section, HW_IR_SPACE_CONST);
    write_pointers(w, &section, HW_IR_SPACE_CONST);
}

static bool has_data(const struct hw_ir_symbol *symbol)
{
    return symbol->data || symbol->pointers;
}

/* A linker makes one variable of all that have its name. */
static bool is_common(const struct writing *w, const struct hw_ir_symbol *symbol)
{
    return w->is_relocatable && symbol->linkage == HW_IR_LINK_COMMON && symbol->space == HW_IR_SPACE_GLOBAL;
}

static void write_global(const struct writing *w, const char *name, bool is_initialized)
{
    struct section section = {.name = name, .layout = {.arena = w->module->arena}};

    for (size_t i = 0; i < w->module->variables; i++) {
        const struct hw_ir_symbol *symbol = w->module->variable[i];
        if (symbol->space == HW_IR_SPACE_GLOBAL && !symbol->opaque && symbol->linkage != HW_IR_LINK_EXTERN &&
            !is_common(w, symbol) && has_data(symbol) == is_initialized)
            hw_codegen_assign_address(&section.layout, symbol);
    }
    if (!section.layout.count)
        return;
    const uint64_t bytes = whole_words(section.layout.bytes[HW_IR_SPACE_GLOBAL]);
    hw_codegen_print(w->to, ".section %s %u 3 %u 0 %" PRIu64 "\n", name, is_initialized ? 1u : 8u,
                     section.layout.align[HW_IR_SPACE_GLOBAL], bytes);
    if (is_initialized) {
        copy_values(&section, w->module->arena, HW_IR_SPACE_GLOBAL);
        write_data(w->to, section.data, bytes);
    }
    write_symbols(w, &section, HW_IR_SPACE_GLOBAL);
    write_pointers(w, &section, HW_IR_SPACE_GLOBAL);
}

/* Variables in shared memory, which a linker assigns addresses: their values are alignments. */
static void write_shared(const struct writing *w)
{
    uint64_t bytes = 0;
    uint32_t align = 4;

    for (size_t i = 0; i < w->module->variables; i++) {
        const struct hw_ir_symbol *from = w->module->variable[i];
        if (from->space != HW_IR_SPACE_SHARED || from->linkage == HW_IR_LINK_EXTERN)
            continue;
        struct hw_codegen_symbol symbol = describe(from, SHARED, true);
        symbol.value = from->align ? from->align : 1;
        hw_codegen_add_symbol(w->symbols, &symbol);
        bytes += from->bytes;
        align = from->align > align ? from->align : align;
    }
    if (bytes)
        hw_codegen_print(w->to, ".section " SHARED " 0x7000000a 3 %u 0 %" PRIu64 "\n", align, bytes);
}

/* Names without an address here. */
static void write_others(const struct writing *w)
{
    for (size_t i = 0; i < w->module->variables; i++) {
        const struct hw_ir_symbol *from = w->module->variable[i];
        struct hw_codegen_symbol symbol = describe(from, NULL, w->is_relocatable);
        symbol.is_common = is_common(w, from);
        if (from->opaque == HW_IR_OPAQUE_TEXTURE || from->opaque == HW_IR_OPAQUE_SURFACE)
            symbol = (struct hw_codegen_symbol){
                .name = from->name,
                .type = from->opaque == HW_IR_OPAQUE_TEXTURE ? HW_CODEGEN_TEXTURE : HW_CODEGEN_SURFACE,
                .binding = 1};
        else if (from->opaque || (from->linkage != HW_IR_LINK_EXTERN && !symbol.is_common) ||
                 (from->space != HW_IR_SPACE_GLOBAL && !w->is_relocatable))
            continue;
        if (!w->is_relocatable)
            symbol.bytes = 0;
        if (symbol.is_common) {
            symbol.value = from->align ? from->align : 1;
            symbol.binding = 1;
        }
        hw_codegen_add_symbol(w->symbols, &symbol);
    }
}

void hw_codegen_write_variables(const struct hw_ir_module *module, const struct hw_codegen_target *target,
                                const struct hw_codegen_layout *constants, bool is_relocatable,
                                struct hw_codegen_buffer *to, struct hw_codegen_symbols *symbols)
{
    const struct writing w = {
        .module = module, .target = target, .is_relocatable = is_relocatable, .to = to, .symbols = symbols};

    write_constants(&w, constants);
    write_global(&w, ".nv.global.init", true);
    write_global(&w, ".nv.global", false);
    if (is_relocatable)
        write_shared(&w);
    write_others(&w);
}
