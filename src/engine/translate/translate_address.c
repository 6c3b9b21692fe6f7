/* SPDX-License-Identifier: MIT */
/* Effective addresses from Volta on are sums: a register, scaled in shared memory, and from Turing on a
 * uniform register.  They are computed into temporary registers before the access. */
#include "engine/translate/translate.h"

/* A view of an operation on words that are registers. */
static struct hw_semantics of_words(unsigned op, unsigned operands)
{
    struct hw_semantics view = {.op = (uint16_t)op, .cond_out = -1, .operand_count = (uint8_t)operands};

    for (unsigned i = 0; i < operands; i++)
        view.operand[i] = (struct hw_operand){.kind = HW_OPERAND_REG, .bytes = 4};
    return view;
}

static struct hw_uop *emit_add(struct hw_translator *t, const struct hw_semantics *add, uint16_t d,
                               uint16_t a, uint16_t b)
{
    struct hw_uop *uop = hw_emit_arithmetic(t, add);

    uop->d = d;
    uop->a = a;
    uop->b = b;
    return uop;
}

void hw_emit_add(struct hw_translator *t, uint16_t d, uint16_t a, uint16_t b)
{
    const struct hw_semantics add = of_words(HW_OP_IADD, 3);

    emit_add(t, &add, d, a, b);
}

/* The two words of d = {ah, al} + {bh, bl}; the carry uses a condition code that no instruction has. */
static void emit_sum_of_pairs(struct hw_translator *t, uint16_t d, const uint16_t a[2], const uint16_t b[2])
{
    const uint16_t carry = hw_temp_registers(t, 1);
    struct hw_semantics low = of_words(HW_OP_IADD, 3), high = low;

    low.cond_out = 0;
    high.mod[HW_MOD_CARRY] = 1;
    struct hw_uop *uop = emit_add(t, &low, d, a[0], b[0]);
    uop->cond_out = carry;
    uop->carry_only = true;
    uop = emit_add(t, &high, (uint16_t)(d + 1), a[1], b[1]);
    uop->cond_in = carry;
}

/* The low and high word of a register, or of a pair. */
static bool find_words(struct hw_translator *t, unsigned kind, unsigned number, bool wide, uint16_t words[2])
{
    const struct hw_operand operand = {.kind = (uint8_t)kind, .bytes = wide ? 8 : 4, .reg = (uint16_t)number};
    const uint16_t zero = t->program->numbering.zero;
    uint8_t part;

    if (!hw_source_register(t, &operand, &words[0], &part))
        return false;
    words[1] = wide && words[0] != zero ? (uint16_t)(words[0] + 1) : zero;
    return true;
}

bool hw_adds_uniform(const struct hw_translator *t, const struct hw_operand *operand)
{
    return t->kernel_abi->uniform_registers && operand->kind != HW_OPERAND_CONST && operand->space;
}

bool hw_address_pair(struct hw_translator *t, const struct hw_operand *operand, struct hw_address *address)
{
    uint16_t base[2], added[2];

    if (!find_words(t, HW_OPERAND_REG, operand->reg, operand->flags & HW_OPERAND_WIDE, base) ||
        !find_words(t, HW_OPERAND_UREG, operand->space - 1u, t->view.mod[HW_MOD_WIDE], added))
        return false;
    address->reg = hw_temp_registers(t, 2);
    emit_sum_of_pairs(t, address->reg, base, added);
    return true;
}

/* The register, times 4, 8 or 16 for parts 1 to 3. */
static uint16_t scale_register(struct hw_translator *t, const struct hw_operand *operand, uint16_t reg)
{
    struct hw_semantics add = of_words(HW_OP_ISCADD, 4);
    const uint16_t d = hw_temp_registers(t, 1);

    if (!operand->part)
        return reg;
    add.operand[3] = (struct hw_operand){.kind = HW_OPERAND_IMM, .bytes = 4, .offset = operand->part + 1};
    emit_add(t, &add, d, reg, t->program->numbering.zero);
    return d;
}

bool hw_address_word(struct hw_translator *t, const struct hw_operand *operand, struct hw_address *address)
{
    const uint16_t zero = t->program->numbering.zero;
    const uint16_t base = scale_register(t, operand, address->reg == HW_NO_REGISTER ? zero : address->reg);
    uint16_t added[2];

    address->reg = base;
    if (!hw_adds_uniform(t, operand))
        return true;
    if (!find_words(t, HW_OPERAND_UREG, operand->space - 1u, false, added))
        return false;
    address->reg = added[0];
    if (base != zero) {
        address->reg = hw_temp_registers(t, 1);
        hw_emit_add(t, address->reg, base, added[0]);
    }
    return true;
}
