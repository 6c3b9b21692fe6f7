/* SPDX-License-Identifier: MIT */
/* The assembly printer writes a module as a listing, which the assembler makes a cubin of: see codegen.h. */
#include <inttypes.h>
#include <stdio.h>

#include <halfwarp/module.h>
#include <halfwarp/surface.h>

#include "compiler/codegen/call_graph.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/kernel.h"
#include "compiler/codegen/limits.h"
#include "compiler/codegen/legalise_handles.h"
#include "compiler/codegen/tesla.h"
#include "compiler/codegen/variables.h"

#define PARAM_FLAGS 0x1f000u /* what compilers write beside a parameter's size; its meaning is unknown */

/* Textures that a kernel names get words after its parameters, or slot numbers from 0 on. */
static void assign_slots(struct hw_codegen_target *target, const struct hw_ir_routine *routine,
                         struct hw_codegen_layout *layout)
{
    layout->first_slot = hw_codegen_has_slots(target)
                             ? 4
                             : (target->banks->params & 0xffff) + (routine->signature.bytes + 3) / 4 * 4;
    layout->surface_bytes = hw_codegen_has_descriptors(target) ? 4 * HW_SURFACE_WORDS : 4;
    for (uint32_t i = 0; i < routine->function->block_count; i++)
        for (const struct hw_ir_insn *insn = routine->function->block[i]->first; insn; insn = insn->next)
            if (insn->how.symbol &&
                (hw_codegen_is_lookup(insn) || (insn->op == HW_IR_HANDLE && insn->result[0].uses)))
                hw_codegen_assign_slot(layout, insn->how.symbol);
}

/* Whether code accesses planes of a surface that are stacked. */
static bool asks_planes(const struct hw_ir_function *function, const struct hw_ir_symbol *symbol)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        for (const struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next) {
            const struct hw_ir_texture *texture = insn->how.extra;
            if (hw_codegen_is_lookup(insn) && insn->how.symbol == symbol && texture &&
                (texture->shape == HW_IR_SHAPE_3D || texture->shape == HW_IR_SHAPE_ARRAY_1D ||
                 texture->shape == HW_IR_SHAPE_ARRAY_2D))
                return true;
        }
    return false;
}

/* Whose the numbers in the code are, and whose words it reads. */
static void write_numbers(const struct hw_ir_function *function, const struct hw_codegen_layout *layout,
                          struct hw_codegen_buffer *to)
{
    for (size_t i = 0; i < layout->slots; i++) {
        const struct hw_ir_symbol *symbol = layout->slot[i];
        if (symbol->opaque == HW_IR_OPAQUE_SURFACE && asks_planes(function, symbol))
            hw_codegen_print(to, ".info 4 IMAGE_OFFSET 12 %s\n        .u32 0x0, 0x%x, 0x%x\n", symbol->name,
                             0xffff0000 + 4 * HW_CODEGEN_SURFACE_WORDS * (unsigned)i,
                             HW_CODEGEN_SURFACE_WORDS);
        hw_codegen_print(to, ".info 4 IMAGE_SLOT 8 %s\n        .u32 0x0, 0x%x\n", symbol->name, (unsigned)i);
    }
}

/* What the loader puts there. */
static const char *is_wanted_kernel(const struct hw_codegen_layout *layout, const struct hw_ir_symbol *symbol)
{
    return symbol->opaque != HW_IR_OPAQUE_SURFACE ? "TEX_HEADER_INDEX"
           : layout->surface_bytes > 4            ? "SURF_HW_DESC"
                                                  : "SURF_HEADER_INDEX";
}

static void write_slots(const struct hw_ir_routine *routine, const struct hw_codegen_layout *layout,
                        struct hw_codegen_buffer *to, struct hw_codegen_buffer *next,
                        struct hw_codegen_symbols *symbols)
{
    struct hw_codegen_buffer name = {.arena = layout->arena};

    if (!layout->slots)
        return;
    const struct hw_ir_symbol *last = layout->slot[layout->slots - 1];
    hw_codegen_print(to, ".const 0 0 %u\n",
                     hw_codegen_slot(layout, last) + hw_codegen_slot_bytes(layout, last));
    hw_codegen_print(&name, ".nv.constant0.%s", routine->symbol->name);
    hw_codegen_add_symbol(symbols, &(struct hw_codegen_symbol){
                                       .name = name.text, .section = name.text, .type = HW_CODEGEN_SECTION});
    for (size_t i = 0; i < layout->slots; i++)
        hw_codegen_print(next, ".relocate .nv.constant0.%s %u R_CUDA_%s %s\n", routine->symbol->name,
                         hw_codegen_slot(layout, layout->slot[i]), is_wanted_kernel(layout, layout->slot[i]),
                         layout->slot[i]->name);
}

/* From which bit on an instruction has a literal, or the number of a word in a constant bank: relocations are
 * named for it. */
