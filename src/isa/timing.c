/* SPDX-License-Identifier: MIT */
/* This file finds the timing class of an instruction, and the latencies of a class. */
#include "isa/timing.h"

#include "isa/matrix_effects.h"
#include "isa/tables.h"

static const struct {
    const char *name;
    uint8_t unit;
} classes[] = {
#define HW_CLASS_ENTRY(name, text, unit, summary) {text, HW_UNIT_##unit},
    HW_TIMING_CLASSES(HW_CLASS_ENTRY)
#undef HW_CLASS_ENTRY
};

static const char *const units[] = {
#define HW_UNIT_ENTRY(name, text, summary) text,
    HW_UNITS(HW_UNIT_ENTRY)
#undef HW_UNIT_ENTRY
};

const char *hw_form_unit(const struct hw_form *form)
{
    return units[classes[form->timing].unit];
}

enum hw_unit hw_insn_unit(const struct hw_insn *insn)
{
    return (enum hw_unit)classes[insn->form ? insn->form->timing : HW_CLASS_UNKNOWN].unit;
}

const char *hw_timing_class_name(enum hw_timing_class class)
{
    return classes[class].name;
}

bool hw_semantics_is_double(const struct hw_semantics *view)
{
    return hw_operation_info(view->op)->takes == HW_TAKES_DOUBLES || view->mod[HW_MOD_TYPE] == HW_TYPE_F64 ||
           view->mod[HW_MOD_TYPE2] == HW_TYPE_F64;
}

/* How much of the unit's time a product of matrices takes. */
static enum hw_timing_class matrix_class(struct hw_semantics *view)
{
    hw_matrix_widths(view);
    if (view->mod[HW_MOD_SHAPE] && !(view->mod[HW_MOD_SHAPE] & HW_SHAPE_TALL))
        return HW_CLASS_HALF_SMALL;
    return view->operand[1].bytes > 8 ? HW_CLASS_HALF_LONG : HW_CLASS_HALF_MATRIX;
}

/* Whether it is of 64 bits. */
static bool reads_pairs(const struct hw_semantics *view)
{
    bool wide = false;
    for (unsigned i = 0; i < view->operand_count; i++)
        wide |= view->operand[i].kind == HW_OPERAND_REG && view->operand[i].bytes == 8;
    return wide;
}

enum hw_timing_class hw_timing_class(const struct hw_insn *insn)
{
    struct hw_semantics view;
    if (!insn->form)
        return HW_CLASS_UNKNOWN;
    enum hw_timing_class class = (enum hw_timing_class)insn->form->timing;
    if (class != HW_CLASS_ALU && class != HW_CLASS_CONVERT && class != HW_CLASS_HALF_MATRIX &&
        class != HW_CLASS_SPECIAL_COUPLED && class != HW_CLASS_ALU_COMPARE)
        return class;
    hw_insn_semantics(insn, &view);
    if (class == HW_CLASS_HALF_MATRIX)
        return matrix_class(&view);
    if (class == HW_CLASS_ALU_COMPARE)
        return reads_pairs(&view) ? HW_CLASS_ALU_COMPARE64 : class;
    if (class == HW_CLASS_SPECIAL_COUPLED) /* from Volta on CS2R.32 is as a move */
        return insn->bytes < sizeof insn->word || view.operand[0].bytes == 8 ? class : HW_CLASS_ALU_MOVE;
    if (view.op == HW_OP_MOV && view.operand[1].kind == HW_OPERAND_CONST)
        return HW_CLASS_ALU_CONSTANT;
    return class == HW_CLASS_CONVERT && hw_semantics_is_double(&view) ? HW_CLASS_CONVERT_DOUBLE : class;
}

const struct hw_timing_table *hw_timing_table(const struct hw_target *target)
{
    return target->isa->timing ? target->isa->timing[target->chip] : NULL;
}

const struct hw_timing *hw_timing_of(const struct hw_target *target, const struct hw_insn *insn)
{
    static const struct hw_timing varying = {.late = true};
    const struct hw_timing_table *table = hw_timing_table(target);
    if (!table)
        return &varying;
    if (table->traits & HW_TRAIT_INTEGER_MATRICES && insn->form && hw_form_op(insn->form) == HW_OP_IMMA)
        return &table->timing[HW_CLASS_HALF_INTEGER];
    return &table->timing[hw_timing_class(insn)];
}

bool hw_timing_has(const struct hw_target *target, unsigned trait)
{
    const struct hw_timing_table *table = hw_timing_table(target);
    return table && table->traits & trait;
}
