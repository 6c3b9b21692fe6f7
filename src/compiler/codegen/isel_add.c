/* SPDX-License-Identifier: MIT */
/* Selects sums of more than two operands.  In 64 bits one is often a scaled index, and the shift folds into
 * the addition of the low words. */
#include <stdio.h>
#include <string.h>

#include "compiler/codegen/isel.h"

/* A pair whose low word is another's, shifted by so much. */
static const struct hw_ir_insn *scaled_pair(const struct hw_ir_value *value, uint64_t *shift)
{
    value = hw_isel_strip_copies(value);
    const struct hw_ir_insn *pair = value->from;

    if (pair->op != HW_IR_PACK || pair->operands != 2 || pair->operand[0].value->kind != HW_IR_KIND_32)
        return NULL;
    const struct hw_ir_insn *low = pair->operand[0].value->from;
    return low->op == HW_IR_SHL && hw_ir_is_constant(low->operand[1].value, shift) && *shift > 0 &&
                   *shift < 32
               ? pair
               : NULL;
}

static bool add_scaled(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned which)
{
    uint64_t shift, bits;
    const struct hw_ir_insn *pair = scaled_pair(insn->operand[which].value, &shift);
    const struct hw_ir_value *other = insn->operand[1 - which].value;
    char text[96];

    if (!pair || hw_ir_is_constant(other, &bits))
        return false;
    struct hw_mir_operand operand[4] = {hw_isel_to(s, &insn->result[0])};
    operand[1] = hw_isel_operand(s, pair->operand[0].value->from->operand[0].value);
    operand[2].kind = HW_MIR_OPERAND_CONSTANT;
    if (!hw_isel_in_bank(s, other, &operand[2].bank, &operand[2].value))
        operand[2] = hw_isel_operand(s, other);
    operand[3] = hw_isel_operand(s, pair->operand[1].value);
    const int length =
        snprintf(text, sizeof text, "ISCADD %%0.CC, %%1, %%2, 0x%x\nIADD.X %%0', %%3, %%2'", (unsigned)shift);
    hw_isel_emit(s, hw_arena_text(s->arena, text, (size_t)length), 1, 4, operand)->early_clobber = 8;
    return true;
}

/* --- of 64 bits, whose words need not lie together --- */

/* Both words of a 64-bit operand; `are_packed`: each is a register of its own. */
struct pair_words {
    struct hw_mir_operand word[2];
    bool are_packed, are_numbers;
};

static struct pair_words words_of(struct hw_isel *s, const struct hw_ir_value *value)
{
    const struct hw_ir_insn *pair = hw_isel_strip_copies(value)->from;
    struct pair_words words = {.are_packed = pair->op == HW_IR_PACK && pair->operands == 2};
    uint64_t bits;

    for (unsigned i = 0; i < 2; i++) {
        struct hw_mir_operand *word = &words.word[i];
        if (hw_ir_is_constant(value, &bits)) {
            *word = hw_isel_immediate((uint32_t)(bits >> 32 * i), HW_IMMEDIATE_SIGNED);
            words.are_numbers = true;
        } else if (words.are_packed)
            *word = hw_isel_operand(s, pair->operand[i].value);
        else {
            *word = hw_isel_operand(s, value);
            word->kind = word->kind == HW_MIR_OPERAND_REG ? HW_MIR_OPERAND_PART : word->kind;
            word->value = word->kind == HW_MIR_OPERAND_PART ? i : word->value;
        }
    }
    return words;
}

static bool is_packed(const struct hw_ir_value *value)
{
    const struct hw_ir_insn *pair = hw_isel_strip_copies(value)->from;

    return pair->op == HW_IR_PACK && pair->operands == 2 && pair->operand[0].value->kind == HW_IR_KIND_32;
}

/* The line of one word; a number may need the instruction that takes a long one. */
static void emit_line(struct hw_isel *s, char *text, size_t size, const char *name, const char *flag,
                      const char *mark, const char *minus, unsigned word, const struct hw_mir_operand *second)
{
    char example[64];
    struct hw_mir_insn insn = {.template = example, .operand = {[0] = *second}};
    char line[96];

    snprintf(example, sizeof example, "%s%s R4%s, R4, %s%%0", name, flag, mark, minus);
    const bool is_taken =
        second->kind != HW_MIR_OPERAND_IMMEDIATE ||
        (hw_codegen_print_insn(&insn, NULL, line, sizeof line) && hw_codegen_accepts(s->target, line));
    snprintf(text, size, "%s%s%s %%0%s%s, %%%u, %s%%%u", is_taken ? name : "IADD32I", flag, "",
             word ? "'" : "", mark, 1 + 2 * word, minus, 2 + 2 * word);
}

