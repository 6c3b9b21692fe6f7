/* SPDX-License-Identifier: MIT */
/* Operands become registers of the program: registers by number, literals and fixed constants by literal
 * registers, memory by a load into a temporary register before the instruction. */
#include "engine/translate/translate.h"

#include <string.h>

/* Record a definition or a use of registers. */
static void record_register(struct hw_translator *t, uint16_t reg, unsigned words, bool write)
{
    if (write)
        hw_record_def(t, reg, words);
    else
        hw_record_use(t, reg, words);
}

uint16_t hw_cond_register(struct hw_translator *t, unsigned number, bool write)
{
    const uint16_t reg = (uint16_t)(t->program->numbering.cond + (number & 3));

    record_register(t, reg, 1, write);
    return reg;
}

/* A register behind the condition codes is used: the state is as long as that. */
static void use_state(struct hw_translator *t, uint32_t reg, uint32_t words)
{
    if (reg + words > t->program->state_registers)
        t->program->state_registers = reg + words;
}

/* $a0 reads as 0 and keeps nothing; $a5 and $a6 do not exist and behave the same. */
uint16_t hw_addr_register(struct hw_translator *t, unsigned number, bool write)
{
    const struct hw_register_layout *registers = &t->program->numbering;
    const uint16_t reg = (uint16_t)(registers->addr + number);

    if (number == 0 || number == 5 || number == 6)
        return write ? registers->sink : registers->zero;
    use_state(t, reg, 1);
    record_register(t, reg, 1, write);
    return reg;
}

/* Emit a fault for an invalid operand, for the lanes for which the instruction's guard is true. */
static struct hw_uop *emit_operand_fault(struct hw_translator *t, unsigned kind, unsigned reason,
                                         uint32_t number)
{
    struct hw_uop *uop = hw_emit_guarded_fault(t, kind, reason);
    uop->fault.number = number;
    return uop;
}

static uint8_t register_part(const struct hw_operand *operand)
{
    if (operand->bytes == 1)
        return (uint8_t)(HW_PART_BYTE0 + (operand->offset & 3));
    if (operand->bytes != 2)
        return HW_PART_WORD;
    return operand->flags & HW_OPERAND_HIGH || operand->offset == 2 ? HW_PART_HIGH : HW_PART_LOW;
}

/* The register of a general or uniform register; those beyond what the thread has, RZ among them, read as 0
 * and keep nothing. */
static bool register_number(struct hw_translator *t, const struct hw_operand *operand, bool write,
                            uint16_t *reg)
{
    const struct hw_register_layout *registers = &t->program->numbering;
    const bool uniform = operand->kind == HW_OPERAND_UREG;
    const uint32_t count = uniform ? t->kernel_abi->uniform_registers : t->launch->code.registers;
    unsigned words = operand->bytes <= 4 ? 1 : operand->bytes / 4u;

    if (operand->reg % words != 0 && operand->reg != HW_RZ) {
        emit_operand_fault(t, HW_FAULT_OPERAND, HW_TRAP_REGISTER, operand->reg);
        return false;
    }
    if (operand->reg >= count) {
        *reg = write ? registers->sink : registers->zero;
        return true;
    }
    *reg = (uint16_t)(operand->reg + (uniform ? registers->uniform : 0));
    if (uniform)
        use_state(t, *reg, words);
    if (!write || register_part(operand) == HW_PART_WORD) /* a write of a part does not change the others */
        record_register(t, *reg, words, write);
    return true;
}

/* Temporary registers; an instruction has at most four memory operands of four words. */
uint16_t hw_temp_registers(struct hw_translator *t, unsigned words)
{
    uint16_t reg = (uint16_t)(t->program->numbering.temp + t->temps);
    t->temps += words;
    return reg;
}

/* The bytes of a constant at a fixed address; NULL with a fault when it lies beyond its bank. */
static const uint8_t *constant_bytes(struct hw_translator *t, const struct hw_operand *operand,
                                     uint32_t *location)
{
    const struct hw_bank *bank = &t->launch->bank[operand->space % HW_BANKS];
    const bool high = operand->bytes == 2 && operand->flags & HW_OPERAND_HIGH;
    const uint32_t offset = ((uint32_t)operand->offset & 0xffff) + (high ? 2 : 0);

    *location = offset;

    if (bank->bytes && offset + operand->bytes <= bank->bytes)
        return (const uint8_t *)bank->data + offset;
    if (bank->bytes)
        emit_operand_fault(t, HW_FAULT_ADDRESS, HW_TRAP_CONST, offset)->fault.bank = (uint8_t)operand->space;
    else
        emit_operand_fault(t, HW_FAULT_UNBOUND, HW_TRAP_CONST_BANK, offset)->fault.bank =
            (uint8_t)operand->space;
    return NULL;
}

bool hw_constant_word(struct hw_translator *t, const struct hw_operand *operand, uint32_t *value)
{
    uint32_t offset;
    const uint8_t *from = constant_bytes(t, operand, &offset);

    if (!from)
        return false;
    memcpy(value, from, operand->bytes < 4 ? operand->bytes : 4);
    hw_const_patch_fixed(t, operand, operand->space % HW_BANKS, offset, *value);
    return true;
}

