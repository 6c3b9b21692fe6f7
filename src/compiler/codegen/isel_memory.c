/* SPDX-License-Identifier: MIT */
/* Selects loads, stores and atomic operations. */
#include <stdio.h>
#include <string.h>

#include "compiler/codegen/isel.h"
#include "compiler/codegen/isel_address.h"

#define MAX_TEXT 256u

/* Names of accesses; of several the first that the target reads with an offset. */
static const struct {
    const char *load[2], *store[2];
} spaces[HW_IR_SPACE_COUNT] = {
    [HW_IR_SPACE_GENERIC] = {{"LD", NULL}, {"ST", NULL}},
    [HW_IR_SPACE_GLOBAL] = {{"LDG", "LD"}, {"STG", "ST"}},
    [HW_IR_SPACE_SHARED] = {{"LDS", NULL}, {"STS", NULL}},
    [HW_IR_SPACE_LOCAL] = {{"LDL", NULL}, {"STL", NULL}},
};

static const char *size_of(unsigned type, unsigned bits)
{
    static const char *const names[] = {
        [HW_TYPE_U8] = ".U8",   [HW_TYPE_S8] = ".S8",   [HW_TYPE_U16] = ".U16",
        [HW_TYPE_S16] = ".S16", [HW_TYPE_F16] = ".U16", [HW_TYPE_B16] = ".U16"};

    if (bits == 32)
        return "";
    if (bits == 64)
        return ".64";
    if (bits == 128)
        return ".128";
    return type < sizeof names / sizeof names[0] && names[type] ? names[type] : "";
}

/* Of several parts of words, which are one number. */
static const char *size_of_parts(unsigned bits)
{
    return bits == 16 ? ".U16" : bits == 64 ? ".64" : "";
}

static unsigned words_of(const struct hw_ir_value *value)
{
    return value->kind == HW_IR_KIND_64 ? 2 : 1;
}

static const char *mnemonic(struct hw_isel *s, const char *const name[2], const struct hw_ir_insn *insn,
                            const char *size, bool is_load)
{
    char text[MAX_TEXT];
    const bool is_wide = hw_isel_is_wide(insn->how.space);

    snprintf(text, sizeof text, is_load ? "%s%s%s R4, [R8+0x10]" : "%s%s%s [R8+0x10], R4", name[0],
             is_wide ? ".E" : "", size);
    const char *found = !name[1] || hw_codegen_accepts(s->target, text) ? name[0] : name[1];
    const int length = snprintf(text, sizeof text, "%s%s%s ", found,
                                is_wide && insn->operand[0].value->kind == HW_IR_KIND_64 ? ".E" : "", size);
    return hw_arena_text(s->arena, text, (size_t)length);
}

/* What the access with this name adds to a register. */
static unsigned offset_bits(const struct hw_isel *s, const struct hw_ir_insn *insn, const char *name,
                            bool is_load)
{
    static const uint8_t candidates[] = {32, 24};
    char text[MAX_TEXT];

    if (hw_isel_is_wide(insn->how.space))
        for (unsigned i = 0; i < sizeof candidates; i++) {
            snprintf(text, sizeof text, is_load ? "%sR4, [R8+0x%llx]" : "%s[R8+0x%llx], R4", name,
                     (1ull << (candidates[i] - 1)) - 1);
            if (hw_codegen_accepts(s->target, text))
                return candidates[i];
        }
    return 24;
}

/* --- loads ------------------------------------------------------------------------------------------- */

static unsigned words_loaded(const struct hw_ir_insn *insn)
{
    unsigned words = 0;

    for (unsigned i = 0; i < insn->results; i++)
        words += words_of(&insn->result[i]);
    return words;
}

