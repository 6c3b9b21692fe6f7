/* SPDX-License-Identifier: MIT */
/* Materialises values as operands of instructions: registers, words of registers, constants. */
#include <string.h>

#include "compiler/codegen/target_hooks.h"
#include "compiler/codegen/frame.h"

struct hw_isel_literal {
    const struct hw_ir_value *value;
    uint32_t reg;
    struct hw_mir_insn *insn; /* that makes it */
    unsigned lines;           /* how many instructions stand between */
};

struct hw_mir_operand hw_isel_immediate(uint64_t bits, enum hw_codegen_immediate written)
{
    return (struct hw_mir_operand){
        .kind = HW_MIR_OPERAND_IMMEDIATE, .bank = (uint8_t)written, .value = (int64_t)bits};
}

struct hw_mir_operand hw_isel_fixed(const char *text)
{
    return (struct hw_mir_operand){.kind = HW_MIR_OPERAND_FIXED, .text = text};
}

struct hw_mir_operand hw_isel_of(const struct hw_isel *s, uint32_t reg)
{
    return (struct hw_mir_operand){.kind = HW_MIR_OPERAND_REG, .bank = s->to->reg[reg].file, .reg = reg};
}

uint32_t hw_isel_scratch(struct hw_isel *s, enum hw_mir_file file, unsigned words)
{
    return hw_mir_reg(s->to, file, words);
}

static unsigned words_of(unsigned kind)
{
    return kind == HW_IR_KIND_64 ? 2 : 1;
}

enum hw_mir_file hw_isel_file(const struct hw_isel *s, const struct hw_ir_value *value)
{
    return value->kind == HW_IR_KIND_PRED && s->target->family->has_predicates ? HW_MIR_FILE_PREDICATES
                                                                               : HW_MIR_FILE_GENERAL;
}

uint32_t hw_isel_reg(struct hw_isel *s, const struct hw_ir_value *value)
{
    uint32_t *reg = &s->reg[value->number];

    if (!*reg) {
        const uint32_t made = hw_mir_reg(s->to, hw_isel_file(s, value), words_of(value->kind));
        *reg = made;
    }
    return *reg;
}

uint32_t hw_isel_wide(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned words)
{
    uint32_t *reg = &s->reg[insn->result[0].number];

    if (!*reg) {
        const uint32_t made = hw_mir_reg(s->to, HW_MIR_FILE_GENERAL, words);
        *reg = made;
    }
    return *reg;
}

bool hw_isel_is_wanted(const struct hw_isel *s, const struct hw_ir_insn *insn)
{
    for (unsigned i = 0; i < insn->results; i++)
        if (s->reg[insn->result[i].number] || s->part[insn->result[i].number] == HW_ISEL_IN_CARRY)
            return true;
    return false;
}

uint32_t hw_isel_stack(struct hw_isel *s)
{
    if (!s->stack && s->frame) {
        s->stack = hw_mir_precolored(s->to, s->frame->grows ? HW_CALL_FRAME : HW_CALL_STACK, 1);
    } else if (!s->stack) {
        s->stack = hw_mir_reg(s->to, HW_MIR_FILE_GENERAL, 1);
        s->to->reg[s->stack].no_spill = true;
    }
    return s->stack;
}

/* --- constants --------------------------------------------------------------------------------------- */

#define FAR 48u /* instructions that a constant's register outlives at most */

static uint32_t *literal_of(struct hw_isel *s, const struct hw_ir_value *value)
{
    for (uint32_t i = s->literals; i-- > 0;)
        if (s->literal[i].value == value && s->literal[i].lines < FAR) {
            if (s->at == s->literal[i].insn)
                s->at = s->at->next;
            hw_mir_remove(s->block, s->literal[i].insn);
            s->literal[i].insn = hw_mir_insn(s->to, s->block, s->at, s->literal[i].insn);
            return &s->literal[i].reg;
        }
    return NULL;
}

static void remember(struct hw_isel *s, const struct hw_ir_value *value, uint32_t reg,
                     struct hw_mir_insn *insn)
{
    s->literal = hw_arena_grow(s->arena, s->literal, s->literals, &s->literal_capacity, sizeof *s->literal);
    s->literal[s->literals++] = (struct hw_isel_literal){.value = value, .reg = reg, .insn = insn};
}

struct hw_mir_operand hw_isel_literal(struct hw_isel *s, const struct hw_ir_value *value, uint64_t bits)
{
    const uint32_t *known = literal_of(s, value);
    const unsigned words = words_of(value->kind);

