/* Which function does an integer instruction: see alu_bind.h. */
#include "ops/alu_bind.h"

#include "ops/alu_rows.h"
#include "ops/types.h"

static bool negated(const struct hw_view *view, unsigned operand)
{
    return view->operand[operand].flags & HW_OPERAND_NEG;
}

static void set_types(const struct hw_view *view, struct hw_uop *uop)
{
    if (uop->type == HW_TYPE_NONE)
        uop->type = (uint8_t)hw_untyped(view);
    if (uop->type2 == HW_TYPE_NONE)
        uop->type2 = uop->type;
}

static hw_uop_fn *bind_iadd(const struct hw_view *view, const struct hw_alu_table *table, struct hw_uop *uop)
{
    const bool carry = view->mod[HW_MOD_CARRY];

    set_types(view, uop);
    uop->a_xor = negated(view, 1) ? ~0u : 0;
    uop->b_xor = negated(view, 2) ? ~0u : 0;
    uop->mode = !carry && (negated(view, 1) || negated(view, 2));
    if (carry || uop->sat || hw_type_bits(uop->type) == 16)
        return table->integer[HW_ROWS_IADD_ANY];
    return table->integer[HW_ROWS_IADD];
}

static hw_uop_fn *bind_imad(const struct hw_view *view, const struct hw_alu_table *table, struct hw_uop *uop)
{
    const bool carry = view->mod[HW_MOD_CARRY];

    set_types(view, uop);
    uop->a_xor = negated(view, 1) ? ~0u : 0;
    uop->c_xor = negated(view, 3) ? ~0u : 0;
    uop->mode = !carry && (negated(view, 1) || negated(view, 3));
    return table->integer[carry || uop->sat || uop->high ? HW_ROWS_IMAD_ANY : HW_ROWS_IMAD];
}

/* Operands of shr are extended by its sign, counts never; shl has no sign. */
static hw_uop_fn *bind_shift(const struct hw_view *view, const struct hw_alu_table *table, struct hw_uop *uop)
{
    set_types(view, uop);
    uop->type2 = hw_type_bits(uop->type) == 16 ? HW_TYPE_U16 : HW_TYPE_U32;
    return table->integer[view->op == HW_OP_SHL ? HW_ROWS_SHL : HW_ROWS_SHR];
}

static hw_uop_fn *bind_logic(const struct hw_view *view, const struct hw_alu_table *table, struct hw_uop *uop)
{
    static const uint8_t function[] = {
        [HW_LOGIC_AND] = HW_ROWS_AND, [HW_LOGIC_OR] = HW_ROWS_OR,
        [HW_LOGIC_XOR] = HW_ROWS_XOR, [HW_LOGIC_PASS_B] = HW_ROWS_PASS_B,
    };

    set_types(view, uop);
    uop->a_xor = view->operand[1].flags & HW_OPERAND_INV ? ~0u : 0;
    uop->b_xor = view->operand[2].flags & HW_OPERAND_INV ? ~0u : 0;
    return uop->logic <= HW_LOGIC_PASS_B ? table->integer[function[uop->logic]] : NULL;
}

static hw_uop_fn *bind_other(const struct hw_view *view, const struct hw_alu_table *table, struct hw_uop *uop)
{
    set_types(view, uop);
    switch (view->op) {
    case HW_OP_IMUL: return table->integer[uop->high ? HW_ROWS_IMUL_HIGH : HW_ROWS_IMUL];
    case HW_OP_ISAD: return table->integer[HW_ROWS_ISAD];
    case HW_OP_IMIN: return table->integer[HW_ROWS_IMIN];
    case HW_OP_IMAX: return table->integer[HW_ROWS_IMAX];
    case HW_OP_ISET: return table->integer[HW_ROWS_ISET];
    default: return NULL;
    }
}

hw_uop_fn *hw_bind_integer(const struct hw_view *view, const struct hw_alu_table *table, unsigned chip,
                           struct hw_uop *uop)
{
    (void)chip;
    switch (view->op) {
    case HW_OP_IADD: return bind_iadd(view, table, uop);
    case HW_OP_IMAD: return bind_imad(view, table, uop);
    case HW_OP_SHL:
    case HW_OP_SHR: return bind_shift(view, table, uop);
    case HW_OP_LOP: return bind_logic(view, table, uop);
    default: return bind_other(view, table, uop);
    }
}
