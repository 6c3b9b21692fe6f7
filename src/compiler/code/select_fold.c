/* SPDX-License-Identifier: MIT */
/* What operands of instructions take in: numbers, places in constant banks, signs. */
#include "compiler/code/family.h"
#include "compiler/ir/ir_special.h"

#include <halfwarp/module.h>

static bool special_in_bank(const struct hw_selection *s, const struct hw_ir_insn *insn, uint32_t *place)
{
    const struct hw_const_places *places = s->target->places;
    const uint32_t number = insn->how.number;

    if (number >= HW_IR_SPECIAL_NTID_X && number <= HW_IR_SPECIAL_NTID_Z)
        *place = places->block + 4 * (number - HW_IR_SPECIAL_NTID_X);
    else if (number >= HW_IR_SPECIAL_NCTAID_X && number <= HW_IR_SPECIAL_NCTAID_Z)
        *place = places->grid + 4 * (number - HW_IR_SPECIAL_NCTAID_X);
    else if (number == HW_IR_SPECIAL_DYNAMIC_SMEM_SIZE && places->dynamic_shared != HW_NO_PLACE)
        *place = places->dynamic_shared;
    else if (number >= HW_IR_SPECIAL_ENVREG && number <= HW_IR_SPECIAL_LAST_ENVREG &&
             places->grid_workspace[0] != HW_NO_PLACE) /* the place of the second */
        *place = places->grid_workspace[0] + 4 * (number - HW_IR_SPECIAL_ENVREG) - 4;
    else if (number == HW_IR_SPECIAL_GRIDID && places->grid_id != HW_NO_PLACE)
        *place = places->grid_id;
    else
        return false;
    return true;
}

/* Whether a load is of whole words. */
static bool is_of_words(const struct hw_ir_insn *load)
{
    return hw_codegen_type_bits(load->how.type) >= 32 && !load->how.is_volatile;
}

/* Whether an instruction can name a place of a bank as its operand: a whole word. */
static bool is_named(int64_t offset)
{
    return offset >= 0 && offset < HW_CONST_BANK_BYTES && offset % 4 == 0;
}

bool hw_select_in_bank(const struct hw_selection *s, const struct hw_ir_value *value, uint8_t *bank,
                       int64_t *offset)
{
    uint64_t at, symbol;
    uint32_t place;
    unsigned word;

    value = hw_select_same(value);
    const struct hw_ir_insn *insn = value->from;
    if (insn->op == HW_IR_SPECIAL && special_in_bank(s, insn, &place)) {
        *bank = (uint8_t)(place >> 16);
        *offset = place & 0xffff;
        return true;
    }
    const struct hw_ir_value *whole = hw_select_whole(value, &word);
    if (whole && hw_select_in_bank(s, whole, bank, offset)) {
        *offset += 4 * word;
        return true;
    }
    if (insn->op != HW_IR_LOAD || !is_of_words(insn))
        return false;
    const struct hw_ir_value *address = insn->operand[0].value;
    const unsigned step = hw_codegen_type_bits(insn->how.type) / 8 * value->which;
    if (insn->how.space == HW_IR_SPACE_PARAM && hw_ir_is_constant(address, &at)) {
        *bank = (uint8_t)(s->target->places->params >> 16);
        *offset = (int64_t)((s->target->places->params & 0xffff) + at + insn->how.bits + step);
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

bool hw_select_in_place(const struct hw_selection *s, const struct hw_ir_value *value,
                        struct hw_mach_operand *operand)
{
    if (!hw_select_in_bank(s, value, &operand->bank, &operand->value))
        return false;
    operand->kind = HW_MACH_OPERAND_CONSTANT;
    return true;
}

static void add(struct hw_select_fold *fold, unsigned *count, struct hw_mach_operand operand,
                const struct hw_ir_value *base)
{
    if (*count < HW_SELECT_MOST_FOLDS)
        fold[(*count)++] = (struct hw_select_fold){.operand = operand, .base = base};
}

/* Whether an operation only changes the sign of what another reads. */
static bool is_sign(const struct hw_ir_insn *insn, unsigned reads, unsigned class,
                    const struct hw_ir_how *reader)
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

static void set_sign(struct hw_mach_operand *operand, const struct hw_ir_insn *insn)
{
    if (insn->op == HW_IR_NOT)
        operand->inv = !operand->inv;
    else if (!operand->abs && insn->op == HW_IR_NEG)
        operand->neg = !operand->neg;
    else if (insn->op == HW_IR_ABS)
        operand->abs = true;
}

/* Constants as numbers. */
static void add_numbers(const struct hw_codegen_family *family, uint64_t bits, unsigned reads, unsigned kind,
                        struct hw_select_fold *fold, unsigned *count)
{
    if (reads == HW_CODEGEN_READS_FLOATS)
        add(fold, count, hw_select_immediate(bits, (enum hw_codegen_immediate)family->immediate_float), NULL);
    else if (reads == HW_CODEGEN_READS_DOUBLES)
        add(fold, count, hw_select_immediate(bits, HW_IMMEDIATE_DOUBLE), NULL);
    else {
        if (kind == HW_IR_KIND_16)
            bits &= 0xffff;
        add(fold, count, hw_select_immediate(bits, HW_IMMEDIATE_SIGNED), NULL);
        add(fold, count, hw_select_immediate(bits, HW_IMMEDIATE_UNSIGNED), NULL);
    }
}

unsigned hw_select_folds(struct hw_selection *s, const struct hw_ir_value *value, unsigned reads,
                         unsigned class, struct hw_select_fold fold[HW_SELECT_MOST_FOLDS])
{
    struct hw_mach_operand sign = {.kind = HW_MACH_OPERAND_REG};
    unsigned count = 0;
    uint64_t bits;
    bool has_sign = false;

    if (value->kind == HW_IR_KIND_PRED) {
        while (value->from->op == HW_IR_NOT) {
            sign.inv = !sign.inv;
            value = value->from->operand[0].value;
            has_sign = true;
        }
        sign.bank = (uint8_t)hw_select_file(s, value);
        if (has_sign && value->from->op != HW_IR_CONSTANT)
            add(fold, &count, sign, value);
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
    struct hw_mach_operand constant = sign;
    /* Instructions on two halves read a constant as a single, which counts for both. */
    if (class != HW_CODEGEN_HALVES && s->target->family->in_place(s, value, &constant))
        add(fold, &count, constant, NULL);
    if (has_sign)
        add(fold, &count, sign, value);
    return count;
}
