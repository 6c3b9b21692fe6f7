/* SPDX-License-Identifier: MIT */
/* Target hooks of chips from GF100 on: predicate registers, a stack in local memory, parameters in a
 * constant bank. */
#include "compiler/codegen/target_hooks.h"

static void emit_spill(const struct hw_codegen_spill_access *access)
{
    static const char *const loads[] = {"LDL %0, [%1+%2]", "LDL.64 %0, [%1+%2]", "LDL.128 %0, [%1+%2]"},
                             *const stores[] = {"STL [%1+%2], %0", "STL.64 [%1+%2], %0",
                                                "STL.128 [%1+%2], %0"},
                             *const halves[] = {"STL.64 [%1+%2], %0\nSTL.64 [%1+%3], %0''",
                                                "LDL.64 %0, [%1+%2]\nLDL.64 %0'', [%1+%3]"};
    const struct hw_mir_reg *of = &access->function->reg[access->reg];
    const bool is_load = access->is_load;
    const struct hw_mir_operand value = {.kind = HW_MIR_OPERAND_REG, .bank = of->file, .reg = access->reg},
                                base = {.kind = HW_MIR_OPERAND_REG, .reg = access->stack},
                                offset = {.kind = HW_MIR_OPERAND_IMMEDIATE, .value = access->at},
                                next = {.kind = HW_MIR_OPERAND_IMMEDIATE, .value = access->at + 8};
    struct hw_mir_insn insn = {.operands = 4,
                               .written = is_load,
                               .has_side_effects = !is_load,
                               .operand = {value, base, offset, next}};

    insn.template = of->words == HW_MIR_WIDEST && access->is_narrow
                        ? halves[is_load]
                        : (is_load ? loads : stores)[of->words / 2];
    if (of->file == HW_MIR_FILE_GENERAL) {
        hw_mir_insn(access->function, access->block, access->next, &insn);
        return;
    }
    /* A predicate is spilled by way of a general register. */
    const uint32_t word = hw_mir_reg(access->function, HW_MIR_FILE_GENERAL, 1);
    const struct hw_mir_operand through = {.kind = HW_MIR_OPERAND_REG, .reg = word};
    struct hw_mir_insn move = {.template =
                                   is_load ? "ISETP.NE.AND %0, PT, %1, RZ, PT" : "SEL %0, RZ, 0x1, !%1",
                               .written = 1,
                               .operands = 2,
                               .operand = {is_load ? value : through, is_load ? through : value}};
    access->function->reg[word].no_spill = true;
    insn.operand[0] = through;
    insn.template = is_load ? loads[0] : stores[0];
    hw_mir_insn(access->function, access->block, access->next, is_load ? &insn : &move);
    hw_mir_insn(access->function, access->block, access->next, is_load ? &move : &insn);
}

const struct hw_codegen_target_hooks hw_target_hooks_later = {
    .has_predicates = true,
    .guards_before = true,
    .label = 'b',
    .immediate_float = HW_IMMEDIATE_FLOAT,
    .exit = "EXIT",
    .wait = {"SYNC", "NOP.S"},
    .literal = {"MOV32I %0, %1", "MOV32I %0, %1\nMOV32I %0', %1'"},
    .patterns = hw_isel_patterns_later,
    .by_op = hw_isel_by_op,
    .carry = hw_isel_carry,
    .end = hw_isel_end,
    .begin = hw_isel_begin,
    .address = hw_isel_symbol,
    .preloaded = hw_isel_preloaded,
    .spill = emit_spill,
};
