/* SPDX-License-Identifier: MIT */
/* See codegen.h: a module as a listing, which the assembler makes a cubin of. */
#include <inttypes.h>
#include <stdio.h>

#include <halfwarp/surface.h>

#include "compiler/code/codegen.h"
#include "compiler/code/kernel.h"
#include "compiler/code/tesla.h"
#include "compiler/code/variables.h"

#define PARAM_FLAGS 0x1f000u /* what compilers write beside a parameter's size; its meaning is unknown */

static bool is_lookup(const struct hw_ir_insn *insn)
{
    return insn->op == HW_IR_TEXTURE || insn->op == HW_IR_TEXTURE_QUERY || insn->op == HW_IR_SURFACE_LOAD ||
           insn->op == HW_IR_SURFACE_STORE || insn->op == HW_IR_SURFACE_REDUCE;
}

/* Textures that a kernel names get words behind its parameters, or numbers from 0 on. */
static void take_slots(struct hw_codegen_target *target, const struct hw_ir_routine *routine,
                       struct hw_codegen_layout *layout)
{
    layout->first_slot = hw_codegen_has_slots(target)
                             ? 4
                             : (target->places->params & 0xffff) + (routine->signature.bytes + 3) / 4 * 4;
    layout->surface_bytes = hw_codegen_has_descriptors(target) ? 4 * HW_SURFACE_WORDS : 4;
    for (uint32_t i = 0; i < routine->function->block_count; i++)
        for (const struct hw_ir_insn *insn = routine->function->block[i]->first; insn; insn = insn->behind)
            if (is_lookup(insn) && insn->how.symbol)
                hw_codegen_take_slot(layout, insn->how.symbol);
}

/* Whose the numbers in the code are. */
static void write_numbers(const struct hw_codegen_layout *layout, struct hw_codegen_buffer *to)
{
    for (size_t i = 0; i < layout->slots; i++)
        hw_codegen_print(to, ".info 4 IMAGE_SLOT 8 %s\n        .u32 0x0, 0x%x\n", layout->slot[i]->name,
                         (unsigned)i);
}

/* What the loader puts there. */
static const char *wanted(const struct hw_codegen_layout *layout, const struct hw_ir_symbol *symbol)
{
    return symbol->opaque != HW_IR_OPAQUE_SURFACE ? "TEX_HEADER_INDEX"
           : layout->surface_bytes > 4            ? "SURF_HW_DESC"
                                                  : "SURF_HEADER_INDEX";
}

static void write_slots(const struct hw_ir_routine *routine, const struct hw_codegen_layout *layout,
                        struct hw_codegen_buffer *to, struct hw_codegen_buffer *behind)
{
    if (!layout->slots)
        return;
    const struct hw_ir_symbol *last = layout->slot[layout->slots - 1];
    hw_codegen_print(to, ".const 0 0 %u\n",
                     hw_codegen_slot(layout, last) + hw_codegen_slot_bytes(layout, last));
    hw_codegen_print(behind, ".symbol .nv.constant0.%s .nv.constant0.%s 3 0 0 0 0\n", routine->symbol->name,
                     routine->symbol->name);
    for (size_t i = 0; i < layout->slots; i++)
        hw_codegen_print(behind, ".relocate .nv.constant0.%s %u R_CUDA_%s %s\n", routine->symbol->name,
                         hw_codegen_slot(layout, layout->slot[i]), wanted(layout, layout->slot[i]),
                         layout->slot[i]->name);
}

/* Which bits of the instruction that takes a literal of 32 bits it is in: relocations are named for it. */
static unsigned literal_position(const struct hw_codegen_target *target)
{
    struct hw_insn zero, one;

    hw_parse(&target->target, HW_SYNTAX_NV, "MOV32I R0, 0x0", 0, &zero, NULL);
    hw_parse(&target->target, HW_SYNTAX_NV, "MOV32I R0, 0x1", 0, &one, NULL);
    return (unsigned)__builtin_ctzll((zero.word[0] ^ one.word[0]) | (uint64_t)1 << 63);
}

