/* Which function does a conversion: see alu_bind.h. */
#include "ops/alu_bind.h"

#include "ops/alu_rows.h"
#include "ops/types.h"

hw_uop_fn *hw_bind_convert(const struct hw_view *view, const struct hw_alu_table *table, unsigned chip,
                           struct hw_uop *uop)
{
    const bool modified = uop->a_flags & (HW_OPERAND_NEG | HW_OPERAND_ABS);

    hw_set_fp32(chip, uop);
    uop->mode = view->mod[HW_MOD_INTEGRAL];
    switch (view->op) {
    case HW_OP_I2I:
        return table->convert[modified && hw_type_bits(uop->type2) == 32 ? HW_ROWS_I2I : HW_ROWS_I2I_WORD];
    case HW_OP_I2F:
        if (modified || uop->type != HW_TYPE_F32 || hw_type_bits(uop->type2) > 32 || uop->round != HW_ROUND_RN)
            return table->convert[HW_ROWS_I2F];
        return table->convert[HW_ROWS_I2F_WORD];
    case HW_OP_F2I:
        if ((uop->type == HW_TYPE_U32 || uop->type == HW_TYPE_S32) && uop->type2 == HW_TYPE_F32)
            return table->convert[HW_ROWS_F2I_WORD];
        return table->convert[HW_ROWS_F2I];
    case HW_OP_F2F:
        if (uop->type == HW_TYPE_F32 && uop->type2 == HW_TYPE_F32)
            return table->convert[HW_ROWS_F2F_WORD];
        return table->convert[HW_ROWS_F2F];
    default: return NULL;
    }
}
