/* SPDX-License-Identifier: MIT */
/* Target hooks of chips before GF100.  A predicate is a 32-bit word.  A comparison that only a branch or a
 * selection uses sets the condition C0 there and needs no word.  C0 is live only within the instructions that
 * one operation becomes.  Parameters lie in shared memory after the header of a launch; a thread begins with
 * its coordinates in R0. */
#include "compiler/codegen/tesla.h"

#include "compiler/ir/ir_special.h"

#define REACH 0x1fu /* words of shared memory that an operand reaches */

bool hw_tesla_preloaded(const struct hw_isel *s, const struct hw_ir_value *value,
                        struct hw_mir_operand *operand)
{
    uint64_t at;
    unsigned word;

    value = hw_isel_strip_copies(value);
    const struct hw_ir_value *whole = hw_isel_wide_of(value, &word);
    if (whole && hw_tesla_preloaded(s, whole, operand)) {
        operand->value += 4 * word;
        return operand->value / 4 <= REACH;
    }
    const struct hw_ir_insn *load = value->from;
    const unsigned bits = hw_codegen_type_bits(load->how.type);
    if (load->op != HW_IR_LOAD || load->how.space != HW_IR_SPACE_PARAM || bits < 32 ||
        !hw_ir_is_constant(load->operand[0].value, &at))
        return false;
    operand->kind = HW_MIR_OPERAND_CELL;
    operand->text = "g ";
    operand->value = (int64_t)(HW_TESLA_HEADER + at + load->how.bits + bits / 8 * value->which);
    return operand->value % 4 == 0 && (operand->value + bits / 8 - 1) / 4 <= REACH;
}

/* Addresses of global memory stand in constant bank 14, where the loader puts them. */
static struct hw_mir_operand address(struct hw_isel *s, const struct hw_ir_value *value)
{
    const struct hw_ir_modifiers *how = &value->from->how;
    uint64_t offset;

    if (!hw_codegen_offset(s->layout, how->symbol, &offset)) {
        hw_isel_fail(s, "name that");
        return hw_isel_fixed("R0");
    }
    if (how->symbol->space != HW_IR_SPACE_GLOBAL)
        return hw_isel_literal(s, value, offset + how->bits);
    const bool is_wide = value->kind == HW_IR_KIND_64;
    const struct hw_mir_operand operand[] = {
        hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, is_wide ? 2 : 1)),
        {.kind = HW_MIR_OPERAND_CELL, .text = "c [0xe] ", .value = (int64_t)offset},
        hw_isel_immediate(how->bits, HW_IMMEDIATE_UNSIGNED)};
    static const char *const templates[] = {"MVC %0, %1", "MVC %0, %1\nIADD32I %0, %0, %2",
                                            "MVC %0, %1\nMVI %0', 0x0",
                                            "MVC %0, %1\nIADD32I %0, %0, %2\nMVI %0', 0x0"};
    hw_isel_emit(s, templates[2 * is_wide + (how->bits != 0)], 1, 3, operand);
    return operand[0];
}

/* The coordinates must be fetched before anything else has R0. */
static void emit_entry(struct hw_isel *s)
{
    if (!s->stack)
        return;
    const struct hw_mir_operand to = hw_isel_of(s, s->stack);
    s->to->reg[s->stack].no_spill = false;
    s->block = s->to->block[0];
    s->at = s->block->first;
    hw_isel_emit(s, "MOV %0, R0", 1, 1, &to);
}

/* Spilled registers in local memory have constant addresses. */
static void emit_spill(const struct hw_codegen_spill_access *access)
{
    static const char *const loads[] = {"LLD.U32 %0, local [%1]", "LLD.U64 %0, local [%1]",
                                        "LLD.U128 %0, local [%1]"},
                             *const stores[] = {"LST.U32 local [%1], %0", "LST.U64 local [%1], %0",
                                                "LST.U128 local [%1], %0"};
    const struct hw_mir_operand value = {.kind = HW_MIR_OPERAND_REG, .reg = access->reg},
                                spill_offset = {.kind = HW_MIR_OPERAND_IMMEDIATE,
                                                .bank = HW_IMMEDIATE_UNSIGNED,
                                                .value = access->at};
    const struct hw_mir_insn insn = {
        .template = (access->is_load ? loads : stores)[access->function->reg[access->reg].words / 2],
        .operands = 2,
        .written = access->is_load,
        .has_side_effects = !access->is_load,
        .operand = {value, spill_offset}};

    hw_mir_insn(access->function, access->block, access->next, &insn);
}

/* --- conditions ------------------------------------------------------------------------------------------
 */

struct hw_mir_operand hw_tesla_condition(struct hw_isel *s, const struct hw_ir_value *value)
{
    static const struct hw_mir_operand nowhere = {.kind = HW_MIR_OPERAND_FIXED, .text = "o [0x7f]"};
    struct hw_mir_operand condition = {.kind = HW_MIR_OPERAND_CONDITION, .text = "C0"};
    uint64_t bits;

    while (value->from->op == HW_IR_NOT || value->from->op == HW_IR_COPY) {
        condition.inv = condition.inv != (value->from->op == HW_IR_NOT);
        value = value->from->operand[0].value;
    }
    if (hw_ir_is_constant(value, &bits)) {
        condition.kind = HW_MIR_OPERAND_FIXED;
        condition.inv = condition.inv == (bits != 0);
        return condition;
    }
    const struct hw_ir_insn *insn = value->from;
    if (insn->op == HW_IR_SETP && insn->block == s->insn->block && !s->reg[value->number] &&
        hw_isel_match(s, insn, hw_isel_condition_patterns_tesla, &nowhere))
        return condition;
    const struct hw_mir_operand word = hw_isel_operand(s, value);
    hw_isel_emit(s, "I2I.S32.S32.C0 o [0x7f], %0", 0, 1, &word)->has_side_effects = true;
    return condition;
}