    if (known)
        return hw_isel_of(s, *known);
    const uint32_t reg = hw_mir_reg(s->to, HW_MIR_FILE_GENERAL, words);
    const struct hw_mir_operand operand[] = {hw_isel_of(s, reg),
                                             hw_isel_immediate(bits, HW_IMMEDIATE_UNSIGNED)};
    remember(s, value, reg, hw_isel_emit(s, s->target->family->literal[words - 1], 1, 2, operand));
    return hw_isel_of(s, reg);
}

struct hw_mir_operand hw_isel_on_stack(struct hw_isel *s, const struct hw_ir_value *value,
                                       struct hw_mir_operand at)
{
    const uint32_t *known = literal_of(s, value);

    if (known)
        return hw_isel_of(s, *known);
    const uint32_t reg = hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 1);
    const struct hw_mir_operand sum[] = {hw_isel_of(s, reg), hw_isel_of(s, hw_isel_stack(s)), at};
    remember(s, value, reg, hw_isel_emit(s, "IADD %0, %1, %2", 1, 3, sum));
    return sum[0];
}

/* Addresses in shared memory and on the stack are numbers; the loader knows those in global memory. */
struct hw_mir_operand hw_isel_symbol(struct hw_isel *s, const struct hw_ir_value *value)
{
    const struct hw_ir_modifiers *how = &value->from->how;
    uint64_t offset;

    if (!hw_codegen_offset(s->layout, how->symbol, &offset)) {
        const uint32_t *known = literal_of(s, value);
        if (known)
            return hw_isel_of(s, *known);
        const bool is_constant = how->symbol->space == HW_IR_SPACE_CONST && !how->symbol->is_function;
        const uint32_t reg = hw_mir_reg(s->to, HW_MIR_FILE_GENERAL, words_of(value->kind));
        struct hw_mir_operand operand[] = {
            hw_isel_of(s, reg),
            hw_isel_immediate(how->bits, is_constant ? HW_IMMEDIATE_OFFSET : HW_IMMEDIATE_UNSIGNED)};
        operand[1].text = how->symbol->name;
        const char *template = value->kind != HW_IR_KIND_64 ? "MOV32I %0, %1"
                               : is_constant                ? "MOV32I %0, %1\nMOV %0', RZ"
                                                            : "MOV32I %0, %1\nMOV32I %0', %1'";
        remember(s, value, reg, hw_isel_emit(s, template, 1, 2, operand));
        return hw_isel_of(s, reg);
    }
    offset += how->bits;
    if (how->symbol->space != HW_IR_SPACE_LOCAL)
        return hw_isel_literal(s, value, offset);
    const uint32_t reg = hw_mir_reg(s->to, HW_MIR_FILE_GENERAL, words_of(value->kind));
    const struct hw_mir_operand operand[] = {hw_isel_of(s, reg), hw_isel_of(s, hw_isel_stack(s)),
                                             hw_isel_immediate(offset, HW_IMMEDIATE_SIGNED)};
    hw_isel_emit(s, value->kind == HW_IR_KIND_64 ? "IADD32I %0, %1, %2\nMOV %0', RZ" : "IADD32I %0, %1, %2",
                 1, 3, operand);
    return hw_isel_of(s, reg);
}

/* --- parts ------------------------------------------------------------------------------------------- */

const struct hw_ir_value *hw_isel_wide_of(const struct hw_ir_value *value, unsigned *word)
{
    const struct hw_ir_insn *insn = value->from;

    *word = 0;
    if (insn->op == HW_IR_UNPACK && insn->operand[0].value->kind == HW_IR_KIND_64 && insn->results == 2) {
        *word = value->which;
        return insn->operand[0].value;
    }
    if (insn->op == HW_IR_CONVERT && insn->operand[0].value->kind == HW_IR_KIND_64 && !insn->how.sat &&
        value->kind != HW_IR_KIND_64 && hw_codegen_type_bits(insn->how.type) >= 16 &&
        hw_codegen_type_bits(insn->how.type) == hw_ir_kind_bits((enum hw_ir_kind)value->kind) &&
        insn->how.from != HW_TYPE_F64 && insn->how.type != HW_TYPE_F32 && insn->how.type != HW_TYPE_F16)
        return insn->operand[0].value;
    return NULL;
}

