/* SPDX-License-Identifier: MIT */
/* Lane functions for sums of shifted or several operands in one instruction: IADD3, ISCADD, LEA. */
#include "ops/scalar/bitfield.h"
#include "ops/lanes/lanes_add.h"

/* (a << imm) + b; NEG on a is of the shifted value. */
static inline void shifted(const struct hw_regs *regs, const struct hw_uop *uop, lanes *value)
{
    const uint32_t *a = register_at(regs, uop->a);
    const unsigned count = uop->imm & 31;

    FOR_LANES(l)
        value->lane[l] = a[l] << count;
}

static void iscadd(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes value;

    shifted(regs, uop, &value);
    add_registers(regs, uop, value.lane, uop->a_xor, register_at(regs, uop->b), uop->b_xor);
}

/* With carry in, or into a predicate. */
static void lea_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes value;

    shifted(regs, uop, &value);
    add_lanes_any(regs, uop, value.lane, uop->a_xor, register_at(regs, uop->b), uop->b_xor, 32);
}

/* The high word of {c, a} << imm. */
static inline void shifted_high(const struct hw_regs *regs, const struct hw_uop *uop, lanes *value)
{
    const uint32_t *a = register_at(regs, uop->a), *c = register_at(regs, uop->c);
    const unsigned count = uop->imm & 31;

    FOR_LANES(l)
        value->lane[l] = c[l] << count | a[l] >> 1 >> (31 - count);
}

static void leahi(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes value;

    shifted_high(regs, uop, &value);
    add_registers(regs, uop, value.lane, uop->a_xor, register_at(regs, uop->b), uop->b_xor);
}

static void leahi_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes value;

    shifted_high(regs, uop, &value);
    add_lanes_any(regs, uop, value.lane, uop->a_xor, register_at(regs, uop->b), uop->b_xor, 32);
}

/* Words. */
static void iadd3(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const uint32_t a_xor = uop->a_xor, b_xor = uop->b_xor, c_xor = uop->c_xor, carry = uop->sum.plus;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = (a[l] ^ a_xor) + (b[l] ^ b_xor) + (c[l] ^ c_xor) + carry;
    store(regs, uop, value.lane);
}

/* A half or the whole of a register, complemented. */
static inline void addend(const struct hw_regs *regs, unsigned reg, unsigned shift, uint32_t mask,
                          uint32_t flip, lanes *value)
{
    const uint32_t *source = register_at(regs, reg);

    FOR_LANES(l)
        value->lane[l] = (source[l] >> shift & mask) ^ flip;
}

/* With halves, shifts, flags and carries.  A negated operand adds 1 to the addition that it takes part in,
 * the first one at most 1, as the two carries of the condition code do in the addition of the words above. */
static void iadd3_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *cond = uop->cond_in != HW_NO_REGISTER ? register_at(regs, uop->cond_in) : NULL;
    const uint8_t plus = uop->sum.plus, *part = uop->sum.part;
    const uint32_t first = plus && (uop->a_xor | uop->b_xor) ? 1 : 0, second = plus - first;
    const unsigned shift = uop->sum.shift;
    const uint16_t reg[3] = {uop->a, uop->b, uop->c};
    const uint32_t flip[3] = {uop->a_xor, uop->b_xor, uop->c_xor};
    lanes source[3], value, flags;

    for (unsigned i = 0; i < 3; i++)
        addend(regs, reg[i], part[i] == HW_PART_HIGH ? 16 : 0, part[i] ? 0xffff : ~0u, flip[i], &source[i]);
    FOR_LANES(l) {
        const uint32_t o = cond ? cond[l] / HW_FLAG_O & 1 : first,
                       c = cond ? cond[l] / HW_FLAG_C & 1 : second;
        const struct hw_int_result sum =
            hw_int_add3(source[0].lane[l], source[1].lane[l], source[2].lane[l], o, c, shift);
        value.lane[l] = sum.value;
        flags.lane[l] = sum.flags;
    }
    if (wants_flags(uop))
        store_flags(regs, uop, flags.lane);
    store(regs, uop, value.lane);
}

hw_uop_fn *const HW_LANE_FUNCTIONS(sum)[HW_LANES_SUM_COUNT] = {
    [HW_LANES_SUM_IADD3] = iadd3,   [HW_LANES_SUM_IADD3_ANY] = iadd3_any,
    [HW_LANES_SUM_ISCADD] = iscadd, [HW_LANES_SUM_LEA_ANY] = lea_any,
    [HW_LANES_SUM_LEAHI] = leahi,   [HW_LANES_SUM_LEAHI_ANY] = leahi_any,
};
