/* See translate_vector.h. */
#include "engine/translate/translate_vector.h"

#define HANDLE_BANK 0

bool hw_nth_row(struct hw_translator *t, const struct hw_operand *operand, unsigned n, uint16_t *row)
{
    struct hw_operand one = {.kind = HW_OPERAND_REG, .bytes = 4, .reg = operand->reg};
    uint8_t part;

    if (operand->reg != HW_REG_RZ)
        one.reg = (uint16_t)(operand->reg + n);
    return hw_source_row(t, &one, row, &part);
}

bool hw_copy_nth(struct hw_translator *t, const struct hw_operand *operand, unsigned n, uint16_t to)
{
    uint16_t row;

    if (!hw_nth_row(t, operand, n, &row))
        return false;
    hw_emit_move(t, to, row);
    return true;
}

bool hw_handle_row(struct hw_translator *t, const struct hw_operand *handle,
                   const struct hw_operand *bindless, uint16_t *row)
{
    const struct hw_operand word = {
        .kind = HW_OPERAND_CONST, .bytes = 4, .space = HANDLE_BANK, .offset = handle->offset * 4};
    uint8_t part;

    if (bindless)
        return hw_nth_row(t, bindless, 0, row);
    if (t->chip != HW_CHIP_GF100)
        return hw_source_row(t, &word, row, &part);
    if (handle->offset >= HW_TEXTURES) {
        hw_emit_fault(t, HW_FAULT_UNBOUND, HW_BAD_TEXTURE, (uint32_t)handle->offset);
        return false;
    }
    *row = hw_literal_row(t, (uint32_t)handle->offset);
    return true;
}

bool hw_result_rows(struct hw_translator *t, const struct hw_operand *d, unsigned count, uint16_t *row)
{
    const struct hw_operand first = {.kind = HW_OPERAND_REG, .bytes = 4, .reg = d->reg};
    uint8_t part;

    if (d->reg != HW_REG_RZ && count > 0 && d->reg + count > t->launch->registers) {
        hw_emit_fault(t, HW_FAULT_OPERAND, HW_BAD_REGISTER, d->reg);
        return false;
    }
    return hw_destination_row(t, &first, row, &part);
}

bool hw_data_rows(struct hw_translator *t, const struct hw_operand *data, unsigned count, uint16_t *row)
{
    if (count < 2 || (data->reg != HW_REG_RZ && data->reg + count <= t->launch->registers))
        return hw_nth_row(t, data, 0, row);
    *row = hw_temp_rows(t, count);
    for (unsigned n = 0; n < count; n++)
        if (!hw_copy_nth(t, data, n, (uint16_t)(*row + n)))
            return false;
    return true;
}
