/* SPDX-License-Identifier: MIT */
/* The assembly printer for chips before GF100 writes a module as a listing.  Shared memory holds the header
 * of a launch, the parameters, and then variables; constants lie in bank 0, the addresses of __device__
 * variables in bank 14. */
#include <inttypes.h>

#include "compiler/codegen/kernel.h"
#include "compiler/codegen/limits.h"
#include "compiler/codegen/tesla.h"

static void assign_variables(const struct hw_ir_module *module, struct hw_codegen_layout *layout)
{
    for (size_t i = 0; i < module->variables; i++)
        if (module->variable[i]->space == HW_IR_SPACE_CONST &&
            module->variable[i]->linkage != HW_IR_LINK_EXTERN)
            hw_codegen_assign_address(layout, module->variable[i]);
    /* A texture's unit is its slot, from the first on. */
    layout->first_slot = 4;
    for (size_t i = 0; i < module->variables; i++)
        if (module->variable[i]->opaque == HW_IR_OPAQUE_TEXTURE)
            hw_codegen_assign_slot(layout, module->variable[i]);
    /* The word with the address is what is placed in global memory. */
    for (size_t i = 0; i < module->variables; i++)
        if (module->variable[i]->space == HW_IR_SPACE_GLOBAL && !module->variable[i]->opaque) {
            const uint64_t before = layout->bytes[HW_IR_SPACE_GLOBAL];
            struct hw_ir_symbol word = *module->variable[i];
            word.bytes = word.align = 4;
            hw_codegen_assign_address(layout, &word);
            layout->placed[layout->count - 1] =
                (struct hw_codegen_variable_address){.symbol = module->variable[i], .offset = before};
        }
}

static void write_data(struct hw_codegen_buffer *to, const struct hw_ir_symbol *symbol)
{
    if (!symbol->data)
        return;
    for (uint64_t i = 0; i < symbol->bytes; i++)
        hw_codegen_print(to, "%s0x%02x%s", i % 16 == 0 ? "        .u8 " : "",
                         i < symbol->data_bytes ? symbol->data[i] : 0u,
                         i % 16 == 15 || i + 1 == symbol->bytes ? "\n" : ", ");
}

static void write_variables(const struct hw_codegen_layout *layout, struct hw_codegen_buffer *to)
{
    for (size_t i = 0; i < layout->count; i++) {
        const struct hw_ir_symbol *symbol = layout->placed[i].symbol;
        if (symbol->space == HW_IR_SPACE_CONST)
            hw_codegen_print(to, ".const 0 %" PRIu64 " %" PRIu64 " %s\n", layout->placed[i].offset,
                             symbol->bytes, symbol->name);
        else
            hw_codegen_print(to, ".reloc %s 14 %" PRIu64 " %" PRIu64 " 0\n", symbol->name,
                             layout->placed[i].offset, symbol->bytes);
        write_data(to, symbol);
    }
}

static void write_units(const struct hw_codegen_layout *layout, struct hw_codegen_buffer *to)
{
    for (size_t i = 0; i < layout->slots; i++)
        hw_codegen_print(to, ".sampler %s %u\n", layout->slot[i]->name, (unsigned)i);
}

static void write_parameters(const struct hw_ir_signature *signature, struct hw_codegen_buffer *to)
{
    hw_codegen_print(to, ".param_bytes %u\n", signature->bytes);
    for (uint32_t i = signature->ins; i-- > 0;)
        if (!signature->in[i].opaque)
            hw_codegen_print(to, ".param %u %u %u 0\n", i, signature->in[i].offset, signature->in[i].bytes);
}

/* Addresses as initial values would need a loader that knows them. */
static hw_status refuse_pointers(const struct hw_ir_module *module, const struct hw_codegen_target *target,
                                 struct hw_error *error)
{
    for (size_t i = 0; i < module->variables; i++)
        if (module->variable[i]->pointers)
            return hw_fail(error, HW_ERR_UNSUPPORTED, "compiler", "%s cannot begin with an address in %s",
                           target->name, module->variable[i]->name);
    return HW_OK;
}

static hw_status write_kernel(struct hw_ir_routine *routine, struct hw_codegen_target *target,
                              const struct hw_codegen_layout *variables,
                              const struct hw_codegen_options *options, struct hw_codegen_buffer *to,
                              struct hw_error *error)
{
    struct hw_codegen_layout layout = *variables;
    struct hw_codegen_kernel kernel = {.registers = 0};

    layout.capacity = layout.count; /* what is added goes to a copy */
    layout.bytes[HW_IR_SPACE_SHARED] = HW_TESLA_HEADER + (routine->signature.bytes + 3) / 4 * 4;
    hw_codegen_assign_named(&layout, routine->function, HW_IR_SPACE_SHARED);
    const hw_status status = hw_codegen_kernel(target, &layout, routine,
                                               hw_codegen_max_registers(routine, options), &kernel, error);
    if (status != HW_OK)
        return hw_codegen_refuse(target->arena, routine, status, error);
    hw_codegen_report(options, target->arena, routine->symbol->name, &kernel);
    hw_codegen_print(to, "\n.kernel %s\n.registers %u\n.shared %" PRIu64 "\n.local %u\n.barriers %u\n",
                     routine->symbol->name, kernel.registers < 2 ? 2 : kernel.registers,
                     (layout.bytes[HW_IR_SPACE_SHARED] + 3) / 4 * 4, kernel.local_bytes,
                     kernel.emitted.barriers);
    write_parameters(&routine->signature, to);
    hw_codegen_print(to, ".code\n%s.end\n", kernel.emitted.text.text);
    return HW_OK;
}

hw_status hw_tesla_print_module(const struct hw_ir_module *module, const struct hw_codegen_options *options,
                                struct hw_codegen_target *target, const char **text, struct hw_error *error)
{
    struct hw_codegen_buffer to = {.arena = module->arena};
    struct hw_codegen_layout variables = {.arena = module->arena};
    hw_status status = refuse_pointers(module, target, error);

    assign_variables(module, &variables);
    if (status == HW_OK)
        status = hw_codegen_check_constants(&variables, error);
    hw_codegen_print(&to, ".target %s\n.container elf%u\n", options->target,
                     module->address_bits == 32 ? 32u : 64u);
    write_units(&variables, &to);
    for (size_t i = 0; i < module->routines && status == HW_OK; i++)
        if (module->routine[i]->is_kernel && module->routine[i]->function)
            status = write_kernel(module->routine[i], target, &variables, options, &to, error);
    if (status != HW_OK)
        return status;
    write_variables(&variables, &to);
    *text = to.text;
    return HW_OK;
}