/* From a constant bank: a constant address, or an offset from a register. */
static void load_constant(struct hw_isel *s, const struct hw_ir_insn *insn, const struct hw_mir_operand *to,
                          unsigned which)
{
    const struct hw_ir_value *value = hw_isel_strip_copies(insn->operand[0].value);
    const unsigned bits = hw_codegen_type_bits(insn->how.type);
    const bool is_param = insn->how.space == HW_IR_SPACE_PARAM;
    int64_t offset = (int64_t)insn->how.bits + (is_param ? s->target->banks->params & 0xffff : 0) +
                     (int64_t)(bits / 8 * which);
    const unsigned bank = is_param ? s->target->banks->params >> 16 : s->target->user_bank;
    struct hw_mir_operand operand[2] = {*to, {.kind = HW_MIR_OPERAND_NONE}};
    uint64_t more;
    char text[MAX_TEXT];

    while (value->from->op == HW_IR_ADD && value->from->operands == 2 &&
           hw_ir_is_constant(value->from->operand[1].value, &more)) {
        offset += (int32_t)more;
        value = value->from->operand[0].value;
    }
    if (value->from->op == HW_IR_SYMBOL && hw_codegen_offset(s->layout, value->from->how.symbol, &more))
        offset += (int64_t)(more + value->from->how.bits);
    else if (hw_ir_is_constant(value, &more))
        offset += (int64_t)more;
    else
        operand[1] = hw_isel_low_word(hw_isel_operand(s, value));
    if (offset < INT16_MIN || offset > INT16_MAX) {
        operand[1] = hw_isel_add_offset(s, operand[1], offset, false);
        offset = 0;
    }
    const bool has_register = operand[1].kind != HW_MIR_OPERAND_NONE;
    snprintf(text, sizeof text, "LDC%s %%0, c[0x%x][%s+%s0x%llx]", size_of(insn->how.type, bits), bank,
             has_register ? "%1" : "RZ", offset < 0 ? "-" : "",
             (unsigned long long)(offset < 0 ? -offset : offset));
    hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), 1, has_register ? 2 : 1, operand);
}

static void move_constant(struct hw_isel *s, const struct hw_ir_value *value, struct hw_mir_operand constant)
{
    const struct hw_mir_operand operand[] = {hw_isel_of(s, s->reg[value->number]), constant};

    hw_isel_emit(s, value->kind == HW_IR_KIND_64 ? "MOV %0, %1\nMOV %0', %1'" : "MOV %0, %1", 1, 2, operand);
}

static void load_constants(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    struct hw_mir_operand constant = {.kind = HW_MIR_OPERAND_CONSTANT};

    for (unsigned i = 0; i < insn->results; i++) {
        if (!s->reg[insn->result[i].number])
            continue;
        if (hw_isel_in_bank(s, &insn->result[i], &constant.bank, &constant.value))
            move_constant(s, &insn->result[i], constant);
        else {
            const struct hw_mir_operand to = hw_isel_of(s, s->reg[insn->result[i].number]);
            load_constant(s, insn, &to, i);
        }
    }
}

/* Results that are no single words of the register that holds them all are copied out of it. */
static void unpack_results(struct hw_isel *s, const struct hw_ir_insn *insn, struct hw_mir_operand wide)
{
    static const char *const templates[] = {"MOV %0, %1\nMOV %0', %1'", "MOV %0, %1''\nMOV %0', %1'''"};

    for (unsigned i = 0; i < insn->results; i++)
        if (s->reg[insn->result[i].number]) {
            const struct hw_mir_operand operand[] = {hw_isel_of(s, s->reg[insn->result[i].number]), wide};
            hw_isel_emit(s, templates[i], 1, 2, operand);
        }
}

/* Several parts of words come as one number, and are taken out of it. */
static void load_parts(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const unsigned part = hw_codegen_type_bits(insn->how.type), bits = part * insn->results;
    const uint32_t reg = hw_isel_scratch(s, HW_MIR_FILE_GENERAL, bits == 64 ? 2 : 1);
    const char *name = mnemonic(s, spaces[insn->how.space].load, insn, size_of_parts(bits), true);
    const struct hw_isel_address address = hw_isel_address(s, insn, offset_bits(s, insn, name, true));
    struct hw_mir_operand operand[] = {hw_isel_of(s, reg), address.base};
    char text[MAX_TEXT];

    snprintf(text, sizeof text, "%s%%0, ", name);
    hw_isel_emit(s, hw_isel_with(s, text, &address, 1, ""), 1, 2, operand)->has_side_effects =
        insn->how.is_volatile;
    for (unsigned i = 0; i < insn->results; i++) {
        if (!s->reg[insn->result[i].number])
            continue;
        const struct hw_mir_operand taken[] = {hw_isel_of(s, s->reg[insn->result[i].number]), operand[0]};
        snprintf(text, sizeof text, "BFE%s %%0, %%1%s, 0x%x%02x",
                 hw_codegen_is_unsigned(insn->how.type) || insn->how.type == HW_TYPE_F16 ? ".U32" : "",
                 part * i >= 32 ? "'" : "", part, part * i % 32);
        hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), 1, 2, taken);
    }
}

