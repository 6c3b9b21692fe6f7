/* SPDX-License-Identifier: MIT */
/* Register vectors and handles of lookups are copied or found, register by register. */
#include "engine/translate/translate_register_vector.h"

bool hw_nth_register(struct hw_translator *t, const struct hw_operand *operand, unsigned n, uint16_t *reg)
{
    struct hw_operand one = {.kind = HW_OPERAND_REG, .bytes = 4, .reg = operand->reg};
    uint8_t part;

    if (operand->reg != HW_RZ)
        one.reg = (uint16_t)(operand->reg + n);
    return hw_source_register(t, &one, reg, &part);
}

bool hw_copy_nth(struct hw_translator *t, const struct hw_operand *operand, unsigned n, uint16_t to)
{
    uint16_t reg;

    if (!hw_nth_register(t, operand, n, &reg))
        return false;
    hw_emit_move(t, to, reg);
    return true;
}

bool hw_is_uniform_handle(const struct hw_translator *t, const struct hw_operand *handle)
{
    const struct hw_operand *end = t->view.operand + t->view.operand_count;

    if (!t->kernel_abi->uniform_handles || handle >= end || handle->kind != HW_OPERAND_UREG)
        return false;
    for (const struct hw_operand *more = handle + 1; more < end; more++)
        if (more->kind == HW_OPERAND_UREG ? more->reg != HW_RZ
                                          : more->kind == HW_OPERAND_IMM && more->offset != 0)
            return false;
    return true;
}

bool hw_handle_register(struct hw_translator *t, const struct hw_operand *handle, uint16_t *reg)
{
    const struct hw_operand word = {
        .kind = HW_OPERAND_CONST, .bytes = 4, .space = handle->space, .offset = handle->offset * 4};
    uint8_t part;

    if (handle->kind == HW_OPERAND_REG)
        return hw_nth_register(t, handle, 0, reg);
    if (handle->kind == HW_OPERAND_UREG) {
        const struct hw_operand first = {.kind = HW_OPERAND_UREG, .bytes = 4, .reg = handle->reg};
        return hw_source_register(t, &first, reg, &part);
    }
    if (!t->kernel_abi->texture_slots)
        return hw_source_register(t, &word, reg, &part);
    if (handle->offset >= HW_TEXTURES) {
        hw_emit_fault(t, HW_FAULT_UNBOUND, HW_TRAP_TEXTURE, (uint32_t)handle->offset);
        return false;
    }
    *reg = hw_literal_register(t, (uint32_t)handle->offset);
    return true;
}

bool hw_result_registers(struct hw_translator *t, const struct hw_operand *d, unsigned count, uint16_t *reg)
{
    const struct hw_operand first = {.kind = HW_OPERAND_REG, .bytes = 4, .reg = d->reg};
    uint8_t part;

    if (d->reg != HW_RZ && count > 0 && d->reg + count > t->launch->code.registers) {
        hw_emit_fault(t, HW_FAULT_OPERAND, HW_TRAP_REGISTER, d->reg);
        return false;
    }
    return hw_destination_register(t, &first, reg, &part);
}

bool hw_data_registers(struct hw_translator *t, const struct hw_operand *data, unsigned count, uint16_t *reg)
{
    if (count < 2 || (data->reg != HW_RZ && data->reg + count <= t->launch->code.registers))
        return hw_nth_register(t, data, 0, reg);
    *reg = hw_temp_registers(t, count);
    for (unsigned n = 0; n < count; n++)
        if (!hw_copy_nth(t, data, n, (uint16_t)(*reg + n)))
            return false;
    return true;
}
