/* SPDX-License-Identifier: MIT */
/* Folds operands into instructions: immediates, constant-bank operands, negations. */
#include "compiler/codegen/target_hooks.h"
#include "compiler/ir/ir_special.h"

#include <halfwarp/module.h>

static bool special_in_bank(const struct hw_isel *s, const struct hw_ir_insn *insn, uint32_t *packed)
{
    const struct hw_bank_layout *banks = s->target->banks;
    const uint32_t number = insn->how.number;

    if (number >= HW_IR_SPECIAL_NTID_X && number <= HW_IR_SPECIAL_NTID_Z)
        *packed = banks->block + 4 * (number - HW_IR_SPECIAL_NTID_X);
    else if (number >= HW_IR_SPECIAL_NCTAID_X && number <= HW_IR_SPECIAL_NCTAID_Z)
        *packed = banks->grid + 4 * (number - HW_IR_SPECIAL_NCTAID_X);
    else if (number == HW_IR_SPECIAL_DYNAMIC_SMEM_SIZE && banks->dynamic_shared != HW_NOT_IN_BANK)
        *packed = banks->dynamic_shared;
    else if (number >= HW_IR_SPECIAL_ENVREG && number <= HW_IR_SPECIAL_LAST_ENVREG &&
             banks->grid_workspace[0] != HW_NOT_IN_BANK) /* the address of the second */
        *packed = banks->grid_workspace[0] + 4 * (number - HW_IR_SPECIAL_ENVREG) - 4;
    else if (number == HW_IR_SPECIAL_GRIDID && banks->grid_id != HW_NOT_IN_BANK)
        *packed = banks->grid_id;
    else if (number == HW_IR_SPECIAL_CURRENT_GRAPH_EXEC && banks->current_graph != HW_NOT_IN_BANK)
        *packed = banks->current_graph;
    else
        return false;
    return true;
}

/* Whether a load is of whole words. */
static bool is_of_words(const struct hw_ir_insn *load)
{
    return hw_codegen_type_bits(load->how.type) >= 32 && !load->how.is_volatile;
}

/* Whether an instruction can name a bank address as its operand: that of an aligned word. */
static bool is_named(int64_t offset)
{
    return offset >= 0 && offset < HW_CONST_BANK_BYTES && offset % 4 == 0;
}

bool hw_isel_in_bank(const struct hw_isel *s, const struct hw_ir_value *value, uint8_t *bank, int64_t *offset)
{
    uint64_t at, symbol;
    uint32_t packed;
    unsigned word;

    value = hw_isel_strip_copies(value);
    const struct hw_ir_insn *insn = value->from;
    if (insn->op == HW_IR_SPECIAL && special_in_bank(s, insn, &packed)) {
        *bank = (uint8_t)(packed >> 16);
        *offset = packed & 0xffff;
        return true;
    }
    const struct hw_ir_value *whole = hw_isel_wide_of(value, &word);
    if (whole && hw_isel_in_bank(s, whole, bank, offset)) {
        *offset += 4 * word;
        return true;
    }
    if (insn->op != HW_IR_LOAD || !is_of_words(insn))
        return false;
    const struct hw_ir_value *address = insn->operand[0].value;
    const unsigned step = hw_codegen_type_bits(insn->how.type) / 8 * value->which;
    if (insn->how.space == HW_IR_SPACE_PARAM && hw_ir_is_constant(address, &at)) {
        *bank = (uint8_t)(s->target->banks->params >> 16);
        *offset = (int64_t)((s->target->banks->params & 0xffff) + at + insn->how.bits + step);
        return is_named(*offset);
    }
    if (insn->how.space == HW_IR_SPACE_CONST && address->from->op == HW_IR_SYMBOL &&
        hw_codegen_offset(s->layout, address->from->how.symbol, &symbol)) {
        *bank = s->target->user_bank;
        *offset = (int64_t)(symbol + address->from->how.bits + insn->how.bits + step);
        return is_named(*offset);
    }
    return false;
}

bool hw_isel_preloaded(const struct hw_isel *s, const struct hw_ir_value *value,
                       struct hw_mir_operand *operand)
{
    if (!hw_isel_in_bank(s, value, &operand->bank, &operand->value))
        return false;
    operand->kind = HW_MIR_OPERAND_CONSTANT;
    return true;
}