static unsigned position_of(const struct hw_codegen_target *target, bool is_constant)
{
    struct hw_insn zero, one;

    hw_parse(&target->target, HW_SYNTAX_NV, is_constant ? "MOV R0, c[0x0][0x0]" : "MOV32I R0, 0x0", 0, &zero,
             NULL);
    hw_parse(&target->target, HW_SYNTAX_NV, is_constant ? "MOV R0, c[0x0][0x4]" : "MOV32I R0, 0x1", 0, &one,
             NULL);
    return (unsigned)__builtin_ctzll((zero.word[0] ^ one.word[0]) | (uint64_t)1 << 63);
}

static void write_parameters(const struct hw_codegen_target *target, const struct hw_ir_signature *signature,
                             struct hw_codegen_buffer *to)
{
    hw_codegen_print(to, ".param_base %u\n.param_bytes %u\n", target->banks->params & 0xffff,
                     signature->bytes);
    for (uint32_t i = signature->ins; i-- > 0;)
        if (!signature->in[i].opaque)
            hw_codegen_print(to, ".param %u %u %u %u\n", i, signature->in[i].offset, signature->in[i].bytes,
                             PARAM_FLAGS);
}

unsigned hw_codegen_max_registers(const struct hw_ir_routine *routine,
                                  const struct hw_codegen_options *options)
{
    const unsigned said = routine->most_registers;

    return options->most_registers && (!said || options->most_registers < said) ? options->most_registers
                                                                                : said;
}

struct listing {
    const struct hw_ir_module *module;
    const struct hw_codegen_options *options;
    struct hw_codegen_target target;
    struct hw_codegen_layout constants, known; /* known: addresses of variables that code may name */
    struct hw_codegen_buffer to, last;
    struct hw_codegen_symbols symbols;
    uint32_t *id; /* by number of a routine, that of its symbol */
    struct hw_error *error;
};

static void write_relocations(struct listing *l, const struct hw_ir_routine *routine,
                              const struct hw_codegen_emitted *emitted)
{
    for (size_t i = 0; i < emitted->relocs; i++)
        hw_codegen_print(&l->last, ".relocate .text.%s r%u R_CUDA_%s_%u %s %" PRId64 "\n",
                         routine->symbol->name, emitted->reloc[i].label, emitted->reloc[i].kind,
                         position_of(&l->target, emitted->reloc[i].is_constant), emitted->reloc[i].symbol,
                         emitted->reloc[i].addend);
}

/* Functions that a code calls and that are defined elsewhere, each once. */
static void write_externs(struct listing *l, const struct hw_ir_routine *routine)
{
    bool *is_written = hw_arena_array(l->module->arena, l->module->routines + 1, sizeof *is_written);

    for (uint32_t i = 0; i < routine->function->block_count; i++)
        for (const struct hw_ir_insn *insn = routine->function->block[i]->first; insn; insn = insn->next) {
            const struct hw_ir_routine *callee =
                insn->op == HW_IR_CALL && insn->how.symbol ? insn->how.symbol->routine : NULL;
            if (!callee || callee->function || is_written[callee->number])
                continue;
            is_written[callee->number] = true;
            hw_codegen_print(&l->to, ".info 4 EXTERNS 4 %s\n        .u32 0x0\n", callee->symbol->name);
        }
}

/* What a linker adds up along calls. */
static void write_needs(struct listing *l, const struct hw_ir_routine *routine,
                        const struct hw_codegen_kernel *kernel)
{
    const char *name = routine->symbol->name;

    hw_codegen_print(&l->last, ".info 4 REGCOUNT 8 %s\n        .u32 0x0, 0x%x\n", name, kernel->registers);
    hw_codegen_print(&l->last, ".info 4 FRAME_SIZE 8 %s\n        .u32 0x0, 0x%x\n", name,
                     kernel->local_bytes);
}

static void write_head(struct listing *l, const struct hw_ir_routine *routine,
                       const struct hw_codegen_layout *layout, const struct hw_codegen_kernel *kernel)
{
    const bool is_relocatable = l->options->is_relocatable;

    hw_codegen_print(&l->to, "\n.%s %s\n.registers %u\n.shared %" PRIu64 "\n.local %u\n.barriers %u\n",
                     routine->is_kernel ? "kernel" : "function", routine->symbol->name, kernel->registers,
                     layout->bytes[HW_IR_SPACE_SHARED], is_relocatable ? 0 : kernel->local_bytes,
                     kernel->emitted.barriers);
    if (routine->is_kernel)
        write_parameters(&l->target, &routine->signature, &l->to);
    if (is_relocatable) {
        write_needs(l, routine, kernel);
        write_externs(l, routine);
    }
}

