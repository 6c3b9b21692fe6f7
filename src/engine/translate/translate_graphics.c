/* SPDX-License-Identifier: MIT */
/* Inputs and outputs of graphics programs become micro-ops.  Without inputs and outputs (hw_launch.graphics)
 * such an instruction stops the program. */
#include "engine/translate/translate.h"

#include <halfwarp/graphics.h>

/* The modifier interp: a mode, and a bit for a product. */
enum { INTERP_FLAT = 1, INTERP_CENTROID = 2, INTERP_MUL = 4 };

static bool emit_input(struct hw_translator *t, const struct hw_operand *operand, unsigned interpolation,
                       uint16_t d)
{
    struct hw_address address;

    if (!hw_memory_address(t, operand, &address))
        return false;
    struct hw_uop *uop = hw_emit(t, hw_uop_load_input);
    hw_set_address(uop, operand, &address);
    uop->d = d;
    uop->mem.space = operand->kind;
    uop->mem.number = (uint8_t)interpolation;
    hw_post_increment(t, operand);
    return true;
}

bool hw_emit_input(struct hw_translator *t, const struct hw_operand *operand, uint16_t d)
{
    return emit_input(t, operand, HW_INTERPOLATION_LINEAR, d);
}

/* d = a * b, as FMUL. */
static bool emit_product(struct hw_translator *t, uint16_t d, uint16_t a, const struct hw_operand *b)
{
    struct hw_semantics product = {.op = HW_OP_FMUL, .cond_out = -1, .operand_count = 3};
    uint16_t reg;
    uint8_t part;

    if (!hw_source_register(t, b, &reg, &part))
        return false;
    product.operand[0] = product.operand[1] = (struct hw_operand){.kind = HW_OPERAND_REG, .bytes = 4};
    product.operand[2] = *b;
    struct hw_uop *uop = hw_emit_arithmetic(t, &product);
    uop->d = d;
    uop->a = a;
    uop->b = reg;
    return true;
}

static void translate_interpolation(struct hw_translator *t)
{
    const struct hw_semantics *view = &t->view;
    const unsigned how = view->mod[HW_MOD_INTERP];
    uint16_t d;
    uint8_t part;

    if (!hw_destination_register(t, &view->operand[0], &d, &part))
        return;
    const bool multiplied = how & INTERP_MUL;
    const uint16_t to = multiplied ? hw_temp_registers(t, 1) : d;
    if (emit_input(t, &view->operand[1],
                   how == INTERP_FLAT      ? HW_INTERPOLATION_FLAT
                   : how & INTERP_CENTROID ? HW_INTERPOLATION_CENTROID
                                           : HW_INTERPOLATION_LINEAR,
                   to) &&
        multiplied)
        emit_product(t, d, to, &view->operand[2]);
}

/* A load writes the lanes of each four that it names, as a move does. */
static void translate_input_load(struct hw_translator *t)
{
    struct hw_semantics move = t->view;
    uint16_t d, loaded;
    uint8_t part;

    if (!hw_destination_register(t, &move.operand[0], &d, &part) ||
        !hw_source_register(t, &move.operand[1], &loaded, &part))
        return;
    move.op = HW_OP_MOV;
    move.operand[1] = (struct hw_operand){.kind = HW_OPERAND_REG, .bytes = 4};
    struct hw_uop *uop = hw_emit_arithmetic(t, &move);
    uop->d = d;
    uop->a = loaded;
}

static void translate_output_store(struct hw_translator *t)
{
    const struct hw_operand *output = &t->view.operand[0];
    struct hw_address address;
    uint16_t data;
    uint8_t part;

    if (!hw_source_register(t, &t->view.operand[1], &data, &part) || !hw_memory_address(t, output, &address))
        return;
    struct hw_uop *uop = hw_emit(t, hw_uop_store_output);
    hw_set_address(uop, output, &address);
    uop->b = data;
    hw_post_increment(t, output);
}

static void emit_record(struct hw_translator *t, bool guarded, uint16_t from, uint32_t most)
{
    const uint32_t words = t->launch->graphics->output_words;
    struct hw_uop *uop = guarded ? hw_emit_guarded(t, hw_uop_emit_record) : hw_emit(t, hw_uop_emit_record);

    uop->d = from;
    uop->saved.count = words < most ? words : most;
}

void hw_graphics_save_outputs(struct hw_translator *t, bool guarded)
{
    if (!t->launch->graphics)
        return;
    if (t->launch->code.target.program == HW_PROGRAM_VP)
        emit_record(t, guarded, t->program->numbering.output, HW_OUTPUTS);
    else if (t->launch->code.target.program == HW_PROGRAM_FP)
        emit_record(t, guarded, 0, t->launch->code.registers);
}

void hw_graphics_quad(const struct hw_translator *t, struct hw_uop *uop)
{
    enum { DX = 4, SOURCE_X = 5, SOURCE_Y }; /* the modifier quad; see quadop() of lanes_fp32.c */
    const unsigned quad = t->view.mod[HW_MOD_QUAD];

    if (t->view.op == HW_OP_QUADOP && t->launch->code.target.program == HW_PROGRAM_FP && quad >= DX)
        uop->single.source = quad & 1 ? SOURCE_Y : SOURCE_X;
}

bool hw_translate_graphics(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand;

    if (!t->launch->graphics)
        return false;
    switch (t->view.op) {
    case HW_OP_INTERP: translate_interpolation(t); return true;
    case HW_OP_EMIT: emit_record(t, false, t->program->numbering.output, HW_OUTPUTS); return true;
    case HW_OP_RESTART: hw_emit(t, hw_uop_cut); return true;
    case HW_OP_LD:
        if (operand[1].kind != HW_OPERAND_ATTR && operand[1].kind != HW_OPERAND_PRIM)
            return false;
        translate_input_load(t);
        return true;
    case HW_OP_ST:
        if (operand[0].kind != HW_OPERAND_OUT)
            return false;
        translate_output_store(t);
        return true;
    default: return false;
    }
}
