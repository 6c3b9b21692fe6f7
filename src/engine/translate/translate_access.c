/* SPDX-License-Identifier: MIT */
/* Memory accesses become micro-ops: the operand gives the address, the space and width select the lane
 * function. */
#include "engine/translate/translate.h"

/* The registers of a 64-bit address: a register pair, to which the micro-op adds the offset.  An address of
 * 32 bits is a register plus the offset, without a carry, and zeros in the upper word. */
static bool wide_base(struct hw_translator *t, const struct hw_operand *operand, struct hw_address *address)
{
    const bool wide = operand->flags & HW_OPERAND_WIDE;
    const struct hw_operand base = {.kind = HW_OPERAND_REG, .bytes = wide ? 8 : 4, .reg = operand->reg};
    const uint32_t fixed[2] = {address->offset, 0};
    uint16_t reg;
    uint8_t part;

    if (hw_adds_uniform(t, operand))
        return hw_address_pair(t, operand, address);
    if (operand->base_kind == HW_BASE_NONE || operand->reg == HW_RZ) {
        *address = (struct hw_address){.reg = hw_literal_registers(t, fixed, 2), .mask = address->mask};
        return true;
    }
    if (!hw_source_register(t, &base, &reg, &part))
        return false;
    if (!wide) {
        const uint16_t pair = hw_temp_registers(t, 2);
        hw_emit_add(t, pair, reg, hw_literal_register(t, address->offset));
        hw_emit_move(t, (uint16_t)(pair + 1), t->program->numbering.zero);
        reg = pair;
        address->offset = 0;
    }
    address->reg = reg;
    return true;
}

/* The register of an address register; HW_NO_REGISTER: the operand has none. */
static bool address_register(struct hw_translator *t, const struct hw_operand *operand, uint16_t *reg)
{
    *reg = hw_addr_register(t, operand->reg, false);
    if (*reg != t->program->numbering.zero)
        return true;
    *reg = HW_NO_REGISTER;
    if (operand->flags & HW_OPERAND_POSTINC)
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_POSTINC, operand->reg);
    return !(operand->flags & HW_OPERAND_POSTINC);
}

static bool is_flat(const struct hw_operand *operand)
{
    return operand->kind != HW_OPERAND_GLOBAL && operand->kind != HW_OPERAND_GENERIC;
}

bool hw_memory_address(struct hw_translator *t, const struct hw_operand *operand, struct hw_address *address)
{
    const bool post = operand->flags & HW_OPERAND_POSTINC;

    *address = (struct hw_address){
        .reg = HW_NO_REGISTER, .offset = post ? 0 : (uint32_t)operand->offset, .mask = ~0u};
    if (t->kernel_abi->wide_addresses && !is_flat(operand))
        return wide_base(t, operand, address);
    if (operand->base_kind == HW_BASE_ADDR && !address_register(t, operand, &address->reg))
        return false;
    if ((operand->base_kind == HW_BASE_REG || operand->base_kind == HW_BASE_UREG) && operand->reg != HW_RZ &&
        !hw_base_register(t, operand, &address->reg))
        return false;
    if (((operand->kind == HW_OPERAND_SHARED && operand->part) || hw_adds_uniform(t, operand)) &&
        !hw_address_word(t, operand, address))
        return false;
    if (is_flat(operand)) {
        address->mask = t->kernel_abi->address_mask;
        address->offset &= address->mask;
    }
    if (address->reg == HW_NO_REGISTER && operand->kind != HW_OPERAND_SHARED)
        address->reg = t->program->numbering.zero;
    return true;
}

void hw_set_address(struct hw_uop *uop, const struct hw_operand *operand, const struct hw_address *address)
{
    uop->a = address->reg;
    uop->mem.offset = address->offset;
    uop->mem.mask = address->mask;
    uop->mem.number = (uint8_t)(operand->space % HW_BANKS); /* the bank or segment, if there is one */
}

void hw_post_increment(struct hw_translator *t, const struct hw_operand *operand)
{
    if (!(operand->flags & HW_OPERAND_POSTINC))
        return;
    struct hw_semantics add = {.op = HW_OP_ADA, .cond_out = -1, .operand_count = 3};
    add.operand[0] = add.operand[1] =
        (struct hw_operand){.kind = HW_OPERAND_ADDR, .bytes = 2, .reg = operand->reg};
    add.operand[2] = (struct hw_operand){.kind = HW_OPERAND_IMM, .bytes = 2, .offset = operand->offset};
    struct hw_uop *uop = hw_emit_arithmetic(t, &add);
    uop->d = uop->a = hw_addr_register(t, operand->reg, true);
}