static void emit_terminator(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    struct hw_mir_operand operand = {.kind = HW_MIR_OPERAND_NONE};
    const char *template = insn->op == HW_IR_JUMP ? hw_codegen_jump : hw_codegen_exit;

    if (insn->op == HW_IR_BRANCH) {
        operand = hw_tesla_condition(s, insn->operand[0].value);
        template = hw_codegen_branch;
    }
    if (insn->op == HW_IR_TRAP)
        hw_isel_emit(s, "TRAP", 0, 0, &operand)->has_side_effects = true;
    hw_isel_emit(s, template, 0, operand.kind != HW_MIR_OPERAND_NONE, &operand)->has_side_effects = true;
}

/* --- choices ---------------------------------------------------------------------------------------------
 */

static void emit_selection(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    static const char *const templates[2][2] = {
        {"MOV %0, %3\nMOV %0 (C0.NE), %2", "MOV %0, %3\nMOV %0 (C0.EQ), %2"},
        {"MOV %0, %3\nMOV %0', %3'\nMOV %0 (C0.NE), %2\nMOV %0' (C0.NE), %2'",
         "MOV %0, %3\nMOV %0', %3'\nMOV %0 (C0.EQ), %2\nMOV %0' (C0.EQ), %2'"}};
    const bool is_wide = insn->result[0].kind == HW_IR_KIND_64;
    struct hw_mir_operand operand[4] = {hw_isel_to(s, &insn->result[0])};

    for (unsigned i = 1; i < 3; i++)
        if (!hw_tesla_preloaded(s, insn->operand[i].value, &operand[1 + i]))
            operand[1 + i] = hw_isel_operand(s, insn->operand[i].value);
    const struct hw_mir_operand condition = hw_tesla_condition(s, insn->operand[0].value);
    if (condition.kind == HW_MIR_OPERAND_FIXED)
        operand[2] = operand[condition.inv ? 3 : 2], operand[3] = operand[2];
    operand[1] = hw_isel_fixed("");
    hw_isel_emit(s, templates[is_wide][condition.inv], 1, 4, operand)->early_clobber = is_wide ? 0xc : 0x4;
}

/* Generic addresses are those of global memory. */
static void to_space(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    if (insn->how.space != HW_IR_SPACE_GLOBAL)
        hw_isel_fail(s, "do this");
    else
        hw_tesla_copy(s, insn);
}

static void refuse_call(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_ir_symbol *symbol = insn->how.symbol;

    if (s->status != HW_OK)
        return;
    s->status = hw_fail(s->error, HW_ERR_UNSUPPORTED, "compiler",
                        "%s has no stack for calls: it cannot call %s, which %s", s->target->name,
                        symbol ? symbol->name : "by address",
                        !symbol                     ? "may be any function"
                        : symbol->routine->function ? "leads to itself"
                                                    : "is not defined here");
    hw_isel_locate_error(s);
}

static hw_isel_fn *const by_op[HW_IR_OP_COUNT] = {
    [HW_IR_LOAD] = hw_tesla_load,
    [HW_IR_STORE] = hw_tesla_store,
    [HW_IR_ATOMIC] = hw_tesla_atomic,
    [HW_IR_HANDLE] = hw_isel_handle,
    [HW_IR_TEXTURE] = hw_tesla_texture,
    [HW_IR_SELECT] = emit_selection,
    [HW_IR_TO_GENERIC] = to_space,
    [HW_IR_FROM_GENERIC] = to_space,
    [HW_IR_CONVERT] = hw_tesla_convert,
    [HW_IR_PACK] = hw_tesla_pack,
    [HW_IR_UNPACK] = hw_tesla_unpack,
    [HW_IR_COPY] = hw_tesla_copy,
    [HW_IR_SPECIAL] = hw_tesla_special,
    [HW_IR_CLOCK] = hw_tesla_special,
    [HW_IR_BARRIER] = hw_tesla_barrier,
    [HW_IR_VOTE] = hw_tesla_vote,
    [HW_IR_BREAKPOINT] = hw_tesla_breakpoint,
    [HW_IR_CALL] = refuse_call,
    [HW_IR_FENCE] = hw_isel_nothing, /* accesses of a thread are in order */
    [HW_IR_PREFETCH] = hw_isel_nothing,
    [HW_IR_PMEVENT] = hw_isel_nothing,
};

const struct hw_codegen_target_hooks hw_target_hooks_tesla = {
    .has_library = true,
    .reconverges_at_target = true,
    .label = 'L',
    .immediate_float = HW_IMMEDIATE_FLOAT_BITS,
    .exit = "RET",
    .wait = {"NOP.S", "NOP.S"},
    .literal = {"MVI %0, %1", "MVI %0, %1\nMVI %0', %1'"},
    .patterns = hw_isel_patterns_tesla,
    .prepare = hw_tesla_prepare,
    .lower = hw_legalise_tesla,
    .by_op = by_op,
    .carry = hw_tesla_carry,
    .end = emit_terminator,
    .begin = emit_entry,
    .address = address,
    .preloaded = hw_tesla_preloaded,
    .spill = emit_spill,
    .reuse_addresses = hw_tesla_reuse_addresses,
};
