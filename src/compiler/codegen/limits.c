/* SPDX-License-Identifier: MIT */
/* Checks declarations against the target's limits: see limits.h. */
#include "compiler/codegen/limits.h"

#include <inttypes.h>

#include <halfwarp/chip.h>
#include <halfwarp/module.h>

/* PTX ISA, "Kernel Function Parameters": 4352 bytes before sm_70; CUDA's guide: 256 for sm_1x. */
#define MAX_PARAMETERS       4352u
#define MAX_PARAMETERS_TESLA 256u

static hw_status fail_at(struct hw_error *error, hw_status status, const struct hw_ir_symbol *symbol)
{
    if (error) {
        error->line = symbol->line;
        error->column = symbol->column;
    }
    return status;
}

hw_status hw_codegen_check_constants(const struct hw_codegen_layout *layout, struct hw_error *error)
{
    const uint64_t bytes = layout->bytes[HW_IR_SPACE_CONST];

    for (size_t i = 0; i < layout->count && bytes > HW_CONST_BANK_BYTES; i++) {
        const struct hw_codegen_variable_address *placed = &layout->placed[i];
        if (placed->symbol->space == HW_IR_SPACE_CONST &&
            placed->offset + placed->symbol->bytes > HW_CONST_BANK_BYTES)
            return fail_at(error,
                           hw_fail(error, HW_ERR_RANGE, "compiler",
                                   "File uses too much global constant data (0x%" PRIx64 " bytes, 0x%x max)",
                                   bytes, HW_CONST_BANK_BYTES),
                           placed->symbol);
    }
    return HW_OK;
}

static hw_status check_pointers(const struct hw_codegen_target *target, const struct hw_ir_symbol *symbol,
                                struct hw_error *error)
{
    for (uint32_t i = 0; i < symbol->pointers; i++) {
        const struct hw_ir_pointer *pointer = &symbol->pointer[i];
        if (pointer->generic && pointer->symbol->space == HW_IR_SPACE_CONST && !pointer->symbol->is_function)
            return fail_at(
                error,
                hw_fail(error, HW_ERR_UNSUPPORTED, "compiler",
                        "%s cannot begin with a generic address of the constant %s (cvta.const), for "
                        "its launches do not say where constants are: %s",
                        target->name, pointer->symbol->name, symbol->name),
                symbol);
    }
    return HW_OK;
}

hw_status hw_codegen_check_initials(const struct hw_codegen_target *target, const struct hw_ir_module *module,
                                    struct hw_error *error)
{
    hw_status status = HW_OK;

    for (size_t i = 0; target->banks->constants == HW_NOT_IN_BANK && i < module->variables && status == HW_OK;
         i++)
        status = check_pointers(target, module->variable[i], error);
    return status;
}

/* ptxas says nothing; where addresses have 32 bits there is no memory for more. */
hw_status hw_codegen_check_globals(const struct hw_codegen_target *target, const struct hw_ir_module *module,
                                   struct hw_error *error)
{
    const bool is_narrow = target->short_addresses || module->address_bits == 32;
    uint64_t bytes = 0;

    for (size_t i = 0; is_narrow && i < module->variables; i++) {
        const struct hw_ir_symbol *symbol = module->variable[i];
        if (symbol->space != HW_IR_SPACE_GLOBAL || symbol->opaque)
            continue;
        bytes += symbol->bytes;
        if (bytes > UINT32_MAX)
            return fail_at(error,
                           hw_fail(error, HW_ERR_RANGE, "compiler",
                                   "global variables have 0x%" PRIx64
                                   " bytes, expected at most 0x%x of 32-bit addresses",
                                   bytes, UINT32_MAX),
                           symbol);
    }
    return HW_OK;
}

struct limit {
    const char *what;
    uint32_t most;
};

static struct limit limit_of(const struct hw_codegen_target *target, enum hw_ir_space space)
{
    const struct hw_chip_info *chip = NULL;

    if (space == HW_IR_SPACE_PARAM)
        return (struct limit){"parameter space", target->banks ? MAX_PARAMETERS : MAX_PARAMETERS_TESLA};
    if (hw_chip_find(target->name, &chip, NULL) != HW_OK)
        return (struct limit){"", UINT32_MAX};
    return space == HW_IR_SPACE_SHARED ? (struct limit){"shared data", chip->shared_per_block}
                                       : (struct limit){"local data", chip->local_per_thread};
}

hw_status hw_codegen_check_space(const struct hw_codegen_target *target, const struct hw_ir_symbol *symbol,
                                 enum hw_ir_space space, uint64_t bytes, struct hw_error *error)
{
    const struct limit limit = limit_of(target, space);

    if (bytes <= limit.most)
        return HW_OK;
    const bool is_kernel = symbol->routine->is_kernel;
    return fail_at(error,
                   hw_fail(error, HW_ERR_LIMIT, "compiler",
                           "%s '%s' uses too much %s (0x%" PRIx64 " bytes, 0x%" PRIx32 " max)",
                           is_kernel ? "Entry function" : "Function", symbol->name, limit.what, bytes,
                           limit.most),
                   symbol);
}
