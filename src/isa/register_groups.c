/* SPDX-License-Identifier: MIT */
/* See register_groups.h.  The alignment is that of all words of compiled code (the test of this file reads
 * them): a pair begins at an even register, a longer group at a multiple of 4, the accumulator of a warpgroup
 * at a multiple of 8. */
#include "isa/register_groups.h"

#include "isa/matrix_effects.h"
#include "isa/tables.h"
#include "isa/texture_effects.h"

#include <stdio.h>

#define PAIR                   2
#define QUAD                   4
#define WARPGROUP_ALIGNMENT    8
#define WARPGROUP_ACCUMULATORS 16 /* compiled code has no smaller ones */

struct register_group {
    unsigned first, count;
    bool is_uniform;
};

void hw_grouped_semantics(const struct hw_insn *insn, struct hw_semantics *view)
{
    hw_insn_semantics(insn, view);
    if (hw_operation_info(view->op)->space == HW_SPACE_TEXTURE)
        hw_texture_widths(view, hw_semantics_written(view));
    hw_matrix_widths(view);
}

/* From Volta on code addresses in registers have 64 bits. */
bool hw_address_is_pair(const struct hw_semantics *view, const struct hw_operand *operand)
{
    return operand->flags & HW_OPERAND_WIDE ||
           (operand->kind == HW_OPERAND_CODE &&
            (view->op == HW_OP_BRANCHX || view->op == HW_OP_CALLP || view->op == HW_OP_RETP));
}

static struct register_group group_of(const struct hw_semantics *view, const struct hw_operand *operand)
{
    struct register_group group = {.first = operand->reg};

    if (operand->kind == HW_OPERAND_REG || operand->kind == HW_OPERAND_UREG) {
        group.count = operand->bytes / 4u;
        group.is_uniform = operand->kind == HW_OPERAND_UREG;
    } else if (operand->base_kind == HW_BASE_REG || operand->base_kind == HW_BASE_UREG) {
        group.count = hw_address_is_pair(view, operand) ? PAIR : 1;
        group.is_uniform = operand->base_kind == HW_BASE_UREG;
    } else if (operand->base_kind == HW_BASE_UREG_BANK) {
        group.count = PAIR;
        group.is_uniform = true;
    }
    return group;
}

static unsigned alignment(const struct hw_semantics *view, unsigned count)
{
    if (view->op == HW_OP_WGMMA && count >= WARPGROUP_ACCUMULATORS)
        return WARPGROUP_ALIGNMENT;
    return count > PAIR ? QUAD : count;
}

/* How many registers the fields of a form can name, 0 where none of them has a zero register. */
static unsigned registers_of(const struct hw_form *form, bool is_uniform)
{
    const struct hw_field *field = hw_form_fields(form);
    unsigned count = 0;

    for (unsigned i = 0; i < form->field_count; i++)
        if (field[i].uniform == is_uniform && field[i].zero != HW_NO_ZERO && field[i].zero > count)
            count = field[i].zero;
    return count;
}

static bool is_wrong(const struct hw_semantics *view, const struct register_group *group, unsigned registers,
                     char text[HW_REGISTER_GROUP_TEXT])
{
    const char *const name = group->is_uniform ? "UR" : "R";
    const unsigned last = group->first + group->count - 1, multiple = alignment(view, group->count);
    const bool is_outside = last >= registers;

    if (group->first == HW_RZ || !registers || group->count < PAIR ||
        (!is_outside && group->first % multiple == 0))
        return false;
    if (is_outside)
        snprintf(text, HW_REGISTER_GROUP_TEXT, "%s%u to %s%u: the chip has %s0 to %s%u", name, group->first,
                 name, last, name, name, registers - 1);
    else
        snprintf(text, HW_REGISTER_GROUP_TEXT,
                 "%s%u to %s%u: on chips such a group begins at a multiple of %u", name, group->first, name,
                 last, multiple);
    return true;
}

bool hw_register_group_fault(const struct hw_insn *insn, char text[HW_REGISTER_GROUP_TEXT])
{
    struct hw_semantics view;

    if (!insn->form)
        return false;
    hw_grouped_semantics(insn, &view);
    for (unsigned i = 0; i < view.operand_count; i++) {
        const struct register_group group = group_of(&view, &view.operand[i]);
        if (is_wrong(&view, &group, registers_of(insn->form, group.is_uniform), text))
            return true;
    }
    return false;
}