static void add_fold(struct hw_isel_fold *fold, unsigned *count, struct hw_mir_operand operand,
                     const struct hw_ir_value *base)
{
    if (*count < HW_ISEL_MAX_FOLDS)
        fold[(*count)++] = (struct hw_isel_fold){.operand = operand, .base = base};
}

/* Whether an operation only changes the sign of what another reads. */
static bool is_sign(const struct hw_ir_insn *insn, unsigned reads, unsigned class,
                    const struct hw_ir_modifiers *reader)
{
    const bool is_float = reads == HW_CODEGEN_READS_FLOATS || reads == HW_CODEGEN_READS_DOUBLES;

    if (insn->op == HW_IR_NOT)
        return reads == HW_CODEGEN_READS_LOGIC && hw_codegen_class(insn) == class;
    if (insn->op != HW_IR_NEG && insn->op != HW_IR_ABS)
        return false;
    if (is_float)
        return hw_codegen_class(insn) ==
                   (reads == HW_CODEGEN_READS_FLOATS ? HW_CODEGEN_FLOAT : HW_CODEGEN_DOUBLE) &&
               (!insn->how.ftz || reader->ftz);
    return reads == HW_CODEGEN_READS_INTEGERS && insn->op == HW_IR_NEG && hw_codegen_class(insn) == class &&
           !insn->how.sat;
}

static void set_sign(struct hw_mir_operand *operand, const struct hw_ir_insn *insn)
{
    if (insn->op == HW_IR_NOT)
        operand->inv = !operand->inv;
    else if (!operand->abs && insn->op == HW_IR_NEG)
        operand->neg = !operand->neg;
    else if (insn->op == HW_IR_ABS)
        operand->abs = true;
}

/* Constants as numbers. */
static void add_numbers(const struct hw_codegen_target_hooks *family, uint64_t bits, unsigned reads,
                        unsigned kind, struct hw_isel_fold *fold, unsigned *count)
{
    if (reads == HW_CODEGEN_READS_FLOATS)
        add_fold(fold, count, hw_isel_immediate(bits, (enum hw_codegen_immediate)family->immediate_float),
                 NULL);
    else if (reads == HW_CODEGEN_READS_DOUBLES)
        add_fold(fold, count, hw_isel_immediate(bits, HW_IMMEDIATE_DOUBLE), NULL);
    else {
        if (kind == HW_IR_KIND_16)
            bits &= 0xffff;
        add_fold(fold, count, hw_isel_immediate(bits, HW_IMMEDIATE_SIGNED), NULL);
        add_fold(fold, count, hw_isel_immediate(bits, HW_IMMEDIATE_UNSIGNED), NULL);
    }
}

unsigned hw_isel_folds(struct hw_isel *s, const struct hw_ir_value *value, unsigned reads, unsigned class,
                       struct hw_isel_fold fold[HW_ISEL_MAX_FOLDS])
{
    struct hw_mir_operand sign = {.kind = HW_MIR_OPERAND_REG};
    unsigned count = 0;
    uint64_t bits;
    bool has_sign = false;

    if (value->kind == HW_IR_KIND_PRED) {
        while (value->from->op == HW_IR_NOT) {
            sign.inv = !sign.inv;
            value = value->from->operand[0].value;
            has_sign = true;
        }
        sign.bank = (uint8_t)hw_isel_file(s, value);
        if (has_sign && value->from->op != HW_IR_CONSTANT)
            add_fold(fold, &count, sign, value);
        return count;
    }
    while (value->from->block && is_sign(value->from, reads, class, &s->insn->how)) {
        set_sign(&sign, value->from);
        value = value->from->operand[0].value;
        has_sign = true;
    }
    if (hw_ir_is_constant(value, &bits) && !has_sign) {
        if (bits)
            add_numbers(s->target->family, bits, reads, value->kind, fold, &count);
        return count;
    }
    struct hw_mir_operand constant = sign;
    /* Instructions on two halves read a constant as a single, which counts for both. */
    if (class != HW_CODEGEN_HALVES && s->target->family->preloaded(s, value, &constant))
        add_fold(fold, &count, constant, NULL);
    if (has_sign)
        add_fold(fold, &count, sign, value);
    return count;
}