void hw_isel_load(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const unsigned words = words_loaded(insn), bits = hw_codegen_type_bits(insn->how.type) * insn->results;

    if (insn->how.space == HW_IR_SPACE_PARAM || insn->how.space == HW_IR_SPACE_CONST) {
        load_constants(s, insn);
        return;
    }
    if (insn->results > 1 && hw_codegen_type_bits(insn->how.type) < 32) {
        load_parts(s, insn);
        return;
    }
    if (words > HW_MIR_WIDEST) {
        hw_isel_fail(s, "load that at once");
        return;
    }
    const bool is_unpacked = insn->results > 1 && insn->result[0].kind == HW_IR_KIND_64;
    const struct hw_mir_operand to =
        is_unpacked         ? hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, words))
        : insn->results > 1 ? hw_isel_of(s, hw_isel_wide(s, insn, words == 3 ? 4 : words))
                            : hw_isel_to(s, &insn->result[0]);
    const char *before = mnemonic(s, spaces[insn->how.space].load, insn, size_of(insn->how.type, bits), true);
    const struct hw_isel_address address = hw_isel_address(s, insn, offset_bits(s, insn, before, true));
    const struct hw_mir_operand operand[] = {to, address.base};
    const size_t length = strlen(before);
    char *with = hw_arena_alloc(s->arena, length + 8);
    memcpy(with, before, length);
    memcpy(with + length, "%0, ", 5);
    hw_isel_emit(s, hw_isel_with(s, with, &address, 1, ""), 1, 2, operand)->has_side_effects =
        insn->how.is_volatile;
    if (is_unpacked)
        unpack_results(s, insn, operand[0]);
}

/* --- stores ------------------------------------------------------------------------------------------ */

static struct hw_mir_operand gather(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned words)
{
    struct hw_mir_operand operand[3] = {hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, words))};

    if (insn->operands - 1 == words)
        return hw_isel_reg_sequence(s, operand[0], words, insn->operand + 1);
    operand[1] = hw_isel_operand(s, insn->operand[1].value);
    operand[2] = hw_isel_operand(s, insn->operand[2].value);
    hw_isel_emit(s, "MOV %0, %1\nMOV %0', %1'\nMOV %0'', %2\nMOV %0''', %2'", 1, 3, operand)->early_clobber =
        4;
    return operand[0];
}

/* Parts of words put together. */
static struct hw_mir_operand gather_parts(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const unsigned part = hw_codegen_type_bits(insn->how.type), values = insn->operands - 1;
    const struct hw_mir_operand to =
        hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, part * values == 64 ? 2 : 1));
    struct hw_mir_operand operand[5] = {to};
    char text[MAX_TEXT];
    int length = 0;

    for (unsigned i = 0; i < values; i++)
        operand[1 + i] = hw_isel_operand(s, insn->operand[1 + i].value);
    for (unsigned i = 0; i < values; i++) {
        const char *word = part * i >= 32 ? "'" : "";
        length += snprintf(text + length, sizeof text - (size_t)length,
                           part * i % 32 == 0 ? "%sMOV %%0%s, %%%u" : "%sBFI %%0%s, %%%u, 0x%x%02x, %%0%s",
                           i ? "\n" : "", word, 1 + i, part, part * i % 32, word);
    }
    hw_isel_emit(s, hw_arena_text(s->arena, text, (size_t)length), 1, 1 + values, operand)->early_clobber =
        (uint16_t)(0xffffu << 2);
    return to;
}

void hw_isel_store(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const unsigned values = insn->operands - 1, bits = hw_codegen_type_bits(insn->how.type) * values;
    unsigned words = 0;

    for (unsigned i = 0; i < values; i++)
        words += words_of(insn->operand[1 + i].value);
    const bool is_parts = values > 1 && hw_codegen_type_bits(insn->how.type) < 32;
    if ((!is_parts && (words == 3 || words > HW_MIR_WIDEST)) || insn->how.space == HW_IR_SPACE_PARAM ||
        insn->how.space == HW_IR_SPACE_CONST) {
        hw_isel_fail(s, "store that");
        return;
    }
    struct hw_mir_operand operand[2];
    operand[1] = is_parts     ? gather_parts(s, insn)
                 : values > 1 ? gather(s, insn, words)
                              : hw_isel_operand(s, insn->operand[1].value);
    const char *name = mnemonic(s, spaces[insn->how.space].store, insn,
                                is_parts ? size_of_parts(bits) : size_of(insn->how.type, bits), false);
    const struct hw_isel_address address = hw_isel_address(s, insn, offset_bits(s, insn, name, false));
    operand[0] = address.base;
    hw_isel_emit(s, hw_isel_with(s, name, &address, 0, ", %1"), 0, 2, operand)->has_side_effects = true;
}