enum hw_width hw_operand_width(const struct hw_operand *operand)
{
    const bool sign = operand->flags & HW_OPERAND_SIGNED;

    switch (operand->bytes) {
    case 1: return sign ? HW_WIDTH_S8 : HW_WIDTH_U8;
    case 2: return sign ? HW_WIDTH_S16 : HW_WIDTH_U16;
    case 8: return HW_WIDTH_B64;
    case 16: return HW_WIDTH_B128;
    default: return HW_WIDTH_B32;
    }
}

static hw_uop_fn *load_function(const struct hw_translator *t, const struct hw_memory_table *table,
                                const struct hw_operand *memory)
{
    const enum hw_width width = hw_operand_width(memory);

    switch (memory->kind) {
    case HW_OPERAND_SHARED: return table->load_shared[width];
    case HW_OPERAND_LOCAL:
        return t->launch->placement.local.memory ? hw_uop_load_local_in_memory : table->load_local[width];
    case HW_OPERAND_GENERIC: return table->load_generic[width];
    case HW_OPERAND_GLOBAL:
        return t->kernel_abi->wide_addresses ? table->load_device[width] : table->load_global[width];
    default: return table->load_const[width];
    }
}

static hw_uop_fn *store_function(const struct hw_translator *t, const struct hw_memory_table *table,
                                 const struct hw_operand *memory)
{
    const enum hw_width width = hw_operand_width(memory);

    switch (memory->kind) {
    case HW_OPERAND_SHARED: return table->store_shared[width];
    case HW_OPERAND_LOCAL:
        return t->launch->placement.local.memory ? hw_uop_store_local_in_memory : table->store_local[width];
    case HW_OPERAND_GENERIC: return table->store_generic[width];
    default: return t->kernel_abi->wide_addresses ? table->store_device[width] : table->store_global[width];
    }
}

void hw_emit_store(struct hw_translator *t, const struct hw_operand *memory, const struct hw_address *address,
                   uint16_t data, uint8_t part)
{
    hw_instrument_access(t, HW_ACCESS_STORE, memory, address);
    struct hw_uop *uop = hw_emit(t, store_function(t, t->memory, memory));
    uop->narrow = store_function(t, t->memory->narrow, memory);
    uop->mem.width = (uint8_t)hw_operand_width(memory);
    uop->mem.writes = true;
    hw_set_address(uop, memory, address);
    uop->b = data;
    uop->b_part = part;
}

void hw_emit_load_at(struct hw_translator *t, const struct hw_operand *operand,
                     const struct hw_address *address, uint16_t d)
{
    hw_instrument_access(t, HW_ACCESS_LOAD, operand, address);
    struct hw_uop *uop = hw_emit(t, load_function(t, t->memory, operand));
    uop->narrow = load_function(t, t->memory->narrow, operand);
    uop->d = d;
    uop->mem.width = (uint8_t)hw_operand_width(operand);
    hw_set_address(uop, operand, address);
}

bool hw_is_described(const struct hw_operand *operand)
{
    return operand->kind == HW_OPERAND_CONST &&
           (operand->base_kind == HW_BASE_UREG_BANK || (operand->base_kind == HW_BASE_REG && operand->part));
}

/* cx[UR][]: constants that a pair of uniform registers describes, at an offset or, of LDC, at a register's.
 */
static bool load_described(struct hw_translator *t, const struct hw_operand *operand, uint16_t d)
{
    const bool indexed = operand->base_kind == HW_BASE_REG;
    const struct hw_operand bank = {
        .kind = HW_OPERAND_UREG, .bytes = 8, .reg = indexed ? (uint16_t)(operand->space - 1) : operand->reg};
    uint16_t described, index = t->program->numbering.zero;
    uint8_t part;

    if (!hw_source_register(t, &bank, &described, &part) ||
        (indexed && !hw_base_register(t, operand, &index)))
        return false;
    struct hw_uop *uop = hw_emit(t, hw_uop_load_const_described);
    uop->d = d;
    uop->a = index;
    uop->b = described;
    uop->mem.offset = (uint32_t)operand->offset;
    uop->mem.width = (uint8_t)hw_operand_width(operand);
    return true;
}

bool hw_emit_load(struct hw_translator *t, const struct hw_operand *operand, uint16_t d)
{
    struct hw_address address;

    if (hw_is_described(operand))
        return load_described(t, operand, d);
    if (!hw_memory_address(t, operand, &address))
        return false;
    hw_async_look(t, operand, &address);
    hw_emit_load_at(t, operand, &address, d);
    hw_post_increment(t, operand);
    return true;
}