/* A sum or difference with an operand that is packed from two words. */
static bool add_words(struct hw_isel *s, const struct hw_ir_insn *insn, bool is_difference)
{
    const struct hw_ir_value *a = insn->operand[0].value, *b = insn->operand[1].value;
    const bool has_name = hw_codegen_accepts(s->target, "ISUB R0, R1, R2");
    const char *name = is_difference && has_name ? "ISUB" : "IADD",
               *minus = is_difference && !has_name ? "-" : "";
    uint64_t bits;
    char low[96], high[96], text[200];

    if ((!is_packed(a) && !is_packed(b)) || hw_ir_is_constant(a, &bits) ||
        (is_difference && hw_ir_is_constant(b, &bits)))
        return false;
    const struct hw_mir_operand to = hw_isel_to(s, &insn->result[0]);
    const struct pair_words x = words_of(s, a), y = words_of(s, b);
    const struct hw_mir_operand operand[] = {to, x.word[0], y.word[0], x.word[1], y.word[1]};
    emit_line(s, low, sizeof low, name, "", ".CC", minus, 0, &y.word[0]);
    emit_line(s, high, sizeof high, name, ".X", "", minus, 1, &y.word[1]);
    const int length = snprintf(text, sizeof text, "%s\n%s", low, high);
    struct hw_mir_insn *made = hw_isel_emit(s, hw_arena_text(s->arena, text, (size_t)length), 1, 5, operand);
    made->early_clobber = (uint16_t)((x.are_packed ? 1u << 3 : 0) | (y.are_packed ? 1u << 4 : 0));
    return true;
}

void hw_isel_sub(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    if (hw_codegen_class(insn) == HW_CODEGEN_64 && add_words(s, insn, true))
        return;
    if (!hw_isel_by_patterns(s, insn))
        hw_isel_fail(s, "do this");
}

/* --- of 32 bits ------------------------------------------------------------------------------------------
 */

/* A shift by a constant folds into the sum. */
static bool add_shifted(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned which)
{
    const struct hw_ir_insn *shifted = hw_isel_strip_copies(insn->operand[which].value)->from;
    const struct hw_ir_value *other = insn->operand[1 - which].value;
    struct hw_isel_fold fold[HW_ISEL_MAX_FOLDS];
    uint64_t shift;
    char text[64];

    if (shifted->op != HW_IR_SHL || hw_codegen_class(shifted) != HW_CODEGEN_32 ||
        !hw_ir_is_constant(shifted->operand[1].value, &shift) || shift == 0 || shift > 31)
        return false;
    struct hw_mir_operand operand[3] = {hw_isel_to(s, &insn->result[0])};
    operand[1] = hw_isel_operand(s, shifted->operand[0].value);
    const unsigned folds = hw_isel_folds(s, other, HW_CODEGEN_READS_BITS, HW_CODEGEN_32, fold);
    const bool is_bank = folds > 0 && fold[0].operand.kind == HW_MIR_OPERAND_CONSTANT;
    operand[2] = is_bank ? fold[0].operand : hw_isel_operand(s, other);
    const int length = snprintf(text, sizeof text, "ISCADD %%0, %%1, %%2, 0x%x", (unsigned)shift);
    hw_isel_emit(s, hw_arena_text(s->arena, text, (size_t)length), 1, 3, operand);
    return true;
}

/* A sum with a single use folds into one of three operands. */
static bool add_three(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned which)
{
    const struct hw_ir_value *sum = insn->operand[which].value, *other = insn->operand[1 - which].value;
    const struct hw_ir_insn *inner = sum->from;
    uint64_t bits;

    if (inner->op != HW_IR_ADD || inner->block != insn->block || inner->results != 1 ||
        inner->operands != 2 || inner->how.sat || sum->uses->next || s->reg[sum->number] ||
        hw_codegen_class(inner) != HW_CODEGEN_32 || hw_ir_is_constant(other, &bits) ||
        hw_ir_is_constant(inner->operand[0].value, &bits) ||
        hw_ir_is_constant(inner->operand[1].value, &bits) ||
        !hw_codegen_accepts(s->target, "IADD3 R0, R1, R2, R3"))
        return false;
    const struct hw_mir_operand operand[] = {
        hw_isel_to(s, &insn->result[0]), hw_isel_operand(s, inner->operand[0].value),
        hw_isel_operand(s, inner->operand[1].value), hw_isel_operand(s, other)};
    hw_isel_emit(s, "IADD3 %0, %1, %2, %3", 1, 4, operand);
    return true;
}

void hw_isel_add(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    if (hw_codegen_class(insn) == HW_CODEGEN_64 &&
        (add_scaled(s, insn, 0) || add_scaled(s, insn, 1) || add_words(s, insn, false)))
        return;
    if (hw_codegen_class(insn) == HW_CODEGEN_32 && insn->operands == 2 && !insn->how.sat &&
        (add_shifted(s, insn, 0) || add_shifted(s, insn, 1) || add_three(s, insn, 0) ||
         add_three(s, insn, 1)))
        return;
    if (!hw_isel_by_patterns(s, insn))
        hw_isel_fail(s, "do this");
}