static hw_status write_code(struct listing *l, struct hw_ir_routine *routine)
{
    struct hw_codegen_layout layout = l->known;
    struct hw_codegen_kernel kernel = {.registers = 0};
    const unsigned most = hw_codegen_max_registers(routine, l->options);

    layout.capacity = layout.count; /* what is added goes to a copy */
    if (!l->options->is_relocatable)
        hw_codegen_assign_named(&layout, routine->function, HW_IR_SPACE_SHARED);
    if (routine->is_kernel)
        assign_slots(&l->target, routine, &layout);
    const hw_status status = hw_codegen_kernel(&l->target, &layout, routine, most, &kernel, l->error);
    if (status != HW_OK)
        return hw_codegen_refuse(l->module->arena, routine, status, l->error);
    hw_codegen_report(l->options, l->target.arena, routine->symbol->name, &kernel);
    kernel.registers = kernel.registers < 2 ? 2 : kernel.registers;
    write_head(l, routine, &layout, &kernel);
    if (hw_codegen_has_slots(&l->target))
        write_numbers(routine->function, &layout, &l->to);
    hw_codegen_print(&l->to, ".code\n%s", kernel.emitted.text.text);
    if (!hw_codegen_has_slots(&l->target))
        write_slots(routine, &layout, &l->to, &l->last, &l->symbols);
    hw_codegen_print(&l->to, ".end\n");
    write_relocations(l, routine, &kernel.emitted);
    return HW_OK;
}

/* Of all functions that have code here, or are called or named here. */
static void add_function_symbols(struct listing *l)
{
    const bool *is_named = hw_codegen_find_named(l->module);

    l->id = hw_arena_array(l->module->arena, l->module->routines + 1, sizeof *l->id);
    for (size_t i = 0; i < l->module->routines; i++) {
        const struct hw_ir_routine *routine = l->module->routine[i];
        const bool is_written = hw_codegen_is_written(routine);
        struct hw_codegen_buffer section = {.arena = l->module->arena};
        l->id[i] = UINT32_MAX;
        if (!is_written && !is_named[i])
            continue;
        if (is_written)
            hw_codegen_print(&section, ".text.%s", routine->symbol->name);
        l->id[i] = hw_codegen_add_symbol(
            &l->symbols,
            &(struct hw_codegen_symbol){.name = routine->symbol->name,
                                        .section = section.text,
                                        .type = HW_CODEGEN_FUNCTION,
                                        .binding = is_written && !routine->is_kernel
                                                       ? hw_codegen_binding(routine->symbol->linkage)
                                                       : 1,
                                        .other = routine->is_kernel ? HW_CODEGEN_KERNEL : 0});
    }
}

static hw_status write_all(struct listing *l)
{
    hw_status status = HW_OK;

    hw_codegen_print(&l->to, ".target %s\n.container elf%u\n%s", l->options->target,
                     l->module->address_bits == 32 ? 32u : 64u,
                     l->options->is_relocatable ? ".relocatable\n" : "");
    for (size_t i = 0; i < l->module->routines && status == HW_OK; i++)
        if (hw_codegen_is_written(l->module->routine[i]))
            status = write_code(l, l->module->routine[i]);
    if (status != HW_OK)
        return status;
    if (l->options->is_relocatable)
        add_function_symbols(l);
    hw_codegen_write_variables(l->module, &l->target, &l->constants, l->options->is_relocatable, &l->to,
                               &l->symbols);
    hw_codegen_write_symbols(&l->symbols, &l->to);
    if (l->options->is_relocatable)
        hw_codegen_write_call_graph(l->module, &l->symbols, l->id, &l->to);
    hw_codegen_print(&l->to, "%s", l->last.text ? l->last.text : "");
    return HW_OK;
}

hw_status hw_codegen_print_module(const struct hw_ir_module *module, const struct hw_codegen_options *options,
                                  const char **text, struct hw_error *error)
{
    struct listing l = {.module = module,
                        .options = options,
                        .constants = {.arena = module->arena},
                        .known = {.arena = module->arena},
                        .to = {.arena = module->arena},
                        .last = {.arena = module->arena},
                        .symbols = {.text = {{.arena = module->arena}, {.arena = module->arena}}},
                        .error = error};
    hw_status status = hw_codegen_target(module->arena, options->target, &l.target, error);

    if (status == HW_OK)
        status = hw_codegen_check_globals(&l.target, module, error);
    if (status != HW_OK)
        return status;
    l.target.is_ordered = options->is_ordered;
    if (!l.target.banks)
        return hw_tesla_print_module(module, options, &l.target, text, error);
    status = hw_codegen_check_initials(&l.target, module, error);
    if (status != HW_OK)
        return status;
    hw_codegen_assign_constants(module, &l.constants);
    status = hw_codegen_check_constants(&l.constants, error);
    if (status != HW_OK)
        return status;
    if (!options->is_relocatable || options->is_alone)
        l.known = l.constants;
    else
        l.known.bytes[HW_IR_SPACE_CONST] = HW_CONST_BANK_BYTES; /* a linker knows how many there are */
    status = write_all(&l);
    *text = l.to.text;
    return status;
}
