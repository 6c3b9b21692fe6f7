/* SPDX-License-Identifier: MIT */
/* This file computes the semantics of an instruction from its encoding: it visits the items of a form and
 * collects decoded operands and modifiers. */
#include "isa/text.h"

static void apply(struct hw_semantics *view, const struct hw_setting *setting)
{
    if (setting->mod < HW_MODIFIER_COUNT)
        view->mod[setting->mod] = setting->value;
}

static void view_enum(const struct hw_insn *insn, const struct hw_element *item, struct hw_semantics *view)
{
    uint64_t value = hw_enum_value(insn, item);
    const struct hw_enum *table = hw_element_table(item);
    const struct hw_enum_entry *entry = hw_enum_find(table, value);
    if (table->raw < HW_MODIFIER_COUNT)
        view->mod[table->raw] = (uint8_t)value;
    if (entry) {
        apply(view, &entry->set[0]);
        apply(view, &entry->set[1]);
    }
}

static void mark_operand(const struct hw_insn *insn, const struct hw_element *item, struct hw_semantics *view)
{
    struct hw_operand *last = &view->operand[view->operand_count - 1];
    if (hw_mark(insn, item->neg))
        last->flags |= HW_OPERAND_NEG;
    if (hw_mark(insn, item->abs))
        last->flags |= HW_OPERAND_ABS;
    if (hw_mark(insn, item->inv))
        last->flags |= HW_OPERAND_INV;
}

void hw_insn_semantics(const struct hw_insn *insn, struct hw_semantics *view)
{
    const struct hw_form *form = insn->form;
    *view = (struct hw_semantics){.op = form->op, .cond_out = -1};
    const struct hw_setting *setting = hw_form_settings(form);
    for (unsigned i = 0; i < form->setting_count; i++)
        apply(view, &setting[i]);
    const struct hw_element *item = hw_form_items(form, HW_TEXT_NV);
    for (unsigned i = 0; i < form->item_count[HW_TEXT_NV]; i++, item++) {
        uint8_t before = view->operand_count;
        if (item->kind == HW_ELEMENT_ENUM)
            view_enum(insn, item, view);
        else if (item->kind != HW_ELEMENT_LITERAL)
            hw_primitive[item->kind].view(insn, item, view);
        if (view->operand_count > before)
            mark_operand(insn, item, view);
    }
}
