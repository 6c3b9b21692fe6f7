/* Operands become rows: registers by number, literals and fixed constants from the literal rows, memory
 * by a load into a temporary row in front of the instruction. */
#include "engine/translate.h"

#include <string.h>

uint16_t hw_cond_row(const struct hw_translator *t, unsigned number)
{
    return (uint16_t)(t->code->rows.cond + (number & 3));
}

/* $a0 reads as 0 and keeps nothing; $a5 and $a6 do not exist and behave the same. */
uint16_t hw_addr_row(const struct hw_translator *t, unsigned number, bool write)
{
    const struct hw_rows *rows = &t->code->rows;
    if (number == 0 || number == 5 || number == 6)
        return write ? rows->sink : rows->zero;
    t->code->cleared_rows = rows->zero;
    return (uint16_t)(rows->addr + number);
}

/* The row of a general register; those beyond the thread's read as 0 and keep nothing. */
static bool register_row(struct hw_translator *t, const struct hw_operand *operand, bool write, uint16_t *row)
{
    const struct hw_rows *rows = &t->code->rows;
    unsigned words = operand->bytes <= 4 ? 1 : operand->bytes / 4u;

    if (operand->reg % words != 0) {
        hw_emit_fault(t, HW_FAULT_OPERAND, HW_BAD_REGISTER, operand->reg);
        return false;
    }
    if (operand->reg < t->launch->registers)
        *row = operand->reg;
    else
        *row = write ? rows->sink : rows->zero;
    return true;
}

static uint8_t register_part(const struct hw_operand *operand)
{
    if (operand->bytes != 2)
        return HW_PART_WORD;
    return operand->flags & HW_OPERAND_HIGH ? HW_PART_HIGH : HW_PART_LOW;
}

/* Temporary rows; an instruction has at most four memory operands of four words. */
static uint16_t temp_rows(struct hw_translator *t, unsigned words)
{
    uint16_t row = (uint16_t)(t->code->rows.temp + t->temps);
    t->temps += words;
    return row;
}

static enum hw_width operand_width(const struct hw_operand *operand)
{
    bool sign = operand->flags & HW_OPERAND_SIGNED;
    switch (operand->bytes) {
    case 1: return sign ? HW_WIDTH_S8 : HW_WIDTH_U8;
    case 2: return sign ? HW_WIDTH_S16 : HW_WIDTH_U16;
    case 8: return HW_WIDTH_B64;
    case 16: return HW_WIDTH_B128;
    default: return HW_WIDTH_B32;
    }
}

bool hw_memory_base(struct hw_translator *t, const struct hw_operand *operand, uint16_t *row,
                    uint32_t *offset)
{
    bool post = operand->flags & HW_OPERAND_POSTINC;

    *row = HW_NO_ROW;
    *offset = post ? 0 : (uint32_t)operand->offset;
    if (operand->base_kind == HW_BASE_ADDR) {
        *row = hw_addr_row(t, operand->reg, false);
        if (post && *row == t->code->rows.zero) {
            hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_BAD_POSTINC, operand->reg);
            return false;
        }
        if (*row == t->code->rows.zero)
            *row = HW_NO_ROW;
    } else if (operand->base_kind == HW_BASE_REG) {
        struct hw_operand base = {.kind = HW_OPERAND_REG, .bytes = 4, .reg = operand->reg};
        return register_row(t, &base, false, row);
    }
    if (operand->kind != HW_OPERAND_GLOBAL)
        *offset &= 0xffff;
    return true;
}

void hw_post_increment(struct hw_translator *t, const struct hw_operand *operand)
{
    if (!(operand->flags & HW_OPERAND_POSTINC))
        return;
    struct hw_view add = {.op = HW_OP_ADA, .cond_out = -1, .operand_count = 3};
    add.operand[0] = add.operand[1] =
        (struct hw_operand){.kind = HW_OPERAND_ADDR, .bytes = 2, .reg = operand->reg};
    add.operand[2] = (struct hw_operand){.kind = HW_OPERAND_IMM, .bytes = 2, .offset = operand->offset};
    struct hw_uop *uop = hw_emit(t, NULL);
    hw_alu_bind(&add, t->table, t->launch->target.chip, uop);
    uop->d = uop->a = hw_addr_row(t, operand->reg, true);
}

/* The literal row of an operand of a word or less, whose bytes are known. */
static uint16_t known_row(struct hw_translator *t, const struct hw_operand *operand, const uint8_t *from)
{
    uint32_t word = 0;

    memcpy(&word, from, operand->bytes < 4 ? operand->bytes : 4);
    if (operand->bytes == 1 && operand->flags & HW_OPERAND_SIGNED)
        word = (uint32_t)(int32_t)(int8_t)word;
    if (operand->bytes == 2 && operand->flags & HW_OPERAND_SIGNED)
        word = (uint32_t)(int32_t)(int16_t)word;
    return hw_literal_row(t, word);
}

