/* SPDX-License-Identifier: MIT */
/* Lane functions for additions, which several families end in, with all that an addition can have. */
#ifndef HW_OPS_LANES_LANES_ADD_H
#define HW_OPS_LANES_LANES_ADD_H

#include "ops/scalar/integer.h"
#include "ops/lanes/lanes.h"

/* The condition code that is read, or a register of `instead`. */
static inline const uint32_t *condition(const struct hw_regs *regs, const struct hw_uop *uop,
                                        uint32_t instead, lanes *buffer)
{
    if (uop->cond_in != HW_NO_REGISTER)
        return register_at(regs, uop->cond_in);
    FOR_LANES(l)
        buffer->lane[l] = instead;
    return buffer->lane;
}

/* Add registers a and b, complemented where the masks say, and what is added beside them; store sum and
 * flags. */
static inline void add_registers(const struct hw_regs *regs, const struct hw_uop *uop, const uint32_t *a,
                                 uint32_t a_xor, const uint32_t *b, uint32_t b_xor)
{
    const uint32_t carry = uop->sum.plus;
    lanes value, flags;

    FOR_LANES(l)
        value.lane[l] = (a[l] ^ a_xor) + (b[l] ^ b_xor) + carry;
    if (wants_flags(uop)) {
        if (uop->carry_only)
            FOR_LANES(l)
                flags.lane[l] = (hw_int_carries(a[l] ^ a_xor, b[l] ^ b_xor, value.lane[l]) >> 31) * HW_FLAG_C;
        else
            FOR_LANES(l)
                flags.lane[l] = hw_int_add(a[l] ^ a_xor, b[l] ^ b_xor, carry, 32, false).flags;
        store_flags(regs, uop, flags.lane);
    }
    store(regs, uop, value.lane);
}

/* Sums with the carries of a condition code, and their flags where somebody wants them. */
static inline void add_lanes(const uint32_t *a, uint32_t a_xor, const uint32_t *b, uint32_t b_xor,
                             const uint32_t *cond, unsigned bits, bool sat, lanes *value, lanes *flags)
{
    FOR_LANES(l)
        value->lane[l] = hw_int_add(a[l] ^ a_xor, b[l] ^ b_xor, cond[l] / HW_FLAG_C & 1, bits, sat).value;
    if (flags)
        FOR_LANES(l)
            flags->lane[l] = hw_int_add(a[l] ^ a_xor, b[l] ^ b_xor, cond[l] / HW_FLAG_C & 1, bits, sat).flags;
}

/* The same with everything: carry from a condition code, saturation, halves; and a predicate, LEA's, that
 * says whether the sum is not zero.  No public source describes it, but compiled code leaves no other
 * reading: there is LEA P0, RZ, R0, RZ, which never carries, and the upper word of a generic address is asked
 * by LEA.HI.X whether it lies beyond the windows of shared and local memory. */
static inline void add_lanes_any(struct hw_regs *regs, const struct hw_uop *uop, const uint32_t *a,
                                 uint32_t a_xor, const uint32_t *b, uint32_t b_xor, unsigned bits)
{
    lanes value, flags, no_carry;
    const uint32_t *cond = condition(regs, uop, uop->sum.plus * HW_FLAG_C, &no_carry);

    if (bits == 32 && !uop->sat) /* the high word of every address */
        add_lanes(a, a_xor, b, b_xor, cond, 32, false, &value, wants_flags(uop) ? &flags : NULL);
    else
        add_lanes(a, a_xor, b, b_xor, cond, bits, uop->sat, &value, &flags);
    if (wants_flags(uop))
        store_flags(regs, uop, flags.lane);
    store(regs, uop, value.lane);
    if (uop->p_out != HW_PT) {
        FOR_LANES(l)
            flags.lane[l] = value.lane[l] ? 0x80000000u : 0;
        write_pred(regs, uop->p_out, lanes_with_sign(flags.lane));
    }
}

#endif
