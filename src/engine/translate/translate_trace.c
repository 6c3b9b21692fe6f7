/* What a trace shows of an instruction: the registers, predicates and condition code that it writes. */
#include "engine/translate/translate.h"

static void add(struct hw_program_writes *writes, unsigned kind, unsigned number, uint16_t reg)
{
    if (writes->count == HW_TRACE_WRITES)
        return;
    writes->item[writes->count].kind = (uint8_t)kind;
    writes->item[writes->count].number = (uint8_t)number;
    writes->item[writes->count++].reg = reg;
}

static void add_registers(const struct hw_translator *t, struct hw_program_writes *writes,
                          const struct hw_operand *d)
{
    unsigned words = d->bytes <= 4 ? 1 : d->bytes / 4u;

    if (t->view.op == HW_OP_TEX)
        words = (unsigned)__builtin_popcount(t->view.mod[HW_MOD_MASK] & 0xfu);
    for (unsigned i = 0; i < words && d->reg + i < t->launch->registers; i++)
        add(writes, HW_OPERAND_REG, d->reg + i, (uint16_t)(d->reg + i));
}

static void add_predicate(struct hw_program_writes *writes, unsigned number)
{
    if (number != HW_PRED_PT)
        add(writes, HW_OPERAND_PRED, number, HW_NO_REGISTER);
}

/* R2P writes those that its mask names; all where a register holds the mask. */
static void add_masked(const struct hw_view *view, struct hw_program_writes *writes)
{
    const struct hw_operand *mask = &view->operand[view->operand_count - 1];

    for (unsigned i = 0; i < HW_PRED_PT; i++)
        if (mask->kind != HW_OPERAND_IMM || mask->offset >> i & 1)
            add_predicate(writes, i);
}

/* A destination operand. */
static void add_destination(const struct hw_translator *t, struct hw_program_writes *writes,
                            const struct hw_operand *d)
{
    switch (d->kind) {
    case HW_OPERAND_REG: add_registers(t, writes, d); break;
    case HW_OPERAND_COND: add(writes, HW_OPERAND_COND, d->reg, hw_cond_register(t, d->reg)); break;
    case HW_OPERAND_ADDR: add(writes, HW_OPERAND_ADDR, d->reg, hw_addr_register(t, d->reg, false)); break;
    default: break;
    }
}

void hw_note_writes(struct hw_translator *t)
{
    const struct hw_view *view = &t->view;
    struct hw_program_writes *writes = &t->program->writes[t->program->insn_count - 1];
    struct hw_alu_operands found;

    *writes = (struct hw_program_writes){0};
    if (view->op == HW_OP_ST && view->operand[0].kind == HW_OPERAND_PRED)
        add_predicate(writes, view->operand[0].reg);
    if (hw_barrier_writes(view)) {
        add_destination(t, writes, &view->operand[0]);
        add_predicate(writes, view->operand[1].reg);
    }
    if (view->operand_count == 0 || view->op == HW_OP_ST || view->op == HW_OP_RED || hw_is_flow(view->op))
        return;
    hw_alu_operands(view, &found);
    if (found.reg[0] >= 0)
        add_destination(t, writes, &view->operand[found.reg[0]]);
    if (view->op == HW_OP_TEXS || view->op == HW_OP_LD2)
        add_destination(t, writes, &view->operand[1]);
    add_predicate(writes, found.p_out);
    add_predicate(writes, found.p_out2);
    if (view->op == HW_OP_B2R && view->operand[view->operand_count - 1].kind == HW_OPERAND_PRED)
        add_predicate(writes, view->operand[view->operand_count - 1].reg);
    if (view->op == HW_OP_R2P && view->mod[HW_MOD_CC] != 1)
        add_masked(view, writes);
    if (found.cond_out >= 0)
        add(writes, HW_OPERAND_COND, (unsigned)found.cond_out, hw_cond_register(t, (unsigned)found.cond_out));
}