/* A constant at a fixed address is known now; false with a fault when it lies beyond its bank. */
static bool constant_row(struct hw_translator *t, const struct hw_operand *operand, uint32_t offset,
                         uint16_t *row)
{
    const struct hw_bank *bank = &t->launch->bank[operand->space % HW_BANKS];

    if (offset + operand->bytes > bank->bytes) {
        if (bank->bytes)
            hw_emit_fault(t, HW_FAULT_ADDRESS, HW_BAD_CONST, offset)->type = (uint8_t)operand->space;
        else
            hw_emit_fault(t, HW_FAULT_UNBOUND, HW_BAD_CONST_BANK, operand->space)->type =
                (uint8_t)operand->space;
        return false;
    }
    *row = known_row(t, operand, (const uint8_t *)bank->data + offset);
    return true;
}

bool hw_emit_load(struct hw_translator *t, const struct hw_operand *operand, uint16_t d)
{
    hw_uop_fn *const *table;
    uint16_t base;
    uint32_t offset;

    switch (operand->kind) {
    case HW_OPERAND_SHARED: table = t->table->load_shared; break;
    case HW_OPERAND_LOCAL: table = t->table->load_local; break;
    case HW_OPERAND_GLOBAL: table = t->table->load_global; break;
    default: table = t->table->load_const; break;
    }
    if (!hw_memory_base(t, operand, &base, &offset))
        return false;
    if (base == HW_NO_ROW && operand->kind != HW_OPERAND_SHARED)
        base = t->code->rows.zero;
    struct hw_uop *uop = hw_emit(t, table[operand_width(operand)]);
    uop->d = d;
    uop->a = base;
    uop->imm = offset;
    uop->mode = (uint8_t)(operand->space % HW_SEGMENTS);
    hw_post_increment(t, operand);
    return true;
}

/* A memory operand: a literal where it is a word or less that is known now, else a load. */
static bool memory_row(struct hw_translator *t, const struct hw_operand *operand, uint16_t *row)
{
    bool fixed =
        operand->base_kind == HW_BASE_NONE ||
        (operand->base_kind == HW_BASE_ADDR && hw_addr_row(t, operand->reg, false) == t->code->rows.zero);

    const uint8_t *known;

    fixed = fixed && operand->bytes <= 4 && !(operand->flags & HW_OPERAND_POSTINC);
    if (fixed && operand->kind == HW_OPERAND_CONST)
        return constant_row(t, operand, (uint32_t)operand->offset & 0xffff, row);
    if (fixed && operand->kind == HW_OPERAND_SHARED && (known = hw_known_shared(t, operand)) != NULL) {
        *row = known_row(t, operand, known);
        return true;
    }
    *row = temp_rows(t, operand->bytes <= 4 ? 1 : operand->bytes / 4u);
    return hw_emit_load(t, operand, *row);
}

bool hw_source_row(struct hw_translator *t, const struct hw_operand *operand, uint16_t *row, uint8_t *part)
{
    *part = HW_PART_WORD;
    switch (operand->kind) {
    case HW_OPERAND_REG: *part = register_part(operand); return register_row(t, operand, false, row);
    case HW_OPERAND_COND: *row = hw_cond_row(t, operand->reg); return true;
    case HW_OPERAND_ADDR: *row = hw_addr_row(t, operand->reg, false); return true;
    case HW_OPERAND_IMM: *row = hw_literal_row(t, (uint32_t)operand->offset); return true;
    case HW_OPERAND_SHARED:
    case HW_OPERAND_LOCAL:
    case HW_OPERAND_GLOBAL:
    case HW_OPERAND_CONST: return memory_row(t, operand, row);
    default: hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_BAD_OPERATION, 0); return false;
    }
}

bool hw_destination_row(struct hw_translator *t, const struct hw_operand *operand, uint16_t *row,
                        uint8_t *part)
{
    *part = HW_PART_WORD;
    switch (operand->kind) {
    case HW_OPERAND_REG: *part = register_part(operand); return register_row(t, operand, true, row);
    case HW_OPERAND_DISCARD: *row = t->code->rows.sink; return true;
    case HW_OPERAND_COND: *row = hw_cond_row(t, operand->reg); return true;
    case HW_OPERAND_ADDR: *row = hw_addr_row(t, operand->reg, true); return true;
    default: hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_BAD_OPERATION, 0); return false;
    }
}

void hw_clear_beyond(struct hw_translator *t, const struct hw_operand *operand)
{
    uint32_t registers = t->launch->registers;

    if (operand->kind != HW_OPERAND_REG || operand->bytes <= 4 || operand->reg >= registers ||
        operand->reg + operand->bytes / 4u <= registers)
        return;
    struct hw_uop *uop = hw_emit(t, hw_uop_clear_rows);
    uop->d = (uint16_t)registers;
    uop->imm = operand->reg + operand->bytes / 4u - registers;
}
