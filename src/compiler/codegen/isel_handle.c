/* SPDX-License-Identifier: MIT */
/* Selects handles of textures and surfaces that the module names, as NVIDIA's compilers make them: the word
 * of bank 0 that the loader fills, with its highest bit set, and above it a bit that says what it is
 * (istypep).
 *
 * GF100 has no such words.  GK104 and GK110 have descriptors of surfaces there, whose address a kernel of
 * NVIDIA's gets from the driver; ours does not. */
#include "compiler/codegen/isel.h"

struct hw_mir_operand hw_isel_handle_word(const struct hw_isel *s, const struct hw_ir_symbol *symbol,
                                          unsigned word)
{
    const uint32_t slot = hw_codegen_slot(s->layout, symbol);

    return (struct hw_mir_operand){.kind = HW_MIR_OPERAND_CONSTANT,
                                   .value = slot + 4 * (int64_t)word,
                                   .text = slot ? NULL : symbol->name};
}

void hw_isel_handle(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_ir_symbol *symbol = insn->how.symbol;
    const bool is_surface = symbol->opaque == HW_IR_OPAQUE_SURFACE;

    if (!s->target->banks || hw_codegen_has_slots(s->target) ||
        (is_surface && hw_codegen_has_descriptors(s->target))) {
        hw_isel_fail(s, is_surface ? "keep the name of a surface in a register"
                                   : "keep the name of a texture in a register");
        return;
    }
    const struct hw_mir_operand operand[] = {hw_isel_to(s, &insn->result[0]),
                                             hw_isel_handle_word(s, symbol, 0)};
    hw_isel_emit(s,
                 is_surface ? "MOV %0, %1\nLOP32I.OR %0, %0, 0x80000000\nMOV32I %0', 0x80000000"
                            : "MOV %0, %1\nLOP32I.OR %0, %0, 0x80000000\nMOV32I %0', 0x20000000",
                 1, 2, operand);
}