static struct hw_mir_operand part(struct hw_mir_operand of, unsigned word)
{
    if (of.kind == HW_MIR_OPERAND_REG) {
        of.kind = HW_MIR_OPERAND_PART;
        of.value = word;
    } else if (of.kind == HW_MIR_OPERAND_CONSTANT)
        of.value += 4 * word;
    return of;
}

/* The low half of a word: above it there may be anything. */
static bool is_low_half(const struct hw_ir_value *value)
{
    const struct hw_ir_insn *insn = value->from;

    return insn->op == HW_IR_CONVERT && value->kind == HW_IR_KIND_16 &&
           insn->operand[0].value->kind == HW_IR_KIND_32 && !insn->how.sat &&
           hw_codegen_type_bits(insn->how.type) == 16 && insn->how.type != HW_TYPE_F16 &&
           hw_codegen_type_bits(insn->how.from) >= 16 && insn->how.from != HW_TYPE_F32 &&
           insn->how.from != HW_TYPE_F16;
}

const struct hw_ir_value *hw_isel_strip_copies(const struct hw_ir_value *value)
{
    const struct hw_ir_insn *insn = value->from;

    while (insn->op == HW_IR_COPY || is_low_half(value) ||
           ((insn->op == HW_IR_TO_GENERIC || insn->op == HW_IR_FROM_GENERIC) &&
            insn->how.space == HW_IR_SPACE_GLOBAL && value->kind == insn->operand[0].value->kind)) {
        value = insn->operand[0].value;
        insn = value->from;
    }
    return value;
}

struct hw_mir_operand hw_isel_operand(struct hw_isel *s, const struct hw_ir_value *value)
{
    value = hw_isel_strip_copies(value);
    const struct hw_ir_insn *insn = value->from;
    uint64_t bits;
    unsigned word;

    if (insn->op == HW_IR_UNDEFINED && !s->target->family->has_predicates)
        return hw_isel_literal(s, value, 0);
    if (s->target->family->has_predicates &&
        (insn->op == HW_IR_UNDEFINED ||
         (hw_ir_is_constant(value, &bits) && (!bits || value->kind == HW_IR_KIND_PRED)))) {
        struct hw_mir_operand fixed = hw_isel_fixed(value->kind == HW_IR_KIND_PRED ? "PT" : "RZ");
        fixed.inv = value->kind == HW_IR_KIND_PRED && (insn->op == HW_IR_UNDEFINED || !bits);
        return fixed;
    }
    if (hw_ir_is_constant(value, &bits))
        return hw_isel_literal(s, value, value->kind == HW_IR_KIND_PRED && bits ? UINT32_MAX : bits);
    if (insn->op == HW_IR_SYMBOL)
        return s->target->family->address(s, value);
    const struct hw_ir_value *whole = hw_isel_wide_of(value, &word);
    if (whole) {
        const struct hw_mir_operand of = hw_isel_operand(s, whole);
        return part(of, word);
    }
    const bool is_wide_load = insn->op == HW_IR_LOAD && insn->results > 1 &&
                              hw_codegen_type_bits(insn->how.type) >= 32 &&
                              insn->how.space != HW_IR_SPACE_PARAM && insn->how.space != HW_IR_SPACE_CONST;
    if (is_wide_load || (insn->op == HW_IR_TEXTURE && value->kind != HW_IR_KIND_PRED)) {
        unsigned at = 0, words = 0;
        for (unsigned i = 0; i < insn->results && insn->result[i].kind != HW_IR_KIND_PRED; i++) {
            at += i < value->which ? words_of(insn->result[i].kind) : 0;
            words += words_of(insn->result[i].kind);
        }
        if (words_of(value->kind) == 1 && words <= HW_MIR_WIDEST)
            return part(hw_isel_of(s, hw_isel_wide(s, insn, words == 3 ? 4 : words)), at);
    }
    return hw_isel_of(s, hw_isel_reg(s, value));
}

/* --- instructions ------------------------------------------------------------------------------------ */

struct hw_mir_insn *hw_isel_emit(struct hw_isel *s, const char *template, unsigned written, unsigned operands,
                                 const struct hw_mir_operand *operand)
{
    struct hw_mir_insn insn = {.template = template,
                               .written = (uint8_t)written,
                               .operands = (uint8_t)operands,
                               .line = s->insn ? s->insn->line : 0,
                               .file = s->insn ? s->insn->file : 0};

    memcpy(insn.operand, operand, operands * sizeof *operand);
    for (uint32_t i = 0; i < s->literals; i++)
        s->literal[i].lines++;
    return hw_mir_insn(s->to, s->block, s->at, &insn);
}
