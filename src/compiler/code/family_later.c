/* SPDX-License-Identifier: MIT */
/* Chips from GF100 on: predicates, a stack in local memory, parameters in a constant bank. */
#include "compiler/code/family.h"

static void keep(const struct hw_codegen_kept *kept)
{
    static const char *const loads[] = {"LDL %0, [%1+%2]", "LDL.64 %0, [%1+%2]", "LDL.128 %0, [%1+%2]"},
                             *const stores[] = {"STL [%1+%2], %0", "STL.64 [%1+%2], %0",
                                                "STL.128 [%1+%2], %0"},
                             *const halves[] = {"STL.64 [%1+%2], %0\nSTL.64 [%1+%3], %0''",
                                                "LDL.64 %0, [%1+%2]\nLDL.64 %0'', [%1+%3]"};
    const struct hw_mach_reg *of = &kept->function->reg[kept->reg];
    const bool is_load = kept->is_load;
    const struct hw_mach_operand value = {.kind = HW_MACH_OPERAND_REG, .bank = of->file, .reg = kept->reg},
                                 base = {.kind = HW_MACH_OPERAND_REG, .reg = kept->stack},
                                 offset = {.kind = HW_MACH_OPERAND_IMMEDIATE, .value = kept->at},
                                 behind = {.kind = HW_MACH_OPERAND_IMMEDIATE, .value = kept->at + 8};
    struct hw_mach_insn insn = {
        .operands = 4, .written = is_load, .stays = !is_load, .operand = {value, base, offset, behind}};

    insn.form = of->words == HW_MACH_WIDEST && kept->is_narrow ? halves[is_load]
                                                               : (is_load ? loads : stores)[of->words / 2];
    if (of->file == HW_MACH_FILE_GENERAL) {
        hw_mach_insn(kept->function, kept->block, kept->behind, &insn);
        return;
    }
    /* A predicate goes by way of a register. */
    const uint32_t word = hw_mach_reg(kept->function, HW_MACH_FILE_GENERAL, 1);
    const struct hw_mach_operand through = {.kind = HW_MACH_OPERAND_REG, .reg = word};
    struct hw_mach_insn move = {.form = is_load ? "ISETP.NE.AND %0, PT, %1, RZ, PT" : "SEL %0, RZ, 0x1, !%1",
                                .written = 1,
                                .operands = 2,
                                .operand = {is_load ? value : through, is_load ? through : value}};
    kept->function->reg[word].stays = true;
    insn.operand[0] = through;
    insn.form = is_load ? loads[0] : stores[0];
    hw_mach_insn(kept->function, kept->block, kept->behind, is_load ? &insn : &move);
    hw_mach_insn(kept->function, kept->block, kept->behind, is_load ? &move : &insn);
}

const struct hw_codegen_family hw_family_later = {
    .has_predicates = true,
    .guards_before = true,
    .label = 'b',
    .immediate_float = HW_IMMEDIATE_FLOAT,
    .exit = "EXIT",
    .wait = {"SYNC", "NOP.S"},
    .literal = {"MOV32I %0, %1", "MOV32I %0, %1\nMOV32I %0', %1'"},
    .rules = hw_rules_later,
    .by_op = hw_select_by_op,
    .carry = hw_select_carry,
    .end = hw_select_end,
    .begin = hw_select_begin,
    .address = hw_select_symbol,
    .in_place = hw_select_in_place,
    .keep = keep,
};