/* A constant at a fixed address is a literal, since banks are complete before translation. */
static bool constant_register(struct hw_translator *t, const struct hw_operand *operand, uint16_t *reg)
{
    uint32_t offset;
    const uint8_t *from = constant_bytes(t, operand, &offset);

    if (from)
        *reg = hw_const_patch_register(t, operand, operand->space % HW_BANKS, offset, from);
    return from != NULL;
}

/* A literal; a 64-bit one is two registers. */
static uint16_t immediate_lanes(struct hw_translator *t, const struct hw_operand *operand)
{
    const uint32_t words[2] = {(uint32_t)operand->offset, (uint32_t)((uint64_t)operand->offset >> 32)};

    return hw_literal_registers(t, words, operand->bytes == 8 ? 2 : 1);
}

/* A memory operand: a literal if its value is constant, else a load. */
static bool memory_register(struct hw_translator *t, const struct hw_operand *operand, uint16_t *reg)
{
    bool fixed = operand->base_kind == HW_BASE_NONE ||
                 ((operand->base_kind == HW_BASE_REG || operand->base_kind == HW_BASE_UREG) &&
                  operand->reg == HW_RZ) ||
                 (operand->base_kind == HW_BASE_ADDR &&
                  hw_addr_register(t, operand->reg, false) == t->program->numbering.zero);

    const uint8_t *constant;

    fixed = fixed && !hw_is_described(operand) && !(operand->flags & HW_OPERAND_POSTINC);
    if (fixed && operand->kind == HW_OPERAND_CONST)
        return constant_register(t, operand, reg);
    fixed = fixed && operand->bytes <= 4;
    if (fixed && operand->kind == HW_OPERAND_SHARED && (constant = hw_constant_shared(t, operand)) != NULL) {
        *reg = hw_const_patch_register(t, operand, HW_CONST_PATCH_SHARED, (uint32_t)operand->offset & 0xffff,
                                       constant);
        return true;
    }
    *reg = hw_temp_registers(t, operand->bytes <= 4 ? 1 : operand->bytes / 4u);
    return hw_emit_load(t, operand, *reg);
}

bool hw_source_register(struct hw_translator *t, const struct hw_operand *operand, uint16_t *reg,
                        uint8_t *part)
{
    *part = HW_PART_WORD;
    switch (operand->kind) {
    case HW_OPERAND_REG:
    case HW_OPERAND_UREG: *part = register_part(operand); return register_number(t, operand, false, reg);
    case HW_OPERAND_COND: *reg = hw_cond_register(t, operand->reg, false); return true;
    case HW_OPERAND_ADDR: *reg = hw_addr_register(t, operand->reg, false); return true;
    case HW_OPERAND_IMM: *reg = immediate_lanes(t, operand); return true;
    case HW_OPERAND_SHARED:
    case HW_OPERAND_LOCAL:
    case HW_OPERAND_GLOBAL:
    case HW_OPERAND_GENERIC:
    case HW_OPERAND_CONST: return memory_register(t, operand, reg);
    case HW_OPERAND_ATTR:
    case HW_OPERAND_PRIM:
        if (t->launch->graphics) {
            *reg = hw_temp_registers(t, 1);
            return hw_emit_input(t, operand, *reg);
        }
        emit_operand_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION, 0);
        return false;
    default: emit_operand_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION, 0); return false;
    }
}

bool hw_destination_register(struct hw_translator *t, const struct hw_operand *operand, uint16_t *reg,
                             uint8_t *part)
{
    *part = HW_PART_WORD;
    switch (operand->kind) {
    case HW_OPERAND_REG:
    case HW_OPERAND_UREG: *part = register_part(operand); return register_number(t, operand, true, reg);
    case HW_OPERAND_DISCARD: *reg = t->program->numbering.sink; return true;
    case HW_OPERAND_OUT:
        if (t->launch->graphics) {
            *part = operand->bytes == 2 ? HW_PART_LOW : HW_PART_WORD;
            *reg = (uint16_t)(t->program->numbering.output + operand->offset / 4);
            return true;
        }
        emit_operand_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION, 0);
        return false;
    case HW_OPERAND_COND: *reg = hw_cond_register(t, operand->reg, true); return true;
    case HW_OPERAND_ADDR: *reg = hw_addr_register(t, operand->reg, true); return true;
    default: emit_operand_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION, 0); return false;
    }
}

bool hw_base_register(struct hw_translator *t, const struct hw_operand *operand, uint16_t *reg)
{
    const bool uniform = operand->base_kind == HW_BASE_UREG;
    const struct hw_operand base = {
        .kind = uniform ? HW_OPERAND_UREG : HW_OPERAND_REG, .bytes = 4, .reg = operand->reg};
    uint8_t part;

    return hw_source_register(t, &base, reg, &part);
}

void hw_clear_beyond(struct hw_translator *t, const struct hw_operand *operand)
{
    const bool uniform = operand->kind == HW_OPERAND_UREG;
    const uint32_t registers = uniform ? t->kernel_abi->uniform_registers : t->launch->code.registers;

    if ((operand->kind != HW_OPERAND_REG && !uniform) || operand->bytes <= 4 || operand->reg >= registers ||
        operand->reg + operand->bytes / 4u <= registers)
        return;
    struct hw_uop *uop = hw_emit(t, hw_uop_clear_registers);
    uop->d = (uint16_t)(registers + (uniform ? t->program->numbering.uniform : 0));
    uop->cleared = operand->reg + operand->bytes / 4u - registers;
}