static void write_parameters(const struct hw_codegen_target *target, const struct hw_ir_signature *signature,
                             struct hw_codegen_buffer *to)
{
    hw_codegen_print(to, ".param_base %u\n.param_bytes %u\n", target->places->params & 0xffff,
                     signature->bytes);
    for (uint32_t i = signature->ins; i-- > 0;)
        hw_codegen_print(to, ".param %u %u %u %u\n", i, signature->in[i].offset, signature->in[i].bytes,
                         PARAM_FLAGS);
}

unsigned hw_codegen_most_registers(const struct hw_ir_routine *routine,
                                   const struct hw_codegen_options *options)
{
    const unsigned said = routine->most_registers;

    return options->most_registers && (!said || options->most_registers < said) ? options->most_registers
                                                                                : said;
}

static hw_status write_kernel(const struct hw_ir_routine *routine, struct hw_codegen_target *target,
                              const struct hw_codegen_layout *constants,
                              const struct hw_codegen_options *options, struct hw_codegen_buffer *to,
                              struct hw_codegen_buffer *behind, struct hw_error *error)
{
    struct hw_codegen_layout layout = *constants;
    struct hw_codegen_kernel kernel = {.registers = 0};
    const unsigned most = hw_codegen_most_registers(routine, options);

    layout.room = layout.count; /* what is added goes to a copy */
    hw_codegen_place_named(&layout, routine->function, HW_IR_SPACE_SHARED);
    hw_codegen_place_named(&layout, routine->function, HW_IR_SPACE_LOCAL);
    take_slots(target, routine, &layout);
    const hw_status status = hw_codegen_kernel(target, &layout, routine->function, most, &kernel, error);
    if (status != HW_OK)
        return status;
    hw_codegen_tell(options, target->arena, routine->symbol->name, &kernel);
    hw_codegen_print(to, "\n.kernel %s\n.registers %u\n.shared %" PRIu64 "\n.local %u\n.barriers %u\n",
                     routine->symbol->name, kernel.registers < 2 ? 2 : kernel.registers,
                     layout.bytes[HW_IR_SPACE_SHARED], kernel.local_bytes, kernel.emitted.barriers);
    write_parameters(target, &routine->signature, to);
    if (hw_codegen_has_slots(target))
        write_numbers(&layout, to);
    hw_codegen_print(to, ".code\n%s", kernel.emitted.text.text);
    if (!hw_codegen_has_slots(target))
        write_slots(routine, &layout, to, behind);
    hw_codegen_print(to, ".end\n");
    for (size_t i = 0; i < kernel.emitted.relocs; i++)
        hw_codegen_print(behind, ".relocate .text.%s r%u R_CUDA_ABS32_%s_%u %s %" PRId64 "\n",
                         routine->symbol->name, kernel.emitted.reloc[i].label,
                         kernel.emitted.reloc[i].is_high ? "HI" : "LO", literal_position(target),
                         kernel.emitted.reloc[i].symbol, kernel.emitted.reloc[i].addend);
    return HW_OK;
}

hw_status hw_codegen_listing(const struct hw_ir_module *module, const struct hw_codegen_options *options,
                             const char **text, struct hw_error *error)
{
    struct hw_codegen_buffer to = {.arena = module->arena}, behind = {.arena = module->arena};
    struct hw_codegen_layout constants = {.arena = module->arena};
    struct hw_codegen_target target;
    hw_status status = hw_codegen_target(module->arena, options->target, &target, error);

    if (status != HW_OK)
        return status;
    target.is_ordered = options->is_ordered;
    if (!target.places)
        return hw_tesla_listing(module, options, &target, text, error);
    hw_codegen_place_constants(module, &constants);
    hw_codegen_print(&to, ".target %s\n.container elf%u\n", options->target,
                     module->address_bits == 32 ? 32u : 64u);
    for (size_t i = 0; i < module->routines && status == HW_OK; i++)
        if (module->routine[i]->is_kernel && module->routine[i]->function)
            status = write_kernel(module->routine[i], &target, &constants, options, &to, &behind, error);
    if (status != HW_OK)
        return status;
    hw_codegen_write_variables(module, &target, &constants, &to);
    hw_codegen_print(&to, "%s", behind.text ? behind.text : "");
    *text = to.text;
    return HW_OK;
}
