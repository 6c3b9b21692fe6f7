/* SPDX-License-Identifier: MIT */
/* Texture lookups of Tesla's chips, by texture unit, become micro-operations. */
#include "engine/translate/translate.h"
#include "machine/texture/texture_unit.h"

bool hw_translate_texture(struct hw_translator *t)
{
    const struct hw_semantics *view = &t->view;
    const uint8_t *mod = view->mod;
    uint32_t registers = t->launch->code.registers, first = view->operand[0].reg;

    if (view->op != HW_OP_TEX || view->operand[0].kind != HW_OPERAND_REG)
        return false;
    uint32_t unit = (uint32_t)view->operand[1].offset;
    if (mod[HW_MOD_TEX] > HW_TEX_SIZE || mod[HW_MOD_CUBE]) {
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION, 0);
        return true;
    }
    if (unit >= HW_TEXTURES || (!t->launch->textures.unit[unit] &&
                                (!t->launch->textures.sample || mod[HW_MOD_TEX] == HW_TEX_SIZE))) {
        hw_emit_fault(t, HW_FAULT_UNBOUND, HW_TRAP_TEXTURE, unit);
        return true;
    }
    struct hw_uop *uop = hw_emit(t, hw_uop_texture);
    uop->d = first < registers ? (uint16_t)first : t->program->numbering.sink;
    uop->tex.window = (uint8_t)(first >= registers ? 0 : registers - first < 4 ? registers - first : 4);
    uop->tex.sources = mod[HW_MOD_COUNT];
    uop->tex.shifts =
        (uint16_t)((mod[HW_MOD_DX] & 0xf) | (mod[HW_MOD_DY] & 0xf) << 4 | (mod[HW_MOD_DZ] & 0xf) << 8);
    uop->tex.unit = (uint8_t)unit;
    uop->tex.wanted = mod[HW_MOD_MASK];
    uop->tex.lookup = mod[HW_MOD_TEX];
    uop->tex.by_quad = mod[HW_MOD_DERIV] || t->launch->code.target.program == HW_PROGRAM_FP;
    return true;
}
